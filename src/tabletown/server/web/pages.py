"""Pages that say how to play: a game, its rules, its cards, its lesson, the API."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.games import names as title_names
from tabletown.games import own_names
from tabletown.server.errors import Malformed, NotFound
from tabletown.server.html import gallery
from tabletown.server.html.rules import rules_of, rules_page
from tabletown.server.html.templates import THEMES, Templates
from tabletown.server.play import clock_presets
from tabletown.server.play.lessons import lesson_of
from tabletown.server.play.titles import find_title
from tabletown.server.preparing import Stage
from tabletown.server.store.pulse import Pulse
from tabletown.server.web.guard import read_form
from tabletown.server.web.lobby import LobbyPages

NO_LESSON = "This game has no lesson yet. Its rules say how it is played."
_YEAR_S = 365 * 24 * 3600


@cache
def about_game(name: str) -> dict[str, Any]:
    """A game as the templates need it."""
    title = find_title(name)
    return {
        "name": title.name,
        "meta": title.meta,
        "cover": title.drawing.cover(),
        "editions": _editions_offered(title),
        "no_lesson": not (title.folder / "lesson.toml").is_file(),
        "from_outside": title.name not in own_names(),
    }


def _editions_offered(title: Title) -> list[dict[str, Any]]:
    """The editions of a game's cards that can be chosen, with what is different on them."""
    return [
        {"name": one.name, "title": one.title, "text": str(one), "changes": one.in_words(title.card_table())}
        for one in title.editions_offered
    ]


def games_by_length() -> list[dict[str, Any]]:
    """All games, the shortest first: beginners should start with a short one."""

    def minutes(game: dict[str, Any]) -> int:
        return int(game["meta"].minutes)

    return sorted(map(about_game, title_names()), key=minutes)


class Pages:
    """Endpoints that only read, and the choice of a theme."""

    def __init__(
        self,
        pulse: Pulse,
        templates: Templates,
        stage: Callable[[str], Stage],
        ask_for: Callable[[str], Stage],
        lobby: LobbyPages,
        describe_api: Callable[[], str],
    ) -> None:
        self._pulse = pulse
        self._templates = templates
        self._stage = stage
        self._ask_for = ask_for  # like `stage`, for a title that the visitor wants to play: it is compiled first
        self._lobby = lobby
        self._describe_api = describe_api

    def lessons(self, request: Request) -> Response:
        """The page of all games for those who want to learn one."""
        return self._templates.page(request, "lessons.html", games=games_by_length())

    def game(self, request: Request) -> Response:
        """The page of a game: what it is, who made it, and the form for a new table."""
        title = find_title(request.path_params["title"])
        stage = self._ask_for(title.name)
        return self._templates.page(
            request,
            "game.html",
            game=about_game(title.name),
            names=SEAT_NAMES,
            stage=stage,
            clocks=clock_presets,
            known_as=self._lobby.name_of(request),
            kept=self._lobby.is_kept(request),
        )

    def rules(self, request: Request) -> Response:
        """The rules of a game, every rule with an anchor."""
        title = find_title(request.path_params["title"])
        rules = rules_of(title, pictures=self._stage(title.name).ready)
        return self._templates.page(request, "rules.html", game=about_game(title.name), html=rules.html, toc=rules.toc)

    def cards(self, request: Request) -> Response:
        """All cards of a game, or those that a search finds."""
        title = find_title(request.path_params["title"])
        asked = request.query_params
        search = gallery.search_from_form(asked.get("q", ""), asked.get("group", ""), asked.get("type", ""), title)
        return self._templates.page(
            request,
            "gallery.html",
            game=about_game(title.name),
            card_groups=gallery.card_groups(title, search),
            types=gallery.types_of(title),
            search=search,
            symbol=title.drawing.symbol,
        )

    def learn(self, request: Request) -> Response:
        """The page that offers the lesson of a game."""
        title = find_title(request.path_params["title"])
        stage = self._ask_for(title.name)
        lesson = lesson_of(title) if stage.ready else None
        if stage.ready and lesson is None:
            raise NotFound(NO_LESSON)
        return self._templates.page(request, "learn.html", game=about_game(title.name), stage=stage, lesson=lesson)

    def api(self, request: Request) -> Response:
        """The description of the API."""
        page = rules_page(self._describe_api())
        return self._templates.page(request, "api.html", html=page.html, toc=page.toc)

    async def health(self, request: Request) -> Response:
        """A health check: whether the database has answered lately. It waits for neither database nor thread."""
        if self._pulse.is_steady:
            return PlainTextResponse("ok\n")
        return PlainTextResponse("the database does not answer\n", 503)

    async def theme(self, request: Request) -> Response:
        """Store the theme in a cookie, for a browser without scripts, and redirect to the page before."""
        theme = (await read_form(request)).get("theme", "")
        if theme not in THEMES:
            raise Malformed("There are three themes: system, light and dark.")
        back = urlsplit(request.headers.get("referer", ""))
        inside = back.netloc == request.url.netloc and back.path.startswith("/") and not back.path.startswith("//")
        response = RedirectResponse(urlunsplit(("", "", back.path, back.query, "")) if inside else "/", 303)
        response.set_cookie("theme", theme, max_age=_YEAR_S, path="/", samesite="lax")
        return response
