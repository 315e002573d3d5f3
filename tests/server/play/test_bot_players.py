"""Bots at tables: they play whole games, see only their view, and their failures do not stop a game."""

import asyncio
import threading
import time
from functools import partial
from itertools import pairwise

import pytest

from tabletown.bots import Budget, get, names
from tabletown.bots.bot import acting_seat
from tabletown.engine.position import Position
from tabletown.engine.takebacks import is_sealed
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.store.events import FORCED, Moved, Noted
from tabletown.server.store.protocol import Append, SeatRow

from ..stage import company, set_stage
from ..visitors import StartSite, Visitor, first_legal, read_form, wait_until


def crash(name: str, view: Position, budget: Budget) -> int:
    raise RuntimeError("gearbox-77 is broken")


def cheat(name: str, view: Position, budget: Budget) -> int:
    return next(
        action for action in range(view.title.actions.count) if action not in view.legal_actions_of(acting_seat(view))
    )


def babble(name: str, view: Position, budget: Budget) -> int:
    return "buy everything"  # type: ignore[return-value]


def hang(name: str, view: Position, budget: Budget) -> int:
    threading.Event().wait(5)
    return first_legal(name, view, budget)


def notes(visitor: Visitor) -> list[str]:
    return [entry.event.note for entry in visitor.log() if isinstance(entry.event, Moved) and entry.event.note]


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
    events = [entry.event for entry in visitor.log()]
    moves = [event for event in events if isinstance(event, Moved) and event.seat == 1 and event.by != FORCED]
    assert moves
    assert len(notes(visitor)) == len(moves)
    assert all(note.startswith("loses the thread, so ") for note in notes(visitor))
    page = visitor.page()
    assert "loses the thread" in page
    assert "gearbox-77" not in page


def test_a_note_of_its_own_is_told_too(visitor: Visitor) -> None:
    """As logs of older versions have them, before the move that they are about."""
    visitor.sit_down()
    visitor.wait_for_turn()
    with visitor.site.tables.at(visitor.table) as table:
        note = Noted(1, table.game.ply, table.game.digest(), "loses the thread.")
        visitor.site.store.append(Append(visitor.table, table.version, [note], "players"))
    form = read_form(visitor.page())
    assert int(form.fields["version"]) == len(visitor.log())
    assert "loses the thread." in visitor.page()
    assert visitor.move(form, form.moves[0]).status_code == 303


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
    made = [entry for entry in visitor.log() if entry.event.seat == 1]
    times = sorted({entry.at for entry in made})
    assert len(times) < len(made), "a card and its site are one step"
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


def test_thinking_counts_as_waiting(start: StartSite) -> None:
    """A bot that has thought as long as a move takes answers at once."""

    def ponder(name: str, view: Position, budget: Budget) -> int:
        threading.Event().wait(0.15)
        return first_legal(name, view, budget)

    visitor = start(pace={"least": 0.15}, choose=ponder).visitor()
    visitor.sit_down()
    began = time.time()
    play_some(visitor, 8)
    moves = [entry for entry in visitor.log() if entry.event.seat == 1]
    assert 0.15 * len(moves) <= time.time() - began < 0.29 * len(moves) + 4.0


def test_a_secret_decision_takes_its_time(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several decide in secret, a bot with nothing to choose takes as long as one that thinks."""
    set_stage(monkeypatch)
    running = start(choose=first_legal, pace={"think": 0.4})
    host, guest = company(running, 2, **{"players": "3", "bot-2": "search"})
    site, table = running.site, host.table
    while True:
        host.wait_for_turn()
        with site.tables.at(table) as now:
            seat = now.game.turn
            assert seat is not None
            if is_sealed(now.game):
                break
        form = read_form((host, guest)[seat].page())
        (host, guest)[seat].move(form, "pass" if "pass" in form.moves else form.moves[0])
    *_, before, decision = host.log()
    assert decision.event.seat == 2
    assert decision.at - before.at >= 0.4


def test_bots_decide_in_secret_at_the_same_time(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot begins to think only when another has decided: both think before either decides."""
    set_stage(monkeypatch)
    together, met = threading.Barrier(2), list[bool]()

    def ponder(name: str, view: Position, budget: Budget) -> int:
        if len(view.waiting) > 1 and not met:
            together.wait(timeout=60)
            met.append(True)
        return first_legal(name, view, budget)

    running = start(choose=ponder, pace={"patience": 120.0}, bot_threads=2)
    (host,) = company(running, 1, **{"players": "3", "bot-1": "search", "bot-2": "search"})
    while not met:
        host.wait_for_turn()
        if not met:
            form = host.form()
            host.move(form, "pass" if "pass" in form.moves else form.moves[0])
    with running.site.tables.at(host.table) as table:
        assert not table.game.is_game_over()


class Rememberer:
    """A bot that counts for how many games it was asked to play."""

    name, blurb, games = "greedy", "remembers", 0

    def for_game(self) -> "Rememberer":
        self.games += 1
        return self

    def choose(self, view: Position, budget: Budget) -> int:
        return view.legal_actions_of(acting_seat(view))[-1]


def test_a_bot_remembers_during_its_turn(start: StartSite) -> None:
    bot = Rememberer()
    visitor = start(find_bot=lambda _: bot).visitor()
    visitor.sit_down()
    play_some(visitor, 30)
    seats = [entry.event.seat for entry in visitor.log()]
    turns = sum(1 for n, seat in enumerate(seats) if seat == 1 and (n == 0 or seats[n - 1] != 1))
    assert bot.games == turns < seats.count(1)


def test_a_bot_of_another_release_is_replaced(start: StartSite) -> None:
    running = start()
    seats = [SeatRow("bot", "Orange", bot="tenant"), SeatRow("bot", "Sky", bot="grandmaster")]
    table = running.site.tables.create("uptown", seats)
    wait_until(lambda: {entry.event.seat for entry in running.site.store.events(table)} == {0, 1})
    visitor = running.visitor()
    visitor.table = table
    assert "bot: </span>grandmaster" in visitor.page()


def test_few_think_at_once() -> None:
    """However many ask, so many threads work; each gets its own answer, or its own failure."""
    lock, busy, most = threading.Lock(), [0], [0]

    def work(number: int) -> int:
        with lock:
            busy[0] += 1
            most[0] = max(most[0], busy[0])
        time.sleep(0.01)
        with lock:
            busy[0] -= 1
        return 100 // number

    async def ask_all() -> list[int | BaseException]:
        thinking = BotThreads(2)
        return await asyncio.gather(*(thinking(partial(work, n)) for n in range(10)), return_exceptions=True)

    answers = asyncio.run(ask_all())
    assert isinstance(answers[0], ZeroDivisionError)
    assert answers[1:] == [100 // n for n in range(1, 10)]
    assert most[0] == 2
