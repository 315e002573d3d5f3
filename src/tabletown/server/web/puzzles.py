"""Puzzles: the hub, the list of a title's puzzles, and the page of each. The address carries what was tried."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tabletown.engine.english import sentence
from tabletown.engine.errors import TabletownError
from tabletown.server.errors import NotAllowed, NotFound, NotReady, TooMany
from tabletown.server.html.page_parts import PageParts
from tabletown.server.html.templates import Templates
from tabletown.server.play.moves import SEPARATOR, fill_in
from tabletown.server.play.puzzle_answers import Consequence, PuzzleAnswers
from tabletown.server.play.titles import find_title
from tabletown.server.preparing import Stage
from tabletown.server.view.puzzle_hub import daily_puzzle, days_of, title_shelves, today
from tabletown.server.view.puzzle_view import HINTS, PuzzleView, view_puzzle
from tabletown.server.web.pages import about_game
from tabletown.server.web.sessions import BrowserSessions
from tabletown.study.attempts import Attempt, try_moves
from tabletown.study.puzzle_shelf import find_puzzle, puzzles_of, themes_of
from tabletown.study.puzzles import Puzzle

NO_PUZZLE = "There is no such puzzle. Perhaps the address was cut off, or a newer release has others."
NO_PUZZLES = "There are no puzzles of this game yet."
_LEVELS = range(1, 6)


class PuzzlePages:
    """Endpoints that only read."""

    def __init__(
        self,
        answers: PuzzleAnswers,
        sessions: BrowserSessions,
        templates: Templates,
        stage: Callable[[str], Stage],
    ) -> None:
        self._answers = answers
        self._sessions = sessions
        self._templates = templates
        self._stage = stage

    def hub(self, request: Request) -> Response:
        """The page of all puzzles: the one of the day, and what there is of each title."""
        day = today()
        daily = daily_puzzle(day, self._is_ready)
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
        """The page of a puzzle.

        `line` is what was tried before, `move` (with `amount`) or `instead` what is tried now, `hints` the number of
        hints, and `show` asks for the solution.
        """
        return await self._answer(request, "puzzle.html")

    async def board(self, request: Request) -> Response:
        """The part of that page that changes with a move."""
        return await self._answer(request, "_puzzle.html")

    async def _answer(self, request: Request, template: str) -> Response:
        puzzle = await run_in_threadpool(find_puzzle, request.path_params["puzzle"])
        if puzzle is None:
            raise NotFound(NO_PUZZLE)
        if not self._is_ready(puzzle.title):
            raise NotReady(puzzle.title)
        try:
            attempt = await run_in_threadpool(try_moves, puzzle, _moves(request))
        except (TabletownError, NotAllowed) as error:
            back = (f"/puzzles/{puzzle.id}", "Begin the puzzle again")
            said = f"This move is not possible here: {error}"
            return self._templates.page(request, "error.html", 400, status=400, message=sentence(said), back=back)
        seen, problem = await self._view(request, puzzle, attempt)
        return await run_in_threadpool(self._render, request, template, puzzle, seen, problem)

    async def _view(self, request: Request, puzzle: Puzzle, attempt: Attempt) -> tuple[PuzzleView, str]:
        """The puzzle after an attempt, and why nobody can say what a move leads to (mostly empty)."""
        asked = request.query_params
        shown = asked.get("show") == "1"
        hints = min(int(asked["hints"]), HINTS) if asked.get("hints", "") in map(str, range(HINTS + 1)) else 0
        tried, tempting, problem = None, None, ""
        if attempt.whole or shown:
            player = await run_in_threadpool(self._sessions.player, request)
            name = player.id if player else ""
            try:
                tried = await self._consequence(puzzle, attempt, name) if attempt.whole else None
                if shown or attempt.found or (tried and tried.as_good):
                    tempting = await self._consequence(puzzle, try_moves(puzzle, puzzle.tempting), name)
            except TooMany as refusal:
                problem = str(refusal)
        seen = await run_in_threadpool(view_puzzle, puzzle, attempt, hints, shown, tried, tempting)
        return seen, problem

    async def _consequence(self, puzzle: Puzzle, attempt: Attempt, player: str) -> Consequence | None:
        return await self._answers.consequence(puzzle, attempt.actions, player)

    def _render(self, request: Request, template: str, puzzle: Puzzle, seen: PuzzleView, problem: str) -> Response:
        context: dict[str, Any] = {
            "puzzle": seen,
            "problem": problem,
            "called": days_of(puzzle, today()),
            "parts": PageParts(seen.names),
            "most_hints": HINTS,
        }
        if template == "puzzle.html":
            return self._templates.page(request, template, **context)
        return HTMLResponse(self._templates.render(template, **context))

    def _is_ready(self, title: str) -> bool:
        return self._stage(title).ready


def _moves(request: Request) -> list[str]:
    """The plies of a request: those of the line, and the one that was just chosen. Raises NotAllowed."""
    asked = request.query_params
    moves = [move.strip() for move in asked.get("line", "").split(SEPARATOR) if move.strip()]
    if asked.get("instead"):
        return [*moves[:-1], asked["instead"]]
    if asked.get("move"):
        moves.append(fill_in(asked["move"], asked.get("amount", "")))
    return moves
