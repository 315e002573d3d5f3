"""Sitting down: set a table for oneself, bots and friends, take an open seat at one, play again.

A friend needs no account, only the address of the table. Whoever sits down gets a token that nobody can have known
before, in the same step as the seat.

A double click sends a form twice, and so does whoever got no answer; the second time any server may be asked. The
store knows what a form led to, by its key, and gives the same table and seat. Of a token it knows the hash only:
whoever comes without one gets another for the same player, for as long as an answer may have been lost on its way. Only
the one browser that was shown the form can know its key.
"""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown import bots
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated
from tabletown.server.play import checked_text as form
from tabletown.server.play import clock_presets
from tabletown.server.play.bot_choices import STRENGTHS, USUAL_BOT
from tabletown.server.play.clock_presets import NO_CLOCK
from tabletown.server.play.lessons import Lesson, lesson_of
from tabletown.server.play.seating import Seating
from tabletown.server.play.tables import Tables
from tabletown.server.play.titles import find_title
from tabletown.server.store.events import SatDown
from tabletown.server.store.protocol import Clock, Player, SeatRow, SessionOver
from tabletown.server.web.guard import read_form
from tabletown.server.web.pages import NO_LESSON
from tabletown.server.web.sessions import BrowserSessions, host_of, reader_of, set_token
from tabletown.server.web.tables import TablePages

OPEN = "open"
"""In a form, instead of a bot: a seat for a friend."""

HERE = "here"
"""The same: a seat for somebody in front of the same screen."""

_QUICK_PLAYERS = 3
_ANSWERS_S = 600.0  # for how long a lost answer, and with it a token, is given again
_YOU = ""  # in a plan of seats, which otherwise holds OPEN, HERE and the names of bots


@dataclass(frozen=True, slots=True)
class _Seated:
    """Where somebody sits now, and the token by which that is known, if it is a new one."""

    table: str
    version: int = 0
    token: str = ""
    player: Player | None = None


