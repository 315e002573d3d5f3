"""Advice: the form by which a player asks for the best moves."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import NotAllowed, Outdated, TooMany
from tabletown.server.play.bots.advice import Advisers
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions
from tabletown.server.web.tables import TablePages, named_seat


class AdviceForm:
    """The endpoint for advice."""

    def __init__(self, advisers: Advisers, sessions: BrowserSessions, pages: TablePages) -> None:
        self._advisers = advisers
        self._sessions = sessions
        self._pages = pages

    async def ask(self, request: Request) -> Response:
        """Answer with the table and the best moves for the player's seat."""
        fields = await read_form(request)
        player = await run_in_threadpool(self._sessions.player, request)
        table_id, seat = request.path_params["table"], named_seat(fields)
        try:
            view, hints = await self._advisers.consult(
                table_id, player, seat, lambda table: self._pages.view_for(table, player)
            )
        except (NotAllowed, Outdated, TooMany) as refusal:
            return await run_in_threadpool(self._pages.after_refusal, request, refusal)
        return await run_in_threadpool(self._pages.with_advice, request, view, hints)
