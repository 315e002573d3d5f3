"""Chat at a table: a page and a form for players and spectators."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from tabletown.server.errors import NotFound, NotReady, Refused
from tabletown.server.html.templates import Templates
from tabletown.server.play import checked_text as form
from tabletown.server.play.remarks import plain
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.table_view import look
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions, host_of, reader_of, set_token
from tabletown.server.web.tables import FRAGMENT


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The version at which it has been said, and the token of a speaker whom nobody knew before."""

    version: int
    token: str


class Chat:
    """Endpoints of the chat. A form is carried out once, however often it is sent."""

    def __init__(self, tables: Tables, speaking: Speaking, sessions: BrowserSessions, templates: Templates) -> None:
        self._tables = tables
        self._speaking = speaking
        self._sessions = sessions
        self._templates = templates

    def page(self, request: Request) -> Response:
        """What was said, and a field to say more: for browsers without scripts, whose table looks again by itself."""
        return self._page(request)

    async def say(self, request: Request) -> Response:
        """Say something. A script is told the version that shows it, a browser goes back to where it came from."""
        fields = await read_form(request)
        scripted = request.headers.get("accept") == FRAGMENT
        try:
            spoken = await run_in_threadpool(self._speak, request, fields)
        except (NotFound, NotReady):
            raise
        except Refused as refusal:
            if scripted:
                return PlainTextResponse(str(refusal), refusal.status)
            return await run_in_threadpool(self._page, request, refusal, fields.get("text", ""))
        table_id = request.path_params["table"]
        response: Response
        if scripted:
            version = await run_in_threadpool(self._seen, request, spoken.version)
            response = Response(status_code=204, headers={"X-Table-Version": str(version)})
        else:
            response = RedirectResponse(f"/tables/{table_id}/chat", 303)
        if spoken.token:
            set_token(response, request, spoken.token)
        return response

    def _speak(self, request: Request, fields: Mapping[str, str]) -> _Spoken:
        text, name = plain(fields.get("text", "")), form.name(fields.get("name", ""))
        player, token, session = self._sessions.player(request), "", None
        self._speaking.count(player.id if player else host_of(request))
        if player is None:
            token, session = self._sessions.new(name)
            player = session.player
        elif name and not player.name:
            player = self._sessions.rename(reader_of(request), player, name)
        receipt = self._speaking.speak(request.path_params["table"], player, text, form.key_in(fields), session)
        return _Spoken(receipt.version, "" if receipt.repeated else token)

    def _seen(self, request: Request, version: int) -> int:
        """A version of the store as whoever asks counts."""
        player = self._sessions.player(request)
        with self._tables.at(request.path_params["table"]) as table:
            return table.visibility.version(table.seats_of(player), version)

    def _page(self, request: Request, refusal: Refused | None = None, draft: str = "") -> Response:
        player: Player | None = self._sessions.player(request)
        with self._tables.at(request.path_params["table"]) as table:
            seen = look(table, table.seats_of(player), self._tables.now())
        return self._templates.page(
            request,
            "chat.html",
            refusal.status if refusal else 200,
            table=seen.table,
            seats=seen.seats,
            yours=seen.yours,
            you=seen.you,
            talk=seen.talk,
            known_as=player.name if player else "",
            error=str(refusal or ""),
            draft=draft,
        )
