"""Error pages: what a visitor reads when a request was refused, came too early, or failed."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tabletown.server.errors import (
    BROKEN_TABLE,
    RETRY_AFTER_S,
    STORE_UNAVAILABLE,
    NotFound,
    NotReady,
    Refused,
    retry_headers,
)
from tabletown.server.html.templates import Templates
from tabletown.server.preparing import Stage
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import CommitUnknown, Unavailable
from tabletown.server.web.pages import about_game

log = logging.getLogger(__name__)

_COMMIT_UNKNOWN = (
    "The records went out of reach in the very moment of writing. Please look whether it was done; if you send the form"
    " again, it is done once."
)
_STATUS_WORDS = {404: str(NotFound()), 405: "This page cannot be used like that."}


class ErrorPages:
    """The answers to the errors of endpoints. `ask_for` says how far a title is, and has it compiled before others."""

    def __init__(self, templates: Templates, ask_for: Callable[[str], Stage]) -> None:
        self._templates = templates
        self._ask_for = ask_for

    @property
    def handlers(self) -> Mapping[Any, Callable[[Request, Any], Response]]:
        """Who answers which error, for Starlette."""
        return {
            Refused: self._refused,
            NotReady: self._not_ready,
            BrokenLog: self._broken,
            Unavailable: self._failed,
            HTTPException: self._no_route,
        }

    async def refuse(self, scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
        """Send the error page, from outside of the router."""
        request = Request(scope, receive)
        await self._error(request, status, message)(scope, receive, send)

    def _error(self, request: Request, status: int, message: str) -> Response:
        return self._templates.page(request, "error.html", status, status=status, message=message)

    def _refused(self, request: Request, error: Refused) -> Response:
        response = self._error(request, error.status, str(error))
        response.headers.update(retry_headers(error))
        return response

    def _not_ready(self, request: Request, error: NotReady) -> Response:
        """The page for all that needs a title which is still being compiled. It reloads by itself."""
        asked = request.path_params
        ways = (("table", "/tables/{table}"), ("puzzle", "/puzzles/{puzzle}"), ("lesson", "/learn/{title}/{lesson}"))
        back = next((way.format(**asked) for part, way in ways if part in asked), f"/games/{error.title}")
        stage = self._ask_for(error.title)
        response = self._templates.page(
            request, "wait.html", error.status, game=about_game(error.title), stage=stage, back=back
        )
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
        return response

    def _broken(self, request: Request, error: BrokenLog) -> Response:
        log.error("a table cannot be shown: %s", error)
        return self._error(request, 500, BROKEN_TABLE)

    def _failed(self, request: Request, error: Unavailable) -> Response:
        log.error("the store is unavailable: %s", error)
        return self._error(request, 503, _COMMIT_UNKNOWN if isinstance(error, CommitUnknown) else STORE_UNAVAILABLE)

    def _no_route(self, request: Request, error: HTTPException) -> Response:
        """The router found no page, or none for this method."""
        return self._error(request, error.status_code, _STATUS_WORDS.get(error.status_code, "That did not work."))
