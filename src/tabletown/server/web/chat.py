"""Chat at a table: a page and a form for players and spectators."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from tabletown.server.errors import NotFound, NotReady, Refused, retry_headers
from tabletown.server.html.templates import Templates
from tabletown.server.play import checked_text as form
from tabletown.server.play.people.peace import silenced_at
from tabletown.server.play.remarks import clean_remark
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.table_view import view_table
from tabletown.server.web.guard import read_form, whole_form_key
from tabletown.server.web.sessions import BrowserSessions, reader_of, set_token
from tabletown.server.web.tables import FRAGMENT


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The version of the store with the remark, and the token of a new player (empty for a known one)."""

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
        """The chat as a page of its own, for browsers without scripts: there the table reloads while a player types."""
        return self._page(request)

    async def say(self, request: Request) -> Response:
        """Send a remark. A script gets the version that shows it; a form without scripts is redirected to the chat."""
        fields = await read_form(request)
        wants_fragment = request.headers.get("accept") == FRAGMENT
        try:
            spoken = await run_in_threadpool(self._speak, request, fields)
        except (NotFound, NotReady):
            raise
        except Refused as refusal:
            if wants_fragment:
                return PlainTextResponse(str(refusal), refusal.status, retry_headers(refusal))
            return await run_in_threadpool(self._page, request, refusal, fields.get("text", ""))
        table_id = request.path_params["table"]
        response: Response
        if wants_fragment:
            version = await run_in_threadpool(self._seen, request, spoken.version)
            response = Response(status_code=204, headers={"X-Table-Version": str(version)})
        else:
            response = RedirectResponse(f"/tables/{table_id}/chat", 303)
        if spoken.token:
            set_token(response, request, spoken.token)
        return response

    def _speak(self, request: Request, fields: Mapping[str, str]) -> _Spoken:
        text, name = clean_remark(fields.get("text", "")), form.clean_name(fields.get("name", ""))
        player, token, session = self._sessions.player(request), "", None
        if player is None:
            # the id follows from the form: sent again, it comes from the same player, also without a cookie
            token, session = self._sessions.new(name, whole_form_key(request, fields))
            player = session.player
        elif name and not player.name:
            player = self._sessions.rename(reader_of(request), player, name)
        table_id = request.path_params["table"]
        receipt = self._speaking.say(table_id, player, text, form.form_key(fields), session)
        if receipt.repeated:
            (said, *_) = self._tables.store.events(table_id, receipt.version - 1)
            token, _ = self._sessions.token_again(request, player.id, said.at)
        return _Spoken(receipt.version, token)

    def _seen(self, request: Request, version: int) -> int:
        """A version of the store as the version that the reader counts."""
        player = self._sessions.player(request)
        with self._tables.at(request.path_params["table"]) as table:
            return table.visibility.version(table.seats_of(player), version)

    def _page(self, request: Request, refusal: Refused | None = None, draft: str = "") -> Response:
        player: Player | None = self._sessions.player(request)
        with self._tables.at(request.path_params["table"]) as table:
            silenced = silenced_at(self._tables.store, table, player)
            view = view_table(table, table.seats_of(player), self._tables.now(), silenced)
        response = self._templates.page(
            request,
            "chat.html",
            refusal.status if refusal else 200,
            table=view.table,
            seats=view.seats,
            yours=view.yours,
            you=view.you,
            remarks=view.remarks,
            known_as=player.name if player else "",
            error=str(refusal or ""),
            draft=draft,
        )
        if refusal is not None:
            response.headers.update(retry_headers(refusal))
        return response
