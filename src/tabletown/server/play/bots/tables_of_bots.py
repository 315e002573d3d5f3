"""Tables of bots: running games that their players have left to bots alone. A player may have only a few of them."""

from contextlib import suppress
from itertools import islice

from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog

_MANY = 1_000  # tables of a player that are looked at, those in play first


class TablesOfBots:
    """Counts the tables at which only bots play, by player and by address."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def has_most(self, player: str, address: str = "", but: str = "") -> bool:
        """Whether a player, or an address, has as many as allowed, not counting the table `but`."""
        store, limits = self._tables.store, self._tables.limits
        waiting = set(store.awaiting_bots()) - {but}
        of_player, of_address = set(store.tables_of(player, _MANY)), self._tables.addresses.tables(address)
        return self._has(waiting & of_player, limits.tables_of_bots) or self._has(
            waiting & of_address, limits.tables_of_bots * limits.players_per_address
        )

    def _has(self, table_ids: set[str], most: int) -> bool:
        return len(list(islice(filter(self._plays_alone, table_ids), most))) == most

    def _plays_alone(self, table_id: str) -> bool:
        with suppress(NotFound, NotReady, OtherRelease, BrokenLog), self._tables.at(table_id) as table:
            return not table.has_people()
        return False
