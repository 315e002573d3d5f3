"""The endpoint of a path of the API: authenticate the caller, decode the request, run the operation, answer in JSON."""

import inspect
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tabletown.server.api import requests, responses
from tabletown.server.api.decode import read_body, read_query
from tabletown.server.api.operations import JSON, Call, Operation
from tabletown.server.api.problems import (
    PROBLEMS,
    Unauthorized,
    UnsupportedMedia,
    error_response,
    json_response,
    refusal_response,
)
from tabletown.server.errors import (
    BROKEN_TABLE,
    RETRY_AFTER_S,
    STORE_UNAVAILABLE,
    NotAllowed,
    NotYours,
    Outdated,
    Refused,
)
from tabletown.server.play.people.own_bots import ONLY_PLAYS
from tabletown.server.play.people.sessions import Sessions, token_hash
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.own_bot_protocol import is_own_bot
from tabletown.server.store.protocol import CommitUnknown, Unavailable

log = logging.getLogger(__name__)

Show = Callable[[Call], responses.tables.Table]
_MAX_TOKEN = 200
_COMMIT_UNKNOWN = (
    "The records went out of reach in the very moment of writing, so this may or may not have been done. If you send"
    " the request again with the same key, it is done once."
)


class Endpoint:
    """An ASGI endpoint for all operations of a path. `show` gives the table that a refusal is sent with."""

    def __init__(self, operations: Mapping[str, Operation], sessions: Sessions, show: Show) -> None:
        self._operations = operations
        self._sessions = sessions
        self._show = show
        self._allow = ", ".join(sorted({*operations, *(["HEAD"] if "GET" in operations else [])}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = await self._answer(Request(scope, receive))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        operation = self._operations.get("GET" if request.method == "HEAD" else request.method)
        if operation is None:
            return error_response(405, f"{PROBLEMS[405].when}.", headers={"Allow": self._allow})
        call: Call | None = None
        try:
            call = await self._read(request, operation)
            return await self._do(operation, call)
        except Refused as error:
            return await self._refuse(error, call)
        except BrokenLog as error:
            log.error("a table cannot be shown: %s", error)
            return error_response(500, BROKEN_TABLE)
        except Unavailable as error:
            log.error("the store is unavailable: %s", error)
            text = _COMMIT_UNKNOWN if isinstance(error, CommitUnknown) else STORE_UNAVAILABLE
            return error_response(503, text, headers={"Retry-After": str(RETRY_AFTER_S)})

    async def _read(self, request: Request, operation: Operation) -> Call:
        reader = _reader(request) if operation.auth != "none" else ""
        player = await run_in_threadpool(self._sessions.holder, reader)
        if reader and player is None:
            raise Unauthorized("This token is worth nothing here.")
        if operation.auth == "required" and player is None:
            raise Unauthorized("Please send a token: Authorization: Bearer TOKEN. POST /api/v1/players gives you one.")
        if player is not None and is_own_bot(player.id) and not operation.is_for_bots:
            raise NotYours(ONLY_PLAYS)
        query = read_query(request.query_params, operation.query or requests.RequestFields)
        body = None
        if operation.body is not None:
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
                raise UnsupportedMedia(f"{PROBLEMS[UnsupportedMedia.status].when}.")
            body = read_body(await request.body(), operation.body)
        return Call(request, player, reader, query, body)

    async def _do(self, operation: Operation, call: Call) -> Response:
        if inspect.iscoroutinefunction(operation.do):
            answer = await operation.do(call)
        else:
            answer = await run_in_threadpool(operation.do, call)
        if isinstance(answer, Response):
            return answer
        assert isinstance(answer, Struct)
        return json_response(answer, operation.status)

    async def _refuse(self, error: Refused, call: Call | None) -> Response:
        table = None
        if call is not None and isinstance(error, NotAllowed | Outdated) and "table" in call.request.path_params:
            with suppress(Refused):  # then the refusal is sent without the table
                table = await run_in_threadpool(self._show, call)
        return refusal_response(error, table)


def _reader(request: Request) -> str:
    """The hash of the bearer token of a request; empty without one. Cookies are ignored. Raises Unauthorized."""
    header = request.headers.get("authorization")
    if header is None:
        return ""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token) <= _MAX_TOKEN:
        raise Unauthorized("Only bearer tokens are understood: Authorization: Bearer TOKEN.")
    return token_hash(token)
