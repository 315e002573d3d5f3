"""Getting a seat: create a table for players and bots, take an open seat, ask for a rematch.

A player needs no account, only the link of the table. With the seat, a player gets a new session token in the same
transaction.

A form may be sent twice, by a double click or because the response was lost, and the second time another server may
answer. The store finds by the form's key which table and seat it led to. It knows only the hash of the token, so a
browser that comes without one gets another token for the same player (see `BrowserSessions.token_again`), also from
another network. Only the browser that was shown the form can know its key.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown import bots
from tabletown.engine.edition import PRINTED
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated, TooMany
from tabletown.server.play import checked_text as form
from tabletown.server.play import clock_presets
from tabletown.server.play.bots.choices import STRENGTHS, USUAL_BOT
from tabletown.server.play.clock_presets import NO_CLOCK
from tabletown.server.play.lessons import Lesson, lesson_of
from tabletown.server.play.openings import Opening, opening_of
from tabletown.server.play.seating import Seating
from tabletown.server.play.tables import Tables
from tabletown.server.play.titles import find_title
from tabletown.server.store.events import SatDown
from tabletown.server.store.protocol import Clock, Player, SeatRow
from tabletown.server.web.guard import read_form, whole_form_key
from tabletown.server.web.pages import NO_LESSON
from tabletown.server.web.sessions import BrowserSessions, reader_of, set_token
from tabletown.server.web.tables import TablePages

OPEN = "open"
"""In a form, instead of a bot: a seat for a friend."""

HERE = "here"
"""In a form, instead of a bot: a seat for another player on the same screen."""

_QUICK_PLAYERS = 3
_YOU = ""  # the player's own seat in a plan, which otherwise holds OPEN, HERE and names of bots


@dataclass(frozen=True, slots=True)
class _Seated:
    """The table at which a player got a seat, and the player's token if it is a new one."""

    table: str
    version: int = 0
    token: str = ""
    player: Player | None = None


