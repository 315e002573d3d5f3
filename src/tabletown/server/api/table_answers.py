"""Tables as answers to calls: as they are now, or as they were just after the caller's own command."""

from tabletown.server.api import requests, responses
from tabletown.server.api.convert import table_response
from tabletown.server.api.operations import Call
from tabletown.server.play.people.peace import silenced_at
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables


class TableAnswers:
    """Finds tables and converts them to responses for the caller."""

    def __init__(self, tables: Tables, ratings: Ratings) -> None:
        self._tables = tables
        self._ratings = ratings

    def table(self, call: Call, table_id: str, version: int | None = None) -> responses.tables.Table:
        """A table as it is now, or as it was at a version of the store. Raises NotFound and NotReady."""
        with self._tables.at(table_id) as table:
            if version is not None and version != table.version:
                table = table.as_of(version, self._tables.store.events(table_id))
            return self.of_locked(table, call)

    def of_locked(self, table: Table, call: Call) -> responses.tables.Table:
        """A table whose lock the caller holds."""
        query = call.query if isinstance(call.query, requests.TableQuery) else requests.TableQuery()
        over = table.row.rated and table.game.is_game_over()
        ratings = self._ratings.at_table(table.row.id, table.title.name) if over else None
        silenced = silenced_at(self._tables.store, table, call.player)
        return table_response(table, call.player, self._tables.now(), query.log, silenced, ratings)

    def current(self, call: Call) -> responses.tables.Table:
        """The table in the path of a call, as it is now."""
        return self.table(call, call.table)
