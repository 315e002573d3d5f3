"""Connections: how many there may be, and how long a client may take to say what it wants.

uvicorn waits for the head of a request for ever, and takes a head of any size. Here a client that sends its head slowly
or without end is refused, and when all descriptors of the process are in use, new clients are told so at once.
"""

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tabletown.server.limits import DEFAULTS, Limits

RESERVED = 128  # descriptors for the database, kernels and files
MANY = 10_000  # connections where the system does not say how many it allows
RETRY_AFTER_S = 5

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


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, with limits on connections and on the head of a request."""

    most_connections = MANY
    limits = DEFAULTS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_timer: asyncio.TimerHandle | None = None
        self._head_size = 0
        self._in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or refuse it if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            self._refuse(b"503 Service Unavailable", "There are too many visitors just now.")
            return
        # a browser may open a connection before it needs one: it may stay quiet as long as between two requests
        self._head_timer = self.loop.call_later(self.timeout_keep_alive, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; a head that is too long or too slow is refused."""
        if self._in_head:
            if self._head_size == 0:
                self._stop_timer()
                self._head_timer = self.loop.call_later(self.limits.head_seconds, self._too_slow)
            self._head_size += len(data)
        super().data_received(data)
        if self._in_head and self._head_size > self.limits.head_bytes and not self.transport.is_closing():
            self._refuse(
                b"431 Request Header Fields Too Large", f"A request begins with at most {self.limits.head_bytes} bytes."
            )

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        self._stop_timer()
        self._in_head, self._head_size = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is complete; the next one begins with a head."""
        super().on_message_complete()
        self._in_head = True

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self._refuse(b"408 Request Timeout", "The request took too long to arrive. Please try again.")

    def _refuse(self, status: bytes, sentence: str) -> None:
        body = sentence.encode() + b"\n"
        self.transport.write(
            b"HTTP/1.1 " + status + b"\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            b"retry-after: %d\r\ncontent-length: %d\r\n\r\n" % (RETRY_AFTER_S, len(body)) + body
        )
        self.transport.close()


def bounded_protocol(most_connections: int, limits: Limits = DEFAULTS) -> type[BoundedProtocol]:
    """The protocol for a server with at most so many connections."""
    return type("BoundedProtocol", (BoundedProtocol,), {"most_connections": most_connections, "limits": limits})
