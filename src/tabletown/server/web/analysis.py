"""Analysis: the board on which one tries plies after a position. Addresses carry all of it, nothing is kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tabletown.engine.english import sentence
from tabletown.engine.errors import TabletownError
from tabletown.engine.position import Position
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.errors import BotsNotReady, Malformed, NotAllowed, TooMany
from tabletown.server.html.page_parts import PageParts
from tabletown.server.html.templates import Templates
from tabletown.server.play.analysis import (
    Analysis,
    AnalysisMind,
    analyse_game,
    analyse_position,
    read_line,
    why_no_mind,
)
from tabletown.server.play.checked_text import parse_number
from tabletown.server.play.moves import fill_in
from tabletown.server.play.own_analysis import own_view, why_fair_play_forbids
from tabletown.server.play.positions import MOST_CHARACTERS, Positions, as_world
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.analysis_view import AnalysisView, MindView, Place, names_of, view_analysis, view_mind
from tabletown.server.web.guard import read_form
from tabletown.server.web.sessions import BrowserSessions


@dataclass(frozen=True, slots=True)
class _Subject:
    """What is analysed: where, and how to try moves in it."""

    place: Place
    analyse: Callable[[int, Sequence[str]], Analysis]
    eyes: str = ""  # with which one looks at it unless the address says otherwise


class AnalysisPages:
    """Endpoints that only read, and the form for a position.

    Everybody who has its link may analyse a finished game; one that goes on only its players, see own_analysis.py.
    """

    def __init__(
        self,
        tables: Tables,
        positions: Positions,
        mind: AnalysisMind,
        sessions: BrowserSessions,
        templates: Templates,
    ) -> None:
        self._tables = tables
        self._positions = positions
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

    def form(self, request: Request) -> Response:
        """The page on which one writes a position; of a `title` and a number of `players`, with one to begin with."""
        asked = request.query_params
        if not asked.get("title"):
            return self._form(request)
        players = parse_number(asked.get("players", ""), "players")
        return self._form(request, text=self._positions.template(asked["title"], players))

    async def take(self, request: Request) -> Response:
        """Keep a position that was written, and go to its analysis; or show what is wrong with it."""
        text = (await read_form(request)).get("position", "")
        try:
            position_id = await run_in_threadpool(self._positions.keep, text)
        except NotAllowed as refusal:
            return self._form(request, refusal.status, str(refusal), text[:MOST_CHARACTERS])
        return RedirectResponse(f"/analysis/{position_id}", 303)

    def _form(self, request: Request, status: int = 200, error: str = "", text: str = "") -> Response:
        titles = [get_title(name) for name in title_names()]
        return self._templates.page(request, "analyse.html", status, error=error, text=text, titles=titles)

    async def _answer(self, request: Request, template: str) -> Response:
        asked = request.query_params
        player = await run_in_threadpool(self._sessions.player, request)
        subject = await run_in_threadpool(self._subject, request.path_params, player, asked.get("eyes", ""))
        try:
            analysis = await run_in_threadpool(lambda: subject.analyse(_ply(asked), _moves(asked)))
            eyes = asked.get("eyes") or subject.eyes
            seen = await run_in_threadpool(view_analysis, analysis, subject.place, eyes)
        except (TabletownError, Malformed, NotAllowed) as error:
            said = str(error) if isinstance(error, Malformed) else f"This move is not possible here: {error}"
            back = (subject.place.here, "Begin the analysis again")
            return self._templates.page(request, "error.html", 400, status=400, message=sentence(said), back=back)
        problem, says = await run_in_threadpool(why_no_mind, analysis.position), None
        if not problem and (template == "_mind.html" or asked.get("mind") == "1"):
            says, problem = await self._ask(player, analysis, seen)
        return await run_in_threadpool(self._render, request, template, seen, says, problem)

    def _subject(self, path: Mapping[str, str], player: Player | None, eyes: str) -> _Subject:
        if "position" in path:
            return self._written(path["position"])
        table_id = path["table"]
        here = f"/tables/{table_id}/analysis"
        with self._tables.at(table_id) as table:
            names = tuple(table.names)
            if not table.begun or not table.game.is_game_over():
                own = table.seats_of(player)
                view = own_view(table, own, eyes)
                return _own(Place(here, names, going_on=table_id, own=own), view)
            game = table.game.copy()
        return _Subject(Place(here, names, table=table_id), lambda ply, moves: analyse_game(game, ply, moves))

    def _written(self, position_id: str) -> _Subject:
        """A position that was written; the view of a seat is looked at with its eyes."""
        position = self._positions.find(position_id)
        start: Position = as_world(position)
        own = None if position.seat is None or position.seat < 0 else position.seat
        eyes = "" if own is None else str(own)
        place = Place(f"/analysis/{position_id}", names_of(position.players))
        return _Subject(place, lambda _, moves: analyse_position(start, moves, own), eyes)

    async def _ask(self, player: Player | None, analysis: Analysis, seen: AnalysisView) -> tuple[MindView | None, str]:
        """What the mind says, or why it says nothing."""
        if seen.place.is_written:
            positions = [analysis.start, *(one.after for one in analysis.tried)]
            forbidden = await run_in_threadpool(why_fair_play_forbids, self._tables, player, positions)
            if forbidden:
                return None, forbidden
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
        here = seen.place.here
        context: dict[str, Any] = {
            "analysis": seen,
            "mind": says,
            "problem": problem,
            "here": here,
            "link": f"{self._templates.link_base(request)}{here}?{seen.query}",
            "parts": PageParts(seen.names),
        }
        if template == "analysis.html":
            return self._templates.page(request, template, **context)
        return HTMLResponse(self._templates.render(template, **context))


def _own(place: Place, view: Position) -> _Subject:
    """What a seat sees of a game that goes on. All else is imagined, so that there is nothing more to be seen."""
    start = as_world(view)
    return _Subject(place, lambda _, moves: analyse_position(start, moves, view.seat), str(view.seat))


def _ply(asked: Mapping[str, str]) -> int:
    return parse_number(asked.get("ply") or "0", "ply")


def _moves(asked: Mapping[str, str]) -> list[str]:
    """The plies of a request: those of the line, and the one that was just chosen. Raises NotAllowed."""
    moves = read_line(asked.get("line", ""))
    if asked.get("move"):
        moves.append(fill_in(asked["move"], asked.get("amount", "")))
    return moves
