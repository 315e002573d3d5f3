"""Signing out, in this browser and in all others."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.html.templates import Templates
from tabletown.server.store.protocol import Store
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions, drop_token, reader_of


class SignOut:
    """Endpoints for signing out. A page asks first, because there is no way to sign in again."""

    def __init__(self, store: Store, sessions: BrowserSessions, templates: Templates) -> None:
        self._store = store
        self._sessions = sessions
        self._templates = templates

    def ask(self, request: Request) -> Response:
        """The page with the question and the button."""
        player = self._sessions.player(request)
        tables = len(self._store.tables_of(player.id)) if player else 0
        return self._templates.page(request, "sign_out.html", known=player is not None, tables=tables)

    async def leave(self, request: Request) -> Response:
        """End all sessions of the player, and delete the cookie."""
        await read_form(request)
        await run_in_threadpool(self._sessions.end, reader_of(request))
        response = RedirectResponse("/", 303)
        drop_token(response, request)
        return response
