"""Guided first games: every script is legal, a learner is led through it at a real table, and nobody is held in it."""

import re
from html import unescape

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.server.play.lessons import LEFT_LESSON, BrokenLesson, Lesson, lesson_of, read_lesson
from tabletown.server.store.events import LeftLesson, Moved

from ..visitors import FRAGMENT, Running, StartSite, Visitor, read_form, wait_until

WANTED = re.compile(r'<(button|span)[^>]*id="wanted"[^>]*>')
VALUE = re.compile(r'value="([^"]*)"')
ENTRY = re.compile(r'id="wanted".*?name="amount".*?value="(\d+)".*?name="move" value="([^"]*)"', re.DOTALL)
VERBS = {  # what a first game must have shown
    "milton_keynes": {"character", "inquiry", "bribe", "buy", "offer", "bid", "start", "add", "close", "seal", "pass"},
    "paper_skylines": {"city", "build", "mayor", "advance", "draw", "take", "right", "over", "track", "end"},
    "penny_lane": {"guild", "at", "bank", "gazette", "from", "to", "pass"},
    "uptown": {"play", "site", "buy", "take", "public"},
}


def lesson(title: str) -> Lesson:
    found = lesson_of(games.get(title))
    assert found is not None
    return found


def learn(visitor: Visitor, title: str) -> None:
    answer = visitor.post(f"/games/{title}/learn")
    assert answer.status_code == 303, answer.text
    visitor.table = answer.headers["location"].removeprefix("/tables/")


def wanted(page: str) -> dict[str, str]:
    """The fields that the marked button sends; none if nothing is marked."""
    found = WANTED.search(page)
    if found is None:
        return {}
    if found[1] == "button" and 'name="compose"' in found[0]:  # the whole step, as if its parts had been chosen
        whole = re.search(r'data-wanted="([^"]+)"', page)
        assert whole is not None
        return {"move": whole[1]}
    if found[1] == "button":
        value = VALUE.search(found[0])
        assert value is not None
        return {"move": value[1].replace("&#39;", "'")}
    typed = ENTRY.search(page, found.start())
    assert typed is not None
    return {"amount": typed[1], "move": typed[2]}


def follow(visitor: Visitor, steps: int | None = None) -> list[str]:
    """Press what is marked, until nothing is; returns the pages."""
    pages: list[str] = []
    while steps is None or len(pages) < steps:
        visitor.wait_for_turn()
        pages.append(visitor.page())
        fields = wanted(pages[-1])
        if not fields:
            break
        answer = visitor.post(f"/tables/{visitor.table}/moves", {**read_form(pages[-1]).fields, **fields})
        assert answer.status_code == 303, answer.text
    return pages


# Scripts


@pytest.mark.parametrize("title", games.names())
def test_a_script_speaks_at_every_choice_and_shows_what_the_game_is_made_of(title: str) -> None:
    steps = lesson(title).of(0)
    assert 10 <= len(steps) <= 25
    assert all(step.title and step.say for step in steps)
    assert all(sum(map(len, step.say)) < 520 for step in steps), "too much to read beside a board"
    assert VERBS[title] <= {move.split()[0] for step in steps for move in step.moves}
    assert lesson(title).end


@pytest.mark.parametrize("title", games.names())
def test_nothing_is_said_of_another_move_where_there_is_none(title: str) -> None:
    found = lesson(title)
    position = Game.new(games.get(title), found.players, found.seed)
    for step in found.steps:
        only = len(position.view(step.seat).legal_actions_of(step.seat)) == 1
        assert not (step.but and only), step.title
        for action in step.actions:
            position.push_action(action, step.seat)


def test_a_script_that_cannot_be_played_says_where() -> None:
    steps = "".join(f'[[step]]\nmove = "{move}"\n' for move in ("play boutique-hotel", "pass"))
    text = f'players = 2\nseed = 9\nabout = ""\nend = ""\n{steps}'
    with pytest.raises(BrokenLesson, match="step 2 of uptown"):
        read_lesson(games.get("uptown"), text)


# At a table


def real_choices(title: str) -> list[int]:
    """The numbers of the learner's steps in which there is something to choose."""
    found = lesson(title)
    game = Game.new(games.get(title), found.players, found.seed)
    chosen, number = [], 0
    for step in found.steps:
        number += step.seat == 0
        choices = []
        for action in step.actions:
            choices.append(len(game.legal_actions_of(step.seat)) > 1)
            game.push_action(action, step.seat)
        if step.seat == 0 and any(choices):
            chosen.append(number)
    return chosen


@pytest.mark.parametrize("title", games.names())
def test_a_learner_is_led_to_the_end_and_plays_on(visitor: Visitor, title: str) -> None:
    steps, chosen = lesson(title).of(0), real_choices(title)
    assert len(chosen) < len(steps), "every script has forced plies"
    learn(visitor, title)
    *pages, last = follow(visitor)
    assert len(pages) == len(chosen)
    unread: list[str] = []
    for number, step in enumerate(steps, 1):
        unread += step.say
        if number not in chosen:
            continue
        page = pages.pop(0)
        assert f"step {number} of {len(steps)}" in page
        assert step.title.replace("'", "&#39;") in page
        assert page.count('id="wanted"') == 1
        assert 'href="#wanted"' in page
        assert all(said in unescape(page) for said in unread), "what is said of a forced ply is told with the next step"
        unread = []
    assert all(said in unescape(last) for said in unread)
    assert "play on!" in last
    form = visitor.form()
    assert form.moves, "it is the learner's turn, and everything is allowed"
    assert visitor.move(form, form.moves[-1]).status_code == 303
    assert 'class="lesson' not in visitor.page()


