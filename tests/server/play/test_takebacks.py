"""Second thoughts: a whole turn by oneself, and further back when all agree. Nothing is dealt anew by it."""

import random
import re
import threading
from html import unescape

import pytest
from httpx import Response

from tabletown.bots import Budget
from tabletown.engine.position import Position
from tabletown.server.play.table import Table
from tabletown.server.play.turns import turn_starts
from tabletown.server.store.protocol import SeatRow

from ..seating import move_early
from ..stage import advance, bidding, company, first_secret, set_stage, texts, unkeyed
from ..timing import kinds, sit_together, to_move
from ..visitors import FRAGMENT, Form, Running, StartSite, Visitor, first_legal, read_form, wait_until

pytestmark = pytest.mark.usefixtures("every_ply")


@pytest.fixture
def two(running: Running) -> list[Visitor]:
    return sit_together(running, None)


def play(people: list[Visitor], plies: int, seed: int = 1) -> None:
    """Let people make moves, whoever is to act."""
    rng = random.Random(seed)
    for _ in range(plies):
        mover = people[to_move(people[0])]
        form = read_form(mover.page())
        assert mover.move(form, rng.choice(form.moves)).status_code == 303


def digest(visitor: Visitor) -> str:
    with visitor.site.tables.at(visitor.table) as table:
        return table.game.digest()


def history(visitor: Visitor) -> list[tuple[int, int]]:
    with visitor.site.tables.at(visitor.table) as table:
        return [(ply.seat, ply.action) for ply in table.game.history]


def turns_of(page: str) -> dict[str, int]:
    """The turns to which a page offers to go back, by what was done in them."""
    options = re.findall(
        r'<option value="(\d+)">([^<]*)</option>', page[page.find('id="back-to"') :].split("</select>")[0]
    )
    return {unescape(text): int(value) for value, text in options}


def ask(visitor: Visitor, turn: int | None = None, form: Form | None = None, **headers: str) -> Response:
    page = visitor.page()
    turn = max(turns_of(page).values()) if turn is None else turn
    fields = (form or read_form(page)).fields
    return visitor.post(f"/tables/{visitor.table}/ask", {**fields, "turn": str(turn)}, **headers)


def question(visitor: Visitor) -> dict[str, str]:
    """The form of the question on somebody's page."""
    page = visitor.page()
    assert 'id="question"' in page
    form = re.search(r'<form class="live" method="post" action="/tables/[\w-]+/answer">.*?</form>', page, re.DOTALL)
    assert form is not None
    return dict(re.findall(r'name="(\w+)" value="(\w+)">', form.group().split("<button")[0]))


def answer(visitor: Visitor, said: str, fields: dict[str, str] | None = None, **headers: str) -> Response:
    fields = fields or question(visitor)
    return visitor.post(f"/tables/{visitor.table}/answer", {**fields, "answer": said}, **headers)


# A turn anew


@pytest.fixture
def halfway(running: Running, monkeypatch: pytest.MonkeyPatch) -> list[Visitor]:
    """Three people who bid for two permits each, one of whom has made both bids."""
    set_stage(monkeypatch)
    people = company(running)
    advance(running.site, people[0].table, bidding)
    assert people[1].move(read_form(people[1].page()), "bid 1; bid 2").status_code == 303
    return people


def restart(visitor: Visitor, form: Form, seat: int, **headers: str) -> Response:
    return visitor.post(f"/tables/{visitor.table}/restart", {**form.fields, "undo": str(seat)}, **headers)


def test_a_turn_is_begun_again_at_once(halfway: list[Visitor]) -> None:
    bidder = halfway[1]
    others = [texts(who) for who in (halfway[0], halfway[2])]
    page = bidder.page()
    assert "Restart turn" in page
    assert "Restart turn" not in halfway[0].page()
    form, plies = read_form(page), len(history(bidder))
    first = restart(bidder, form, 1, **FRAGMENT)
    assert first.status_code == 200
    assert kinds(bidder)[-2:] == ["undo", "undo"]
    assert len(history(bidder)) == plies - 2
    assert "Restart turn" not in bidder.page()
    again = restart(bidder, form, 1, **FRAGMENT)  # a double click
    assert unkeyed(again.text, bidder) == unkeyed(first.text, bidder)
    assert kinds(bidder).count("undo") == 2
    assert [texts(who) for who in (halfway[0], halfway[2])] == others


