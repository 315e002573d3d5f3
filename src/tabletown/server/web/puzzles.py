"""Puzzles: the hub, the list of a title's puzzles, and the page of each. The address carries what was tried."""

from collections.abc import Callable
from datetime import timedelta

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import NotFound
from tabletown.server.html.templates import Templates
from tabletown.server.play.titles import find_title
from tabletown.server.preparing import Stage
from tabletown.server.view.puzzle_hub import daily_puzzle, title_shelves, today
from tabletown.server.web.pages import about_game
from tabletown.server.web.puzzle_page import PAGE, PART, PuzzlePage
from tabletown.study.puzzle_shelf import find_puzzle, puzzles_of, themes_of

NO_PUZZLE = "There is no such puzzle. Perhaps the address was cut off, or a newer release has others."
NO_PUZZLES = "There are no puzzles of this game yet."
_LEVELS = range(1, 6)


class PuzzlePages:
    """Endpoints that only read."""

    def __init__(self, page: PuzzlePage, templates: Templates, stage: Callable[[str], Stage]) -> None:
        self._page = page
        self._templates = templates
        self._stage = stage

    def hub(self, request: Request) -> Response:
        """The page of all puzzles: the one of the day, and what there is of each title."""
        day = today()
        daily = daily_puzzle(day, lambda title: self._stage(title).ready)
        before = daily_puzzle(day - timedelta(days=1), lambda _: False)
        shelves = [(shelf, about_game(shelf.name)) for shelf in title_shelves()]
        return self._templates.page(
            request,
            "puzzles.html",
            daily=daily,
            before=before,
            shelves=shelves,
        )

    def shelf(self, request: Request) -> Response:
        """The list of a title's puzzles; `theme` and `level` choose among them."""
        title = find_title(request.path_params["title"])
        if not puzzles_of(title.name):
            raise NotFound(NO_PUZZLES)
        theme, level = request.query_params.get("theme", ""), request.query_params.get("level", "")
        themes = themes_of(title.name)
        puzzles = sorted(themes.get(theme, ()) if theme else puzzles_of(title.name), key=lambda each: each.difficulty)
        if level:
            puzzles = [puzzle for puzzle in puzzles if str(puzzle.difficulty) == level]
        return self._templates.page(
            request,
            "puzzle_shelf.html",
            game=about_game(title.name),
            topics=list(themes),
            levels=_LEVELS,
            about=theme,
            level=level,
            puzzles=puzzles,
        )

    async def puzzle(self, request: Request) -> Response:
        """The page of a puzzle."""
        return await self._answer(request, PAGE)

    async def board(self, request: Request) -> Response:
        """The part of that page that changes with a move."""
        return await self._answer(request, PART)

    async def _answer(self, request: Request, template: str) -> Response:
        puzzle = await run_in_threadpool(find_puzzle, request.path_params["puzzle"])
        if puzzle is None:
            raise NotFound(NO_PUZZLE)
        return await self._page.answer(request, template, puzzle)
