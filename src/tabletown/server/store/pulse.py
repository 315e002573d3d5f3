"""The pulse of the database: whether it answered a moment ago, known without waiting for it."""

import asyncio
import math
import threading
import time
from collections.abc import Callable

from tabletown.server.store.protocol import Store, StoreError

BEAT_S = 1.0
LATE_S = 3.0


class Pulse:
    """Asks the database for something small every `beat` seconds, in a thread of its own that may wait.

    `stopped_answering` is called, on that thread, whenever the database answers no more, or only after LATE_S.
    """

    def __init__(
        self, store: Store, beat: float = BEAT_S, stopped_answering: Callable[[], None] = lambda: None
    ) -> None:
        self._store = store
        self._beat = beat
        self._stopped_answering = stopped_answering
        self._last = time.monotonic()  # opening the store was the first beat
        self._stopped = threading.Event()

    @property
    def is_steady(self) -> bool:
        """Whether the database has answered lately."""
        return time.monotonic() - self._last < LATE_S

    async def watch(self) -> None:
        """Go on until the task is cancelled."""
        threading.Thread(target=self._feel, name="pulse", daemon=True).start()
        try:
            await asyncio.Event().wait()
        finally:
            self._stopped.set()

    def _feel(self) -> None:
        answered = True
        while not self._stopped.wait(self._beat):
            began, before = time.monotonic(), answered
            try:
                self._store.versions([])
                self._last = time.monotonic()
                answered = self._last - began < LATE_S
            except StoreError:
                self._last = -math.inf
                answered = False
            if before and not answered:
                self._stopped_answering()
