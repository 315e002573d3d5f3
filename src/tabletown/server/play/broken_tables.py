"""Broken tables: tables whose log cannot be read are left out of lists and exports, and reported once."""

import logging

log = logging.getLogger(__name__)


class BrokenTables:
    """Writes a warning about each broken table to the log file, once for as long as the process runs."""

    def __init__(self) -> None:
        self._reported: set[str] = set()

    def report(self, table_id: str, error: Exception) -> None:
        """Warn about a table, unless that was done before. The text of `error` must not hold the table's whole id."""
        if table_id not in self._reported:
            self._reported.add(table_id)
            log.warning("a table is left out of lists and exports: %s", error)
