"""Leaving a lesson: the game goes on, and the bots play freely."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import NotYours
from tabletown.server.play.commands import LeaveLesson
from tabletown.server.play.tables import Tables
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions
from tabletown.server.web.tables import TablePages


class LessonForm:
    """The endpoint by which a learner leaves the lesson. Asked twice, it is done once."""

    def __init__(self, tables: Tables, sessions: BrowserSessions, pages: TablePages) -> None:
        self._tables = tables
        self._sessions = sessions
        self._pages = pages

    async def leave(self, request: Request) -> Response:
        """Leave the lesson."""
        await read_form(request)
        return await run_in_threadpool(self._leave, request)

    def _leave(self, request: Request) -> Response:
        table_id = request.path_params["table"]
        with self._tables.at(table_id) as table:
            seat = table.viewpoint(table.seats_of(self._sessions.player(request)))
        if seat < 0:
            raise NotYours("Only those who sit at this table can leave its lesson.")
        return self._pages.after_change(request, self._tables.submit(table_id, LeaveLesson(seat)).version)
