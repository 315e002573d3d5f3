"""Threads for bots and advice: only a few at a time, so that requests stay fast however many games are played."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def cores() -> int:
    """How many CPU cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def spare_cores() -> int:
    """How many CPU cores are left besides the one that answers requests; at least one."""
    return max(1, cores() - 1)


class BotThreads:
    """Runs functions in threads, at most `threads` at a time; further calls wait without using a thread."""

    def __init__(self, threads: int | None = None) -> None:
        self._free = asyncio.Semaphore(threads or spare_cores())

    async def __call__(self, work: Callable[[], T]) -> T:
        """Run `work` in a new thread; returns or raises what it does."""
        async with self._free:
            return await _in_thread(work)


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
