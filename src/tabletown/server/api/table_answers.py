"""What a call is told of a table: as it is now, or as it was when the call's own deed was done."""

from tabletown.server.api import requests, responses
from tabletown.server.api.convert import tell_table
from tabletown.server.api.operations import Call
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables


class Seen:
    """Finds tables and tells them to those who ask."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def table(self, call: Call, table_id: str, version: int | None = None) -> responses.Table:
        """A table as it is now, or was at a version of the store. Raises NotFound and NotReady."""
        with self._tables.at(table_id) as table:
            if version is not None and version != table.version:
                table = table.as_of(version, self._tables.store.events(table_id))
            return self.at(table, call)

    def at(self, table: Table, call: Call) -> responses.Table:
        """A table whose lock is held."""
        query = call.query if isinstance(call.query, requests.Look) else requests.Look()
        return tell_table(table, call.player, self._tables.now(), query.log)

    def shown(self, call: Call) -> responses.Table:
        """The table of a call that was refused, as it stands."""
        return self.table(call, call.table)
