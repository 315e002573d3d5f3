"""Absence: the forms by which a player leaves a seat to a bot and takes it back."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown import bots
from tabletown.server.errors import Malformed, NotAllowed, Outdated, TooMany
from tabletown.server.play.absence import Absence
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.checked_text import parse_number
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions
from tabletown.server.web.tables import TablePages


class AbsenceForms:
    """Endpoints that give a seat to a bot, and back to its owner."""

    def __init__(self, absence: Absence, sessions: BrowserSessions, pages: TablePages) -> None:
        self._absence = absence
        self._sessions = sessions
        self._pages = pages

    async def away(self, request: Request) -> Response:
        """Let a bot play on a seat."""
        fields = await read_form(request)
        bot = fields.get("bot") or USUAL_BOT
        if bot not in bots.names():
            raise Malformed("There is no such bot here.")
        return await run_in_threadpool(self._change, request, parse_number(fields.get("seat", ""), "seat"), bot)

    async def back(self, request: Request) -> Response:
        """Take the seat back from the bot."""
        fields = await read_form(request)
        return await run_in_threadpool(self._change, request, parse_number(fields.get("seat", ""), "seat"), "")

    def _change(self, request: Request, seat: int, bot: str) -> Response:
        table_id, player = request.path_params["table"], self._sessions.player(request)
        try:
            version = self._absence.change(table_id, player, seat, bot)
        except (NotAllowed, Outdated, TooMany) as refusal:
            return self._pages.after_refusal(request, refusal)
        return self._pages.after_change(request, version)
