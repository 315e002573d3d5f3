"""Time left, from a log and its times alone: nothing here runs a site, and nothing waits."""

from dataclasses import replace
from itertools import permutations

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.takebacks import can_take_back, take_back
from tabletown.server.play.clocks import format_time, time_after_timeout
from tabletown.server.play.table import Table
from tabletown.server.store.events import AnyEvent, ClocksStarted, Moved, TookBack, WentBack, from_columns
from tabletown.server.store.protocol import Clock, LoggedEvent, SeatRow, TableRow

BANK = Clock(300.0, increment=10.0)
DAYS = Clock(1000.0, per_move=True)
HUMAN = tuple(SeatRow("human", name, owner=name) for name in ("Ada", "Bob", "Cyd"))


class Timed:
    """A table whose log is written by hand, with a time for each event."""

    def __init__(self, clock: Clock, title: str = "uptown", seats: tuple[SeatRow, ...] = HUMAN[:2]) -> None:
        rules = games.get(title).rules
        self.row = TableRow("t", title, rules, {}, 7, "salt", "0" * 64, 1000.0, seats, clock=clock)
        self.table = Table(self.row)
        self.log: list[LoggedEvent] = []
        self.game: Game = self.table.game

    def happen(self, at: float, *events: AnyEvent) -> None:
        for event in events:
            self.log.append(LoggedEvent(len(self.log) + 1, event, at))
            self.table.catch_up(self.log[-1:])

    def start(self, at: float) -> None:
        self.happen(at, ClocksStarted(-1, self.game.ply, self.game.digest()))

    def move(self, at: float, move: str = "", seat: int | None = None) -> int:
        """Somebody moves: in these words, or the first thing that is possible; returns who."""
        seat = self.game.waiting[0] if seat is None else seat
        trial = self.game.copy()
        action = trial.parse(move, seat) if move else trial.legal_actions_of(seat)[0]
        trial.push_action(action, seat)
        self.happen(at, Moved(seat, trial.ply, trial.digest(), action))
        return seat

    def undo(self, at: float, seat: int) -> None:
        trial = self.game.copy()
        take_back(trial, seat)
        self.happen(at, TookBack(seat, trial.ply, trial.digest()))

    def other(self, kind: str, at: float, seat: int, **fields: str) -> None:
        columns = [fields.get(column) for column in ("action", "text", "bot", "owner")]
        self.happen(at, from_columns([kind, seat, self.game.ply, self.game.digest(), *columns]))

    def left(self, seat: int, now: float, reader: int | None = None) -> float:
        """What a seat has left, as it sees it itself or as a reader does."""
        face = self.table.shown_clocks([seat if reader is None else reader], now)[seat]
        assert face is not None
        return round(face.seconds_left, 6)

    def whole_turn(self, at: float, seconds: float = 0.0) -> tuple[int, float]:
        """Let whoever is to move go on until somebody else is; returns who, and when they were done."""
        seat = self.move(at)
        while self.game.waiting == (seat,):
            at += seconds
            self.move(at)
        return seat, at


@pytest.fixture
def timed() -> Timed:
    """Two people whose clocks started at 2000; the first to move is called by `first`."""
    timed = Timed(BANK)
    timed.start(2000.0)
    return timed


def first(timed: Timed) -> int:
    return timed.game.waiting[0]


# Banks


def test_only_the_one_to_move_spends_time(timed: Timed) -> None:
    seat = first(timed)
    assert timed.left(seat, 2030.0) == 270.0
    assert timed.left(1 - seat, 2030.0) == 300.0
    _, done = timed.whole_turn(2040.0)
    assert timed.left(seat, done + 100.0) == 300.0 - 40.0 + 10.0  # the increment comes with the turn that ended
    assert timed.left(1 - seat, done + 100.0) == 200.0


def test_a_turn_of_several_plies_has_one_increment(timed: Timed) -> None:
    plies = len(timed.game.history)
    seat, done = timed.whole_turn(2010.0, seconds=5.0)
    assert len(timed.game.history) - plies > 1
    assert timed.left(seat, done) == 300.0 - (done - 2000.0) + 10.0


def test_time_away_through_undo_counts_as_thinking() -> None:
    """Whoever takes a move back pays for the time since; whoever waited for nothing gets it back."""
    timed = Timed(BANK, "penny_lane")
    timed.start(2000.0)
    seat = first(timed)
    timed.move(2010.0, "bank")
    assert timed.game.waiting == (1 - seat,)
    assert can_take_back(timed.game, seat)
    assert timed.left(1 - seat, 2050.0) == 260.0
    timed.undo(2050.0, seat)
    assert timed.left(1 - seat, 2060.0) == 300.0
    assert timed.left(seat, 2060.0) == 240.0  # and no increment
    timed.move(2070.0, "bank")
    assert timed.left(seat, 2070.0) == 300.0 - 70.0 + 10.0