def test_the_table_is_marked_and_dealt_alike_for_all(visitor: Visitor, stranger: Visitor) -> None:
    for person in (visitor, stranger):
        learn(person, "uptown")
    rows = [visitor.site.store.table(person.table) for person in (visitor, stranger)]
    assert all(row is not None and row.lesson and not row.public for row in rows)
    assert len({row.seed for row in rows if row}) == 1
    assert len({row.salt for row in rows if row}) == 2
    assert "This is a lesson" in visitor.page()


def test_another_move_is_refused_kindly_and_changes_nothing(visitor: Visitor) -> None:
    learn(visitor, "uptown")
    answer = visitor.move(visitor.form(), "discard")
    assert answer.status_code == 422
    assert "Start with the Boutique Hotel" in answer.text
    assert visitor.log() == []
    follow(visitor, 1)
    answer = visitor.move(visitor.form(), "site 4", **FRAGMENT)
    assert answer.status_code == 422
    assert "take site 1" in answer.text
    instead = visitor.move(visitor.form(), "play rubbish-tip", name="instead")
    assert instead.status_code == 422
    assert len(visitor.log()) == 1


def test_what_is_against_the_rules_is_still_called_so(visitor: Visitor) -> None:
    learn(visitor, "uptown")
    assert "UT-" in visitor.move(visitor.form(), "site 1").text


def test_taking_back_goes_back_in_the_lesson(visitor: Visitor) -> None:
    learn(visitor, "uptown")
    follow(visitor, 1)
    form = visitor.form()
    assert "step 2 of" in visitor.page()
    assert visitor.post(form.undo, {**form.fields, "undo": "0"}).status_code == 303
    assert "step 1 of" in visitor.page()


def test_a_lesson_survives_a_restart(start: StartSite) -> None:
    running = start()
    visitor = running.visitor()
    learn(visitor, "uptown")
    follow(visitor, 4)
    token, table = visitor.http.cookies["tabletown"], visitor.table
    running.stop()
    later = start().visitor()
    later.http.cookies.set("tabletown", token)
    later.table = table
    assert f"step {real_choices('uptown')[4]} of" in later.page()
    assert "play on!" in follow(later)[-1]


def test_who_wants_no_more_of_it_plays_on_alone(visitor: Visitor) -> None:
    learn(visitor, "uptown")
    follow(visitor, 2)
    for _ in range(2):  # asked twice, done once
        assert visitor.post(f"/tables/{visitor.table}/lesson").status_code == 303
    assert [entry.event.text for entry in visitor.log() if isinstance(entry.event, LeftLesson)] == [LEFT_LESSON]
    page = visitor.page()
    assert 'class="lesson' not in page
    assert f"<b>You</b> {LEFT_LESSON.replace('goes', 'go')}" in page
    assert "This is a lesson" in page, "the deal is no secret all the same"
    form = visitor.form()
    other = next(move for move in form.moves if move != "buy family-flat")
    assert visitor.move(form, other).status_code == 303


def test_only_who_learns_hears_the_lesson_and_may_leave_it(visitor: Visitor, stranger: Visitor) -> None:
    learn(visitor, "uptown")
    stranger.table = visitor.table
    assert 'class="lesson' not in stranger.page()
    assert stranger.post(f"/tables/{visitor.table}/lesson").status_code == 403
    assert visitor.log() == []


def test_a_form_sent_twice_starts_one_lesson(visitor: Visitor) -> None:
    fields = {"key": "0123456789abcdef"}
    first, second = (visitor.post("/games/uptown/learn", fields) for _ in range(2))
    assert first.headers["location"] == second.headers["location"]


def test_an_ordinary_table_with_the_same_seed_is_no_lesson(running: Running, visitor: Visitor) -> None:
    visitor.sit_down()
    assert 'class="lesson' not in visitor.page()
    learn(visitor, "uptown")
    assert visitor.post(f"/tables/{visitor.table}/rematch").status_code == 303
    answer = visitor.post(f"/tables/{visitor.table}/rematch")
    row = running.site.store.table(answer.headers["location"].removeprefix("/tables/"))
    assert row is not None
    assert not row.lesson


def test_a_bot_that_stands_in_follows_the_script(visitor: Visitor) -> None:
    learn(visitor, "uptown")
    visitor.post(f"/tables/{visitor.table}/away", {"seat": "0", "bot": "uniform"})
    made = lesson("uptown").actions_of(0)
    wait_until(lambda: len(visitor.log()) > len(lesson("uptown").steps))
    events = [entry.event for entry in visitor.log()]
    moves = [event.action for event in events if isinstance(event, Moved) and event.seat == 0]
    assert moves[: len(made)] == made


# The way in


@pytest.mark.parametrize("title", games.names())
def test_the_way_in_is_found_and_says_what_comes(visitor: Visitor, title: str) -> None:
    assert f'href="/games/{title}/learn"' in visitor.http.get("/").text
    assert f'href="/games/{title}/learn"' in visitor.http.get(f"/games/{title}").text
    page = visitor.http.get(f"/games/{title}/learn").text
    assert lesson(title).of(0)[0].title.replace("'", "&#39;") in page
    assert "Sit down and learn" in page


def test_there_is_no_lesson_of_a_game_that_is_not_there(visitor: Visitor) -> None:
    assert visitor.http.get("/games/chess/learn").status_code == 404
    assert visitor.post("/games/chess/learn").status_code == 404
