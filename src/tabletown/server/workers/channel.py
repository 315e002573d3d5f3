"""A channel between the supervisor and a worker: lines of JSON over a socket pair. Both ends may tell and ask.

Nothing that is told waits for the other end. If the other end does not read for a while, of several messages with the
same key only the newest is kept, so that what is waiting to be sent stays bounded.
"""

import json
import logging
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from typing import Any

_ANSWER_S = 1.0  # how long to wait for an answer: a thousand times as long as one usually takes
_ANSWER = "answer"

log = logging.getLogger(__name__)

Handle = Callable[[str, list[Any]], Any]
"""Takes the kind and the values of a message; what it returns is the answer, if one was asked for."""


class NoAnswer(Exception):
    """The other end did not answer in time, or is gone."""


class Channel:
    """One end of a channel; all methods may be called from any thread. `start` begins to send and to receive."""

    def __init__(self, end: socket.socket, answer_seconds: float = _ANSWER_S) -> None:
        self._end = end
        self._answer_seconds = answer_seconds
        self._outbox: dict[object, str] = {}  # lines to be sent, by their keys
        self._changed = threading.Condition()
        self._numbers = count(1)
        self._asked: dict[int, Future[Any]] = {}
        self._silent = False  # whether the other end failed to answer, and has sent nothing since
        self._closed = False

    def start(self, handle: Handle, closed: Callable[[], None] = lambda: None) -> None:
        """Call `handle` with every message, one after another, and at the end `closed`; both in a thread."""
        for work in (self._send_all, lambda: self._receive_all(handle, closed)):
            threading.Thread(target=work, name="channel", daemon=True).start()

    def tell(self, kind: str, *values: Any, key: object = None) -> None:
        """Send a message; returns at once. It replaces one with the same `key` that is not sent yet."""
        self._put(0, kind, values, key)

    def ask(self, kind: str, *values: Any) -> Any:
        """Send a question and wait for the answer. Raises NoAnswer.

        After a question that was not answered in time, further ones fail at once until the other end sends something:
        a site that waits a second for each of its requests would stand still.
        """
        if self._silent:
            raise NoAnswer
        number, answer = next(self._numbers), Future[Any]()
        self._asked[number] = answer
        self._put(number, kind, values)
        try:
            return answer.result(self._answer_seconds)
        except TimeoutError:
            self._silent = True
            log.warning("the other end of a channel between processes does not answer")
            raise NoAnswer from None
        finally:
            self._asked.pop(number, None)

    def close(self) -> None:
        """Hang up. What was not sent yet is lost, and nobody is asked any more."""
        with self._changed:
            self._closed = self._silent = True
            self._changed.notify()
        with suppress(OSError):  # the other end may have hung up before
            self._end.shutdown(socket.SHUT_RDWR)

    def _put(self, number: int, kind: str, values: tuple[Any, ...], key: object = None) -> None:
        line = json.dumps([number, kind, values]) + "\n"
        with self._changed:
            self._outbox[object() if key is None else key] = line
            self._changed.notify()

    def _send_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._outbox or self._closed)
                if self._closed:
                    return
                lines, self._outbox = self._outbox, {}
            try:
                self._end.sendall("".join(lines.values()).encode())
            except OSError:
                self.close()
                return

    def _receive_all(self, handle: Handle, closed: Callable[[], None]) -> None:
        with self._end:
            with suppress(OSError), self._end.makefile("rb") as lines:
                for line in lines:
                    self._receive(line, handle)
            self.close()
        closed()

    def _receive(self, line: bytes, handle: Handle) -> None:
        self._silent = self._closed
        number, kind, values = json.loads(line)
        if kind == _ANSWER:
            if (answer := self._asked.get(number)) is not None:  # else it came too late
                answer.set_result(values[0])
            return
        try:
            answered = handle(kind, values)
        except Exception:
            log.exception("a message between processes was not understood")
            return
        if number:
            self._put(number, _ANSWER, (answered,))
