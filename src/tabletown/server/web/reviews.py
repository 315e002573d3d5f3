"""The review of a finished game: its page, the part of it that changes, and the form that begins it."""

from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.server.html.templates import Templates
from tabletown.server.play.checked_text import parse_number
from tabletown.server.play.reviews import Reviews
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.replay_view import OPEN
from tabletown.server.view.replays import Replays
from tabletown.server.view.review_view import ReviewView, view_review
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions


class ReviewPages:
    """Endpoints of reviews. Everybody who has the link of a finished game may review it."""

    def __init__(
        self, tables: Tables, reviews: Reviews, replays: Replays, sessions: BrowserSessions, templates: Templates
    ) -> None:
        self._tables = tables
        self._reviews = reviews
        self._replays = replays
        self._sessions = sessions
        self._templates = templates

    def page(self, request: Request) -> Response:
        """The page of a review: `ply` is where the cursor stands, `seat` whose eyes the board is seen with."""
        return self._templates.page(request, "review.html", **self._context(request))

    def part(self, request: Request) -> Response:
        """The part of that page that changes with the cursor, and while the review is being made."""
        return HTMLResponse(self._templates.render("_review.html", **self._context(request)))

    async def begin(self, request: Request) -> Response:
        """Begin the review, and go to its page."""
        await read_form(request)
        table_id = request.path_params["table"]
        player = await run_in_threadpool(self._sessions.player, request)
        await self._reviews.begin(table_id, player)
        return RedirectResponse(f"/tables/{table_id}/review", 303)

    def _context(self, request: Request) -> dict[str, Any]:
        table_id, player = request.path_params["table"], self._sessions.player(request)
        asked = request.query_params.get("ply")
        review = self._view(table_id, player, None if not asked else parse_number(asked, "ply"))
        eyes = request.query_params.get("seat") or (str(review.here.seat) if review.here else OPEN)
        step = review.ply if review.state.review else review.state.total
        board = self._replays.view_step(table_id, player, eyes, step, by_ply=True)
        return {"review": review, "replay": board, "wide": Markup(review.wide), "narrow": Markup(review.narrow)}

    def _view(self, table_id: str, player: Player | None, ply: int | None) -> ReviewView:
        state = self._reviews.state(table_id)
        with self._tables.at(table_id) as table:
            return view_review(table, self._replays.rounds(table), state, table.seats_of(player), ply)
