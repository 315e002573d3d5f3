"""From which address people last acted at each table. It is kept in memory only, and forgotten by a restart.

All processes of a site tell each other.
"""

import threading
import time
from collections import OrderedDict

from tabletown.server.play.siblings import Siblings

_REMEMBERED = 10_000
_LATELY_S = 600.0
_AGAIN_S = 60.0  # how soon the same is noted and told again


class TableAddresses:
    """The address of the request that set a table up, or last changed it. May be used from any thread."""

    def __init__(self, siblings: Siblings) -> None:
        self._siblings = siblings
        self._acted: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._lock = threading.Lock()
        siblings.listen("acted", self._note)

    def acted(self, table_id: str, address: str) -> None:
        """Note that a request from this address (empty: no request) has changed a table.

        Most moves of a table come from the same few addresses, so most of them are no news.
        """
        with self._lock:
            known, at = self._acted.get(table_id, ("", 0.0))
        if address and (address != known or time.monotonic() - at > _AGAIN_S):
            self._note(table_id, address)
            self._siblings.tell("acted", table_id, address)

    def _note(self, table_id: str, address: str) -> None:
        with self._lock:
            self._acted[table_id] = address, time.monotonic()
            self._acted.move_to_end(table_id)
            while len(self._acted) > _REMEMBERED:
                self._acted.popitem(last=False)

    def of(self, table_id: str) -> str:
        """The address from which a table was last changed; empty if that is not known."""
        with self._lock:
            return self._acted.get(table_id, ("", 0.0))[0]

    def is_lively(self, table_id: str) -> bool:
        """Whether a person has acted at a table within the last minutes."""
        with self._lock:
            known = self._acted.get(table_id)
        return known is not None and time.monotonic() - known[1] < _LATELY_S

    def tables(self, address: str) -> set[str]:
        """The tables that were last changed from this address."""
        with self._lock:
            return {table_id for table_id, (known, _) in self._acted.items() if known == address}
