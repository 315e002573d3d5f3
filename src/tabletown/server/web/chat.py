"""Talking at a table: everybody who has its link may, those who sit there and those who watch."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from tabletown.server.errors import NotFound, NotReady, Outdated, Refused, TooMany
from tabletown.server.html.templates import Templates
from tabletown.server.play import checked_text as form
from tabletown.server.play.remarks import plain
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import KeyReused, Player, Receipt, Session, SessionOver
from tabletown.server.view.table_view import look
from tabletown.server.web.guard import read_form
from tabletown.server.web.rate_limit import RateLimit
from tabletown.server.web.sessions import Sessions, set_token
from tabletown.server.web.tables import FRAGMENT

SAID_BEFORE = "This form was sent before, with another remark. Please send it once more."
NOT_NOW = "You have just done something in another window. Please send it once more."


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The version at which it has been said, and the token of a speaker whom nobody knew before."""

    version: int
    token: str


class Chat:
    """Endpoints for those who talk. A form is carried out once, however often it is sent."""

    def __init__(self, tables: Tables, sessions: Sessions, templates: Templates, rate: RateLimit) -> None:
        self._tables = tables
        self._sessions = sessions
        self._templates = templates
        self._rate = rate

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
        host = request.client.host if request.client else ""
        self._count(player.id if player else host)
        if player is None:
            token, session = self._sessions.renewed(request, name)
            player = session.player
        elif name and not player.name:
            player = self._sessions.rename(request, player, name)
        receipt = self._say(request.path_params["table"], player, text, form.key_in(fields), session)
        return _Spoken(receipt.version, "" if receipt.repeated else token)

    def speak(self, table_id: str, player: Player, text: str, key: str) -> int:
        """Let a player say something; raises Refused. Returns the version of the store."""
        text = plain(text)
        self._count(player.id)
        return self._say(table_id, player, text, key, None).version

    def _count(self, who: str) -> None:
        if not self._rate.allows(who):
            raise TooMany("That was a lot to say in a short time. Please wait a moment.")

    def _say(self, table_id: str, player: Player, text: str, key: str, session: Session | None) -> Receipt:
        try:
            return self._tables.say(table_id, player, text, key, session)
        except KeyReused:
            raise Outdated(SAID_BEFORE) from None
        except SessionOver:
            raise Outdated(NOT_NOW) from None

    def _seen(self, request: Request, version: int) -> int:
        """A version of the store as whoever asks counts."""
        player = self._sessions.player(request)
        with self._tables.at(request.path_params["table"]) as table:
            return table.sight.version(table.seats_of(player), version)

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
