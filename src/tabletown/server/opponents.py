"""Bots at tables: they see what their seat sees, think in threads, and post their moves like anybody.

The event loop keeps the pace (a bot that answers at once is no company) and the time limit; the thinking itself runs
in a thread of its own. A bot that crashes, hangs or answers nonsense is replaced for that one move by a random legal
one, and the table's log says so.
"""

import asyncio
import logging
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool

from tabletown import bots
from tabletown.bots import Budget
from tabletown.engine.position import Position
from tabletown.server.errors import Refused
from tabletown.server.store import StoreError
from tabletown.server.tables import Tables

log = logging.getLogger(__name__)

Choose = Callable[[str, Position, Budget], int]
"""Ask the bot of this name for an action."""


def ask(name: str, view: Position, budget: Budget) -> int:
    """Ask one of the house's bots."""
    return bots.get(name).choose(view, budget)


@dataclass(frozen=True, slots=True)
class _Task:
    """A bot's move to be made: who, in answer to which version, and all that they may know."""

    seat: int
    bot: str
    version: int
    view: Position


class Opponents:
    """All bots of this process. `nudge` may be called from any thread."""

    def __init__(
        self,
        tables: Tables,
        *,
        pace: float,
        think: float = 1.0,
        patience: float = 10.0,
        workers: int = 4,
        sweep: float = 30.0,
        choose: Choose = ask,
    ) -> None:
        self._tables = tables
        self._pace = pace
        self._think = think
        self._patience = patience
        self._choose = choose
        self._workers = asyncio.Semaphore(workers)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweep_s = sweep
        self._sweeping: asyncio.Task[None] | None = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._nudged: set[str] = set()

    async def start(self) -> None:
        """Take up every game in which a bot is to move."""
        self._loop = asyncio.get_running_loop()
        for table_id in await run_in_threadpool(self._tables.store.awaiting_bots):
            self._start(table_id)
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Let go of all games; they are taken up again at the next start."""
        self._loop = None
        tasks = [*self._playing.values(), *([self._sweeping] if self._sweeping else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _sweep(self) -> None:
        """Now and then, take up games that stand still: another process may have died over them, or a disk was full."""
        before: dict[str, int] = {}
        while True:
            await asyncio.sleep(self._sweep_s)
            try:
                now = await run_in_threadpool(self._waiting)
            except StoreError:
                continue  # the next look may find the database back
            for table_id, version in now.items():
                if before.get(table_id) == version:
                    self._start(table_id)
            before = now

    def _waiting(self) -> dict[str, int]:
        store = self._tables.store
        return store.versions(store.awaiting_bots())

    def nudge(self, table_id: str) -> None:
        """Something happened at this table; perhaps a bot is to move."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._start, table_id)

    def _start(self, table_id: str) -> None:
        if self._loop is None:
            return
        self._nudged.add(table_id)
        if table_id not in self._playing:
            self._playing[table_id] = asyncio.create_task(self._play_on(table_id))

    async def _play_on(self, table_id: str) -> None:
        """Make bots' moves at a table until it is somebody else's turn."""
        try:
            while table_id in self._nudged:
                self._nudged.discard(table_id)
                while task := await run_in_threadpool(self._next, table_id):
                    await asyncio.sleep(self._pace)
                    await self._move(table_id, task)
        except Exception:
            log.exception("the bots of a table gave up for now")
        finally:
            del self._playing[table_id]

    def _next(self, table_id: str) -> _Task | None:
        with self._tables.at(table_id) as table:
            for seat in table.game.waiting:
                row = table.seats[seat]
                if row.kind == "bot":
                    return _Task(seat, row.bot, table.sight.version((seat,)), table.game.view(seat))
        return None

    async def _move(self, table_id: str, task: _Task) -> None:
        seed = random.getrandbits(32)
        try:
            async with self._workers, asyncio.timeout(self._patience):
                budget = Budget(seconds=self._think, seed=seed)
                action = await _in_thread(lambda: self._choose(task.bot, task.view, budget))
            if action not in task.view.legal_actions(task.seat):
                raise ValueError("the answer is not a legal action")
        except Exception as error:  # whatever a bot does wrong, the game goes on
            log.warning("bot %s failed: %s", task.bot, type(error).__name__)
            action = random.choice(task.view.legal_actions(task.seat))
            note = "loses the thread, so a move is drawn at random."
        else:
            note = ""
        move = task.view.say(action, task.seat)
        try:
            await run_in_threadpool(self._tables.substitute, table_id, task.seat, move, task.version, note)
        except Refused as refusal:
            if refusal.status != 409:  # somebody took back a move meanwhile: look again
                raise


async def _in_thread(work: Callable[[], int]) -> int:
    """Run `work` in a daemon thread: if it hangs, neither other bots nor the end of the server have to wait for it."""
    done: Future[int] = Future()
    done.set_running_or_notify_cancel()  # whoever stops waiting does not stop the thread

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # told to whoever waits
            done.set_exception(error)

    threading.Thread(target=run, name="bot", daemon=True).start()
    return await asyncio.wrap_future(done)
