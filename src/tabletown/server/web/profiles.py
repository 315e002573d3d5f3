"""Profiles: the pages of players, one's own with its settings, the forms that tidy up, and statistics of titles."""

from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, Refused, retry_headers
from tabletown.server.html.templates import Templates
from tabletown.server.play.people.profiles import Profiles, SeenBy
from tabletown.server.play.resigning import Resigning
from tabletown.server.play.titles import find_title
from tabletown.server.store.profile_protocol import Company
from tabletown.server.store.protocol import Player
from tabletown.server.view.lobby import Lobby
from tabletown.server.view.profile import Profile, ProfileViews
from tabletown.server.view.title_statistics import NEWEST, Statistics
from tabletown.server.web.guard import read_form
from tabletown.server.web.pages import about_game
from tabletown.server.web.sessions import BrowserSessions

_AS: dict[str, SeenBy] = {"friend": "friends", "everyone": "everyone"}
_WITH: dict[str, Company] = {"people": "people", "bots": "bots"}
_STRANGER = "Nobody knows you here yet: play a game first."


class ProfilePages:
    """Endpoints of `/people`, `/you` and the statistics of games."""

    def __init__(
        self,
        views: ProfileViews,
        profiles: Profiles,
        resigning: Resigning,
        statistics: Statistics,
        lobby: Lobby,
        sessions: BrowserSessions,
        templates: Templates,
        mail_offered: bool,
    ) -> None:
        self._views = views
        self._profiles = profiles
        self._resigning = resigning
        self._statistics = statistics
        self._lobby = lobby
        self._sessions = sessions
        self._templates = templates
        self._mail_offered = mail_offered

    def person(self, request: Request) -> Response:
        """The page of a player; one's own is at `/you`."""
        reader = self._sessions.player(request)
        profile = self._view(request, request.path_params["player"], reader)
        if profile.access.is_you:
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"/you{query}", 303)
        if not profile.access.kept:
            return self._templates.page(request, "no_profile.html")
        if profile.access.player.id != request.path_params["player"]:  # a browser that was joined to an account
            return RedirectResponse(f"/people/{profile.access.player.id}", 303)
        return self._templates.page(request, "profile.html", profile=profile, **self._around(request, None))

    def you(self, request: Request) -> Response:
        """One's own page: profile, games and settings."""
        return self._you(request)

    def _you(self, request: Request, error: Refused | None = None) -> Response:
        player = self._sessions.player(request)
        profile = self._view(request, player.id, player) if player else None
        context = self._around(request, player)
        status = error.status if error else 200
        page = self._templates.page(request, "you.html", status, profile=profile, error=str(error or ""), **context)
        page.headers.update(retry_headers(error) if error else {})
        return page

    def _view(self, request: Request, player_id: str, reader: Player | None) -> Profile:
        asked = request.query_params
        page = asked.get("page", "1")
        return self._views.view(
            player_id,
            reader,
            seen_as=_AS.get(asked.get("as", ""), "me"),
            title=asked.get("title", "")[:40],
            company=_WITH.get(asked.get("with", ""), ""),
            hidden=asked.get("hidden") == "1",
            page=int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 1,
        )

    def _around(self, request: Request, player: Player | None) -> dict[str, Any]:
        asked = dict(request.query_params)

        def link(**changes: str) -> str:
            kept = {name: asked[name] for name in ("as", "with", "title", "hidden") if asked.get(name)}
            query = {name: value for name, value in {**kept, **changes}.items() if value}
            return f"{request.url.path}?{urlencode(query)}" if query else request.url.path

        return {
            "link": link,
            "mine": self._lobby.own_tables(player),
            "away": self._views.put_away(player) if player else (),
            "known_as": player.name if player else "",
            "play_forced": player is None or player.play_forced,
            "kept": player is not None and self._sessions.is_kept(player),
            "coming": self._lobby.coming(),
            "mail_offered": self._mail_offered,
        }

    # What a player chooses

    async def let_see(self, request: Request) -> Response:
        """Choose by whom a sheet may be seen."""
        fields = await read_form(request)
        return await run_in_threadpool(self._let_see, request, fields.get("sheet", ""), fields.get("seen_by", ""))

    def _let_see(self, request: Request, sheet: str, seen_by: str) -> Response:
        player = self._known(request)
        try:
            self._profiles.let_see(player, sheet, seen_by)
        except Refused as refusal:
            return self._you(request, refusal)
        return RedirectResponse(f"/you#{sheet}", 303)

    async def put_away(self, request: Request) -> Response:
        """Put games away, or back; or let bots finish those that were left lying."""
        fields = await read_form(request)
        tables = [name.removeprefix("table-") for name in fields if name.startswith("table-")]
        return await run_in_threadpool(self._put_away, request, tables, fields.get("do", ""))

    def _put_away(self, request: Request, tables: list[str], do: str) -> Response:
        player = self._known(request)
        try:
            if do not in ("away", "back", "resign"):
                raise Malformed("Games can be put away, put back, or given up.")
            if do == "resign":
                return RedirectResponse(f"/tables/{self._one_of(player, tables)}/resign", 303)
            self._profiles.put_away(player, tables, do == "away")
        except Refused as refusal:
            return self._you(request, refusal)
        return RedirectResponse("/you#games" if do == "away" else "/you?hidden=1#games", 303)

    def _one_of(self, player: Player, tables: list[str]) -> str:
        if len(tables) != 1:
            raise Malformed("Choose one game to give up: what happens to the others is said for each.")
        self._profiles.must_be_at(player, tables)
        return tables[0]

    def _known(self, request: Request) -> Player:
        player = self._sessions.player(request)
        if player is None:
            raise Malformed(_STRANGER)
        return player

    # Giving a game up

    def ask_to_resign(self, request: Request) -> Response:
        """The page that says what giving up means, and asks."""
        return self._ask_to_resign(request)

    def _ask_to_resign(self, request: Request, error: Refused | None = None) -> Response:
        table_id, player = request.path_params["table"], self._sessions.player(request)
        found = self._resigning.consequences(table_id, player)
        page = self._templates.page(
            request,
            "resign.html",
            error.status if error else 200,
            table_id=table_id,
            found=found,
            error=str(error or ""),
        )
        page.headers.update(retry_headers(error) if error else {})
        return page

    async def resign(self, request: Request) -> Response:
        """Give the game up."""
        await read_form(request)
        return await run_in_threadpool(self._resign, request)

    def _resign(self, request: Request) -> Response:
        table_id = request.path_params["table"]
        try:
            self._resigning.resign(table_id, self._sessions.player(request))
        except Refused as refusal:
            if refusal.status != 429:
                raise
            return self._ask_to_resign(request, refusal)
        return RedirectResponse(f"/tables/{table_id}", 303)

    # Statistics

    def statistics(self, request: Request) -> Response:
        """The statistics of a title."""
        title = find_title(request.path_params["title"])
        found = self._statistics.of(title)
        return self._templates.page(request, "statistics.html", game=about_game(title.name), found=found, newest=NEWEST)