def test_no_time_is_won_by_moving_and_taking_back() -> None:
    timed = Timed(BANK, "penny_lane")
    timed.start(2000.0)
    seat = first(timed)
    for n in range(5):
        timed.move(2001.0 + n, "bank")
        timed.undo(2001.5 + n, seat)
    assert timed.left(seat, 2010.0) == 290.0


def test_time_never_falls_below_zero(timed: Timed) -> None:
    seat = first(timed)
    assert timed.left(seat, 9999.0) == 0.0
    assert timed.table.late(2299.9) == []
    assert timed.table.late(2300.0) == [seat]


# When clocks run


def test_clocks_wait_for_the_last_guest() -> None:
    timed = Timed(BANK, seats=(HUMAN[0], HUMAN[1], SeatRow("open", "Green")))
    seat = first(timed)
    if timed.table.seats[seat].kind == "human":
        timed.move(1500.0)
    assert [face.seconds_left for face in timed.table.shown_clocks([], 1900.0) if face] == [300.0, 300.0]
    assert timed.table.deadline([], 1900.0) is None
    timed.other("sit", 2000.0, 2, text="Cyd", owner="Cyd")
    now = timed.game.waiting[0]
    assert timed.left(now, 2050.0) == 250.0
    assert timed.table.deadline([], 2050.0) == 2300.0


def test_bots_need_no_clock() -> None:
    timed = Timed(BANK, seats=(HUMAN[0], SeatRow("bot", "Sky", bot="greedy")))
    timed.start(2000.0)
    assert timed.table.shown_clocks([0], 2100.0)[1] is None
    if first(timed) == 0:
        timed.whole_turn(2010.0)
    assert timed.table.deadline([], 2010.0) is None  # a bot is to move


def test_while_a_bot_stands_in_the_clock_stands_still(timed: Timed) -> None:
    seat = first(timed)
    timed.other("away", 2020.0, seat, bot="greedy")
    assert timed.table.deadline([], 2020.0) is None
    assert timed.left(seat, 5000.0) == 280.0
    timed.other("back", 5000.0, seat)
    assert timed.left(seat, 5030.0) == 250.0


def test_who_is_away_from_the_start_has_all_the_time() -> None:
    away = replace(HUMAN[0], bot="greedy"), replace(HUMAN[1], bot="greedy")
    timed = Timed(BANK, seats=away)
    timed.start(2000.0)
    seat = first(timed)
    timed.other("back", 3000.0, seat)
    assert timed.left(seat, 3030.0) == 270.0


def test_a_bots_moves_bring_no_increment(timed: Timed) -> None:
    seat = first(timed)
    timed.other("away", 2020.0, seat, bot="greedy")
    timed.whole_turn(2030.0)
    assert timed.left(seat, 2030.0) == 280.0


# Per move


def test_every_turn_begins_with_all_of_it() -> None:
    timed = Timed(DAYS)
    timed.start(2000.0)
    seat = first(timed)
    assert timed.left(seat, 2900.0) == 100.0
    assert timed.table.shown_clocks([], 2900.0)[1 - seat] is None  # nobody waits for them, so there is nothing to show
    timed.whole_turn(2900.0)
    assert timed.left(1 - seat, 3000.0) == 900.0
    _, done = timed.whole_turn(3000.0)
    assert timed.left(seat, done + 1.0) == 999.0


# Timeouts


def test_after_a_flag_there_is_a_fair_rest(timed: Timed) -> None:
    seat = first(timed)
    timed.other("flag", 2300.5, seat, bot="greedy")
    timed.other("away", 2300.5, seat, bot="greedy")
    assert timed.left(seat, 2400.0) == 60.0
    assert timed.table.timeline.undecided == {seat}
    timed.whole_turn(2400.0)
    assert timed.table.timeline.undecided == set()
    timed.other("back", 2500.0, seat)
    assert timed.left(seat, 2500.0) == 60.0


@pytest.mark.parametrize(
    ("clock", "rest"), [(BANK, 60.0), (Clock(30.0), 30.0), (Clock(900.0, 90.0), 90.0), (DAYS, 60.0)], ids=str
)
def test_the_fair_rest(clock: Clock, rest: float) -> None:
    assert time_after_timeout(clock) == rest


# Going back by consent


