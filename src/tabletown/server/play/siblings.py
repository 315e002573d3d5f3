"""Siblings: the other processes that serve the same address (`tabletown serve --workers`), and what they share.

What must outlive a process is in the database. What is kept in memory only, but must hold for the whole site, goes
through this protocol: rates, numbers such as open streams, work that only one process may do, and news of tables. A
site of one process is `Alone`; workers/siblings.py is for several.
"""

import threading
from collections.abc import Callable
from typing import Any, Literal, Protocol

from tabletown.server.limits import Rate
from tabletown.server.play.people.rate_limit import RateLimit

News = Literal["changed", "acted", "wanted"]
"""Kinds of news. `changed`: a table, its version, and the version as each reader counts (null if that is not known).

`acted`: a table, and from which address a person acted there.

`wanted`: a claim of this process, because another process asked for it in vain; and an empty text.
"""

Heard = Callable[..., None]
"""Hears news: what they are about, and the values. It is called on any thread and must return at once."""


Refused = Callable[[], None]
"""Is called whenever a limit refuses something."""


def _ignore() -> None:
    """Count no refusals."""


class Siblings(Protocol):
    """What a process shares with its siblings. All methods may be called from any thread."""

    def rate_limit(self, name: str, rate: Rate, players_per_address: int, refused: Refused = _ignore) -> RateLimit:
        """A rate limit that all processes count together, under this name; `refused` is called when it refuses."""

    def claim(self, name: str) -> bool:
        """Claim work that only one process may do at a time. If it is claimed already: False, and its holder hears."""

    def release(self, name: str) -> None:
        """Give a claim back."""

    def post(self, name: str, number: int) -> None:
        """Let the siblings know a number of this process, until it posts another one."""

    def posted(self, name: str) -> int:
        """The sum of what the siblings have posted under this name; 0 if nothing."""

    def tell(self, news: News, about: str, *values: Any) -> None:
        """Send news to the siblings, as values that JSON can hold.

        They may come late or never, so nothing may depend on them but speed.
        """

    def listen(self, news: News, heard: Heard) -> None:
        """Call `heard` with the news that siblings send."""


class Alone:
    """The `Siblings` of a site of one process: there are none."""

    def __init__(self) -> None:
        self._claimed: set[str] = set()
        self._lock = threading.Lock()

    def rate_limit(self, name: str, rate: Rate, players_per_address: int, refused: Refused = _ignore) -> RateLimit:
        """A rate limit of this process."""
        return RateLimit(rate, players_per_address, refused)

    def claim(self, name: str) -> bool:
        """Claim work, if it is not claimed already."""
        with self._lock:
            free = name not in self._claimed
            self._claimed.add(name)
            return free

    def release(self, name: str) -> None:
        """Give a claim back."""
        with self._lock:
            self._claimed.discard(name)

    def post(self, name: str, number: int) -> None:
        """Do nothing: no other process could read it."""

    def posted(self, name: str) -> int:
        """0, because no other process posts anything."""
        return 0

    def tell(self, news: News, about: str, *values: Any) -> None:
        """Do nothing: no other process could hear it."""

    def listen(self, news: News, heard: Heard) -> None:
        """Do nothing: no other process sends news."""
