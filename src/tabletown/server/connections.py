"""Connections: how many there may be, and how long a client may take to say what it wants.

uvicorn waits for the head of a request for ever, and takes a head of any size. Here a client that sends its head slowly
or without end is refused, and when all descriptors of the process are in use, new clients are told so at once.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.metrics import NO_ROUTE, Metrics

RESERVED = 128  # descriptors for the database, kernels and files
MANY = 10_000  # connections where the system does not say how many it allows
RETRY_AFTER_S = 5
TOO_MANY = f"There are too many visitors just now. Please try again in {RETRY_AFTER_S} seconds."

log = logging.getLogger(__name__)


def raise_descriptor_limit() -> int:
    """Let this process open as many files as it may, and return how many connections that allows."""
    try:
        import resource  # not on Windows, which has no such limit
    except ImportError:
        return MANY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError) as error:  # macOS reports more than it grants
            log.warning("the limit on open files stays at %d: %s", soft, error)
    return max(64, soft - RESERVED)


PassOn = Callable[[int, bytes], bool]
"""Passes a connection on to another process: its descriptor, and the beginning of a request. False if it stays here."""


def keep(_connection: int, _data: bytes) -> bool:
    """Pass no connection on: there is no other process."""
    return False


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, with limits on connections and on the head of a request.

    Between two requests a connection may be passed on to another process. `received` is what that process has read.
    """

    most_connections = MANY
    limits = DEFAULTS
    metrics = Metrics()
    pass_on: PassOn = staticmethod(keep)

    def __init__(self, *args: Any, received: bytes = b"", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._received_before = received
        self._head_timer: asyncio.TimerHandle | None = None
        self._received = 0  # bytes since the head began
        self._head_size = 0  # bytes of URL and headers that were understood
        self._in_head = True
        self._unanswered: deque[RequestResponseCycle] = deque()  # several, if requests come one behind the other

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or refuse it if there are too many."""
        super().connection_made(transport)
        self.metrics.connections.inc()
        if len(self.connections) > self.most_connections:
            self._refuse("connections", b"503 Service Unavailable", TOO_MANY)
            return
        # a browser may open a connection before it needs one: it may stay quiet as long as between two requests
        self._head_timer = self.loop.call_later(self.timeout_keep_alive, transport.close)
        if self._received_before:
            self.data_received(self._received_before)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection, and all requests on it: uvicorn would go on to answer all but the last."""
        self._stop_timer()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self.metrics.connections.dec()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; a head that is too long or too slow is refused."""
        if self._in_head:
            if self._received == 0:
                if self._passes_on(data):
                    return
                self._start_timer()
            self._received += len(data)
        super().data_received(data)
        if self._in_head and self._received > self.limits.head_bytes and not self.transport.is_closing():
            self._too_large()

    def _passes_on(self, data: bytes) -> bool:
        """Whether this connection was passed on to another process. It is not while a request is being answered."""
        if self.transport.get_write_buffer_size() or not all(cycle.response_complete for cycle in self._unanswered):
            return False
        if not self.pass_on(self.transport.get_extra_info("socket").fileno(), data):
            return False
        self.transport.abort()  # closes the descriptor of this process only
        return True

    def on_message_begin(self) -> None:
        """A request begins, perhaps right behind another one."""
        self._in_head, self._head_size = True, 0
        if self._head_timer is None:
            self._start_timer()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take the URL, or a part of it."""
        self._head_size += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        self._head_size += len(name) + len(value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        self._stop_timer()
        self._in_head, self._received = False, 0
        if self._head_size > self.limits.head_bytes:  # it came all at once
            self._too_large()
            raise ValueError("the head of a request is too large")  # uvicorn reads no further
        super().on_headers_complete()
        if self.cycle is not None:
            while self._unanswered and self._unanswered[0].response_complete:  # they are answered in order
                self._unanswered.popleft()
            self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        """A request is complete; the next one begins with a head."""
        super().on_message_complete()
        self._in_head = True

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, unless it was refused before."""
        if not self.transport.is_closing():
            self.metrics.answered(NO_ROUTE, 400)
            super().send_400_response(msg)

    def _start_timer(self) -> None:
        self._stop_timer()
        self._head_timer = self.loop.call_later(self.limits.head_seconds, self._too_slow)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            sentence = "The request took too long to arrive. Please try again."
            self._refuse("head_seconds", b"408 Request Timeout", sentence)

    def _too_large(self) -> None:
        sentence = f"A request begins with at most {self.limits.head_bytes} bytes."
        self._refuse("head_bytes", b"431 Request Header Fields Too Large", sentence)

    def _refuse(self, limit: str, status: bytes, sentence: str) -> None:
        self.metrics.refused(limit)
        self.metrics.answered(NO_ROUTE, int(status[:3]))
        body = sentence.encode() + b"\n"
        self.transport.write(
            b"HTTP/1.1 " + status + b"\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            b"retry-after: %d\r\ncontent-length: %d\r\n\r\n" % (RETRY_AFTER_S, len(body)) + body
        )
        self.transport.close()


def bounded_protocol(
    most_connections: int, limits: Limits = DEFAULTS, metrics: Metrics | None = None, pass_on: PassOn = keep
) -> type[BoundedProtocol]:
    """The protocol for a server with at most so many connections, which are counted in `metrics`."""
    of_server = {"most_connections": most_connections, "limits": limits, "metrics": metrics or Metrics()}
    return type("BoundedProtocol", (BoundedProtocol,), {**of_server, "pass_on": staticmethod(pass_on)})
