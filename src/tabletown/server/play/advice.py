"""Advice: what a strong bot would do on a player's seat, from what that seat sees.

It is computed when the player asks, shown to them alone, and kept nowhere.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from anyio.to_thread import run_sync

from tabletown.bots import Advice, Budget
from tabletown.engine.position import Position
from tabletown.render.scene import Button
from tabletown.server.errors import NotAllowed, NotYours, Outdated, TooMany
from tabletown.server.play.bot_threads import BotThreads
from tabletown.server.play.commands import MOVED_ON
from tabletown.server.play.rate_limit import RateLimit
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player

log = logging.getLogger(__name__)

T = TypeVar("T")
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
    """Answers questions for advice: one at a time for each player, and not too many."""

    def __init__(self, tables: Tables, threads: BotThreads, *, advise: Advise, seconds: float, rate: RateLimit) -> None:
        self._tables = tables
        self._threads = threads
        self._advise = advise
        self._seconds = seconds
        self._rate = rate
        self._asking: set[str] = set()

    async def consult(
        self, table_id: str, player: Player | None, seat: int | None, look: Callable[[Table], T]
    ) -> tuple[T, list[Hint]]:
        """The best moves for a player's seat (the one to act, if none is named), and the table as `look` sees it.

        The table is looked at when the answer is there and the seat still has the same choice. Raises Refused.
        """
        question = await run_sync(self._question, table_id, player, seat)
        hints = await self._answer(question)
        return await run_sync(self._still, table_id, question, look), hints

    def _question(self, table_id: str, player: Player | None, named: int | None) -> _Question:
        with self._tables.at(table_id) as table:
            seat = table.seat_for(player, named)
            if player is None or seat < 0:
                raise NotYours("Only those who sit at this table can ask for advice.")
            if not _is_asked(table, seat):
                raise NotAllowed("There is nothing to decide just now.")
            since = table.visibility.moved(table.seats_beside(seat), seat)
            return _Question(player.id, seat, since, table.game.view(seat))

    async def _answer(self, question: _Question) -> list[Hint]:
        if question.player in self._asking:
            raise TooMany("Your adviser is thinking already.")
        if not self._rate.allows(question.player):
            raise TooMany("That was a lot of advice in a short time. Please try a move of your own.")
        view, budget = question.view, Budget(seconds=self._seconds, seed=random.getrandbits(32))
        self._asking.add(question.player)
        try:
            async with asyncio.timeout(self._seconds + _PATIENCE_S):
                return await self._threads(lambda: self._consider(view, budget))
        except Exception:
            log.exception("no advice")
            raise NotAllowed("Your adviser does not know what to say here.") from None
        finally:
            self._asking.discard(question.player)

    def _consider(self, view: Position, budget: Budget) -> list[Hint]:
        button = view.title.words.button
        found = self._advise(view, budget)[:SHOWN]
        return [Hint(button(view, view.seat, one.action), round(100 * one.chance), one.why) for one in found]

    def _still(self, table_id: str, question: _Question, look: Callable[[Table], T]) -> T:
        """The table as it stands, if the seat still has the same choice."""
        with self._tables.at(table_id) as table:
            own = table.seats_beside(question.seat)
            now = _is_asked(table, question.seat), table.visibility.moved(own, question.seat), table.viewpoint(own)
            if now != (True, question.since, question.seat):
                raise Outdated(MOVED_ON)
            return look(table)


def _is_asked(table: Table, seat: int) -> bool:
    return seat in table.game.waiting and not table.seats[seat].bot
