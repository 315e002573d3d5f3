"""The pulse of the database: whether it answered a moment ago, known without waiting for it."""

import asyncio
import math
import threading
import time

from tabletown.server.store.protocol import Store, StoreError

BEAT_S = 1.0
LATE_S = 3.0


class Pulse:
    """Asks the database for something small every `beat` seconds, in a thread of its own that may wait."""

    def __init__(self, store: Store, beat: float = BEAT_S) -> None:
        self._store = store
        self._beat = beat
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
        while not self._stopped.wait(self._beat):
            try:
                self._store.versions([])
                self._last = time.monotonic()
            except StoreError:
                self._last = -math.inf
