"""The guard: ASGI middleware that checks every request and adds security headers to every response.

It is outside of everything else, so that error pages and streams pass through it as well. It reads the whole body of a
request, with a limit on size and time, so that the site never waits for a slow client.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.server.errors import Malformed
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.metrics import NO_ROUTE, Metrics
from tabletown.server.play.checked_text import form_key
from tabletown.server.play.people.request_address import request_address
from tabletown.server.web.hosts import NOT_HERE, Hosts

TOO_LARGE = "That is more than fits into a form."
BROKEN = "Something broke on our side, and it has been written down. Nothing of the game is lost."
FORM = "application/x-www-form-urlencoded"
FORM_WITH_FILE = "multipart/form-data"

log = logging.getLogger(__name__)

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; "
        "worker-src 'self'; manifest-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_DEFAULTS = {
    name.lower().encode(): value.encode()
    # a response may depend on the reader, so it is not cached unless it says otherwise
    for name, value in {**SECURITY_HEADERS, "Cache-Control": "no-store"}.items()
}

RawHeaders = Iterable[tuple[bytes, bytes]]

Refuse = Callable[[Scope, Receive, Send, int, str], Awaitable[None]]
"""Sends an error page with this status and message."""


def is_api(scope: Scope) -> bool:
    """Whether a request is for the API: it ignores cookies, so requests from other origins are harmless."""
    return str(scope["path"]).startswith("/api/")


class Guard:
    """ASGI middleware that checks requests and adds headers.

    `hosts` knows the names of the site. `origins` are further origins from which forms are accepted, for a proxy that
    rewrites the host. `uploads` are the paths that accept larger bodies and forms with a file. `limits` says how large
    a request may be, and `metrics` counts requests and refusals. On paths that begin with one of `from_anywhere`,
    forms of other sites are accepted: the path carries their right, and cookies do not matter there.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: Refuse,
        hosts: Hosts,
        origins: frozenset[str] = frozenset(),
        uploads: frozenset[str] = frozenset(),
        limits: Limits = DEFAULTS,
        metrics: Metrics | None = None,
        from_anywhere: tuple[str, ...] = (),
    ) -> None:
        self._app = app
        self._metrics = metrics or Metrics()
        self._refuse = refuse
        self._hosts = hosts
        self._origins = origins
        self._uploads = uploads
        self._limits = limits
        self._from_anywhere = from_anywhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, pass it on, and add headers to the response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        client = scope.get("client")
        request_address.set(client[0] if client else "")
        started = False

        async def guarded_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = _with_security_headers(message.get("headers", ()))
                self._metrics.answered(getattr(scope.get("route"), "path", NO_ROUTE), message["status"])
            await send(message)

        problem = self._problem(scope)
        if problem is None and scope["method"] not in ("GET", "HEAD"):
            body, problem = await self._read(receive, scope)
            receive = _replay(body, receive)
        if problem is None:
            try:
                await self._app(scope, receive, guarded_send)
                return
            except Exception:
                log.exception("a request failed")  # the traceback is not sent: it may contain secrets
                if started:
                    raise
                problem = 500, BROKEN
        await self._refuse(scope, receive, guarded_send, *problem)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        if len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"]) > self._limits.url_bytes:
            self._metrics.refused("url_bytes")
            return 414, "That address is too long."
        if not self._hosts.knows(Headers(scope=scope).get("host", "")):
            return 421, NOT_HERE
        if scope["method"] in ("GET", "HEAD"):
            return None
        headers = Headers(scope=scope)
        if not is_api(scope):
            problem = self._form_problem(scope, headers)
            if problem is not None:
                return problem
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return 400, "The length of the request is not a number."
        return self._too_large(scope) if int(length) > self._max_body(scope) else None

    def _max_body(self, scope: Scope) -> int:
        return int(getattr(self._limits, self._body_limit(scope)))

    def _body_limit(self, scope: Scope) -> str:
        return "upload_bytes" if scope["path"] in self._uploads else "body_bytes"

    def _too_large(self, scope: Scope) -> tuple[int, str]:
        self._metrics.refused(self._body_limit(scope))
        return 413, TOO_LARGE

    async def _read(self, receive: Receive, scope: Scope) -> tuple[bytes, tuple[int, str] | None]:
        """The body of a request, or why it is refused."""
        chunks: list[bytes] = []
        size, most = 0, self._max_body(scope)
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return b"", (400, "The request was broken off.")
                    chunk: bytes = message.get("body", b"")
                    size += len(chunk)
                    if size > most:
                        return b"", self._too_large(scope)
                    chunks.append(chunk)
                    if not message.get("more_body", False):
                        return b"".join(chunks), None
        except TimeoutError:
            self._metrics.refused("body_seconds")
            return b"", (408, "The request took too long to arrive.")

    def _form_problem(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Refuse forms of other sites (CSRF): browsers may send our cookies with them."""
        if scope["method"] != "POST":
            return 405, "This page does not understand that kind of request."
        if self._from_anywhere and scope["path"].startswith(self._from_anywhere):
            return None
        if not self._is_same_origin(scope, headers):
            return 403, "This request came from another site, so it was not carried out."
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != FORM and (kind != FORM_WITH_FILE or scope["path"] not in self._uploads):
            return 415, "Only forms are understood here."
        return None

    def _is_same_origin(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request comes from our own pages: browsers send the header Origin with every unsafe request."""
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        origin = headers.get("origin", "").lower()
        return origin in self._origins or origin == f"{scope['scheme']}://{headers.get('host', '')}".lower()


def _with_security_headers(headers: RawHeaders) -> RawHeaders:
    """The headers of a response, and the default ones that it does not have."""
    said = list(headers)
    names = {name for name, _ in said}
    return said + [(name, value) for name, value in _DEFAULTS.items() if name not in names]


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receive channel that gives the whole body at once, then the messages that follow (a disconnect)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form. Raises Malformed, also if a field is sent twice."""
    try:
        pairs = parse_qsl(
            (await request.body()).decode("ascii"),
            keep_blank_values=True,
            encoding="utf-8",
            errors="strict",
            max_num_fields=DEFAULTS.form_fields,
        )
    except ValueError:
        raise Malformed("This form could not be read.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Malformed("A field was sent twice.")
    return fields


def whole_form_key(request: Request, fields: Mapping[str, str]) -> str:
    """An idempotency key from the path and all fields of a form; empty if the form has no key. Raises Malformed.

    The form's own key is random, so only the browser that was shown the form can make this one.
    """
    if "key" not in fields:
        return ""
    parts = (request.url.path, form_key(fields), sorted(fields.items()))
    return hashlib.sha256(repr(parts).encode()).hexdigest()
