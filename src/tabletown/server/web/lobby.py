"""The page of the lobby, and the form of a player's name."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.server.html.templates import Templates
from tabletown.server.play import checked_text as form
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.view.lobby import FEW, Lobby
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions, reader_of, set_token
from tabletown.server.web.tables import FRAGMENT


class LobbyPages:
    """Endpoints of `/lobby`, and the form of a player's name. `naming` limits how often a name may be changed."""

    def __init__(self, lobby: Lobby, sessions: BrowserSessions, templates: Templates, naming: RateLimit) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._templates = templates
        self._naming = naming

    def name_of(self, request: Request) -> str:
        """The name of the reader; empty for a stranger."""
        player = self._sessions.player(request)
        return player.name if player else ""

    def is_kept(self, request: Request) -> bool:
        """Whether the reader keeps their games, which rated tables ask for."""
        player = self._sessions.player(request)
        return player is not None and self._sessions.is_kept(player)

    def page(self, request: Request) -> Response:
        """The lobby; a script gets its list only."""
        player = self._sessions.player(request)
        if request.headers.get("accept") == FRAGMENT:
            few = request.query_params.get("few") is not None
            tables = self._lobby.open_tables(player, FEW if few else 50)
            return HTMLResponse(self._templates.render("_lobby.html", tables=tables))
        tables = self._lobby.open_tables(player)
        return self._templates.page(
            request,
            "lobby.html",
            tables=tables,
            version=self._lobby.version,
            live=self._lobby.live(player),
            finished=self._lobby.finished(player),
            known_as=player.name if player else "",
            coming=self._lobby.coming(),
        )

    async def rename(self, request: Request) -> Response:
        """Change the player's name, for future tables."""
        name = form.clean_name((await read_form(request)).get("name", ""))
        token = await run_in_threadpool(self._rename, request, name)
        response = RedirectResponse("/you", 303)
        if token:
            set_token(response, request, token)
        return response

    def _rename(self, request: Request, name: str) -> str:
        player = self._sessions.player(request)
        if player is not None and player.name == name:
            return ""
        self._naming.check(player.id if player else "", "That was a lot of names in a short time.")
        if player is not None:
            self._sessions.rename(reader_of(request), player, name)
            return ""
        if not name:
            return ""
        token, _ = self._sessions.begin_new(name)
        return token
