"""Analysis: the board on which one tries plies after a position. Addresses carry all of it, nothing is kept."""

from collections.abc import Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tabletown.engine.english import sentence
from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.server.errors import BotsNotReady, Malformed, NotAllowed, TooMany
from tabletown.server.html.page_parts import PageParts
from tabletown.server.html.templates import Templates
from tabletown.server.play.analysis import (
    Analysis,
    AnalysisMind,
    analyse_game,
    finished_game,
    read_line,
    why_no_mind,
)
from tabletown.server.play.checked_text import parse_number
from tabletown.server.play.moves import fill_in
from tabletown.server.play.tables import Tables
from tabletown.server.view.analysis_view import AnalysisView, MindView, view_analysis, view_mind
from tabletown.server.web.sessions import BrowserSessions


class AnalysisPages:
    """Endpoints that only read. Everybody who has the link of a finished game may analyse it."""

    def __init__(self, tables: Tables, mind: AnalysisMind, sessions: BrowserSessions, templates: Templates) -> None:
        self._tables = tables
        self._mind = mind
        self._sessions = sessions
        self._templates = templates

    async def page(self, request: Request) -> Response:
        """The page: `ply` and `line` are the position, `move` (with `amount`) a ply to try, `eyes` whose eyes.

        With `mind=1` it says what the mind says; else a script asks for it afterwards.
        """
        return await self._answer(request, "analysis.html")

    async def board(self, request: Request) -> Response:
        """The part of that page that changes with a ply."""
        return await self._answer(request, "_analysis.html")

    async def mind(self, request: Request) -> Response:
        """What the mind says of the position."""
        return await self._answer(request, "_mind.html")

    async def _answer(self, request: Request, template: str) -> Response:
        table_id, asked = request.path_params["table"], request.query_params
        game, names = await run_in_threadpool(self._game, table_id)
        try:
            analysis = await run_in_threadpool(lambda: analyse_game(game, _ply(asked), _moves(asked)))
            seen = await run_in_threadpool(view_analysis, analysis, table_id, names, asked.get("eyes", ""))
        except (TabletownError, Malformed, NotAllowed) as error:
            said = str(error) if isinstance(error, Malformed) else f"This move is not possible here: {error}"
            back = (f"/tables/{table_id}/analysis", "Begin the analysis again")
            return self._templates.page(request, "error.html", 400, status=400, message=sentence(said), back=back)
        problem, says = await run_in_threadpool(why_no_mind, analysis.position), None
        if not problem and (template == "_mind.html" or asked.get("mind") == "1"):
            says, problem = await self._ask(request, analysis, seen)
        return await run_in_threadpool(self._render, request, template, seen, says, problem)

    def _game(self, table_id: str) -> tuple[Game, tuple[str, ...]]:
        with self._tables.at(table_id) as table:
            return finished_game(table), table.names

    async def _ask(self, request: Request, analysis: Analysis, seen: AnalysisView) -> tuple[MindView | None, str]:
        """What the mind says, or why it says nothing."""
        player = await run_in_threadpool(self._sessions.player, request)
        try:
            says = await self._mind.say(analysis, seen.eyes, player.id if player else "")
        except TooMany as refusal:
            return None, str(refusal)
        if says is None:
            return None, str(BotsNotReady())
        return await run_in_threadpool(view_mind, analysis, says, seen), ""

    def _render(
        self, request: Request, template: str, seen: AnalysisView, says: MindView | None, problem: str
    ) -> Response:
        here = f"/tables/{seen.table}/analysis"
        context: dict[str, Any] = {
            "analysis": seen,
            "mind": says,
            "problem": problem,
            "here": here,
            "link": f"{request.base_url}{here[1:]}?{seen.query}",
            "parts": PageParts(seen.names),
        }
        if template == "analysis.html":
            return self._templates.page(request, template, **context)
        return HTMLResponse(self._templates.render(template, **context))


def _ply(asked: Mapping[str, str]) -> int:
    return parse_number(asked.get("ply") or "0", "ply")


def _moves(asked: Mapping[str, str]) -> list[str]:
    """The plies of a request: those of the line, and the one that was just chosen. Raises NotAllowed."""
    moves = read_line(asked.get("line", ""))
    if asked.get("move"):
        moves.append(fill_in(asked["move"], asked.get("amount", "")))
    return moves
