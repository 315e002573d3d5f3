"""The form by which a player asks for advice."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import NotAllowed, Outdated, TooMany
from tabletown.server.play.advice import Advisers
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions
from tabletown.server.web.tables import TablePages, named_seat


class AdviceForm:
    """The endpoint. The answer is the page of the table with the best moves on it."""

    def __init__(self, advisers: Advisers, sessions: BrowserSessions, pages: TablePages) -> None:
        self._advisers = advisers
        self._sessions = sessions
        self._pages = pages

    async def ask(self, request: Request) -> Response:
        """The table with the best moves for the seat that asks."""
        fields = await read_form(request)
        player = await run_in_threadpool(self._sessions.player, request)
        table_id, seat = request.path_params["table"], named_seat(fields)
        try:
            seen, hints = await self._advisers.consult(
                table_id, player, seat, lambda table: self._pages.see(table, player)
            )
        except (NotAllowed, Outdated, TooMany) as refusal:
            return await run_in_threadpool(self._pages.refused, request, refusal)
        return await run_in_threadpool(self._pages.advised, request, seen, hints)