def test_nothing_to_begin_again(two: list[Visitor], stranger: Visitor) -> None:
    seat = to_move(two[0])
    form = read_form(two[seat].page())
    assert restart(two[seat], form, seat).status_code == 422
    assert restart(two[1 - seat], read_form(two[1 - seat].page()), seat).status_code == 403
    stranger.table = two[0].table
    assert restart(stranger, form, seat).status_code == 403
    assert kinds(two[0], "undo") == []


# Asking


def test_all_agree_and_the_game_goes_back(two: list[Visitor]) -> None:
    start = digest(two[0])
    play(two, 8)
    made = history(two[0])
    seat = to_move(two[0])
    first = min(turns_of(two[seat].page()).values())
    assert first == 0
    asked = ask(two[seat], first)
    assert asked.status_code == 303
    assert "You ask to take the game back" in two[seat].page()
    assert "Still to answer" in two[seat].page()
    assert history(two[0]) == made
    assert answer(two[1 - seat], "agree").status_code == 303
    assert kinds(two[0], "ask", "agree", "rewind") == ["ask", "agree", "rewind"]
    assert digest(two[0]) == start
    assert history(two[0]) == []
    for visitor in two:
        page = visitor.page()
        assert "All agree, and the game is taken back." in page
        assert 'id="question"' not in page


def test_what_is_drawn_again_is_the_same(two: list[Visitor]) -> None:
    """Chance is part of the state: the same moves lead to the same bytes, cards included."""
    play(two, 10, seed=4)
    made, end = history(two[0]), digest(two[0])
    seat = to_move(two[0])
    assert ask(two[seat], 0).status_code == 303
    assert answer(two[1 - seat], "agree").status_code == 303
    play(two, 10, seed=4)
    assert history(two[0]) == made
    assert digest(two[0]) == end


def test_it_lasts_over_restarts_and_is_the_same_everywhere(start: StartSite) -> None:
    one = start()
    two = sit_together(one, None)
    play(two, 6)
    seat = to_move(two[0])
    assert ask(two[seat], 0).status_code == 303
    one.stop()
    other = start()
    again = []
    for who in two:
        visitor = other.visitor()
        visitor.http.cookies, visitor.table = who.http.cookies, who.table
        again.append(visitor)
    assert answer(again[1 - seat], "agree").status_code == 303
    play(again, 3, seed=9)
    pages = [texts(who) for who in again]
    third = start()
    for who, page in zip(again, pages, strict=True):
        visitor = third.visitor()
        visitor.http.cookies, visitor.table = who.http.cookies, who.table
        assert texts(visitor) == page
        assert [version_of(visitor), version_of(who)] == [version_of(who)] * 2
    with other.site.tables.at(again[0].table) as table:
        replayed = Table(table.row)
        replayed.catch_up(again[0].log())
        assert replayed.game.digest() == table.game.digest()


def version_of(visitor: Visitor) -> str:
    return visitor.http.get(f"/tables/{visitor.table}/board").headers["x-table-version"]


def test_one_who_does_not_agree(two: list[Visitor]) -> None:
    play(two, 5)
    made, seat = history(two[0]), to_move(two[0])
    assert ask(two[seat]).status_code == 303
    fields = question(two[1 - seat])
    assert answer(two[1 - seat], "decline", fields).status_code == 303
    assert history(two[0]) == made
    assert "would rather go on." in two[seat].page()
    assert answer(two[1 - seat], "agree", {**fields, "key": "another-key-1"}).status_code == 409
    assert ask(two[seat]).status_code == 303  # one may ask again
    assert answer(two[1 - seat], "agree", {**fields, "key": "another-key-2"}).status_code == 409  # that was not asked
    assert history(two[0]) == made


def test_a_move_is_an_answer(two: list[Visitor]) -> None:
    play(two, 5)
    seat = to_move(two[0])
    assert ask(two[1 - seat]).status_code == 303
    fields = question(two[seat])
    form = read_form(two[seat].page())
    assert two[seat].move(form, form.moves[0]).status_code == 303
    assert 'id="question"' not in two[1 - seat].page()
    assert answer(two[seat], "agree", {**fields, "key": "another-key-1"}).status_code == 409
    assert kinds(two[0], "rewind") == []


def test_one_may_withdraw_it(two: list[Visitor]) -> None:
    play(two, 5)
    seat = to_move(two[0])
    assert ask(two[seat]).status_code == 303
    assert answer(two[seat], "decline").status_code == 303
    assert 'id="question"' not in two[1 - seat].page()
    assert "plays on." in two[1 - seat].page()


