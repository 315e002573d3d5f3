"""Room to think: bots and advisers share a few threads, so that pages keep their pace however many games are played."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def spare_cores() -> int:
    """The cores that this process may use, but for one that answers requests; at least one."""
    return max(1, cores() - 1)


class BotThreads:
    """Runs work in threads, so many at a time; whoever comes later waits without holding anything."""

    def __init__(self, threads: int | None = None) -> None:
        self._free = asyncio.Semaphore(threads or spare_cores())

    async def __call__(self, work: Callable[[], T]) -> T:
        """What `work` returns or raises, from a thread of its own."""
        async with self._free:
            return await _in_thread(work)


async def _in_thread(work: Callable[[], T]) -> T:
    """Run `work` in a daemon thread: the end of the server does not have to wait for it."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # whoever stops waiting does not stop the thread

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # told to whoever waits
            done.set_exception(error)

    threading.Thread(target=run, name="thinking", daemon=True).start()
    return await asyncio.wrap_future(done)
