"""The page of one puzzle or short lesson: the address carries what was tried, so it works without scripts."""

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tabletown.engine.english import sentence
from tabletown.engine.errors import TabletownError
from tabletown.server.errors import NotAllowed, NotReady, TooMany
from tabletown.server.html.page_parts import PageParts
from tabletown.server.html.templates import Templates
from tabletown.server.play.moves import SEPARATOR, fill_in
from tabletown.server.play.puzzle_answers import Consequence, PuzzleAnswers
from tabletown.server.preparing import Stage
from tabletown.server.view.puzzle_hub import days_of, today
from tabletown.server.view.puzzle_view import HINTS, PuzzleView, path_of, view_puzzle
from tabletown.server.web.sessions import BrowserSessions
from tabletown.study.attempts import Attempt, try_moves
from tabletown.study.puzzles import Puzzle
from tabletown.study.short_lessons import ShortLesson

PAGE, PART = "puzzle.html", "_puzzle.html"
"""The whole page, and the part of it that changes with a move."""


class PuzzlePage:
    """Answers requests for puzzles and short lessons."""

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

    async def answer(
        self, request: Request, template: str, puzzle: Puzzle, lesson: ShortLesson | None = None
    ) -> Response:
        """The page of a puzzle, which may be that of a lesson. Raises NotReady.

        In the request, `line` is what was tried before, `move` (with `amount`) or `instead` what is tried now, `hints`
        the number of hints, and `show` asks for the solution.
        """
        if not self._stage(puzzle.title).ready:
            raise NotReady(puzzle.title)
        try:
            attempt = await run_in_threadpool(try_moves, puzzle, _moves(request))
        except (TabletownError, NotAllowed) as error:
            back = (path_of(lesson), "Begin again") if lesson else (f"/puzzles/{puzzle.id}", "Begin the puzzle again")
            said = f"This move is not possible here: {error}"
            return self._templates.page(request, "error.html", 400, status=400, message=sentence(said), back=back)
        seen, problem = await self._view(request, puzzle, attempt, lesson)
        return await run_in_threadpool(self._render, request, template, puzzle, seen, problem)

    async def _view(
        self, request: Request, puzzle: Puzzle, attempt: Attempt, lesson: ShortLesson | None
    ) -> tuple[PuzzleView, str]:
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
        seen = await run_in_threadpool(view_puzzle, puzzle, attempt, hints, shown, tried, tempting, lesson)
        return seen, problem

    async def _consequence(self, puzzle: Puzzle, attempt: Attempt, player: str) -> Consequence | None:
        return await self._answers.consequence(puzzle, attempt.actions, player)

    def _render(self, request: Request, template: str, puzzle: Puzzle, seen: PuzzleView, problem: str) -> Response:
        context: dict[str, Any] = {
            "puzzle": seen,
            "problem": problem,
            "called": "" if seen.lesson else days_of(puzzle, today()),
            "parts": PageParts(seen.names),
            "most_hints": HINTS,
        }
        if template == PAGE:
            return self._templates.page(request, template, **context)
        return HTMLResponse(self._templates.render(template, **context))


def _moves(request: Request) -> list[str]:
    """The plies of a request: those of the line, and the one that was just chosen. Raises NotAllowed."""
    asked = request.query_params
    moves = [move.strip() for move in asked.get("line", "").split(SEPARATOR) if move.strip()]
    if asked.get("instead"):
        return [*moves[:-1], asked["instead"]]
    if asked.get("move"):
        moves.append(fill_in(asked["move"], asked.get("amount", "")))
    return moves
