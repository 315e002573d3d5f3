"""Finding opponents: the page on which a player looks for others, and the open tables on it."""

from collections.abc import Callable, Iterable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.games import names as title_names
from tabletown.server.errors import Malformed, NotAllowed, Outdated
from tabletown.server.html.templates import Templates
from tabletown.server.play import checked_text, clock_presets
from tabletown.server.play.ratings.scale import shown
from tabletown.server.play.ratings.strengths import NEWCOMER
from tabletown.server.play.searching.searching import Searching
from tabletown.server.play.searching.strength import NEAR_POINTS
from tabletown.server.play.searching.wishes import PACES, USUAL_PACE, Wishes, all_sizes, check_wishes
from tabletown.server.play.waiting_rooms import LIVE_HOURS, OTHER_DAYS, WaitingRooms
from tabletown.server.store.protocol import Player
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.search_view import SearchView, view_search
from tabletown.server.view.table_summary import TableSummary
from tabletown.server.web.guard import read_form, whole_form_key
from tabletown.server.web.pages import games_by_length
from tabletown.server.web.sessions import BrowserSessions, set_token
from tabletown.server.web.tables import FRAGMENT

_FASTS = ("live", "days", "none")


class FindPages:
    """Endpoints of `/find`. `is_ready` says which titles can be played now, `coming` names those that are not yet."""

    def __init__(
        self,
        searching: Searching,
        rooms: WaitingRooms,
        lobby: Lobby,
        sessions: BrowserSessions,
        templates: Templates,
        is_ready: Callable[[str], bool],
        coming: Callable[[], Iterable[str]],
    ) -> None:
        self._searching = searching
        self._rooms = rooms
        self._lobby = lobby
        self._sessions = sessions
        self._templates = templates
        self._is_ready = is_ready
        self._coming = coming

    # Reading

    def page(self, request: Request) -> Response:
        """The page: what to play, how the search stands, and who waits at open tables."""
        return self._page(request)

    def _page(self, request: Request, error: str = "", status: int = 200, wanted: Wishes | None = None) -> Response:
        player = self._sessions.player(request)
        search = view_search(self._searching, player)
        games = [game for game in games_by_length() if self._is_ready(game["name"])]
        usual = Wishes(tuple(game["name"] for game in games[:1]), USUAL_PACE, (2, 3))
        game, fast = _filters(request)
        return self._templates.page(
            request,
            "find.html",
            status,
            **self._state(search),
            games=games,
            wishes=wanted or search.wishes or usual,
            sizes=all_sizes(),
            paces=PACES,
            clocks=clock_presets,
            tables=self._tables(player, game, fast),
            version=self._lobby.version,
            game=game,
            fast=fast,
            known_as=player.name if player else "",
            kept=player is not None and self._sessions.is_kept(player),
            live_hours=LIVE_HOURS,
            other_days=OTHER_DAYS,
            coming=self._lobby.coming(),
            near_points=NEAR_POINTS,
            newcomer=shown("", NEWCOMER),
            error=error,
        )

    def _state(self, search: SearchView) -> dict[str, object]:
        state = "seated" if search.table else "found" if search.found else "looking" if search.wishes else "idle"
        return {"search": search, "state": state}

    def state(self, request: Request) -> Response:
        """How the search stands, for a script; a browser without scripts gets the page."""
        if request.headers.get("accept") != FRAGMENT:
            return RedirectResponse("/find", 303)
        search = view_search(self._searching, self._sessions.player(request))
        return HTMLResponse(self._templates.render("_find.html", **self._state(search)))

    def challenges(self, request: Request) -> Response:
        """The open tables, for a script; a browser without scripts gets the page."""
        if request.headers.get("accept") != FRAGMENT:
            return RedirectResponse("/find", 303)
        tables = self._tables(self._sessions.player(request), *_filters(request))
        return HTMLResponse(self._templates.render("_challenges.html", tables=tables))

    def _tables(self, player: Player | None, game: str, fast: str) -> list[TableSummary]:
        found = self._lobby.open_tables(player)
        return [table for table in found if game in ("", table.name) and fast in ("", table.pace)]

    def back(self, request: Request) -> Response:
        """Redirect to the page, when the response to a form is reloaded."""
        return RedirectResponse("/find", 303)

    # Forms

    async def begin(self, request: Request) -> Response:
        """Look for opponents. A stranger becomes a player by it."""
        fields = await read_form(request)
        titles = [name for name in title_names() if f"title-{name}" in fields]
        sizes = [size for size in all_sizes() if f"size-{size}" in fields]
        pace, rated, strength = fields.get("pace", ""), "rated" in fields, "strength" in fields
        try:
            wishes = check_wishes(titles, pace, sizes, rated, strength)
        except (Malformed, NotAllowed) as error:
            wanted = Wishes(tuple(titles), pace if pace in PACES else USUAL_PACE, tuple(sizes), rated, strength)
            return await run_in_threadpool(self._page, request, str(error), error.status, wanted)
        name = checked_text.clean_name(fields.get("name", ""))
        key = whole_form_key(request, fields)
        try:
            token = await run_in_threadpool(self._begin, request, wishes, name, key)
        except NotAllowed as refusal:
            return await run_in_threadpool(self._page, request, str(refusal), refusal.status, wishes)
        response = RedirectResponse("/find", 303)
        if token:
            set_token(response, request, token)
        return response

    def _begin(self, request: Request, wishes: Wishes, name: str, key: str) -> str:
        player, token = self._sessions.player(request), ""
        self._searching.check_rate(player)
        self._searching.check_player(player, wishes.rated)  # before a stranger becomes a player
        if player is None:
            token, player = self._sessions.begin_player(name, key)
        self._searching.begin(player, wishes)
        return token

    async def stop(self, request: Request) -> Response:
        """Stop looking, or say "not now"."""
        await read_form(request)

        def work() -> Response:
            player = self._sessions.player(request)
            try:
                if player is not None:
                    self._searching.stop(player)
            except NotAllowed as refusal:
                return self._page(request, str(refusal), refusal.status)
            return RedirectResponse("/find", 303)

        return await run_in_threadpool(work)

    async def bots(self, request: Request) -> Response:
        """Begin with bots instead."""
        fields = await read_form(request)
        key = whole_form_key(request, fields)

        def work() -> Response:
            player = self._sessions.player(request)
            try:
                if player is None:
                    raise Outdated("You were not looking for opponents. Choose what you would play.")
                return RedirectResponse(f"/tables/{self._searching.begin_with_bots(player, key)}", 303)
            except (Outdated, NotAllowed) as refusal:
                return self._page(request, str(refusal), refusal.status)

        return await run_in_threadpool(work)

    async def withdraw(self, request: Request) -> Response:
        """Withdraw a table of the reader's that waits for players."""
        await read_form(request)
        table = request.path_params["table"]
        await run_in_threadpool(lambda: self._rooms.withdraw(table, self._sessions.player(request)))
        return RedirectResponse(f"/tables/{table}", 303)


def _filters(request: Request) -> tuple[str, str]:
    """Which open tables to show: a game and a pace, or all of them."""
    asked: Mapping[str, str] = request.query_params
    game, fast = asked.get("game", ""), asked.get("fast", "")
    return game if game in title_names() else "", fast if fast in _FASTS else ""
