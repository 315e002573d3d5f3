"""Waiting rooms: tables with open seats, which can be withdrawn, and which close when nobody comes.

An open challenge is a public table in its waiting room; one for a friend is known by its link only. Nothing of a game
has happened there, so it can go. Its log stays and says so.
"""

from dataclasses import dataclass

from tabletown.server.errors import NotAllowed, NotFound, NotReady, NotYours, OtherRelease
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.table import SPECTATOR, Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog, Withdrawn
from tabletown.server.store.protocol import Clock, Player

LIVE_HOURS = 12
"""For so long a table for a live game waits after somebody sat down there last."""

OTHER_DAYS = 14
"""For so long any other table waits."""

_HOUR_S = 3_600.0
_DAY_S = 86_400.0
_ONLY_HOST = "Only the player who set up this table can withdraw it."
_BEGUN = "This game has begun, so the table cannot be withdrawn. A bot can take your seat."


class WaitingRooms:
    """Withdraws tables that wait for players, and closes those for which nobody comes."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def withdraw(self, table_id: str, player: Player | None) -> int:
        """Withdraw a table for its host; returns the store's version. Withdrawn twice, nothing more is changed.

        Raises NotYours, NotAllowed if the game has begun, and the errors of `Tables.at`.
        """
        return self._tables.submit(table_id, Withdraw(player)).version

    def close_old(self) -> int:
        """Close the waiting rooms at which nothing has happened for long; returns how many."""
        now, closed = self._tables.now(), 0
        for table_id in self._tables.store.waiting_rooms(now - LIVE_HOURS * _HOUR_S):
            try:
                with self._tables.at(table_id) as table:
                    is_old = now - table.times[-1] >= patience(table.row.clock) and not table.begun
                if is_old:
                    self._tables.submit(table_id, Close(now))
                    closed += 1
            except (NotAllowed, NotFound, NotReady, OtherRelease):  # somebody sat down, or another release knows it
                continue
            except BrokenLog as error:
                self._tables.broken.report(table_id, error)
        return closed


def patience(clock: Clock | None) -> float:
    """For how many seconds a table with this clock waits for players.

    >>> patience(LIVE["live-15"]) / _HOUR_S, patience(None) / _DAY_S
    (12.0, 14.0)
    """
    is_live = clock is not None and not clock.per_move
    return LIVE_HOURS * _HOUR_S if is_live else OTHER_DAYS * _DAY_S


def _must_wait(table: Table) -> None:
    if table.begun:
        raise NotAllowed(_BEGUN)


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """Withdraw a table that waits for players; its host may."""

    host: Player | None
    rate = "seat_rate"

    def player(self, table: Table) -> str:
        """The host."""
        return self.host.id if self.host else ""

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """Nobody can sit down any more."""
        if self.host is None or table.owner != self.host.id:
            raise NotYours(_ONLY_HOST)
        if table.withdrawn:
            return None
        _must_wait(table)
        return Change([Withdrawn(table.seats_of(self.host)[0], table.game.ply, table.game.digest())])


@dataclass(frozen=True, slots=True)
class Close(Command):
    """Close a waiting room, unless somebody has sat down there lately."""

    at: float
    by_player = False

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """Nobody can sit down any more."""
        if table.withdrawn or self.at - table.times[-1] < patience(table.row.clock):
            return None
        _must_wait(table)
        return Change([Withdrawn(SPECTATOR, table.game.ply, table.game.digest())])
