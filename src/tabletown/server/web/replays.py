"""The endpoints of replays: a page per step, the same as a fragment, and the check of the shuffle."""

from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tabletown.server.errors import NotFound
from tabletown.server.html.templates import Templates
from tabletown.server.play.checked_text import number
from tabletown.server.play.records import file_name, is_imported, record_of
from tabletown.server.play.shuffle_check import Check, check_record
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.replay_view import Moment, Told, choose_view, moment
from tabletown.server.web.sessions import Sessions


class ReplayPages:
    """Endpoints that only read."""

    def __init__(self, tables: Tables, sessions: Sessions, templates: Templates) -> None:
        self._tables = tables
        self._sessions = sessions
        self._templates = templates
        # kept as long as the tables themselves are, in memory
        self._told: WeakKeyDictionary[Table, Told] = WeakKeyDictionary()
        self._checks: WeakKeyDictionary[Table, Check] = WeakKeyDictionary()

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
        return self.moment_of(request.path_params["table"], player, request.query_params.get("seat", ""), step)

    def moment_of(self, table_id: str, player: Player | None, seat: str, step: int) -> Moment:
        """A step of a table's past for a player, through the eyes that `seat` names. Raises Refused."""
        with self._tables.at(table_id) as table:
            own = table.seats_of(player)
            return moment(table, self._told_of(table), own, choose_view(table, own, seat), step)

    def _told_of(self, table: Table) -> Told | None:
        if not table.game.is_over():
            return None
        if table not in self._told:
            self._told[table] = Told(table)
        return self._told[table]

    def check(self, request: Request) -> Response:
        """Whether the game was dealt and played as it claims, with the numbers to find out oneself."""
        check = self.check_of(request.path_params["table"])
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

    def check_of(self, table_id: str) -> Check:
        """The check of the very text that can be downloaded. Raises NotFound before the game is over."""
        with self._tables.at(table_id) as table:
            if not table.game.is_over():
                raise NotFound("The shuffle can be checked when the game is over: until then its seed is secret.")
            if table not in self._checks:
                self._checks[table] = check_record(record_of(table))
            return self._checks[table]
