"""Tables: the page, the board, moves, take-backs, the record and live updates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from tabletown.server.errors import Malformed, NotAllowed, Outdated, Refused, TooMany, retry_headers
from tabletown.server.html.templates import Templates, etag
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.checked_text import form_key, parse_number
from tabletown.server.play.commands import Move, MoveInstead, SeatCommand, TakeBack
from tabletown.server.play.moves import fill_in, put_together
from tabletown.server.play.people.peace import silenced_at
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.records import file_name, record_of
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.live import EVENT_STREAM, STREAM_HEADERS, Streams
from tabletown.server.view.table_view import TableView, view_table
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions, host_of, reader_of

FRAGMENT = "text/x-fragment"
"""The header Accept of scripts: they get the changed part of the page instead of a redirect."""


class TablePages:
    """Endpoints of tables."""

    def __init__(
        self, tables: Tables, sessions: BrowserSessions, streams: Streams, templates: Templates, ratings: Ratings
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self._streams = streams
        self._templates = templates
        self._ratings = ratings

    # Reading

    def table(self, request: Request) -> Response:
        """The page of a table, as the reader's seat sees it."""
        return self._templates.table_page(request, self._view(request))

    def board(self, request: Request) -> Response:
        """The part of the page that changes."""
        view = self._view(request)
        if request.headers.get("if-none-match") == etag(view.table.version, view.you):
            return Response(status_code=304, headers={"ETag": etag(view.table.version, view.you)})
        return self._templates.board(request, view)

    def record(self, request: Request) -> Response:
        """The record of a finished game, as a text file. Raises NotFound before."""
        with self._tables.at(request.path_params["table"]) as table:
            return Response(
                record_of(table),
                media_type="text/plain; charset=utf-8",
                headers={"Content-Disposition": f'attachment; filename="{file_name(table)}"'},
            )

    async def events(self, request: Request) -> Response:
        """Live updates (server-sent events) of the table in the path, or of several tables in the query."""
        one = request.path_params.get("table")
        wanted = [one] if one else request.query_params.getlist("table")
        if not 0 < len(wanted) <= DEFAULTS.stream_tables:
            raise Malformed(f"A stream watches 1 to {DEFAULTS.stream_tables} tables.")
        existing = await self._streams.existing(wanted)
        if request.method == "HEAD":
            return Response(media_type=EVENT_STREAM)
        frames = await self._streams.frames(existing, reader_of(request), host_of(request))
        return StreamingResponse(frames, media_type=EVENT_STREAM, headers=STREAM_HEADERS)

    def back_to_table(self, request: Request) -> Response:
        """Redirect to the table, when the response to a form is reloaded."""
        return RedirectResponse(f"/tables/{request.path_params['table']}", 303)

    def _view(self, request: Request, version: int | None = None, player: Player | None = None) -> TableView:
        """The table as `player` (by default the reader) sees it: now, or at a version of the store."""
        table_id = request.path_params["table"]
        player = player or self._sessions.player(request)
        with self._tables.at(table_id) as table:
            if version is not None and version != table.version:
                table = table.as_of(version, self._tables.store.events(table_id))
            return self.view_for(table, player)

    def view_for(self, table: Table, player: Player | None) -> TableView:
        """A table as a player sees it now. Call it under the table's lock."""
        silenced = silenced_at(self._tables.store, table, player)
        view = view_table(table, table.seats_of(player), self._tables.now(), silenced)
        rated = table.row.rated and view.table.over
        ratings = self._ratings.at_table(table.row.id, table.title.name) if rated else None
        return replace(view, known_as=player.name if player else "", ratings=ratings)

    # Moving

    async def move(self, request: Request) -> Response:
        """Make a move, or several that belong together, or another one instead of the last.

        The field `amount` replaces a `#` in the text of the move. With the field `compose`, the form puts a move
        together from its parts.
        """
        fields = await read_form(request)
        if sum(name in fields for name in ("move", "instead", "compose")) != 1:
            raise Malformed("A form holds one move.")
        verb = MoveInstead if "instead" in fields else Move
        wanted = fields.get("move") or fields.get("instead") or ""
        try:
            text = put_together(fields) if "compose" in fields else fill_in(wanted, fields.get("amount", ""))
        except NotAllowed as refusal:
            return await run_in_threadpool(self.after_refusal, request, refusal)
        if len(text) > DEFAULTS.move_length:
            raise Malformed("No move is as long as that.")

        return await run_in_threadpool(self.submit, request, fields, lambda seat: verb(seat, text))

    async def undo(self, request: Request) -> Response:
        """Take back the last choice."""
        return await run_in_threadpool(self.submit, request, await read_form(request), TakeBack)

    def submit(self, request: Request, fields: Mapping[str, str], command: Callable[[int], SeatCommand]) -> Response:
        """Submit the command of a seat. A script gets the new board, a form without scripts a redirect to the table.

        A refusal shows the table as it is now, with the reason.
        """
        table_id = request.path_params["table"]
        with self._tables.at(table_id) as table:  # held to the end, so that its log is read only twice
            player = self._sessions.player(request)
            named = named_seat(fields)
            decision = replace(command(table.seat_for(player, named)), named=named is not None)
            version, key = parse_number(fields.get("version", ""), "version"), form_key(fields)
            try:
                receipt = self._tables.submit(table_id, decision, version, key)
            except (NotAllowed, Outdated, TooMany) as refusal:
                return self.after_refusal(request, refusal)
            return self.after_change(request, receipt.version, player)

    def after_change(self, request: Request, version: int, player: Player | None = None) -> Response:
        """The response to a form that led to a version. `player` may be newer than the cookie of the request."""
        if not _wants_fragment(request):
            return RedirectResponse(f"/tables/{request.path_params['table']}", 303)
        return self._templates.board(request, self._view(request, version, player))

    def with_advice(self, request: Request, view: TableView, hints: Sequence[object]) -> Response:
        """The response to a request for advice (see advice.py): the table with the best moves."""
        page = self._templates.board if _wants_fragment(request) else self._templates.table_page
        return page(request, view, hints=hints)

    def after_refusal(self, request: Request, refusal: Refused) -> Response:
        """The response to a refused form: the table as it is now, with the reason."""
        page = self._templates.board if _wants_fragment(request) else self._templates.table_page
        response = page(request, self._view(request), str(refusal), refusal.status)
        response.headers.update(retry_headers(refusal))
        return response


def _wants_fragment(request: Request) -> bool:
    return request.headers.get("accept") == FRAGMENT


def named_seat(fields: Mapping[str, str]) -> int | None:
    """The seat in the fields of a form, or None. Raises Malformed."""
    named = fields.get("undo") or fields.get("seat")
    return parse_number(named, "seat") if named else None
