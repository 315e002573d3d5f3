"""Replays: a page per step, the same as a fragment, and the page of the shuffle check."""

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tabletown.server.html.templates import Templates
from tabletown.server.play.checked_text import parse_number
from tabletown.server.play.records import file_name, is_imported
from tabletown.server.play.tables import Tables
from tabletown.server.view.replay_view import ReplayView
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
        """The page of a step of a replay: `ply` is its number, `seat` the key of the viewpoint.

        With `plies=1` its links go ply by ply, else by whole moves.
        """
        return self._templates.page(request, "replay.html", **self._context(request))

    def step(self, request: Request) -> Response:
        """The part of that page that changes with the step."""
        return HTMLResponse(self._templates.render("_replay.html", **self._context(request)))

    def _context(self, request: Request) -> dict[str, Any]:
        seen = self._view_step(request)
        address = f"tables/{seen.id}/replay?ply={seen.step}&seat={seen.viewpoint.key}"
        return {"replay": seen, "link": f"{self._templates.link_base(request)}/{address}"}

    def _view_step(self, request: Request) -> ReplayView:
        step = parse_number(request.query_params.get("ply") or "0", "ply")
        player = self._sessions.player(request)
        seat, by_ply = request.query_params.get("seat", ""), request.query_params.get("plies") == "1"
        return self._replays.view_step(request.path_params["table"], player, seat, step, by_ply)

    def check(self, request: Request) -> Response:
        """The shuffle check: whether the game was dealt and played as it claims, and how to repeat the check."""
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
