"""The siblings of a worker: what play/siblings.py promises, over the channel to the supervisor.

If the supervisor does not answer, a worker counts by itself: it neither refuses everybody nor allows everything.
"""

import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tabletown.server.limits import Rate
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.siblings import Heard, News
from tabletown.server.workers.channel import Channel, NoAnswer


class SharedRateLimit(RateLimit):
    """A rate limit that the supervisor counts for all workers."""

    def __init__(
        self, channel: Channel, name: str, rate: Rate, players_per_address: int, refused: Callable[[], None]
    ) -> None:
        super().__init__(rate, players_per_address, refused)
        self._channel = channel
        self._name = name

    def wait(self, player: str, address: str = "") -> float:
        """How many seconds a player at an address has to wait; with 0, the call is counted."""
        try:
            return float(self._channel.ask("rate", self._name, player, address))
        except NoAnswer:
            return super().wait(player, address)


class ChannelSiblings:
    """The `Siblings` of a worker. The channel hands over the messages that are for `handle`."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._listeners: defaultdict[str, list[Heard]] = defaultdict(list)
        self._claimed: set[str] = set()
        self._own: dict[str, int] = {}  # numbers that this worker has posted
        self._others: dict[str, dict[int, int]] = {}  # numbers of other workers, by name and worker
        self._lock = threading.Lock()

    def rate_limit(
        self, name: str, rate: Rate, players_per_address: int, refused: Callable[[], None] = lambda: None
    ) -> RateLimit:
        """A rate limit that all workers count together."""
        return SharedRateLimit(self._channel, name, rate, players_per_address, refused)

    def claim(self, name: str) -> bool:
        """Claim work, if no worker has claimed it."""
        try:
            granted = bool(self._channel.ask("claim", name))
        except NoAnswer:
            granted = name not in self._claimed
        if granted:
            self._claimed.add(name)
        return granted

    def release(self, name: str) -> None:
        """Give a claim back."""
        self._claimed.discard(name)
        self._channel.tell("release", name)

    def post(self, name: str, number: int) -> None:
        """Let the other workers know a number of this one."""
        with self._lock:
            if self._own.get(name, 0) == number:
                return
            if number:
                self._own[name] = number
            else:
                del self._own[name]
            self._channel.tell("post", name, number, key=("post", name))

    def posted(self, name: str) -> int:
        """The sum of what the other workers have posted under this name."""
        with self._lock:
            return sum(self._others.get(name, {}).values())

    def tell(self, news: News, about: str, *values: Any) -> None:
        """Send news to the other workers."""
        self._channel.tell("news", news, about, *values, key=(news, about))

    def listen(self, news: News, heard: Heard) -> None:
        """Call `heard` with the news that other workers send."""
        self._listeners[news].append(heard)

    def handle(self, kind: str, values: list[Any]) -> None:
        """Take a message of the supervisor: news, or a number that another worker has posted."""
        if kind == "news":
            news, *told = values
            for heard in self._listeners[news]:
                heard(*told)
        elif kind == "posted":
            self._note(*values)
        else:
            raise ValueError(f"there is no message {kind}")

    def _note(self, worker: int, name: str, number: int) -> None:
        with self._lock:
            numbers = self._others.setdefault(name, {})
            numbers[worker] = number
            if not number:
                del numbers[worker]
            if not numbers:
                del self._others[name]