def test_three_have_to_agree(running: Running) -> None:
    people = sit_together(running, None, people=3)
    play(people, 5)
    seat = to_move(people[0])
    others = [n for n in range(3) if n != seat]
    assert ask(people[seat], 0).status_code == 303
    fields = question(people[others[0]])
    assert answer(people[others[0]], "agree", fields).status_code == 303
    assert answer(people[others[0]], "agree", fields).status_code == 303  # the same again
    assert kinds(people[0], "agree", "rewind") == ["agree"]
    assert answer(people[others[1]], "agree").status_code == 303
    assert kinds(people[0], "agree", "rewind") == ["agree", "agree", "rewind"]


def test_consent_at_once_through_two_servers(start: StartSite) -> None:
    one, two = start(), start()
    people = sit_together(one, None, people=3)
    play(people, 5)
    seat = to_move(people[0])
    others = [n for n in range(3) if n != seat]
    assert ask(people[seat], 0).status_code == 303
    forms = {n: question(people[n]) for n in others}
    elsewhere = two.visitor()
    elsewhere.http.cookies, elsewhere.table = people[others[1]].http.cookies, people[0].table
    at_once = [
        threading.Thread(target=answer, args=(people[others[0]], "agree", forms[others[0]])),
        threading.Thread(target=answer, args=(elsewhere, "agree", forms[others[1]])),
    ]
    for one_ in at_once:
        one_.start()
    for one_ in at_once:
        one_.join()
    assert kinds(people[0], "agree", "rewind") == ["agree", "agree", "rewind"]
    assert history(people[0]) == []


def test_bots_agree_and_wait_for_an_answer(start: StartSite) -> None:
    """Also one that was thinking when somebody asked."""
    asked, go_on = threading.Event(), threading.Event()

    def slow(name: str, view: Position, budget: Budget) -> int:
        asked.set()
        go_on.wait(20)
        return first_legal(name, view, budget)

    running = start(choose=slow, pace={"patience": 30.0})
    people = sit_together(running, None, people=2, bots=["uniform"])
    if to_move(people[0]) == 2:  # it may be first
        go_on.set()
        people[0].wait_for_turn()
        go_on.clear()
        asked.clear()
    while to_move(people[0]) != 2:
        play(people, 1)
    assert asked.wait(20)
    made = history(people[0])
    assert ask(people[0], 0).status_code == 303
    go_on.set()
    wait_until(lambda: not running.site.bot_players._playing)
    assert history(people[0]) == made
    assert answer(people[1], "decline").status_code == 303
    wait_until(lambda: len(history(people[0])) > len(made))
    people[0].wait_for_turn()
    assert ask(people[0], 0).status_code == 303
    assert answer(people[1], "agree").status_code == 303
    assert kinds(people[0], "rewind") == ["rewind"]


def test_alone_with_bots_there_is_nobody_to_ask(visitor: Visitor) -> None:
    visitor.sit_down(players="2")
    for _ in range(4):
        form = visitor.form()
        assert visitor.move(form, form.moves[0]).status_code == 303
    visitor.wait_for_turn()
    assert "Go back</button>" in visitor.page()
    assert ask(visitor, 0).status_code == 303
    assert kinds(visitor, "ask", "agree", "rewind") == ["ask", "rewind"]


def test_whoever_is_away_agrees(two: list[Visitor]) -> None:
    play(two, 5)
    seat = to_move(two[0])
    assert two[1 - seat].post(f"/tables/{two[0].table}/away", {"seat": str(1 - seat)}).status_code == 303
    assert ask(two[seat], 0).status_code == 303
    assert kinds(two[0], "ask", "rewind") == ["ask", "rewind"]


def test_it_is_a_matter_of_those_who_sit_there(two: list[Visitor], stranger: Visitor) -> None:
    play(two, 5)
    seat = to_move(two[0])
    stranger.table = two[0].table
    assert "Take back more" not in stranger.page()
    form = read_form(two[seat].page())
    assert ask(stranger, 0, form).status_code == 403
    assert ask(two[seat], 0).status_code == 303
    fields = question(two[1 - seat])
    assert "asks to take the game back" in stranger.page()
    assert "/answer" not in stranger.page()
    assert answer(stranger, "agree", fields).status_code == 403
    assert answer(two[seat], "agree", {**question(two[seat])}).status_code == 409  # not for oneself
    assert kinds(two[0], "agree", "rewind") == []


