"""Signing out, in this browser or in all of them."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.store.protocol import Store
from tabletown.server.web.account_answers import AccountParts
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import reader_of


class SignOut:
    """Endpoints for signing out. A page asks first, because without an account there is no way to sign in again."""

    def __init__(self, store: Store, parts: AccountParts) -> None:
        self._store = store
        self._parts = parts

    def ask(self, request: Request) -> Response:
        """The page with the question and the buttons."""
        player = self._parts.sessions.player(request)
        tables = len(self._store.tables_of(player.id)) if player else 0
        kept = player is not None and self._parts.sessions.is_kept(player)
        return self._parts.templates.page(request, "sign_out.html", known=player is not None, tables=tables, kept=kept)

    async def leave(self, request: Request) -> Response:
        """End all sessions of the player, or this one, and delete the cookie. Who played here before is back."""
        fields = await read_form(request)
        return await run_in_threadpool(self._leave, request, fields.get("where", ""))

    def _leave(self, request: Request, where: str) -> Response:
        if where == "here":
            self._parts.accounts.end_here(reader_of(request))
        else:
            self._parts.sessions.end(reader_of(request))
        response = RedirectResponse("/", 303)
        self._parts.restore_before(response, request)
        return response
