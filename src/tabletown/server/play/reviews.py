"""Reviews of finished games: made in the background, piece by piece between the moves of bots, and kept.

A review takes up to a minute of one core. Pieces of a fraction of a second wait in the same fair queue as bots and
hints, after all that people wait for, so a review never stops a game. It is the same for every reader.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from anyio.to_thread import run_sync

from tabletown.engine.game import Game
from tabletown.server.errors import BotsNotReady, NotAllowed, TooMany
from tabletown.server.play.bots.fair_queue import Asker
from tabletown.server.play.bots.players import BotsReady
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.durations import in_words
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.request_address import request_address
from tabletown.server.play.summaries import seat_accounts
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player, StoreError
from tabletown.study.errors import StudyError
from tabletown.study.kept_review import read_review, review_key, write_review
from tabletown.study.review import Review, Reviewing

log = logging.getLogger(__name__)

PIECE_S = 0.25  # of work at a time
_TRY_AGAIN_S = 60.0


@dataclass(frozen=True, slots=True)
class ReviewState:
    """How far the review of a game is: `done` of `total` plies are judged.

    `review` is what there is of it, if anything. `whole` when it is finished, `making` while it is being made.
    `problem` says why there is none and will be none.
    """

    review: Review | None
    done: int
    total: int
    whole: bool = False
    making: bool = False
    problem: str = ""


@dataclass(eq=False, slots=True)
class _Job:
    """A review in the making."""

    game: Game
    key: str
    review: Review | None = None
    done: int = 0
    whole: bool = False
    task: "asyncio.Task[None] | None" = field(default=None)


class Reviews:
    """Makes, keeps and finds reviews."""

    def __init__(self, tables: Tables, threads: BotThreads, bots_ready: BotsReady, rate: RateLimit) -> None:
        self._tables = tables
        self._threads = threads
        self._bots_ready = bots_ready
        self._rate = rate
        self._most = tables.limits.reviews
        self._jobs: dict[str, _Job] = {}
        self._found: WeakKeyDictionary[Table, tuple[str, Review]] = WeakKeyDictionary()

    def state(self, table_id: str) -> ReviewState:
        """How far the review of a table's game is. Raises NotAllowed while the game goes on, and NotFound."""
        with self._tables.at(table_id) as table:
            return self._state(table)

    def _state(self, table: Table) -> ReviewState:
        game = table.game
        _must_be_over(table)
        try:
            key = review_key(game)
        except StudyError as error:
            return ReviewState(None, 0, game.ply, problem=_sentence(str(error)))
        if (job := self._jobs.get(table.row.id)) is not None:
            return ReviewState(job.review, job.done, game.ply, job.whole, making=not job.whole)
        review = self._kept(table, key)
        if review is None:
            return ReviewState(None, 0, game.ply)
        return ReviewState(review, game.ply, game.ply, whole=True)

    def _kept(self, table: Table, key: str) -> Review | None:
        if (found := self._found.get(table)) is not None and found[0] == key:
            return found[1]
        text = self._tables.store.review(table.row.id, key)
        if text is None:
            return None
        try:
            review = read_review(table.game, text)
        except StudyError:  # it is made anew
            log.warning("the review of a table cannot be read")
            return None
        self._found[table] = key, review
        return review

    async def begin(self, table_id: str, player: Player | None) -> None:
        """Begin the review of a table's game, unless there is one. Raises Refused."""
        wanted = await run_sync(self._wanted, table_id, player.id if player else "")
        if wanted is None or table_id in self._jobs:
            return
        job = self._jobs[table_id] = _Job(*wanted)
        asker = Asker(request_address.get(), player.id if player else "", is_waiting=lambda: False)
        job.task = asyncio.create_task(self._make(table_id, job, asker))

    def _wanted(self, table_id: str, player: str) -> tuple[Game, str] | None:
        """The game to review, and by what; None if there is nothing to do. Raises Refused."""
        with self._tables.at(table_id) as table:
            state = self._state(table)
            if state.whole or state.making:
                return None
            if state.problem:
                raise NotAllowed(state.problem)
            if not self._bots_ready(table.title.name):
                raise BotsNotReady
            if len(self._jobs) >= self._most:
                self._tables.metrics.refused("reviews")
                when = in_words(_TRY_AGAIN_S)
                raise TooMany(f"Many games are being reviewed just now. Please try again {when}.", _TRY_AGAIN_S)
            self._rate.check(player, "That was a lot of reviews in a short time.")
            return table.game.copy(), review_key(table.game)

    async def _make(self, table_id: str, job: _Job, asker: Asker) -> None:
        try:
            reviewing = await self._threads(lambda: Reviewing(job.game), asker, "review")
            while not job.whole:
                job.whole = await self._threads(lambda: _judge_a_piece(reviewing, job), asker, "review")
            assert job.review is not None
            text = write_review(job.review)
            await run_sync(self._tables.store.keep_review, table_id, job.key, text)
            # after the review is kept, see summaries.py
            await run_sync(self._tables.store.keep_accounts, table_id, seat_accounts(job.review.accounts))
        except StoreError as error:
            log.error("a review is not kept: %s", error)
        except Exception:
            log.exception("a review could not be made")
        finally:
            del self._jobs[table_id]

    async def stop(self) -> None:
        """Give up what is not finished."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _judge_a_piece(reviewing: Reviewing, job: _Job) -> bool:
    """Judge decisions for a while; True if all are judged. Readers see the part that is done."""
    end, more = time.monotonic() + PIECE_S, True
    while more and time.monotonic() < end:
        more = reviewing.judge_next()
    job.review, job.done = reviewing.so_far(), reviewing.done
    return not more


def _must_be_over(table: Table) -> None:
    table.must_have_begun()
    if not table.game.is_game_over():
        raise NotAllowed("The game is not over; it can be reviewed when it is.")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
