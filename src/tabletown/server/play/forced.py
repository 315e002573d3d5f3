"""Forced plies at a table: a seat with one legal action does not have to click on it.

Each seat has a setting for this, which is on unless its player switched it off. A forced ply is a ply of its own in
the log, marked as such, and written in the same transaction as the change that led to it. It costs no time and counts
against no limit.

Some forced plies have to wait. That a seat has one choice can be a secret, and a ply that comes at once would tell it:
a seat without money would be the first to have bid. Those plies are made after a delay by the clock of the bots (see
bots/players.py), drawn at random for every decision and never from anything in the game. To the others the seat looks
like a player who decided quickly. The alternative, to make them together with the last decision of the others, needs
no delay, but tells for certain: the seat would never have been seen to decide. For the same reason such a ply is
charged to the seat's clock like any other: a clock that stood still would tell.

A forced ply that would make a player's last choice final waits as well, for a moment (`BotTiming.grace`) that costs no
time: a turn that ends itself must not take away the chance to take back what was chosen in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tabletown.engine.forced import MAX_CHAIN, choices_back, notice, only_action, was_forced
from tabletown.engine.game import Game
from tabletown.server.errors import NotYours
from tabletown.server.play.commands import Change, Command, RateName
from tabletown.server.play.digests import digest_of
from tabletown.server.play.table import Table
from tabletown.server.store.events import FORCED, FORCED_IN_SECRET, AnyEvent, ForcedPlies, Moved
from tabletown.server.store.protocol import Player, SeatRow


def with_forced_plies(table: Table, change: Change) -> Change:
    """A change of a table, followed by the forced plies that it leads to and that may come at once."""
    seats = table.seats if change.seats is None else change.seats
    game = table.game if change.game is None else change.game
    if not _goes_on(table, game, seats) or not any(only_action(game, seat) is not None for seat in game.waiting):
        return change
    game = game.copy()
    events = list(_plies_at_once(game, seats))
    return replace(change, events=[*change.events, *events], game=game) if events else change


def _goes_on(table: Table, game: Game, seats: Sequence[SeatRow]) -> bool:
    return not game.is_game_over() and (table.begun or not table.has_open_seats(seats))


def _plies_at_once(game: Game, seats: Sequence[SeatRow]) -> Iterator[Moved]:
    """Make forced plies on a game until a seat has to decide."""
    for _ in range(MAX_CHAIN):
        event = next((event for seat in game.waiting if (event := _ply_at_once(game, seats, seat))), None)
        if event is None:
            return
        yield event


def _ply_at_once(game: Game, seats: Sequence[SeatRow], seat: int) -> Moved | None:
    """Make the ply of a seat if it is forced and may come at once."""
    action = only_action(game, seat) if seats[seat].play_forced else None
    if action is None or (not seats[seat].bot and _makes_final(game, seat, action)):
        return None
    noticed = notice(game, seat, action)
    if noticed == "telling":
        return None
    return _ply(game, seat, action, FORCED if noticed == "known" else FORCED_IN_SECRET)


def _makes_final(game: Game, seat: int, action: int) -> bool:
    """Whether a seat could take something back now, and could not after a forced ply."""
    if next(choices_back(game, seat, lambda index: was_forced(game, index)), None) is None:
        return False
    after = game.after(seat, action)
    return after.is_game_over() or bool(after.states["reveals"][0] != game.states["reveals"][0])


def _plies_that_waited(table: Table, game: Game, seat: int) -> Iterator[Moved]:
    """Make the forced plies of a seat, up to a reveal: they are one decision, which needs one delay."""
    revealed = game.states["reveals"][0]
    for _ in range(MAX_CHAIN):
        action = only_action(game, seat) if seat in table.forced_seats(game) else None
        if action is None or game.states["reveals"][0] != revealed:
            return
        yield _ply(game, seat, action, FORCED if notice(game, seat, action) == "known" else FORCED_IN_SECRET)


def _ply(game: Game, seat: int, action: int, by: str) -> Moved:
    game.push_action(action, seat)
    return Moved(seat, game.ply, digest_of(game), action, by=by)


@dataclass(frozen=True, slots=True)
class PlayForced(Command):
    """Make the forced plies of a table: those that may come at once and, for `seat`, one that had to wait."""

    seat: int | None = None
    by_player = False

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The ply of the seat, if it still has one choice; `Tables.submit` adds those that follow."""
        game = table.game.copy()
        events: list[AnyEvent] = []
        if self.seat is not None and table.question is None:
            events += _plies_that_waited(table, game, self.seat)
        change = with_forced_plies(table, Change(events, game))
        return change if change.events else None


@dataclass(frozen=True, slots=True)
class SetForced(Command):
    """Switch on or off whether forced plies of a seat play themselves. Asked twice, it is done once."""

    seat: int
    on: bool
    asker: Player | None
    rate: ClassVar[RateName] = "absence_rate"

    def player(self, table: Table) -> str:
        """The player who asks."""
        return self.asker.id if self.asker else ""

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """The setting of the seat, which only its owner may change."""
        if self.seat not in table.seats_of(self.asker):
            raise NotYours("Only the player of this seat decides that.")
        if table.seats[self.seat].play_forced == self.on or table.game.is_game_over():
            return None
        table.must_have_room()
        event = ForcedPlies(self.seat, table.game.ply, table.game.digest(), int(self.on))
        row = replace(table.seats[self.seat], play_forced=self.on)
        return Change([event], seats=table.seats_with(self.seat, row))
