"""Rate limits: how often a player, and an address, may do something."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from tabletown.server.errors import TooMany
from tabletown.server.limits import Rate
from tabletown.server.play.durations import in_words
from tabletown.server.play.people.request_address import request_address

_REMEMBERED = 10_000
_ROUNDING = 1e-6  # the clock is a float: what was added to it does not quite come back


class RateLimit:
    """A token bucket for each player and one for each address, which is `players_per_address` times as large.

    `refused` is called whenever `check` refuses something.

    >>> limit = RateLimit(Rate(burst=2, seconds=60))
    >>> [limit.wait("ada") for _ in range(2)], limit.wait("ada") > 59, limit.wait("bob")
    ([0.0, 0.0], True, 0.0)
    """

    def __init__(self, rate: Rate, players_per_address: int = 1, refused: Callable[[], None] = lambda: None) -> None:
        self._rate = rate
        self._factor = players_per_address
        self._refused = refused
        self._full_at: OrderedDict[str, float] = OrderedDict()  # when each bucket will be full again
        self._lock = threading.Lock()

    def check(self, player: str, sentence: str) -> None:
        """Count something that a player (empty: a stranger) does. Raises TooMany: the sentence, and when to try again.

        It also counts for the address of the request that is being answered.
        """
        seconds = self.wait(player, request_address.get())
        if seconds > 0:
            self._refused()
            raise TooMany(f"{sentence} Please try again {in_words(seconds)}.", seconds)

    def wait(self, player: str, address: str = "") -> float:
        """How many seconds a player at an address has to wait; with 0, the call is counted."""
        now = time.monotonic()
        buckets = {f"player {player}" if player else f"stranger {address}": self._rate}
        if address:
            buckets[f"address {address}"] = Rate(self._rate.burst * self._factor, self._rate.seconds / self._factor)
        with self._lock:
            waits = [self._wait(bucket, rate, now) for bucket, rate in buckets.items()]
            if max(waits) > 0:
                return max(waits)
            for bucket, rate in buckets.items():
                self._full_at[bucket] = max(now, self._full_at.get(bucket, now)) + rate.seconds
                self._full_at.move_to_end(bucket)
            # forgetting the caller not seen for longest keeps memory bounded, and only favours that caller
            while len(self._full_at) > _REMEMBERED:
                self._full_at.popitem(last=False)
            return 0.0

    def _wait(self, bucket: str, rate: Rate, now: float) -> float:
        full_at = max(now, self._full_at.get(bucket, now)) + rate.seconds
        left = full_at - now - rate.burst * rate.seconds
        return left if left > _ROUNDING else 0.0
