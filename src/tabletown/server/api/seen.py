"""What a call is told of a table: as it is now, or as it was when the call's own deed was done."""

from tabletown.server.api import asked, told
from tabletown.server.api.operations import Call
from tabletown.server.api.view import tell_table
from tabletown.server.table import Table
from tabletown.server.tables import Tables


class Seen:
    """Finds tables and tells them to those who ask."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def table(self, call: Call, table_id: str, version: int | None = None) -> told.Table:
        """A table as it is now, or was at a version of the store. Raises NotFound and NotReady."""
        with self._tables.at(table_id) as table:
            if version is not None and version != table.version:
                table = table.as_of(version, self._tables.store.events(table_id))
            return self.at(table, call)

    def at(self, table: Table, call: Call) -> told.Table:
        """A table whose lock is held."""
        query = call.query if isinstance(call.query, asked.Look) else asked.Look()
        return tell_table(table, call.player, self._tables.now(), query.log)

    def shown(self, call: Call) -> told.Table:
        """The table of a call that was refused, as it stands."""
        return self.table(call, call.table)
