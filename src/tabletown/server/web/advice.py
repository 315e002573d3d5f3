"""Advice: what a strong player would do on the seat of whoever asks, from what that seat sees.

It is computed when somebody asks, shown to them alone, and kept nowhere.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.bots import Advice, Budget
from tabletown.engine.position import Position
from tabletown.render.scene import Button
from tabletown.server.errors import NotAllowed, NotYours, Outdated, TooMany
from tabletown.server.play.bot_threads import Thinking
from tabletown.server.play.table import Table
from tabletown.server.play.tables import MOVED_ON, Tables
from tabletown.server.store.protocol import Player
from tabletown.server.view.table_view import Look, look
from tabletown.server.web.guard import read_form
from tabletown.server.web.rate_limit import RateLimit
from tabletown.server.web.sessions import Sessions
from tabletown.server.web.tables import TablePages, seat_of

log = logging.getLogger(__name__)

Advise = Callable[[Position, Budget], Sequence[Advice]]
SHOWN = 3
_PATIENCE_S = 20.0  # for a machine that is busy


@dataclass(frozen=True, slots=True)
class Hint:
    """A move on the list of an adviser: how often it wins in a hundred games, and why."""

    button: Button
    percent: int
    why: str


@dataclass(frozen=True, slots=True)
class _Question:
    """A seat that is to act, what it sees, and the version (as its owner counts) since which it has this choice."""

    player: str
    seat: int
    since: int
    view: Position


class Advisers:
    """The endpoint. One question at a time for each player, and not too many."""

    def __init__(
        self,
        tables: Tables,
        sessions: Sessions,
        pages: TablePages,
        thinking: Thinking,
        *,
        advise: Advise,
        seconds: float,
        rate: RateLimit,
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self._pages = pages
        self._thinking = thinking
        self._advise = advise
        self._seconds = seconds
        self._rate = rate
        self._asking: set[str] = set()

    async def ask(self, request: Request) -> Response:
        """The table with the best moves for the seat that asks."""
        fields = await read_form(request)
        player = await run_in_threadpool(self._sessions.player, request)
        try:
            seen, hints = await self.consult(request.path_params["table"], player, fields)
        except (NotAllowed, Outdated, TooMany) as refusal:
            return await run_in_threadpool(self._pages.refused, request, refusal)
        return await run_in_threadpool(self._pages.advised, request, seen, hints)

    async def consult(self, table_id: str, player: Player | None, fields: Mapping[str, str]) -> tuple[Look, list[Hint]]:
        """The best moves for the seat that is named, or to act, and the table on which they can be made.

        Raises Refused.
        """
        question = await run_in_threadpool(self._question, table_id, player, fields)
        hints = await self._answer(question)
        return await run_in_threadpool(self._still, table_id, question), hints

    def _question(self, table_id: str, player: Player | None, fields: Mapping[str, str]) -> _Question:
        with self._tables.at(table_id) as table:
            seat = seat_of(table, player, fields)
            if player is None or seat < 0:
                raise NotYours("Only those who sit at this table can ask for advice.")
            if not _is_asked(table, seat):
                raise NotAllowed("There is nothing to decide just now.")
            return _Question(player.id, seat, table.sight.moved(table.seats_beside(seat), seat), table.game.view(seat))

    async def _answer(self, question: _Question) -> list[Hint]:
        if question.player in self._asking:
            raise TooMany("Your adviser is thinking already.")
        if not self._rate.allows(question.player):
            raise TooMany("That was a lot of advice in a short time. Please try a move of your own.")
        view, budget = question.view, Budget(seconds=self._seconds, seed=random.getrandbits(32))
        self._asking.add(question.player)
        try:
            async with asyncio.timeout(self._seconds + _PATIENCE_S):
                return await self._thinking(lambda: self._consider(view, budget))
        except Exception:
            log.exception("no advice")
            raise NotAllowed("Your adviser does not know what to say here.") from None
        finally:
            self._asking.discard(question.player)

    def _consider(self, view: Position, budget: Budget) -> list[Hint]:
        button = view.title.words.button
        found = self._advise(view, budget)[:SHOWN]
        return [Hint(button(view, view.seat, one.action), round(100 * one.chance), one.why) for one in found]

    def _still(self, table_id: str, question: _Question) -> Look:
        """The table as it stands, if the seat still has the same choice."""
        with self._tables.at(table_id) as table:
            own = table.seats_beside(question.seat)
            now = _is_asked(table, question.seat), table.sight.moved(own, question.seat), table.viewpoint(own)
            if now != (True, question.since, question.seat):
                raise Outdated(MOVED_ON)
            return look(table, own, self._tables.now())


def _is_asked(table: Table, seat: int) -> bool:
    return seat in table.game.waiting and not table.seats[seat].bot
