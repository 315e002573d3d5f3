"""The server of the metrics: one small page at an address of its own, never at that of the site."""

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import uvicorn
from prometheus_client import Metric
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tabletown.server.connections import bounded_protocol
from tabletown.server.metrics import CONTENT_TYPE, as_text
from tabletown.server.web.hosts import Hosts

Read = Callable[[], Iterable[Metric]]
"""Gives the metrics as they are now; called on a thread of its own."""

CONNECTIONS = 32
_GRACE_S = 1


@contextmanager
def serving_metrics(read: Read, at: tuple[str, int] | None) -> Iterator[int]:
    """Serve `/metrics` at a host and port while the block runs; gives the port. With None there is no such server.

    Raises OSError if the address cannot be used. A request must name the address, or a name that is safe on any
    machine (see web/hosts.py): a page of another site cannot read along in the browser of the host.
    """
    if at is None:
        yield 0
        return
    hosts = Hosts([at[0]])

    def answer(request: Request) -> Response:
        if not hosts.knows(request.headers.get("host", "")):
            return PlainTextResponse("The metrics are not known by that name.\n", 421)
        return Response(as_text(read()), headers={"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"})

    family, *_, address = socket.getaddrinfo(*at, type=socket.SOCK_STREAM)[0]
    with socket.create_server(address[:2], family=family) as door:
        server = uvicorn.Server(
            uvicorn.Config(
                Starlette(routes=[Route("/metrics", answer)]),
                log_level="error",
                access_log=False,
                lifespan="off",
                timeout_graceful_shutdown=_GRACE_S,
                http=bounded_protocol(CONNECTIONS),
            )
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, name="metrics", daemon=True)
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()
