"""Replays: steps of a table's history for a reader, and the check of its shuffle."""

from weakref import WeakKeyDictionary

from tabletown.server.errors import NotFound
from tabletown.server.play.records import record_of
from tabletown.server.play.shuffle_check import Check, check_record
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.replay_view import FinishedHistories, ReplayView, choose_viewpoint, view_replay


class Replays:
    """Views replays and checks shuffles. What is computed is kept as long as the table is in memory."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._histories: WeakKeyDictionary[Table, FinishedHistories] = WeakKeyDictionary()
        self._checks: WeakKeyDictionary[Table, Check] = WeakKeyDictionary()

    def view_step(self, table_id: str, player: Player | None, seat: str, step: int, by_ply: bool = False) -> ReplayView:
        """A step of a table's history for a player, from the viewpoint with the key `seat`. Raises Refused."""
        with self._tables.at(table_id) as table:
            table.must_have_begun()
            own = table.seats_of(player)
            viewpoint = choose_viewpoint(table, own, seat)
            return view_replay(table, self._histories_of(table), own, viewpoint, step, by_ply)

    def rounds(self, table: Table) -> list[str]:
        """The round of every ply of a finished game, as its log heads it. Call it under the table's lock."""
        histories = self._histories_of(table)
        assert histories is not None
        return histories.rounds

    def _histories_of(self, table: Table) -> FinishedHistories | None:
        if not table.game.is_game_over():
            return None
        if table not in self._histories:
            self._histories[table] = FinishedHistories(table)
        return self._histories[table]

    def check(self, table_id: str) -> Check:
        """The shuffle check of the record that can be downloaded. Raises NotFound before the game is over."""
        with self._tables.at(table_id) as table:
            if not table.game.is_game_over():
                raise NotFound("The shuffle can be checked when the game is over: until then its seed is secret.")
            if table not in self._checks:
                self._checks[table] = check_record(record_of(table))
            return self._checks[table]