class SeatForms:
    """Endpoints that give somebody a seat. All of them do so once, however often a form is sent."""

    def __init__(self, tables: Tables, seating: Seating, sessions: BrowserSessions, pages: TablePages) -> None:
        self._tables = tables
        self._seating = seating
        self._sessions = sessions
        self._pages = pages

    # Setting a table

    async def create(self, request: Request) -> Response:
        """Start a table from a form."""
        fields = await read_form(request)
        title = find_title(fields.get("title", ""))
        low, high = title.meta.players
        if "upto" in fields:  # asked for before the game was: as many as it has seats for
            players = min(max(form.number(fields["upto"], "upto"), low), high)
        else:
            players = form.number(fields.get("players") or str(low), "players")
        if not low <= players <= high:
            raise Malformed(f"{title.meta.title} is for {low} to {high} players.")
        seat = form.number(fields.get("seat") or "0", "seat")
        if seat >= players:
            raise Malformed("There is no such seat at this table.")
        public = _is_public(fields)
        clock = clock_presets.chosen(fields.get("clock", NO_CLOCK), fields.get("on_flag", "bot"))
        plan = [fields.get(f"bot-{n}") or fields.get("bot") or USUAL_BOT for n in range(1, players)]
        plan.insert(seat, _YOU)
        if not set(plan) <= {_YOU, OPEN, HERE, *bots.names()}:
            raise Malformed("There is no such bot here.")
        name = form.name(fields["name"]) if "name" in fields else None
        options = {option: f"option-{option}" in fields for option in title.meta.options}
        key = _form_key(request, fields)

        def work() -> _Seated:
            return self._set_up(request, key, title, plan, name, options, public=public, clock=clock)

        return await self._start(request, work)

    async def quick(self, request: Request) -> Response:
        """Start a table with one click."""
        fields = await read_form(request)
        title = find_title(request.path_params["title"])
        low, high = title.meta.players
        strength = fields.get("strength", "fair")
        if strength not in STRENGTHS:
            raise Malformed("BotPlayers are gentle, fair or strong.")
        plan = [_YOU] + [STRENGTHS[strength]] * (min(max(_QUICK_PLAYERS, low), high) - 1)
        key = _form_key(request, fields)
        return await self._start(request, lambda: self._set_up(request, key, title, plan))

    async def learn(self, request: Request) -> Response:
        """Start the guided first game of a title, against bots that are gentle when it is over."""
        fields = await read_form(request)
        title = find_title(request.path_params["title"])
        key = _form_key(request, fields)
        return await self._start(request, lambda: self._set_lesson(request, key, title))

    async def rematch(self, request: Request) -> Response:
        """The same company once more, everybody one seat further; whoever asks later is led to the same table."""
        await read_form(request)
        table_id = request.path_params["table"]
        return await self._start(
            request, lambda: _Seated(self._seating.again(table_id, self._sessions.player(request)))
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
        *,
        public: bool = False,
        clock: Clock | None = None,
        lesson: Lesson | None = None,
    ) -> _Seated:
        """Set a table for whoever asks, who may have said how to be called there; if not asked, as the last time."""
        if key and (made := self._tables.store.made_by(key)):
            return self._made(request, made)
        player, token, session = self._sessions.player(request), "", None
        self._seating.count(player.id if player else host_of(request))
        if player is None:
            token, session = self._sessions.new(name or "")
            player = session.player
        elif name and name != player.name:
            player = self._sessions.rename(reader_of(request), player, name)
        name = player.name if name is None else name
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
        made = self._tables.create(
            title.name, seats, options, public=public, clock=clock, lesson=lesson, key=key, session=session
        )
        if session is not None and self._sessions.holder(session.token_hash) is None:  # made by the same form just now
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
        """The answer to a form that has made a table before."""
        row = self._tables.store.table(table_id)
        assert row is not None
        owner = next(seat.owner for seat in row.seats if seat.owner)  # all of them are of whoever sent the form
        token, _ = self._token_again(request, owner, row.created)
        return _Seated(table_id, token=token)

    def _token_again(self, request: Request, owner: str, at: float) -> tuple[str, Player | None]:
        """Another token for the owner of a seat, if it was given just now and whoever asks comes without one."""
        player = self._sessions.player(request)
        if player is not None or time.time() - at > _ANSWERS_S:
            return "", player
        try:
            return self._sessions.repeated(owner)
        except SessionOver:
            return "", None

    # Taking a seat

    async def sit(self, request: Request) -> Response:
        """Sit down on an open seat, or let a bot sit there."""
        fields = await read_form(request)
        seat = form.number(fields.get("seat", ""), "seat")
        bot, name = fields.get("bot"), form.name(fields["name"]) if "name" in fields else None
        if bot is not None and bot not in bots.names():
            raise Malformed("There is no such bot here.")

        key = _form_key(request, fields)

        def work() -> _Seated:
            return self._claim(request, key, seat, name) if bot is None else self._fill(request, key, seat, bot)

        try:
            seated = await run_in_threadpool(work)
        except (NotAllowed, Outdated) as refusal:
            return await run_in_threadpool(self._pages.refused, request, refusal)
        response = await run_in_threadpool(self._pages.done, request, seated.version, seated.player)
        if seated.token:
            set_token(response, request, seated.token)
        response.background = BackgroundTask(self._tables.announce, seated.table, seated.version)
        return response

    def _claim(self, request: Request, key: str, seat: int, name: str | None) -> _Seated:
        table_id = request.path_params["table"]
        player = self._sessions.player(request)
        with self._tables.at(table_id) as table:
            if seat in table.seats_of(player):  # by the same form, a long time ago
                return _Seated(table_id, table.version, player=player)
            if name is None:  # not asked: as the last time, unless somebody shares a screen with themselves
                name = player.name if player and not table.seats_of(player) else ""
        token, session = self._sessions.renewed(reader_of(request), name)
        receipt = self._seating.sit(table_id, seat, SeatRow("human", name, owner=session.player.id), session, key)
        if receipt.repeated:
            (sat, *_) = self._tables.store.events(table_id, receipt.version - 1)
            assert isinstance(sat.event, SatDown)
            token, player = self._token_again(request, sat.event.owner, sat.at)
            return _Seated(table_id, receipt.version, token, player)
        return _Seated(table_id, receipt.version, token, session.player)

    def _fill(self, request: Request, key: str, seat: int, bot: str) -> _Seated:
        table_id = request.path_params["table"]
        player = self._sessions.player(request)
        return _Seated(table_id, self._seating.fill(table_id, player, seat, bot, key), player=player)


def _form_key(request: Request, fields: Mapping[str, str]) -> str:
    """By what a form is known when it comes again, word for word and from the same place; nothing without its key."""
    if "key" not in fields:
        return ""
    return _hash(host_of(request), request.url.path, form.key_in(fields), sorted(fields.items()))


def _hash(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _is_public(fields: Mapping[str, str]) -> bool:
    """Whether everybody may find the table, or only those who are given its link."""
    who = fields.get("public", "link")
    if who not in ("link", "everybody"):
        raise Malformed("A table is for everybody, or for those with its link.")
    return who == "everybody"
