"""The pages and forms of tournaments: the list, setting one up, a tournament before, during and after its rounds.

A form is carried out once, however often it is sent. A refusal shows the page again, with the reason at its top.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import cast

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown import bots
from tabletown.engine.edition import PRINTED
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated, Refused, retry_headers
from tabletown.server.html.templates import Templates
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.play import checked_text as form
from tabletown.server.play import clock_presets
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.fair_play import NEEDS_ACCOUNT
from tabletown.server.play.ratings.scale import PROVISIONAL_GAMES
from tabletown.server.play.titles import find_title
from tabletown.server.play.tournaments.pairing import LARGEST, SMALLEST
from tabletown.server.play.tournaments.tournaments import STARTED, TITLE_LENGTH, NewTournament, Tournaments
from tabletown.server.store.protocol import Player, SessionOver, Store
from tabletown.server.store.tournament_protocol import Kind
from tabletown.server.view.tournament_export import exported
from tabletown.server.view.tournament_view import TournamentView, TournamentViews
from tabletown.server.web.guard import read_form, whole_form_key
from tabletown.server.web.sessions import BrowserSessions, set_token
from tabletown.server.web.tables import FRAGMENT

SHOWN = "x-shown"
"""The header with the mark of what a page shows: nothing is sent again that has not changed."""

_KINDS = ("swiss", "round robin")
Do = Callable[[str, Player | None, Mapping[str, str]], object]


class TournamentPages:
    """Endpoints of `/tournaments`."""

    def __init__(
        self,
        store: Store,
        tournaments: Tournaments,
        views: TournamentViews,
        sessions: BrowserSessions,
        templates: Templates,
        limits: Limits = DEFAULTS,
    ) -> None:
        self._store = store
        self._tournaments = tournaments
        self._views = views
        self._sessions = sessions
        self._templates = templates
        self._limits = limits

    # Pages

    def list(self, request: Request) -> Response:
        """The list of tournaments: the reader's own, open, running and finished ones."""
        player = self._sessions.player(request)
        return self._templates.page(
            request,
            "tournaments.html",
            lists=self._views.listed(player),
            may_organise=self._tournaments.may_organise(player),
        )

    def new(self, request: Request) -> Response:
        """The form for a new tournament of a title (`?title=`)."""
        return self._new(request, find_title(request.query_params.get("title", title_names()[0])))

    def _new(
        self, request: Request, title: Title, given: Mapping[str, str] | None = None, error: Refused | None = None
    ) -> Response:
        player = self._sessions.player(request)
        low, high = title.meta.players
        page = self._templates.page(
            request,
            "tournament_new.html",
            error.status if error else 200,
            game=title,
            titles=[get_title(name) for name in title_names()],
            sizes=range(max(low, SMALLEST), min(high, LARGEST) + 1),
            clocks=clock_presets,
            given=given or {},
            error=str(error) if error else "",
            may_organise=self._tournaments.may_organise(player),
            known_as=player.name if player else "",
            most_rounds=self._limits.tournament_rounds,
            most_players=self._limits.tournament_players,
            name_length=TITLE_LENGTH,
        )
        page.headers.update(retry_headers(error) if error else {})
        return page

    def page(self, request: Request) -> Response:
        """A tournament; a script gets the part that changes, or nothing (204) if it shows that already."""
        view = self._view(request)
        mark = _mark(view)
        if request.headers.get("accept") == FRAGMENT:
            if request.headers.get(SHOWN) == mark:
                return Response(status_code=204)
            return HTMLResponse(self._templates.render("_tournament.html", **self._context(request, view, mark)))
        return self._page(request, view, mark)

    def _page(self, request: Request, view: TournamentView, mark: str, error: Refused | None = None) -> Response:
        context = self._context(request, view, mark, str(error) if error else "")
        page = self._templates.page(request, "tournament.html", error.status if error else 200, **context)
        page.headers.update(retry_headers(error) if error else {})
        return page

    def _context(self, request: Request, view: TournamentView, mark: str, error: str = "") -> dict[str, object]:
        player = self._sessions.player(request)
        return {
            "t": view,
            "mark": mark,
            "error": error,
            "known_as": player.name if player else "",
            "kept": player is not None and self._sessions.is_kept(player),
            "link": f"{self._templates.link_base(request)}/tournaments/{view.row.id}",
            "most_players": self._limits.tournament_players,
            "provisional_games": PROVISIONAL_GAMES,
        }

    def _view(self, request: Request) -> TournamentView:
        row = self._tournaments.row(request.path_params["tournament"])
        return self._views.view(row, self._sessions.player(request))

    def export(self, request: Request) -> Response:
        """A tournament as a JSON file."""
        row = self._tournaments.row(request.path_params["tournament"])
        view, laid = self._views.export(row, self._sessions.player(request))
        text = msgspec.json.format(msgspec.json.encode(exported(view, laid)), indent=1)
        headers = {"Content-Disposition": f'attachment; filename="tabletown-tournament-{row.id}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    def back(self, request: Request) -> Response:
        """The page of a form that a browser reloads: the tournament. Raises NotFound for another address."""
        if request.path_params["form"] not in ("join", "leave", "sit-out", "start", "call-off", "bots", "remove"):
            raise NotFound
        return RedirectResponse(f"/tournaments/{request.path_params['tournament']}", 303)

    # Forms

    async def create(self, request: Request) -> Response:
        """Set up a tournament."""
        fields = await read_form(request)
        title = find_title(fields.get("title", ""))
        key = whole_form_key(request, fields)
        return await run_in_threadpool(self._create, request, title, fields, key)

    def _create(self, request: Request, title: Title, fields: Mapping[str, str], key: str) -> Response:
        try:
            made = self._tournaments.create(self._sessions.player(request), _agreed(title, fields), key)
        except Refused as refusal:
            return self._new(request, title, fields, refusal)
        return RedirectResponse(f"/tournaments/{made}", 303)

    async def join(self, request: Request) -> Response:
        """Take part, also as somebody who was never here before."""
        fields = await read_form(request)
        key = whole_form_key(request, fields)
        return await run_in_threadpool(self._join, request, form.clean_name(fields.get("name", "")), key)

    def _join(self, request: Request, name: str, key: str) -> Response:
        tournament_id, token = request.path_params["tournament"], ""
        player = self._sessions.player(request)
        try:
            if player is None:
                row = self._tournaments.row(tournament_id)
                if row.state != "open":
                    raise Outdated(STARTED)
                if row.rated:
                    raise NotAllowed(NEEDS_ACCOUNT)
                if not name:
                    raise Malformed("Please say how you want to be called in the standings.")
                token, player = self._newcomer(name, key)
            self._tournaments.join(tournament_id, player, name)
        except NotFound:
            raise
        except Refused as refusal:
            response = self._again(request, refusal)
        else:
            response = RedirectResponse(f"/tournaments/{tournament_id}", 303)
        if token:
            set_token(response, request, token)
        return response

    def _newcomer(self, name: str, key: str) -> tuple[str, Player]:
        """A new player; the same one for a form that is sent again because its answer was lost."""
        token, session = self._sessions.new(name, key)
        if self._store.player(session.player.id) is None:
            self._store.begin(session)
            return token, session.player
        try:
            return self._sessions.repeated(session.player.id)
        except SessionOver:
            raise Outdated("You have signed out since this form was sent. Please join once more.") from None

    async def leave(self, request: Request) -> Response:
        """Leave: at once before the start, after the present round later."""
        return await self._do(request, lambda t, player, _: self._tournaments.leave(t, player))

    async def sit_out(self, request: Request) -> Response:
        """Sit out the next round, or play in it after all."""

        def do(tournament: str, player: Player | None, fields: Mapping[str, str]) -> None:
            self._tournaments.sit_out(tournament, player, form.parse_number(fields.get("round", ""), "round"))

        return await self._do(request, do)

    async def start(self, request: Request) -> Response:
        """Start the tournament, for its organiser."""
        return await self._do(request, lambda t, player, _: self._tournaments.start(t, player))

    async def call_off(self, request: Request) -> Response:
        """Call it off before the start, for its organiser."""
        return await self._do(request, lambda t, player, _: self._tournaments.call_off(t, player))

    async def add_bots(self, request: Request) -> Response:
        """Let bots take part, for the organiser."""

        def do(tournament: str, player: Player | None, fields: Mapping[str, str]) -> None:
            for _ in range(_how_many(fields)):
                self._tournaments.add_bot(tournament, player, fields.get("bot", ""))

        return await self._do(request, do)

    async def remove(self, request: Request) -> Response:
        """Remove somebody before the start, for the organiser."""

        def do(tournament: str, player: Player | None, fields: Mapping[str, str]) -> None:
            number = form.parse_number(fields.get("number", ""), "number")
            self._tournaments.remove(tournament, player, number)

        return await self._do(request, do)

    async def _do(self, request: Request, do: Do) -> Response:
        fields = await read_form(request)
        return await run_in_threadpool(self._done, request, do, fields)

    def _done(self, request: Request, do: Do, fields: Mapping[str, str]) -> Response:
        tournament_id = request.path_params["tournament"]
        try:
            do(tournament_id, self._sessions.player(request), fields)
        except NotFound:
            raise
        except Refused as refusal:
            return self._again(request, refusal)
        return RedirectResponse(f"/tournaments/{tournament_id}", 303)

    def _again(self, request: Request, refusal: Refused) -> Response:
        view = self._view(request)
        return self._page(request, view, _mark(view), refusal)


def _mark(view: TournamentView) -> str:
    """What a page shows, as a short text that changes with it."""
    return hashlib.blake2b(repr(view).encode(), digest_size=8).hexdigest()


def _how_many(fields: Mapping[str, str]) -> int:
    count = form.parse_number(fields.get("count") or "1", "count")
    if not 1 <= count <= DEFAULTS.tournament_players:
        raise Malformed(f"1 to {DEFAULTS.tournament_players} bots can join at a time.")
    return count


def _agreed(title: Title, fields: Mapping[str, str]) -> NewTournament:
    """The tournament that a form asks for. Raises Malformed."""
    kind = fields.get("kind", "swiss")
    if kind not in _KINDS:
        raise Malformed("A tournament is Swiss or a round robin.")
    public = fields.get("public", "link")
    if public not in ("link", "everybody"):
        raise Malformed("A tournament is for everybody, or for those with its link.")
    edition = fields.get("edition") or PRINTED
    if edition != PRINTED and edition not in title.meta.editions:
        raise Malformed("There is no such edition of the cards.")
    bot, count = fields.get("bot") or USUAL_BOT, form.parse_number(fields.get("bots") or "0", "bots")
    if bot not in bots.names():
        raise Malformed("There is no such bot here.")
    if count > DEFAULTS.tournament_players:
        raise Malformed(f"At most {DEFAULTS.tournament_players} take part.")
    return NewTournament(
        name=fields.get("name", ""),
        title=title,
        kind=cast(Kind, kind),
        at_table=form.parse_number(fields.get("at_table") or "2", "at_table"),
        rounds=form.parse_number(fields.get("rounds") or "5", "rounds"),
        pace=fields.get("pace", ""),
        edition=edition,
        options={option: f"option-{option}" in fields for option in title.meta.options},
        rated="rated" in fields,
        listed=public == "everybody",
        fill=bot if fields.get("fill") == "bots" else "",
        round_days=form.parse_number(fields.get("round_days") or "0", "round_days"),
        bots=[bot] * count,
        join="join" in fields,
    )
