"""The gate in front of the site: what every request must satisfy and what every answer carries.

Plain ASGI, outside of everything else, so that error pages and streams pass through it as well. The body of a request
is read here, whole and bounded in size and time; what comes after never waits for a slow client.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import parse_qsl

from starlette.datastructures import URL, Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.server.errors import Malformed

MAX_BODY = 64 * 1024
MAX_UPLOAD = 1024 * 1024
MAX_FIELDS = 40
MAX_URL = 2048
BODY_SECONDS = 10.0
TOO_LARGE = "That is more than fits into a form."
BROKEN = "Something broke on our side, and it has been written down. Nothing of the game is lost."
FORM = "application/x-www-form-urlencoded"
FORM_WITH_FILE = "multipart/form-data"

log = logging.getLogger(__name__)

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_DEFAULTS = {
    name.lower().encode(): value.encode()
    # whatever does not say otherwise may depend on who asked
    for name, value in {**SECURITY_HEADERS, "Cache-Control": "no-store"}.items()
}

RawHeaders = Iterable[tuple[bytes, bytes]]

Refuse = Callable[[Scope, Receive, Send, int, str], Awaitable[None]]
"""Writes an error page with this status and sentence."""


def is_api(scope: Scope) -> bool:
    """Whether a request is for programs: no cookie counts there, so it may come from anywhere."""
    return str(scope["path"]).startswith("/api/")


class Guard:
    """ASGI middleware.

    `origins` are further origins that count as ours, for a proxy that rewrites the host; `uploads` are the paths whose
    forms may carry a file.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: Refuse,
        origins: frozenset[str] = frozenset(),
        uploads: frozenset[str] = frozenset(),
    ) -> None:
        self._app = app
        self._refuse = refuse
        self._origins = origins
        self._uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, pass it on, and sign the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def guarded_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = _with_ours(message.get("headers", ()))
            await send(message)

        problem = self._problem(scope)
        if problem is None and scope["method"] not in ("GET", "HEAD"):
            body, problem = await _read(receive, self._most(scope))
            receive = _replay(body, receive)
        if problem is None:
            try:
                await self._app(scope, receive, guarded_send)
                return
            except Exception:
                log.exception("a request failed")  # the traceback stays here: it may hold what the asker must not know
                if started:
                    raise
                problem = 500, BROKEN
        await self._refuse(scope, receive, guarded_send, *problem)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        if len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"]) > MAX_URL:
            return 414, "That address is too long."
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
        if int(length) > self._most(scope):
            return 413, TOO_LARGE
        return None

    def _most(self, scope: Scope) -> int:
        return MAX_UPLOAD if scope["path"] in self._uploads else MAX_BODY

    def _form_problem(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Browsers send cookies with forms of other sites, too: those must not count."""
        if scope["method"] != "POST":
            return 405, "This page does not understand that kind of request."
        if not self._is_ours(scope, headers):
            return 403, "This request came from another site, so it was not carried out."
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != FORM and (kind != FORM_WITH_FILE or scope["path"] not in self._uploads):
            return 415, "Only forms are understood here."
        return None

    def _is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Browsers name the origin of every unsafe request; no name, "null" or another one is not ours."""
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        origin = headers.get("origin", "").lower()
        url = URL(scope=scope)
        return origin in self._origins or origin == f"{url.scheme}://{url.netloc}".lower()


def _with_ours(headers: RawHeaders) -> RawHeaders:
    """The headers of an answer, and those of ours that it does not say itself."""
    said = list(headers)
    names = {name for name, _ in said}
    return said + [(name, value) for name, value in _DEFAULTS.items() if name not in names]


async def _read(receive: Receive, most: int) -> tuple[bytes, tuple[int, str] | None]:
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return b"", (400, "The request was broken off.")
                chunk: bytes = message.get("body", b"")
                size += len(chunk)
                if size > most:
                    return b"", (413, TOO_LARGE)
                chunks.append(chunk)
                if not message.get("more_body", False):
                    return b"".join(chunks), None
    except TimeoutError:
        return b"", (408, "The request took too long to arrive.")


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receive channel that gives the body at once, then whatever follows (a disconnect)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form, each at most once."""
    try:
        pairs = parse_qsl(
            (await request.body()).decode("ascii"),
            keep_blank_values=True,
            encoding="utf-8",
            errors="strict",
            max_num_fields=MAX_FIELDS,
        )
    except ValueError:
        raise Malformed("This form could not be read.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Malformed("A field was sent twice.")
    return fields
