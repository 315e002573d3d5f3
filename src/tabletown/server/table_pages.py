"""The endpoints of tables: sit down, look, move, take back, and hear when something happens."""

import hashlib
import re
import unicodedata
from collections.abc import Awaitable, Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from tabletown import bots
from tabletown.engine.record import write_record
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.server.errors import Malformed, NotAllowed, NotFound, NotYours, Outdated, Refused, TooMany
from tabletown.server.guard import read_form
from tabletown.server.limits import RateLimit
from tabletown.server.live import Hub
from tabletown.server.once import Once
from tabletown.server.pages import find_title
from tabletown.server.seeing import Look, look
from tabletown.server.sessions import Sessions, set_token
from tabletown.server.store import Receipt, SeatRow
from tabletown.server.tables import Tables
from tabletown.server.templating import Templates, etag

FRAGMENT = "text/x-fragment"
"""What a script accepts: the part of the page that changed, instead of a redirect to the page."""

_QUICK_BOT = "greedy"
_QUICK_PLAYERS = 3
_YOU = ""  # in a plan of seats, which otherwise holds the names of bots
_MAX_NAME = 30
_MAX_MOVE = 200
_MAX_STREAM_TABLES = 20
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)


class TablePages:
    """Endpoints of tables."""

    def __init__(
        self, tables: Tables, sessions: Sessions, hub: Hub, templates: Templates, creations: RateLimit
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self._hub = hub
        self._templates = templates
        self._creations = creations
        self._started: Once[tuple[str, str]] = Once()

    # Sitting down

    async def create(self, request: Request) -> Response:
        """Start a table from a form."""
        fields = await read_form(request)
        title = find_title(fields.get("title", ""))
        players = _number(fields.get("players") or str(title.meta.players[0]), "players")
        low, high = title.meta.players
        if not low <= players <= high:
            raise Malformed(f"{title.meta.title} is for {low} to {high} players.")
        seat = _number(fields.get("seat") or "0", "seat")
        if seat >= players:
            raise Malformed("There is no such seat at this table.")
        plan = [fields.get(f"bot-{n}") or fields.get("bot") or _QUICK_BOT for n in range(1, players)]
        plan.insert(seat, _YOU)
        return await self._seat(request, fields, title, plan, _name(fields.get("name", "")))

    async def quick(self, request: Request) -> Response:
        """Start a table with one click."""
        fields = await read_form(request)
        title = find_title(request.path_params["title"])
        low, high = title.meta.players
        players = min(max(_QUICK_PLAYERS, low), high)
        return await self._seat(request, fields, title, [_YOU] + [_QUICK_BOT] * (players - 1), "")

    async def rematch(self, request: Request) -> Response:
        """The same players once more, everybody one seat further."""
        fields = await read_form(request)
        title, seats = await run_in_threadpool(self._company, request)
        plan = [row.bot if row.kind == "bot" else _YOU for row in (*seats[-1:], *seats[:-1])]
        name = next(row.name for row in seats if row.kind == "human")
        return await self._seat(request, fields, title, plan, "" if name in SEAT_NAMES else name)

    def _company(self, request: Request) -> tuple[Title, tuple[SeatRow, ...]]:
        with self._tables.at(request.path_params["table"]) as table:
            if table.seat_of(self._sessions.player(request)) < 0:
                raise NotYours("Only those who played here can ask for a rematch.")
            if sum(row.kind == "human" for row in table.row.seats) != 1:
                raise NotAllowed("A rematch starts with one click only against bots.")
            return table.title, table.row.seats

    async def _seat(
        self, request: Request, fields: Mapping[str, str], title: Title, plan: list[str], name: str
    ) -> Response:
        """Set up a table for the asking player and bots, as planned; the same form leads to the same table."""
        if not set(plan) - {_YOU} <= set(bots.names()):
            raise Malformed("There is no such bot here.")
        host = request.client.host if request.client else ""

        def start() -> Awaitable[tuple[str, str]]:
            return run_in_threadpool(self._start, request, title, plan, name, host)

        if "key" in fields:
            same = (host, request.url.path, _key(fields), sorted(fields.items()))
            table_id, token = await self._started(hashlib.sha256(repr(same).encode()).hexdigest(), start)
        else:
            table_id, token = await start()
        response = RedirectResponse(f"/tables/{table_id}", 303)
        if token:
            set_token(response, request, token)
        return response

    def _start(self, request: Request, title: Title, plan: list[str], name: str, host: str) -> tuple[str, str]:
        """Returns the id of the table, and the token of whoever is new."""
        player = self._sessions.player(request)
        if not self._creations.allows(player.id if player else host):
            raise TooMany("That was a lot of tables in a short time. Please finish one of them first.")
        token, owner = "", player.id if player else ""
        if not owner:
            token, begun = self._sessions.begin(name)
            owner = begun.id
        seats = [
            SeatRow("human", name or colour, owner=owner) if who == _YOU else SeatRow("bot", colour, bot=who)
            for who, colour in zip(plan, SEAT_NAMES, strict=False)
        ]
        return self._tables.create(title.name, seats), token

    # Looking

    def table(self, request: Request) -> Response:
        """The page of a table, from the seat of whoever asks."""
        return self._templates.table_page(request, self._look(request))

    def board(self, request: Request) -> Response:
        """The part of the page that changes."""
        seen = self._look(request)
        if request.headers.get("if-none-match") == etag(seen.table.version, seen.you):
            return Response(status_code=304, headers={"ETag": etag(seen.table.version, seen.you)})
        return self._templates.board(seen)

    def record(self, request: Request) -> Response:
        """The whole game as a text file, once it is over: until then it would tell what is hidden."""
        with self._tables.at(request.path_params["table"]) as table:
            if not table.game.is_over():
                raise NotFound("The record of this game can be read when it is over.")
            row = table.row
            names = [seat.name for seat in row.seats]
            return Response(
                write_record(table.game, names, salt=row.salt, commitment=row.commitment),
                media_type="text/plain; charset=utf-8",
                headers={"Content-Disposition": f'attachment; filename="{row.title}-{row.id}.txt"'},
            )

    async def events(self, request: Request) -> Response:
        """A stream that tells when tables have a new version: one in the path, or several in the query."""
        one = request.path_params.get("table")
        wanted = [one] if one else request.query_params.getlist("table")
        if not 0 < len(wanted) <= _MAX_STREAM_TABLES:
            raise Malformed(f"A stream watches 1 to {_MAX_STREAM_TABLES} tables.")
        known = await run_in_threadpool(self._tables.store.versions, wanted)
        if not known:
            raise NotFound
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        return StreamingResponse(
            self._hub.stream(known),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    def back_to_table(self, request: Request) -> Response:
        """Whoever reloads the answer to a form finds the table."""
        return RedirectResponse(f"/tables/{request.path_params['table']}", 303)

    def _look(self, request: Request, version: int | None = None) -> Look:
        """The table from the seat of whoever asks: as it is now, or as it was when a request was answered."""
        table_id = request.path_params["table"]
        with self._tables.at(table_id) as table:
            seat = table.seat_of(self._sessions.player(request))
            if version is None or version == table.version:
                return look(table, seat)
            return look(table.as_of(version, self._tables.store.events(table_id)), seat)

    # Moving

    async def move(self, request: Request) -> Response:
        """Make a move, or another one instead of the last."""
        fields = await read_form(request)
        if ("move" in fields) == ("instead" in fields):
            raise Malformed("A form holds one move.")
        act = self._tables.play if "move" in fields else self._tables.instead
        text = fields.get("move") or fields.get("instead") or ""
        if len(text) > _MAX_MOVE:
            raise Malformed("No move is as long as that.")

        def play(seat: int, version: int, key: str) -> Receipt:
            return act(request.path_params["table"], seat, text, version, key)

        return await run_in_threadpool(self._answer, request, fields, play)

    async def undo(self, request: Request) -> Response:
        """Take back the last choice."""
        fields = await read_form(request)

        def undo(seat: int, version: int, key: str) -> Receipt:
            return self._tables.undo(request.path_params["table"], seat, version, key)

        return await run_in_threadpool(self._answer, request, fields, undo)

    def _answer(self, request: Request, fields: Mapping[str, str], act: Callable[[int, int, str], Receipt]) -> Response:
        """Do it; answer a script with the new board and a form with the way back to its page.

        A refused move shows the table as it stands with the reason, so that nobody is left on a dead end.
        """
        scripted = request.headers.get("accept") == FRAGMENT
        table_id = request.path_params["table"]
        with self._tables.at(table_id) as table:
            seat = table.seat_of(self._sessions.player(request))
        try:
            receipt = act(seat, _number(fields.get("version", ""), "version"), _key(fields))
        except (NotAllowed, Outdated) as refusal:
            return self._refusal(request, refusal, scripted)
        if not scripted:
            return RedirectResponse(f"/tables/{table_id}", 303)
        return self._templates.board(self._look(request, receipt.version))

    def _refusal(self, request: Request, refusal: Refused, scripted: bool) -> Response:
        seen = self._look(request)
        if scripted:
            return self._templates.board(seen, str(refusal), refusal.status)
        return self._templates.table_page(request, seen, str(refusal), refusal.status)


def _number(text: str, what: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Malformed(f"The field {what} is not a number that makes sense.")
    return int(text)


def _key(fields: Mapping[str, str]) -> str:
    key = fields.get("key", "")
    if not _KEY.fullmatch(key):
        raise Malformed("The key of the form is missing or makes no sense.")
    return key


def _name(text: str) -> str:
    """A name as it may be shown: one line, no invisible characters (they can turn around the text beside them)."""
    visible = "".join(c for c in text if not unicodedata.category(c).startswith("C") or c.isspace())
    return " ".join(visible.split())[:_MAX_NAME]
