"""The learning path: its steps, the short lessons on the board, and the usual mistakes of one's own reviewed games."""

import re
from dataclasses import replace
from html import unescape
from urllib.parse import urlencode

import pytest
from httpx import Response

from tabletown import games
from tabletown.server.limits import Rate
from tabletown.server.play.openings import has_opening
from tabletown.server.preparing import Preparation
from tabletown.server.store.events import Moved
from tabletown.server.store.protocol import Append, Player
from tabletown.study.kept_review import review_key
from tabletown.study.mistakes import Mistake
from tabletown.study.short_lessons import ShortLesson, short_lessons_of

from ..finished import random_game
from ..visitors import Running, StartSite, Visitor, wait_until

LESSON = short_lessons_of("uptown")[0]
LAST = short_lessons_of("uptown")[-1]
NO_REVIEWS = "No reviewed games yet"


def get(visitor: Visitor, lesson: ShortLesson, **asked: str) -> Response:
    return visitor.http.get(f"/learn/{lesson.title}/{lesson.id}?{urlencode(asked)}")


def state(page: str) -> str:
    return str(re.findall(r'data-state="(\w+)"', page)[0])


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def play_to_the_end(visitor: Visitor, seed: int = 5, *, lesson: bool = False) -> str:
    """A finished game at which the visitor had the first seat; returns its table."""
    store, game = visitor.site.store, random_game(seed, players=2)
    assert game.seed is not None
    visitor.sit_down()
    row = store.table(visitor.table)
    assert row is not None
    table = f"over-{visitor.table}"
    store.create_table(replace(row, id=table, seed=game.seed, lesson=lesson, created=row.created + seed), "players")
    log = [Moved(ply.seat, number, "", ply.action) for number, ply in enumerate(game.history, 1)]
    log[-1] = Moved(log[-1].seat, game.ply, game.digest(), log[-1].action)
    store.append(Append(table, 0, log, "nobody"))
    return table


def review(visitor: Visitor, table: str) -> None:
    """Have a game reviewed."""
    assert visitor.post(f"/tables/{table}/review").status_code == 303
    wait_until(lambda: 'class="luck sheet"' in visitor.http.get(f"/tables/{table}/review").text)
    wait_until(lambda: bool(visitor.site.store.reviews_of(table)))  # it is shown a moment before it is kept


def mistakes_of(visitor: Visitor) -> list[Mistake]:
    """What the site knows of a visitor's mistakes."""
    store = visitor.site.store
    row = store.table(visitor.table)
    assert row is not None
    holder = next(seat.owner for seat in row.seats if seat.owner)
    return list(visitor.site.mistakes.of(Player(holder)).mistakes)


@pytest.mark.parametrize("title", games.names())
def test_the_path_has_all_steps(shared: Running, title: str) -> None:
    page = shared.visitor().http.get(f"/learn/{title}").text
    assert f'href="/games/{title}/learn"' in page
    for lesson in short_lessons_of(title):
        assert f'href="/learn/{title}/{lesson.id}"' in page
        assert lesson.idea in unescape(page)
    assert NO_REVIEWS in page
    assert "Puzzles by theme" in page
    assert "data-count" in page


def test_all_ways_lead_to_the_path(shared: Running) -> None:
    visitor = shared.visitor()
    for address in ("/learn", "/games/uptown", "/games/uptown/learn", "/puzzles"):
        assert 'href="/learn/uptown"' in visitor.http.get(address).text, address
    assert visitor.http.get("/learn/nowhere").status_code == 404
    assert visitor.http.get("/learn/uptown/nowhere").status_code == 404
    assert visitor.http.get(f"/learn/penny_lane/{LESSON.id}").status_code == 404


@pytest.mark.parametrize("title", games.names())
def test_every_lesson_can_be_opened_and_solved(shared: Running, title: str) -> None:
    visitor = shared.visitor()
    for lesson in short_lessons_of(title):
        page = get(visitor, lesson).text
        assert state(page) == "open"
        for text in (lesson.name, lesson.idea, lesson.question):
            assert text in unescape(page)
        assert lesson.why not in unescape(page)
        solved = get(visitor, lesson, line=";".join(lesson.puzzle.best)).text
        assert state(solved) == "solved"
        assert lesson.why in unescape(solved)


