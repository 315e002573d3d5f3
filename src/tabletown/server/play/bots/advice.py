"""Advice: the best moves for a player's seat, by a strong bot that sees only what the seat sees.

It is computed when the player asks, shown to that player alone, and not stored.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from anyio.to_thread import run_sync

from tabletown.bots import Advice, Budget
from tabletown.bots.bot import acting_seat
from tabletown.engine.position import Position
from tabletown.server.errors import BotsNotReady, NotAllowed, NotYours, Outdated, TooMany
from tabletown.server.play import fair_play
from tabletown.server.play.bots.fair_queue import Asker
from tabletown.server.play.bots.players import BotsReady
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.commands import MOVED_ON
from tabletown.server.play.durations import in_words
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.request_address import request_address
from tabletown.server.play.table import Line, Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player

log = logging.getLogger(__name__)

T = TypeVar("T")
Advise = Callable[[Position, Budget], Sequence[Advice]]
SHOWN = 3
_PATIENCE_S = 20.0  # extra time on a busy machine


@dataclass(frozen=True, slots=True)
class Hint:
    """A recommended whole action: in how many of a hundred games it wins, and why."""

    move: str  # a move, or several that belong together
    line: Line  # what it does, as the log would tell it
    percent: int
    why: str


@dataclass(frozen=True, slots=True)
class _Question:
    """A seat that is to act, its view, and the version (as its owner counts) since which it has these choices."""

    player: str
    seat: int
    since: int
    view: Position


class Advisers:
    """Computes advice: one request at a time for each player, within a rate limit."""

    def __init__(
        self,
        tables: Tables,
        threads: BotThreads,
        *,
        advise: Advise,
        bots_ready: BotsReady,
        seconds: float,
        rate: RateLimit,
    ) -> None:
        self._tables = tables
        self._threads = threads
        self._advise = advise
        self._bots_ready = bots_ready
        self._seconds = seconds
        self._rate = rate
        self._siblings = tables.siblings

    async def consult(
        self, table_id: str, player: Player | None, seat: int | None, see: Callable[[Table], T]
    ) -> tuple[T, list[Hint]]:
        """The best moves for a player's seat (by default the one to act), and what `see` returns for the table.

        `see` is called after the search, if the seat still has the same choices. Raises Refused.
        """
        question = await run_sync(self._question, table_id, player, seat)
        hints = await self._answer(question)
        return await run_sync(self._if_unchanged, table_id, question, see), hints

    def _question(self, table_id: str, player: Player | None, named: int | None) -> _Question:
        with self._tables.at(table_id) as table:
            seat = table.seat_for(player, named)
            if player is None or seat < 0:
                raise NotYours("Only those who sit at this table can ask for advice.")
            if fair_play.is_strict(table.row):
                raise NotAllowed(fair_play.sentence(fair_play.NO_ADVICE, table.row))
            if not _is_to_decide(table, seat):
                raise NotAllowed("There is nothing to decide just now.")
            if not self._bots_ready(table.title.name):
                raise BotsNotReady
            since = table.visibility.choices_since(table.seats_of_same_owner(seat), seat)
            return _Question(player.id, seat, since, table.game.view(seat))

    async def _answer(self, question: _Question) -> list[Hint]:
        claimed: list[str] = []
        try:
            await run_sync(self._claim, question.player, claimed)
            return await self._think(question)
        finally:
            for claim in claimed:
                self._siblings.release(claim)

    def _claim(self, player: str, claimed: list[str]) -> None:
        """Let no other request of the player in, and count this one. Raises TooMany.

        What is claimed is noted at once: the request may be cancelled meanwhile, and must give it back.
        """
        claim = f"advice {player}"
        if not self._siblings.claim(claim):
            self._tables.metrics.refused("advice_rate")
            raise TooMany(
                f"Your adviser is thinking already. Please try again {in_words(self._seconds)}.", self._seconds
            )
        claimed.append(claim)
        self._rate.check(player, "That was a lot of advice in a short time.")

    async def _think(self, question: _Question) -> list[Hint]:
        view, budget = question.view, Budget(seconds=self._seconds, seed=random.getrandbits(32))
        try:
            async with asyncio.timeout(self._seconds + _PATIENCE_S):
                asker = Asker(request_address.get(), question.player)
                return await self._threads(lambda: self._consider(view, budget), asker, "hint")
        except Exception:
            log.exception("no advice")
            raise NotAllowed("Your adviser does not know what to say here.") from None

    def _consider(self, view: Position, budget: Budget) -> list[Hint]:
        seat = acting_seat(view)
        found = self._advise(view, budget)[:SHOWN]
        return [Hint(one.move, Line(seat, one.does, (), ""), round(100 * one.chance), one.why) for one in found]

    def _if_unchanged(self, table_id: str, question: _Question, see: Callable[[Table], T]) -> T:
        """Call `see` with the table. Raises Outdated if the seat no longer has the same choices."""
        with self._tables.at(table_id) as table:
            own = table.seats_of_same_owner(question.seat)
            now = (
                _is_to_decide(table, question.seat),
                table.visibility.choices_since(own, question.seat),
                table.viewpoint(own),
            )
            if now != (True, question.since, question.seat):
                raise Outdated(MOVED_ON)
            return see(table)


def _is_to_decide(table: Table, seat: int) -> bool:
    return table.begun and seat in table.game.waiting and not table.seats[seat].bot
