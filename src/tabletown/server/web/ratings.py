"""The pages of ratings: an overview, the list of each title, and whether a player is named there."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, NotAllowed
from tabletown.server.html.templates import Templates
from tabletown.server.play.fair_play import NEEDS_ACCOUNT
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.ratings.ratings import LEAST_GAMES, LISTED, PROVISIONAL_GAMES, Ratings
from tabletown.server.play.titles import find_title
from tabletown.server.web.guard import read_form
from tabletown.server.web.pages import about_game, games_by_length
from tabletown.server.web.sessions import BrowserSessions


class RatingPages:
    """Endpoints of `/ratings`. `changes` limits how often a player may change whether they are named."""

    def __init__(self, ratings: Ratings, sessions: BrowserSessions, templates: Templates, changes: RateLimit) -> None:
        self._ratings = ratings
        self._sessions = sessions
        self._templates = templates
        self._changes = changes

    def all_titles(self, request: Request) -> Response:
        """The reader's own ratings, and the first of every list."""
        player = self._sessions.player(request)
        own = self._ratings.of(player.id) if player else {}
        games = games_by_length()
        leaders = [(game, next(iter(self._ratings.best(game["name"], player, 1)), None)) for game in games]
        return self._templates.page(
            request,
            "ratings.html",
            own=[(game, own[game["name"]]) for game in games if game["name"] in own],
            kept=player is not None and self._sessions.is_kept(player),
            named=self._ratings.is_listed(player),
            games=leaders,
            provisional_games=PROVISIONAL_GAMES,
        )

    def of_title(self, request: Request) -> Response:
        """The list of a title."""
        title, player = find_title(request.path_params["title"]), self._sessions.player(request)
        return self._templates.page(
            request,
            "ratings_title.html",
            game=about_game(title.name),
            own=self._ratings.of(player.id).get(title.name) if player else None,
            lines=self._ratings.best(title.name, player),
            least_games=LEAST_GAMES,
            shown=LISTED,
            provisional_games=PROVISIONAL_GAMES,
        )

    async def set_named(self, request: Request) -> Response:
        """Set whether the lists show the player's name."""
        on = (await read_form(request)).get("on", "")
        if on not in ("0", "1"):
            raise Malformed("This setting is on (1) or off (0).")
        await run_in_threadpool(self._set_named, request, on == "1")
        return RedirectResponse("/ratings", 303)

    def _set_named(self, request: Request, on: bool) -> None:
        player = self._sessions.player(request)
        if player is None or not self._sessions.is_kept(player):
            raise NotAllowed(NEEDS_ACCOUNT)
        self._changes.check(player.id, "That was a lot of changes in a short time.")
        self._ratings.set_listed(player, on)

    def back(self, request: Request) -> Response:
        """Redirect to the ratings, when the response to the form is reloaded."""
        return RedirectResponse("/ratings", 303)
