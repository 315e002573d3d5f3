"""Bots at tables: they play whole games, see only their view, and their failures do not stop a game."""

import threading
from itertools import pairwise

import pytest

from tabletown.bots import Budget, get, names
from tabletown.engine.position import Position

from .visitors import StartSite, Visitor, first_legal, wait_until


def crash(name: str, view: Position, budget: Budget) -> int:
    raise RuntimeError("gearbox-77 is broken")


def cheat(name: str, view: Position, budget: Budget) -> int:
    return next(action for action in range(view.title.actions.count) if action not in view.legal_actions(view.seat))


def babble(name: str, view: Position, budget: Budget) -> int:
    return "buy everything"  # type: ignore[return-value]


def hang(name: str, view: Position, budget: Budget) -> int:
    threading.Event().wait(5)
    return first_legal(name, view, budget)


def notes(visitor: Visitor) -> list[str]:
    return [entry.event.text for entry in visitor.log() if entry.event.text]


def play_some(visitor: Visitor, plies: int) -> None:
    while len(visitor.log()) < plies:
        form = visitor.form()
        visitor.move(form, form.moves[0])
    visitor.wait_for_turn()


@pytest.mark.parametrize("choose", [crash, cheat, babble, hang])
def test_a_bot_that_fails_is_replaced_and_the_log_says_so(start: StartSite, choose: object) -> None:
    visitor = start(choose=choose, pace={"patience": 0.02}).visitor()
    visitor.sit_down()
    play_some(visitor, 12)
    moves = [entry.event for entry in visitor.log() if entry.event.kind == "move" and entry.event.seat == 1]
    assert moves
    assert len(notes(visitor)) == len(moves)
    assert all(note.startswith("loses the thread, so ") for note in notes(visitor))
    page = visitor.page()
    assert "loses the thread" in page
    assert "gearbox-77" not in page


@pytest.mark.parametrize("bot", names())
def test_the_bots_of_the_house_play(start: StartSite, bot: str) -> None:
    visitor = start().visitor()
    visitor.sit_down(players="3", bot=bot)
    play_some(visitor, 20)
    assert not notes(visitor)
    assert {entry.event.seat for entry in visitor.log()} == {0, 1, 2}


def test_bots_get_the_view_of_their_seat_and_nothing_else(start: StartSite) -> None:
    views: list[Position] = []

    def watch(name: str, view: Position, budget: Budget) -> int:
        views.append(view)
        return get(name).choose(view, budget)

    visitor = start(choose=watch).visitor()
    visitor.sit_down()
    play_some(visitor, 12)
    assert views
    for view in views:
        assert type(view) is Position
        assert view.seat == 1
        assert view.view(1).digest() == view.digest()  # nothing is left to hide


def test_bots_keep_a_human_pace(start: StartSite) -> None:
    visitor = start(pace={"least": 0.1}, choose=first_legal).visitor()
    visitor.sit_down()
    play_some(visitor, 12)
    times = [entry.at for entry in visitor.log() if entry.event.seat == 1]
    assert min(later - earlier for earlier, later in pairwise(times)) >= 0.095


def test_bots_go_on_after_a_restart(start: StartSite) -> None:
    sleepy = start(pace={"least": 3600.0})
    visitor = sleepy.visitor()
    for _ in range(8):  # who begins is dealt
        visitor.sit_down(players="4")
    waiting = visitor.site.store.awaiting_bots()
    assert waiting, "in eight games of four, a bot should begin at least once"
    sleepy.stop()
    awake = start()
    wait_until(lambda: not awake.site.store.awaiting_bots())
    assert all(awake.site.store.events(table) for table in waiting)


def test_many_tables_at_once(start: StartSite) -> None:
    """Bots of one table do not wait for those of another."""
    running = start(pace={"least": 0.0})
    visitors = [running.visitor() for _ in range(6)]
    for visitor in visitors:
        visitor.sit_down(players="4")
    for visitor in visitors:
        play_some(visitor, 20)
    assert all(len(visitor.log()) >= 20 for visitor in visitors)


def test_a_game_that_another_server_left_is_taken_up(start: StartSite) -> None:
    """A server dies over its games; one that has been running all the time goes on with them."""
    doomed = start(pace={"least": 3600.0})
    start(pace={"sweep": 0.05})
    visitor = doomed.visitor()
    tables = [visitor.sit_down(players="4") for _ in range(8)]  # in some of them the visitor begins
    wait_until(lambda: not visitor.site.store.awaiting_bots())
    assert any(visitor.site.store.events(table) for table in tables)
