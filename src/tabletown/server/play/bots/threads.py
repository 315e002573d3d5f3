"""Threads for bots and advice: only a few at a time, so that requests stay fast however many games are played.

Which work is next is decided by a fair queue (fair_queue.py).
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from tabletown.server.metrics import Metrics, Work
from tabletown.server.play.bots.fair_queue import Asker, FairQueue

T = TypeVar("T")


def cores() -> int:
    """How many CPU cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def spare_cores() -> int:
    """How many CPU cores are left besides the one that answers requests; at least one."""
    return max(1, cores() - 1)


class BotThreads:
    """Runs functions in threads, at most `threads` at a time; further calls wait in turn, without using a thread.

    Call it on the event loop. A call that is cancelled gives its thread up: the next one gets a new thread, and what
    the old one finds is thrown away.
    """

    def __init__(self, threads: int | None = None, metrics: Metrics | None = None) -> None:
        self.threads = threads or spare_cores()
        self._free = self.threads
        self._metrics = metrics or Metrics()
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()

    @property
    def waiting(self) -> int:
        """How many calls wait for a thread."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many threads work."""
        return self.threads - self._free

    async def __call__(self, work: Callable[[], T], asker: Asker | None = None, kind: Work = "move") -> T:
        """Run `work` in a new thread, when it is the turn of `asker`; returns or raises what it does."""
        asked = time.monotonic()
        await self._turn(asker or Asker())
        began = time.monotonic()
        self._metrics.waited(kind, began - asked)
        try:
            return await _in_thread(work)
        finally:
            self._metrics.thought(kind, time.monotonic() - began)
            self._next()

    async def _turn(self, asker: Asker) -> None:
        """Wait for a free thread."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._queue.push(asker, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # cancelled in the moment in which its turn came
                self._next()
            else:
                self._queue.discard(asker, turn)
            raise

    def _next(self) -> None:
        """Give a thread that is free to the next in turn."""
        while len(self._queue):
            turn = self._queue.pop()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


async def _in_thread(work: Callable[[], T]) -> T:
    """Run `work` in a daemon thread, for which the server does not wait when it stops."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # cancelling the caller does not stop the thread

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # raised in the caller
            done.set_exception(error)

    threading.Thread(target=run, name="thinking", daemon=True).start()
    return await asyncio.wrap_future(done)
