"""The endpoints of tables: look, move, take back, and hear when something happens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from tabletown.server.errors import Malformed, NotAllowed, Outdated, Refused
from tabletown.server.html.templates import Templates, etag
from tabletown.server.play.checked_text import key_in, number
from tabletown.server.play.commands import Move, MoveInstead, SeatCommand, TakeBack
from tabletown.server.play.moves import fill_in
from tabletown.server.play.records import file_name, record_of
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.live import EVENT_STREAM, STREAM_HEADERS, Streams
from tabletown.server.view.table_view import Look, look
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions, reader_of

FRAGMENT = "text/x-fragment"
"""What a script accepts: the part of the page that changed, instead of a redirect to the page."""

_MAX_MOVE = 200
_MAX_STREAM_TABLES = 20


class TablePages:
    """Endpoints of tables."""

    def __init__(self, tables: Tables, sessions: BrowserSessions, streams: Streams, templates: Templates) -> None:
        self._tables = tables
        self._sessions = sessions
        self._streams = streams
        self._templates = templates

    # Looking

    def table(self, request: Request) -> Response:
        """The page of a table, from the seat of whoever asks."""
        return self._templates.table_page(request, self._look(request))

    def board(self, request: Request) -> Response:
        """The part of the page that changes."""
        seen = self._look(request)
        if request.headers.get("if-none-match") == etag(seen.table.version, seen.you):
            return Response(status_code=304, headers={"ETag": etag(seen.table.version, seen.you)})
        return self._templates.board(request, seen)

    def record(self, request: Request) -> Response:
        """The whole game as a text file, once it is over: until then it would tell what is hidden."""
        with self._tables.at(request.path_params["table"]) as table:
            return Response(
                record_of(table),
                media_type="text/plain; charset=utf-8",
                headers={"Content-Disposition": f'attachment; filename="{file_name(table)}"'},
            )

    async def events(self, request: Request) -> Response:
        """A stream that tells when tables, or the lobby, are new: one in the path, or several in the query."""
        one = request.path_params.get("table")
        wanted = [one] if one else request.query_params.getlist("table")
        if not 0 < len(wanted) <= _MAX_STREAM_TABLES:
            raise Malformed(f"A stream watches 1 to {_MAX_STREAM_TABLES} tables.")
        known = await self._streams.known(wanted)
        if request.method == "HEAD":
            return Response(media_type=EVENT_STREAM)
        frames = await self._streams.frames(known, reader_of(request))
        return StreamingResponse(frames, media_type=EVENT_STREAM, headers=STREAM_HEADERS)

    def back_to_table(self, request: Request) -> Response:
        """Whoever reloads the answer to a form finds the table."""
        return RedirectResponse(f"/tables/{request.path_params['table']}", 303)

    def _look(self, request: Request, version: int | None = None, player: Player | None = None) -> Look:
        """The table from the seat of whoever asks (or `player`): as it is now, or at a version of the store."""
        table_id = request.path_params["table"]
        player = player or self._sessions.player(request)
        with self._tables.at(table_id) as table:
            if version is not None and version != table.version:
                table = table.as_of(version, self._tables.store.events(table_id))
            return self.see(table, player)

    def see(self, table: Table, player: Player | None) -> Look:
        """A table whose lock is held, as a player sees it now."""
        seen = look(table, table.seats_of(player), self._tables.now())
        return replace(seen, known_as=player.name if player else "")

    # Moving

    async def move(self, request: Request) -> Response:
        """Make a move, or several that belong together, or another one instead of the last.

        Where the text holds a `#`, the field `amount` is the number to put there.
        """
        fields = await read_form(request)
        if ("move" in fields) == ("instead" in fields):
            raise Malformed("A form holds one move.")
        verb = Move if "move" in fields else MoveInstead
        wanted = fields.get("move") or fields.get("instead") or ""
        try:
            text = fill_in(wanted, fields.get("amount", ""))
        except NotAllowed as refusal:
            return await run_in_threadpool(self.refused, request, refusal)
        if len(text) > _MAX_MOVE:
            raise Malformed("No move is as long as that.")

        return await run_in_threadpool(self.answer, request, fields, lambda seat: verb(seat, text))

    async def undo(self, request: Request) -> Response:
        """Take back the last choice."""
        return await run_in_threadpool(self.answer, request, await read_form(request), TakeBack)

    def answer(self, request: Request, fields: Mapping[str, str], command: Callable[[int], SeatCommand]) -> Response:
        """Submit the command of a seat; answer a script with the new board and a form with the way back to its page.

        A refused move shows the table as it stands with the reason, so that nobody is left on a dead end.
        """
        table_id = request.path_params["table"]
        with self._tables.at(table_id) as table:  # held to the end, so its log is read but twice
            player = self._sessions.player(request)
            seat = table.seat_for(player, named_seat(fields))
            version, key = number(fields.get("version", ""), "version"), key_in(fields)
            try:
                receipt = self._tables.submit(table_id, command(seat), version, key)
            except (NotAllowed, Outdated) as refusal:
                return self.refused(request, refusal)
            return self.done(request, receipt.version, player)

    def done(self, request: Request, version: int, player: Player | None = None) -> Response:
        """The answer to a form that led to a version, for a player who may be somebody else than the cookie says."""
        if not _scripted(request):
            return RedirectResponse(f"/tables/{request.path_params['table']}", 303)
        return self._templates.board(request, self._look(request, version, player))

    def advised(self, request: Request, seen: Look, hints: Sequence[object]) -> Response:
        """The answer to somebody who asked for advice (see advice.py)."""
        page = self._templates.board if _scripted(request) else self._templates.table_page
        return page(request, seen, hints=hints)

    def refused(self, request: Request, refusal: Refused) -> Response:
        """The answer to a form that changed nothing: the table as it stands, and why."""
        page = self._templates.board if _scripted(request) else self._templates.table_page
        return page(request, self._look(request), str(refusal), refusal.status)


def _scripted(request: Request) -> bool:
    return request.headers.get("accept") == FRAGMENT


def named_seat(fields: Mapping[str, str]) -> int | None:
    """The seat that a form names, if it names one."""
    named = fields.get("undo") or fields.get("seat")
    return number(named, "seat") if named else None
