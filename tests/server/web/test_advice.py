"""Advice: for the seat that asks, from what it sees, one question at a time, and gone with the next page."""

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from tabletown.bots import Advice, Budget
from tabletown.bots.bot import acting_seat
from tabletown.engine.position import Position
from tabletown.server.limits import Rate

from ..seating import seat_at
from ..stage import advance, company, first_secret, set_stage
from ..visitors import FRAGMENT, Form, Running, StartSite, Visitor, read_form, wait_until


def wise(view: Position, budget: Budget) -> list[Advice]:
    """Advice that can be foreseen: the last move is best."""
    actions = view.legal_actions_of(acting_seat(view))
    return [
        Advice((action,), view.say(action, view.seat), "does something", 0.61 - n / 10, 9, f"Reason {n}.")
        for n, action in enumerate(reversed(actions))
    ]


@pytest.fixture
def asker(start: StartSite) -> Visitor:
    visitor = start(advise=wise).visitor()
    visitor.sit_down()
    return visitor


def ask(visitor: Visitor, form: Form, **headers: str) -> tuple[int, str]:
    answer = visitor.post(f"/tables/{visitor.table}/advice", form.fields, **headers)
    return answer.status_code, answer.text


def hints(page: str) -> list[str]:
    """The moves that are advised on a page."""
    section = re.findall(r'<section class="advice.*?</section>', page, re.DOTALL)
    return re.findall(r'name="move" value="([^"]+)"', section[0]) if section else []


def choice(visitor: Visitor) -> Form:
    """The form of the page, when there is something to choose."""
    while len((form := visitor.form()).moves) == 1:
        visitor.move(form, form.moves[0])
    return form


def test_the_page_shows_the_best_moves_and_they_can_be_made(asker: Visitor) -> None:
    form = choice(asker)
    log = asker.log()
    status, page = ask(asker, form)
    assert status == 200
    advised = hints(page)
    assert 1 <= len(advised) <= 3
    assert "<b>61</b> in 100" in page
    assert "Do something." in page
    assert "Reason 0." in page
    assert asker.log() == log  # nothing was done, and nothing is kept
    assert not hints(asker.page())
    assert asker.move(form, advised[0]).status_code == 303
    assert len(asker.log()) > len(log)


def test_a_script_gets_the_board_with_it(asker: Visitor) -> None:
    status, board = ask(asker, asker.form(), **FRAGMENT)
    assert status == 200
    assert hints(board)
    assert "<html" not in board


def test_a_reload_leads_back_to_the_table(asker: Visitor) -> None:
    answer = asker.http.get(f"/tables/{asker.table}/advice")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{asker.table}")


def test_it_is_made_from_the_view_of_the_seat(start: StartSite) -> None:
    views: list[Position] = []

    def watch(view: Position, budget: Budget) -> list[Advice]:
        views.append(view)
        return wise(view, budget)

    visitor = start(advise=watch).visitor()
    visitor.sit_down()
    ask(visitor, choice(visitor))
    assert [view.seat for view in views] == [0]
    assert type(views[0]) is Position
    assert views[0].view(0).digest() == views[0].digest()


def test_only_whoever_is_to_move_is_advised(start: StartSite) -> None:
    running = start(advise=wise)
    host, guest, stranger = (running.visitor() for _ in range(3))
    host.sit_down(players="2", bot="open")
    seat_at(host, guest, 1)
    stranger.table = host.table
    with running.site.tables.at(host.table) as table:
        seat = table.game.turn
    assert seat is not None
    people = [host, guest]
    form = read_form(people[seat].page())
    assert ask(stranger, form)[0] == 403
    assert ask(people[1 - seat], form)[0] == 403  # with somebody else's form
    status, page = ask(people[1 - seat], read_form(people[1 - seat].page()))
    assert (status, hints(page)) == (422, [])
    assert "data-ask" not in people[1 - seat].page()
    assert "data-ask" not in stranger.page()
    assert "data-ask" in people[seat].page()


@contextmanager
def being_asked(start: StartSite) -> Iterator[tuple[Visitor, Form, list[tuple[int, str]]]]:
    """Somebody waits for advice, which comes at the end; yields them, their form, and what they will hear."""
    asked, answer = threading.Event(), threading.Event()

    def slow(view: Position, budget: Budget) -> Sequence[Advice]:
        asked.set()
        answer.wait(20)
        return wise(view, budget)

    visitor = start(advise=slow).visitor()
    visitor.sit_down()
    form = choice(visitor)
    heard: list[tuple[int, str]] = []
    thread = threading.Thread(target=lambda: heard.append(ask(visitor, form)))
    thread.start()
    assert asked.wait(20)
    yield visitor, form, heard
    answer.set()
    thread.join()


def test_one_question_at_a_time(start: StartSite) -> None:
    with being_asked(start) as (visitor, form, heard):
        assert ask(visitor, form)[0] == 429
    assert heard[0][0] == 200
    assert ask(visitor, form)[0] == 200


def test_what_has_become_of_the_table_meanwhile_counts(start: StartSite) -> None:
    with being_asked(start) as (visitor, form, heard):
        assert visitor.move(form, form.moves[0]).status_code == 303
    assert heard[0][0] == 409
    assert not hints(heard[0][1])


def test_advice_is_limited(start: StartSite) -> None:
    visitor = start(advise=wise, advice_rate=Rate(burst=2, seconds=60)).visitor()
    visitor.sit_down()
    form = choice(visitor)
    assert [ask(visitor, form)[0] for _ in range(3)] == [200, 200, 429]


def test_an_adviser_that_fails(start: StartSite) -> None:
    def crash(view: Position, budget: Budget) -> Sequence[Advice]:
        raise RuntimeError("gearbox-77 is broken")

    visitor = start(advise=crash).visitor()
    visitor.sit_down()
    status, page = ask(visitor, choice(visitor))
    assert status == 422
    assert "gearbox-77" not in page
    assert read_form(page).moves


def test_the_adviser_of_the_house(visitor: Visitor) -> None:
    visitor.sit_down(players="3", bot="greedy")
    for _ in range(3):
        form = visitor.form()
        status, page = ask(visitor, form)
        assert status == 200
        assert hints(page)
        assert "It wins" in page or "There is nothing else to do" in page
        assert visitor.move(form, hints(page)[0]).status_code == 303


def test_a_number_that_is_typed_can_be_advised(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three bribe in secret: each hears about their own bribe, and others notice nothing."""
    set_stage(monkeypatch)
    people = company(running)
    advance(running.site, people[0].table, first_secret)
    others = people[1].page()
    status, page = ask(people[0], read_form(people[0].page()))
    assert status == 200
    assert all(move.startswith("bribe ") for move in hints(page))
    assert people[1].page() == others
    assert people[0].move(read_form(people[0].page()), hints(page)[0]).status_code == 303
    wait_until(lambda: not read_form(people[0].page()).moves)
