"""Forms that start something, carried out once however often they are sent.

A double click sends a form twice, and the browser follows the second answer only: it has to be the first one over
again, with the same table and, for somebody new, the same session. Answers are kept in memory for a few minutes,
because a session's token must not be kept anywhere else; who sends a form again later starts something new.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Remembers what forms led to. All of it happens on the event loop, so nothing needs a lock."""

    def __init__(self, *, seconds: float = 600.0, remembered: int = 10_000) -> None:
        self._seconds = seconds
        self._remembered = remembered
        self._answers: OrderedDict[str, tuple[float, asyncio.Future[T]]] = OrderedDict()  # oldest first

    async def __call__(self, form: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work, or wait for the answer that the same form gets or got. Work that fails may be tried again."""
        self._forget()
        if form not in self._answers:
            task = asyncio.ensure_future(work())
            self._answers[form] = time.monotonic(), task
            task.add_done_callback(lambda done: self._keep(form, done))
        # shielded: the first to ask may hang up while others wait
        return await asyncio.shield(self._answers[form][1])

    def _keep(self, form: str, done: asyncio.Future[T]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._answers.pop(form, None)

    def _forget(self) -> None:
        oldest = time.monotonic() - self._seconds
        while self._answers and (
            len(self._answers) > self._remembered or next(iter(self._answers.values()))[0] < oldest
        ):
            self._answers.popitem(last=False)