def test_a_lesson_is_a_puzzle_with_words_of_its_own(shared: Running) -> None:
    visitor = shared.visitor()
    hints = words(get(visitor, LESSON, hints="3").text)
    for hint in LESSON.hints:
        assert hint in hints
    assert re.search("First you .*Penthouse", hints)
    wrong = get(visitor, LESSON, line=";".join(LESSON.puzzle.tempting)).text
    assert state(wrong) == "wrong"
    assert "So it may go on:" in wrong
    assert LESSON.why not in unescape(wrong)
    shown = get(visitor, LESSON, show="1").text
    assert state(shown) == "shown"
    assert 'data-lesson="the-rivals-top-card"' in shown
    for absent in ("data-rating", "data-house", 'data-puzzle="the', "Difficulty"):
        assert absent not in shown
    assert f'href="/learn/uptown/{short_lessons_of("uptown")[1].id}"' in shown
    assert 'href="/learn/uptown">On along the path' in get(visitor, LAST, show="1").text
    impossible = get(visitor, LESSON, line="take")
    assert impossible.status_code == 400
    assert f'href="/learn/uptown/{LESSON.id}"' in impossible.text
    assert "<html" not in visitor.http.get(f"/learn/uptown/{LESSON.id}/board").text


def test_a_lesson_waits_for_its_title(start: StartSite) -> None:
    running = start(preparation=Preparation(["uptown"]))
    answer = get(running.visitor(), LESSON)
    if answer.status_code == 503:  # it may be compiled already
        assert f"/learn/uptown/{LESSON.id}" in answer.text


def test_the_first_game_is_ticked_when_it_is_done(shared: Running) -> None:
    visitor = shared.visitor()
    begun = visitor.post("/games/uptown/learn").headers["location"]
    page = visitor.http.get("/learn/uptown").text
    assert f'href="{begun}">Go on with it' in page
    play_to_the_end(visitor, lesson=True)
    page = visitor.http.get("/learn/uptown").text
    assert "Play it again" in page
    assert "Go on with it" not in page
    assert "Go on with it" not in visitor.http.get("/learn/penny_lane").text


def test_mistakes_come_from_reviewed_games_of_ones_own(shared: Running) -> None:
    visitor, stranger = shared.visitor(), shared.visitor()
    assert NO_REVIEWS in visitor.http.get("/you/mistakes").text
    table = play_to_the_end(visitor)
    page = visitor.http.get("/you/mistakes").text
    assert NO_REVIEWS in page
    assert f'href="/tables/{table}/review"' in page  # it could be reviewed
    review(visitor, table)
    found = mistakes_of(visitor)
    assert found
    assert {each.seat for each in found} == {0}
    page = visitor.http.get("/you/mistakes").text
    assert "1 game reviewed" in page
    costliest = max(found, key=lambda each: each.cost)
    assert f"/tables/{table}/review?ply={costliest.ply}&amp;seat=0#prompt" in page
    assert costliest.better in unescape(page)
    assert "1 game reviewed" in visitor.http.get("/learn/uptown").text
    assert NO_REVIEWS in visitor.http.get("/learn/penny_lane").text
    # what is linked is there
    shown = visitor.http.get(f"/tables/{table}/review?ply={costliest.ply}&seat=0").text
    assert f"Before ply <b>{costliest.ply + 1}</b>" in shown
    # nobody else is told
    stranger.sit_down()
    for somebody in (stranger, shared.visitor()):
        assert NO_REVIEWS in somebody.http.get("/you/mistakes").text


def test_guided_games_and_those_that_go_on_do_not_count(shared: Running) -> None:
    visitor = shared.visitor()
    guided = play_to_the_end(visitor, 7, lesson=True)
    review(visitor, guided)
    assert NO_REVIEWS in visitor.http.get("/you/mistakes").text
    answer = visitor.post(f"/tables/{guided}/play-on", {"ply": "12", "seat": "0", "key": "m" * 24})
    onward = answer.headers["location"].removeprefix("/tables/")
    with shared.site.tables.at(onward) as table:
        assert has_opening(table)
    with shared.site.tables.at(guided) as table:
        assert not has_opening(table)


def test_moves_of_a_bot_that_stood_in_do_not_count(shared: Running) -> None:
    visitor = shared.visitor()
    table = play_to_the_end(visitor, 9)
    review(visitor, table)
    with shared.site.tables.at(table) as found:
        key = review_key(found.game)
        plies = found.timeline.plies
        own = [n for n, ply in enumerate(plies) if ply.seat == 0]
        for n in own:
            plies[n] = replace(plies[n], made_by="bot")
    assert shared.site.store.review(table, key) is not None
    assert mistakes_of(visitor) == []


def test_looking_through_games_has_a_limit(start: StartSite) -> None:
    visitor = start(mistakes_rate=Rate(burst=1, seconds=3600)).visitor()
    visitor.sit_down()
    assert visitor.http.get("/you/mistakes").status_code == 200
    answer = visitor.http.get("/learn/uptown")
    assert answer.status_code == 429
    assert "a lot of games" in answer.text
