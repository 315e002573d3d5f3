"""Replays: steps of a table's past for a reader, and the check of its shuffle, kept as long as the table is."""

from weakref import WeakKeyDictionary

from tabletown.server.errors import NotFound
from tabletown.server.play.records import record_of
from tabletown.server.play.shuffle_check import Check, check_record
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.replay_view import Moment, Told, choose_view, moment


class Replays:
    """Looks back at tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        # kept as long as the tables themselves are, in memory
        self._told: WeakKeyDictionary[Table, Told] = WeakKeyDictionary()
        self._checks: WeakKeyDictionary[Table, Check] = WeakKeyDictionary()

    def moment(self, table_id: str, player: Player | None, seat: str, step: int) -> Moment:
        """A step of a table's past for a player, from the seat that `seat` names. Raises Refused."""
        with self._tables.at(table_id) as table:
            own = table.seats_of(player)
            return moment(table, self._told_of(table), own, choose_view(table, own, seat), step)

    def _told_of(self, table: Table) -> Told | None:
        if not table.game.is_over():
            return None
        if table not in self._told:
            self._told[table] = Told(table)
        return self._told[table]

    def check(self, table_id: str) -> Check:
        """The check of the very text that can be downloaded. Raises NotFound before the game is over."""
        with self._tables.at(table_id) as table:
            if not table.game.is_over():
                raise NotFound("The shuffle can be checked when the game is over: until then its seed is secret.")
            if table not in self._checks:
                self._checks[table] = check_record(record_of(table))
            return self._checks[table]