def test_time_taken_back_by_all_was_spent_all_the_same(timed: Timed) -> None:
    seat, _ = timed.whole_turn(2100.0)
    spent = timed.left(seat, 2100.0)
    timed.move(2150.0)
    before = timed.left(1 - seat, 2200.0), timed.left(seat, 2200.0)
    start = timed.game.copy()
    while start.history:
        start.pop()
    timed.other("ask", 2180.0, seat, text="0")
    timed.other("agree", 2200.0, 1 - seat)
    timed.happen(2200.0, WentBack(seat, 0, start.digest()))
    assert timed.game.waiting == (seat,)
    assert (timed.left(1 - seat, 2200.0), timed.left(seat, 2200.0)) == before
    assert timed.left(seat, 2230.0) == spent - 30.0


# Restarts


def test_a_restart_changes_nothing(timed: Timed) -> None:
    at = 2000.0
    for n in range(12):
        at += 3.0 + n
        timed.move(at)
    again = Table(timed.row)
    again.catch_up(timed.log)
    for now in (at, at + 17.5):
        assert again.shown_clocks([0], now) == timed.table.shown_clocks([0], now)
        assert again.deadline([], now) == timed.table.deadline([], now)


def test_the_deadline_is_known_before_the_event(timed: Timed) -> None:
    """What is stored with a move is what the log says after it."""
    for n in range(10):
        at, seat = 2000.0 + 7 * n, first(timed)
        trial = timed.game.copy()
        trial.push_action(trial.legal_actions_of(seat)[0], seat)
        event = Moved(seat, trial.ply, trial.digest(), trial.history[-1].action)
        expected = timed.table.deadline([event], at, trial)
        timed.happen(at, event)
        assert timed.table.deadline([], at) == expected


# Sealed decisions


@pytest.fixture
def sealed() -> Timed:
    """Three people who choose a city each, at once."""
    timed = Timed(BANK, "paper_skylines", HUMAN)
    timed.start(2000.0)
    assert timed.game.waiting == (0, 1, 2)
    return timed


def test_nobody_sees_by_the_clocks_who_has_decided(sealed: Timed) -> None:
    before = [sealed.table.shown_clocks([reader] if reader >= 0 else [], 2100.0) for reader in (-1, 0, 1)]
    sealed.move(2010.0, seat=2)
    assert [sealed.table.shown_clocks([reader] if reader >= 0 else [], 2100.0) for reader in (-1, 0, 1)] == before
    assert sealed.left(2, 2100.0, reader=0) == 200.0
    assert sealed.left(2, 2100.0) == 300.0  # one's own is exact
    sealed.undo(2020.0, 2)
    assert [sealed.table.shown_clocks([reader] if reader >= 0 else [], 2100.0) for reader in (-1, 0, 1)] == before
    assert sealed.left(2, 2100.0) == 200.0


def test_after_the_reveal_all_is_settled(sealed: Timed) -> None:
    for order in permutations(range(3)):
        timed = Timed(BANK, "paper_skylines", HUMAN)
        timed.start(2000.0)
        for at, seat in zip((2010.0, 2020.0, 2050.0), order, strict=True):
            timed.move(at, seat=seat)
        for at, seat in zip((10.0, 20.0, 50.0), order, strict=True):
            assert timed.left(seat, 2050.0, reader=-1) == 310.0 - at


def test_the_flag_falls_for_all_who_are_late_together(sealed: Timed) -> None:
    """One who is late does no harm while others think; and the others cannot tell by the flag who has decided."""
    sealed.other("away", 2100.0, 2, bot="greedy")
    sealed.other("back", 2150.0, 2)
    assert sealed.table.deadline([], 2150.0) == 2350.0
    assert sealed.table.late(2320.0) == []
    assert sealed.table.late(2350.0) == [0, 1, 2]
    sealed.move(2340.0, seat=2)
    assert sealed.table.late(2340.0) == [0, 1]


def test_a_clock_per_move_in_a_sealed_phase() -> None:
    timed = Timed(DAYS, "paper_skylines", HUMAN)
    timed.start(2000.0)
    timed.move(2100.0, seat=0)
    assert timed.table.shown_clocks([0], 2200.0)[0] is None
    assert timed.left(0, 2200.0, reader=1) == 800.0
    timed.move(2200.0, seat=1)
    timed.move(2300.0, seat=2)
    assert timed.left(timed.game.waiting[0], 2400.0) == 900.0


def test_words() -> None:
    amounts = [-1, 0, 0.01, 59.2, 60, 3599.5, 3600, 86399, 86400, 250000]
    assert [format_time(amount) for amount in amounts] == [
        "0:00", "0:00", "0:01", "1:00", "1:00", "1:00:00", "1:00:00", "23:59:59", "1 d 0 h", "2 d 21 h"
    ]  # fmt: skip
