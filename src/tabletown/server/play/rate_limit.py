"""Rate limits: how often a player or address may do something."""

import threading
import time
from collections import OrderedDict

_REMEMBERED = 10_000
_ROUNDING = 1e-6  # the clock is a float: what was added to it does not quite come back


class RateLimit:
    """A token bucket of size `burst` for each caller, refilled by one every `seconds`.

    >>> limit = RateLimit(burst=2, seconds=60)
    >>> [limit.allows("ada") for _ in range(3)], limit.allows("bob")
    ([True, True, False], True)
    """

    def __init__(self, burst: int, seconds: float) -> None:
        self._burst = burst
        self._seconds = seconds
        self._full_at: OrderedDict[str, float] = OrderedDict()  # when each bucket will be full again
        self._lock = threading.Lock()

    def allows(self, who: str) -> bool:
        """Whether `who` is within the limit; if so, the call is counted."""
        now = time.monotonic()
        with self._lock:
            full_at = max(now, self._full_at.get(who, now)) + self._seconds
            if full_at - now > self._burst * self._seconds + _ROUNDING:
                return False
            self._full_at[who] = full_at
            self._full_at.move_to_end(who)
            # forgetting the caller not seen for longest keeps memory bounded, and only favours that caller
            while len(self._full_at) > _REMEMBERED:
                self._full_at.popitem(last=False)
            return True
