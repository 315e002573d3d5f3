"""Sitting down: set a table for oneself, bots and friends, take an open seat at one, play again.

A friend needs no account, only the address of the table. Whoever sits down gets a token that nobody can have known
before, in the same step as the seat.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown import bots
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.server import fields as form
from tabletown.server.errors import Malformed, NotAllowed, NotYours, Outdated, TooMany
from tabletown.server.guard import read_form
from tabletown.server.limits import RateLimit
from tabletown.server.once import Once
from tabletown.server.pages import find_title
from tabletown.server.sessions import Sessions, set_token
from tabletown.server.store import Player, SeatRow, TableRow
from tabletown.server.table_pages import TablePages
from tabletown.server.tables import Tables
from tabletown.server.templating import STRENGTHS, USUAL_BOT

OPEN = "open"
"""In a form, instead of a bot: a seat for a friend."""

HERE = "here"
"""The same: a seat for somebody in front of the same screen."""

_QUICK_PLAYERS = 3
_YOU = ""  # in a plan of seats, which otherwise holds OPEN, HERE and the names of bots


@dataclass(frozen=True, slots=True)
class _Seated:
    """Where somebody sits now, and the token by which that is known, if it is a new one."""

    table: str
    version: int = 0
    token: str = ""
    player: Player | None = None


class Sitting:
    """Endpoints that give somebody a seat. All of them do so once, however often a form is sent."""

    def __init__(self, tables: Tables, sessions: Sessions, pages: TablePages, creations: RateLimit) -> None:
        self._tables = tables
        self._sessions = sessions
        self._pages = pages
        self._creations = creations
        self._once: Once[_Seated] = Once()

    # Setting a table

    async def create(self, request: Request) -> Response:
        """Start a table from a form."""
        fields = await read_form(request)
        title = find_title(fields.get("title", ""))
        players = form.number(fields.get("players") or str(title.meta.players[0]), "players")
        low, high = title.meta.players
        if not low <= players <= high:
            raise Malformed(f"{title.meta.title} is for {low} to {high} players.")
        seat = form.number(fields.get("seat") or "0", "seat")
        if seat >= players:
            raise Malformed("There is no such seat at this table.")
        plan = [fields.get(f"bot-{n}") or fields.get("bot") or USUAL_BOT for n in range(1, players)]
        plan.insert(seat, _YOU)
        if not set(plan) <= {_YOU, OPEN, HERE, *bots.names()}:
            raise Malformed("There is no such bot here.")
        name = form.name(fields.get("name", ""))
        options = {option: f"option-{option}" in fields for option in title.meta.options}
        return await self._start(request, fields, lambda: self._set_up(request, title, plan, name, options))

    async def quick(self, request: Request) -> Response:
        """Start a table with one click."""
        fields = await read_form(request)
        title = find_title(request.path_params["title"])
        low, high = title.meta.players
        strength = fields.get("strength", "fair")
        if strength not in STRENGTHS:
            raise Malformed("Opponents are gentle, fair or strong.")
        plan = [_YOU] + [STRENGTHS[strength]] * (min(max(_QUICK_PLAYERS, low), high) - 1)
        return await self._start(request, fields, lambda: self._set_up(request, title, plan, ""))

    async def rematch(self, request: Request) -> Response:
        """The same company once more, everybody one seat further; whoever asks later is led to the same table."""
        fields = await read_form(request)
        table_id = request.path_params["table"]
        player = await run_in_threadpool(self._sessions.player, request)
        await run_in_threadpool(
            self._company, table_id, player
        )  # a repeated form is answered to those who sit here, too
        return await self._start(request, fields, lambda: _Seated(self.again(table_id, player)))

    async def _start(self, request: Request, fields: Mapping[str, str], work: Callable[[], _Seated]) -> Response:
        seated = await self._do_once(request, fields, work)
        response = RedirectResponse(f"/tables/{seated.table}", 303)
        if seated.token:
            set_token(response, request, seated.token)
        return response

    async def _do_once(self, request: Request, fields: Mapping[str, str], work: Callable[[], _Seated]) -> _Seated:
        def begin() -> Awaitable[_Seated]:
            return run_in_threadpool(work)

        if "key" not in fields:
            return await begin()
        same = (_host(request), request.url.path, form.key_in(fields), sorted(fields.items()))
        return await self._once(hashlib.sha256(repr(same).encode()).hexdigest(), begin)

    def _set_up(
        self, request: Request, title: Title, plan: Sequence[str], name: str, options: Mapping[str, bool] | None = None
    ) -> _Seated:
        player, token = self._sessions.player(request), ""
        self.count(player.id if player else _host(request))
        if player is None:
            token, player = self._sessions.begin(name)
        seats = []
        for who, colour in zip(plan, SEAT_NAMES, strict=False):
            if who == _YOU:
                seats.append(SeatRow("human", name or colour, owner=player.id))
            elif who == HERE:
                seats.append(SeatRow("human", colour, owner=player.id))
            elif who == OPEN:
                seats.append(SeatRow("open", colour))
            else:
                seats.append(SeatRow("bot", colour, bot=who))
        return _Seated(self._tables.create(title.name, seats, options), token=token)

    def _company(self, table_id: str, player: Player | None) -> tuple[int, TableRow, list[SeatRow], str]:
        """The seat of whoever asks, what was set up, who plays, and where they go on if that is settled."""
        with self._tables.at(table_id) as table:
            seat = table.viewpoint(table.seats_of(player))
            if seat < 0:
                raise NotYours("Only those who played here can ask for a rematch.")
            return seat, table.row, list(table.seats), table.next

    def again(self, table_id: str, player: Player | None) -> str:
        """The table at which the company of another one plays again; it is set if nobody did so before."""
        seat, row, seats, settled = self._company(table_id, player)
        if settled:
            return settled
        if player is not None:
            self.count(player.id)
        moved = [*seats[-1:], *seats[:-1]]
        plan = [
            replace(who, name=colour if who.name in SEAT_NAMES else who.name)
            for who, colour in zip(moved, SEAT_NAMES, strict=False)
        ]
        other = self._tables.create(row.title, plan, row.options)
        return self._tables.again(table_id, seat, other)

    def count(self, who: str) -> None:
        """Somebody is about to set a table; raises TooMany if they did so too often."""
        if not self._creations.allows(who):
            raise TooMany("That was a lot of tables in a short time. Please finish one of them first.")

    # Taking a seat

    async def sit(self, request: Request) -> Response:
        """Sit down on an open seat, or let a bot sit there."""
        fields = await read_form(request)
        seat = form.number(fields.get("seat", ""), "seat")
        bot, name = fields.get("bot"), form.name(fields.get("name", ""))
        if bot is not None and bot not in bots.names():
            raise Malformed("There is no such bot here.")

        def work() -> _Seated:
            return self._claim(request, seat, name) if bot is None else self._fill(request, seat, bot)

        try:
            seated = await self._do_once(request, fields, work)
        except (NotAllowed, Outdated) as refusal:
            return await run_in_threadpool(self._pages.refused, request, refusal)
        response = await run_in_threadpool(self._pages.done, request, seated.version, seated.player)
        if seated.token:
            set_token(response, request, seated.token)
        response.background = BackgroundTask(self._tables.announce, seated.table, seated.version)
        return response

    def _claim(self, request: Request, seat: int, name: str) -> _Seated:
        table_id = request.path_params["table"]
        player = self._sessions.player(request)
        with self._tables.at(table_id) as table:
            if seat in table.seats_of(player):  # by the same form, a long time ago
                return _Seated(table_id, table.version, player=player)
        token, session = self._sessions.renewed(request, name)
        receipt = self._tables.sit(table_id, seat, SeatRow("human", name, owner=session.player.id), session)
        return _Seated(table_id, receipt.version, token, session.player)

    def _fill(self, request: Request, seat: int, bot: str) -> _Seated:
        table_id = request.path_params["table"]
        player = self._sessions.player(request)
        return _Seated(table_id, self.fill(table_id, player, seat, bot), player=player)

    def fill(self, table_id: str, player: Player | None, seat: int, bot: str) -> int:
        """Let a bot sit down on an open seat, as a player of the table wishes; returns the version of the store."""
        with self._tables.at(table_id) as table:
            if not table.seats_of(player):
                raise NotYours("Only those who sit at this table can ask a bot to join.")
        return self._tables.sit(table_id, seat, SeatRow("bot", "", bot=bot)).version


def _host(request: Request) -> str:
    return request.client.host if request.client else ""