@pytest.mark.parametrize("turn", ["999", "-1", "", "x"])
def test_a_turn_that_is_none(two: list[Visitor], turn: str) -> None:
    play(two, 3)
    seat = to_move(two[0])
    fields = read_form(two[seat].page()).fields
    answer_ = two[seat].post(f"/tables/{two[0].table}/ask", {**fields, "turn": turn})
    assert answer_.status_code == (422 if turn == "999" else 400)
    assert kinds(two[0], "ask") == []


def test_an_outdated_page_asks_for_nothing(two: list[Visitor]) -> None:
    play(two, 3)
    seat = to_move(two[0])
    form = read_form(two[seat].page())
    play(two, 1)
    assert ask(two[seat], 0, form).status_code == 409
    assert kinds(two[0], "ask") == []


def test_when_the_game_is_over_its_shuffle_is_open(running: Running) -> None:
    visitor = running.visitor()
    visitor.sit_down(players="2")
    rng = random.Random(2)
    while not visitor.is_game_over():
        form = visitor.form()
        if form.moves:
            visitor.move(form, rng.choice(form.moves))
    page = visitor.page()
    assert "Take back more" not in page
    assert ask(visitor, 0, read_form(page)).status_code == 422
    assert kinds(visitor, "ask", "rewind") == []


def test_double_click_on_agree(two: list[Visitor]) -> None:
    play(two, 5)
    seat = to_move(two[0])
    assert ask(two[seat], 0).status_code == 303
    fields = question(two[1 - seat])
    answers = [answer(two[1 - seat], "agree", fields, **FRAGMENT) for _ in range(2)]
    assert [one.status_code for one in answers] == [200, 200]
    assert len({unkeyed(one.text, two[0]) for one in answers}) == 1
    assert kinds(two[0], "rewind") == ["rewind"]


# Secrets


def test_a_secret_decision_is_no_answer(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """While several decide at once, a question stands whoever has decided; going back is to before all of it."""
    set_stage(monkeypatch)
    people = company(running)
    advance(running.site, people[0].table, first_secret)
    assert people[2].move(read_form(people[2].page()), "bribe 5").status_code == 303
    with running.site.tables.at(people[0].table) as table:
        hidden = table.game.ply
    assert ask(people[0]).status_code == 303
    before = [texts(who) for who in (people[0], people[2])]
    assert people[1].move(read_form(people[1].page()), "bribe 0").status_code == 303
    assert [texts(who) for who in (people[0], people[2])] == before
    for who in people[1:]:
        assert answer(who, "agree").status_code == 303
    with running.site.tables.at(people[0].table) as table:
        assert table.game.ply < hidden
        assert table.game.ply in turn_starts(table.game.asked())  # nobody's decision stands half


def test_turns_are_counted_as_the_reader_saw_them(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """How often somebody changed their mind in secret must not show in the numbers of a form."""
    set_stage(monkeypatch)
    shown = []
    for times in (0, 2):
        people = company(running)
        advance(running.site, people[0].table, first_secret)
        for _ in range(times):
            assert people[1].move(read_form(people[1].page()), "bribe 1").status_code == 303
            form = read_form(people[1].page())
            assert people[1].post(form.undo, {**form.fields, "undo": "1"}).status_code == 303
        for who, bribe in zip(people, ("bribe 3", "bribe 0", "bribe 5"), strict=True):
            assert who.move(read_form(who.page()), bribe).status_code == 303
        shown.append([turns_of(people[0].page()), texts(people[2])[1]])
    assert shown[0] == shown[1]


def test_somebody_sits_down_meanwhile(running: Running) -> None:
    """Whoever comes was not asked, so the question is void."""
    seats = [SeatRow("open", "Orange"), SeatRow("open", "Sky"), SeatRow("open", "Green")]
    people = [running.visitor() for _ in range(3)]
    while True:
        people[0].table = table_id = running.site.tables.create("uptown", seats)
        if to_move(people[0]) != 2:  # somebody has to move before the third comes
            break
    for seat, who in enumerate(people[:2]):
        who.table = table_id
        assert who.post(f"/tables/{table_id}/seats", {"seat": str(seat)}).status_code == 303
    move_early(people[0])
    assert ask(people[0], 0).status_code == 303
    people[2].table = table_id
    assert people[2].post(f"/tables/{table_id}/seats", {"seat": "2"}).status_code == 303
    assert 'id="question"' not in people[1].page()