class SeatForms:
    """Endpoints that give a player a seat. A form is carried out once, however often it is sent."""

    def __init__(self, tables: Tables, seating: Seating, sessions: BrowserSessions, pages: TablePages) -> None:
        self._tables = tables
        self._seating = seating
        self._sessions = sessions
        self._pages = pages

    # Creating a table

    async def create(self, request: Request) -> Response:
        """Create a table from the form of a game or of the home page."""
        fields = await read_form(request)
        title = find_title(fields.get("title", ""))
        low, high = title.meta.players
        if "upto" in fields:  # on the home page the number is chosen for any game: limit it to those of this one
            players = min(max(form.parse_number(fields["upto"], "upto"), low), high)
        else:
            players = form.parse_number(fields.get("players") or str(low), "players")
        if not low <= players <= high:
            raise Malformed(f"{title.meta.title} is for {low} to {high} players.")
        seat = form.parse_number(fields.get("seat") or "0", "seat")
        if seat >= players:
            raise Malformed("There is no such seat at this table.")
        public = _is_public(fields)
        clock = clock_presets.clock_from_form(fields.get("clock", NO_CLOCK), fields.get("on_flag", "bot"))
        plan = [fields.get(f"bot-{n}") or fields.get("bot") or USUAL_BOT for n in range(1, players)]
        plan.insert(seat, _YOU)
        if not set(plan) <= {_YOU, OPEN, HERE, *bots.names()}:
            raise Malformed("There is no such bot here.")
        name = form.clean_name(fields["name"]) if "name" in fields else None
        options = {option: f"option-{option}" in fields for option in title.meta.options}
        edition = fields.get("edition", PRINTED)
        if edition != PRINTED and edition not in title.meta.editions:
            raise Malformed("There is no such edition of the cards.")
        note = form.clean_note(fields.get("note", ""))
        key = whole_form_key(request, fields)

        def work() -> _Seated:
            return self._set_up(
                request, key, title, plan, name, options, edition, public=public, clock=clock, note=note,
                rated="rated" in fields,
            )  # fmt: skip

        return await self._start(request, work)

    async def quick(self, request: Request) -> Response:
        """Create a table against bots with one click."""
        fields = await read_form(request)
        title = find_title(request.path_params["title"])
        low, high = title.meta.players
        strength = fields.get("strength", "fair")
        if strength not in STRENGTHS:
            raise Malformed("Opponents are gentle, fair or strong.")
        plan = [_YOU] + [STRENGTHS[strength]] * (min(max(_QUICK_PLAYERS, low), high) - 1)
        key = whole_form_key(request, fields)
        return await self._start(request, lambda: self._set_up(request, key, title, plan))

    async def learn(self, request: Request) -> Response:
        """Create a table for the lesson of a title, against gentle bots."""
        fields = await read_form(request)
        title = find_title(request.path_params["title"])
        key = whole_form_key(request, fields)
        return await self._start(request, lambda: self._set_lesson(request, key, title))

    async def play_on(self, request: Request) -> Response:
        """Create a table that goes on with a finished game from a ply, the reader at one of its seats against bots."""
        fields = await read_form(request)
        ply, seat = (form.parse_number(fields.get(name, ""), name) for name in ("ply", "seat"))
        key = whole_form_key(request, fields)
        return await self._start(request, lambda: self._play_on(request, key, ply, seat))

    def _play_on(self, request: Request, key: str, ply: int, seat: int) -> _Seated:
        with self._tables.at(request.path_params["table"]) as table:
            opening, title = opening_of(table, ply), table.title
            plan = [row.bot if row.kind == "bot" else STRENGTHS["strong"] for row in table.row.seats]
        if seat >= len(plan):
            raise Malformed("There is no such seat at this table.")
        plan[seat] = _YOU
        return self._set_up(request, key, title, plan, options=opening.options, opening=opening)

    async def rematch(self, request: Request) -> Response:
        """A rematch: the same players, each one seat further. All of them are redirected to the same table.

        If the form says so, people may take the seats of bots.
        """
        with_people = (await read_form(request)).get("with") == "people"
        table_id = request.path_params["table"]
        return await self._start(
            request, lambda: _Seated(self._seating.rematch(table_id, self._sessions.player(request), with_people))
        )

    async def _start(self, request: Request, work: Callable[[], _Seated]) -> Response:
        seated = await run_in_threadpool(work)
        response = RedirectResponse(f"/tables/{seated.table}", 303)
        if seated.token:
            set_token(response, request, seated.token)
        return response

    def _set_up(
        self,
        request: Request,
        key: str,
        title: Title,
        plan: Sequence[str],
        name: str | None = None,
        options: Mapping[str, bool] | None = None,
        edition: str = PRINTED,
        *,
        public: bool = False,
        clock: Clock | None = None,
        note: str = "",
        lesson: Lesson | None = None,
        opening: Opening | None = None,
        rated: bool = False,
    ) -> _Seated:
        """Create a table for the reader. `name` is the reader's name there; None means the name they have."""
        if key and (made := self._tables.store.table_by_key(key)):
            return self._made(request, made)
        player, token, session = self._sessions.player(request), "", None
        if rated:
            self._seating.check_rated(_seat_rows(plan, "", player or Player("")))
        opens = [SeatRow("open", colour) for who, colour in zip(plan, SEAT_NAMES, strict=False) if who == OPEN]
        self._seating.check_new_table(player, public, opens)
        if player is None:
            token, session = self._sessions.new(name or "")
            player = session.player
        elif name and name != player.name:
            player = self._sessions.rename(reader_of(request), player, name)
        seats = _seat_rows(plan, player.name if name is None else name, player)
        made = self._tables.create(
            title.name, seats, options, edition=edition, public=public, clock=clock, note=note, lesson=lesson,
            opening=opening, rated=rated, key=key, session=session,
        )  # fmt: skip
        if session is not None and self._sessions.holder(session.token_hash) is None:  # the same form was faster
            return self._made(request, made)
        return _Seated(made, token=token)

    def _set_lesson(self, request: Request, key: str, title: Title) -> _Seated:
        self._tables.must_be_ready(title.name)
        lesson = lesson_of(title)
        if lesson is None:
            raise NotFound(NO_LESSON)
        plan = [_YOU] + [STRENGTHS["gentle"]] * (lesson.players - 1)
        return self._set_up(request, key, title, plan, lesson=lesson)

    def _made(self, request: Request, table_id: str) -> _Seated:
        """The result of a form that created a table before."""
        row = self._tables.store.table(table_id)
        assert row is not None
        owner = next(seat.owner for seat in row.seats if seat.owner)  # all human seats belong to the sender of the form
        token, _ = self._sessions.token_again(request, owner, row.created)
        return _Seated(table_id, token=token)

    # Taking a seat

    async def sit(self, request: Request) -> Response:
        """Take an open seat, or give it to a bot."""
        fields = await read_form(request)
        seat = form.parse_number(fields.get("seat", ""), "seat")
        bot, name = fields.get("bot"), form.clean_name(fields["name"]) if "name" in fields else None
        if bot is not None and bot not in bots.names():
            raise Malformed("There is no such bot here.")

        key = whole_form_key(request, fields)

        def work() -> _Seated:
            return self._claim(request, key, seat, name) if bot is None else self._fill(request, key, seat, bot)

        try:
            seated = await run_in_threadpool(work)
        except (NotAllowed, Outdated, TooMany) as refusal:
            return await run_in_threadpool(self._pages.after_refusal, request, refusal)
        response = await run_in_threadpool(self._pages.after_change, request, seated.version, seated.player)
        if seated.token:
            set_token(response, request, seated.token)
        response.background = BackgroundTask(self._tables.announce, seated.table, seated.version)
        return response

    def _claim(self, request: Request, key: str, seat: int, name: str | None) -> _Seated:
        table_id = request.path_params["table"]
        player = self._sessions.player(request)
        with self._tables.at(table_id) as table:
            if seat in table.seats_of(player):  # a repeated form
                return _Seated(table_id, table.version, player=player)
            if name is None:  # without a field for it: the player's name, except for a second seat on the same screen
                name = player.name if player and not table.seats_of(player) else ""
        token, session = self._sessions.renewed(reader_of(request), name)
        who = SeatRow("human", name, "", session.player.id, session.player.play_forced)
        receipt = self._seating.sit(table_id, seat, who, session, key)
        if receipt.repeated:
            owner, at = self._sat_down(table_id, seat)
            token, player = self._sessions.token_again(request, owner, at)
            return _Seated(table_id, receipt.version, token, player)
        return _Seated(table_id, receipt.version, token, session.player)

    def _sat_down(self, table_id: str, seat: int) -> tuple[str, float]:
        """The player who took an open seat, and when."""
        found = ((e.event, e.at) for e in self._tables.store.events(table_id))
        return next((event.owner, at) for event, at in found if isinstance(event, SatDown) and event.seat == seat)

    def _fill(self, request: Request, key: str, seat: int, bot: str) -> _Seated:
        table_id = request.path_params["table"]
        player = self._sessions.player(request)
        return _Seated(table_id, self._seating.seat_bot(table_id, player, seat, bot, key), player=player)


def _seat_rows(plan: Sequence[str], name: str, player: Player) -> list[SeatRow]:
    """The seats of a plan, in which `player` sits under a name, which may be empty."""
    seats = []
    for who, colour in zip(plan, SEAT_NAMES, strict=False):
        if who == _YOU:
            seats.append(SeatRow("human", name or colour, "", player.id, player.play_forced))
        elif who == HERE:
            seats.append(SeatRow("human", colour, "", player.id, player.play_forced))
        elif who == OPEN:
            seats.append(SeatRow("open", colour))
        else:
            seats.append(SeatRow("bot", colour, bot=who))
    return seats


def _is_public(fields: Mapping[str, str]) -> bool:
    """Whether the table is listed in the lobby, or found by its link only. Raises Malformed."""
    who = fields.get("public", "link")
    if who not in ("link", "everybody"):
        raise Malformed("A table is for everybody, or for those with its link.")
    return who == "everybody"
