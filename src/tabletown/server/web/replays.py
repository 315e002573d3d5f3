"""The endpoints of replays: a page per step, the same as a fragment, and the check of the shuffle."""

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tabletown.server.html.templates import Templates
from tabletown.server.play.checked_text import number
from tabletown.server.play.records import file_name, is_imported
from tabletown.server.play.tables import Tables
from tabletown.server.view.replay_view import Moment
from tabletown.server.view.replays import Replays
from tabletown.server.web.sessions import BrowserSessions


class ReplayPages:
    """Endpoints that only read."""

    def __init__(self, tables: Tables, replays: Replays, sessions: BrowserSessions, templates: Templates) -> None:
        self._tables = tables
        self._replays = replays
        self._sessions = sessions
        self._templates = templates

    def replay(self, request: Request) -> Response:
        """A step of a table's past: `ply` is its number, `seat` through whose eyes it is seen."""
        return self._templates.page(request, "replay.html", **self._context(request))

    def step(self, request: Request) -> Response:
        """The part of that page that changes from step to step."""
        return HTMLResponse(self._templates.render("_replay.html", **self._context(request)))

    def _context(self, request: Request) -> dict[str, Any]:
        seen = self._moment(request)
        address = f"tables/{seen.id}/replay?ply={seen.step}&seat={seen.view.key}"
        return {"replay": seen, "link": f"{request.base_url}{address}"}

    def _moment(self, request: Request) -> Moment:
        step = number(request.query_params.get("ply") or "0", "ply")
        player = self._sessions.player(request)
        return self._replays.moment(request.path_params["table"], player, request.query_params.get("seat", ""), step)

    def check(self, request: Request) -> Response:
        """Whether the game was dealt and played as it claims, with the numbers to find out oneself."""
        check = self._replays.check(request.path_params["table"])
        with self._tables.at(request.path_params["table"]) as table:
            row, title, file = table.row, table.title, file_name(table)
        return self._templates.page(
            request,
            "check.html",
            row=row,
            meta=title.meta,
            check=check,
            file=file,
            imported=is_imported(row.id),
        )
