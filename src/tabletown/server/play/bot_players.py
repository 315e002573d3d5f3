"""Bots at tables: they see what their seat sees, think in threads, and post their moves like anybody.

The event loop keeps the pace: a bot that answers at once is no company, and how long it takes must not tell what it
keeps secret. One that crashes, hangs or answers nonsense is replaced for that one ply by a simpler one
(`bots.Careful`), and the table's log says so.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from anyio.to_thread import run_sync

from tabletown import bots
from tabletown.bots import Bot, Budget, Careful, Mishap
from tabletown.bots.fallback import to_log
from tabletown.bots.greedy import Greedy
from tabletown.engine.position import Position
from tabletown.server.errors import NotReady, Outdated
from tabletown.server.play.bot_threads import BotThreads
from tabletown.server.play.commands import BotMove
from tabletown.server.play.lessons import scripted
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import StoreError

log = logging.getLogger(__name__)

FindBot = Callable[[str], Bot]
"""The bot of this name."""


def house_bot(name: str) -> Bot:
    """A bot of the house. A stored game may know one of another release: somebody else plays for it."""
    return bots.get(name) if name in bots.names() else Greedy()


@dataclass(frozen=True, slots=True)
class Pace:
    """How bots use their time, in seconds.

    A move takes `least` at least and `think` at most, but for waiting until a thread is free. Who has not answered
    `patience` after that is replaced. Games that stand still are looked for every `sweep`.
    """

    least: float = 0.6
    think: float = 1.0
    patience: float = 5.0
    sweep: float = 30.0

    def of(self, sealed: bool) -> float:
        """How long a decision takes: one that is made in secret always the same, whatever there was to choose from."""
        return max(self.least, self.think) if sealed else self.least


@dataclass(frozen=True, slots=True)
class _Task:
    """A bot's move to be made: who, in answer to which version, and all that they may know."""

    seat: int
    bot: str
    version: int
    view: Position
    sealed: bool
    script: int | None = None  # in a lesson: the move that is wanted


class _Player:
    """A bot on one seat for as long as it acts there without a break: it goes on from what it thought before."""

    def __init__(self, task: _Task, bot: Bot, patience: float) -> None:
        self._seat, self._name = task.seat, task.bot
        self._mishaps: list[Mishap] = []
        self._bot = Careful(bots.for_game(bot), patience=patience, tell=self._mishaps.append)

    def plays(self, task: _Task) -> bool:
        """Whether this is the one whose turn it is."""
        return (self._seat, self._name) == (task.seat, task.bot)

    def choose(self, view: Position, budget: Budget) -> tuple[int, str]:
        """An action, and what the log should say about how it came about."""
        self._mishaps.clear()
        action = self._bot.choose(view, budget)
        for mishap in self._mishaps:
            to_log(mishap)
        return action, _excuse(self._mishaps[-1].replaced_by) if self._mishaps else ""


def _excuse(stand_in: str) -> str:
    answer = "a move is drawn at random" if stand_in == "chance" else f"the {stand_in} bot answers for once"
    return f"loses the thread, so {answer}."


class BotPlayers:
    """All bots of this process. `nudge` may be called from any thread."""

    def __init__(self, tables: Tables, threads: BotThreads, pace: Pace, find_bot: FindBot = house_bot) -> None:
        self._tables = tables
        self._threads = threads
        self._pace = pace
        self._find_bot = find_bot
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._nudged: set[str] = set()

    async def start(self) -> None:
        """Take up every game in which a bot is to move."""
        self._loop = asyncio.get_running_loop()
        await run_sync(self.resume)
        self._sweeping = asyncio.create_task(self._sweep())

    def resume(self) -> None:
        """Take up every game in which a bot is to move, and that nobody has in hand."""
        for table_id in self._tables.store.awaiting_bots():
            self.nudge(table_id)

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
            await asyncio.sleep(self._pace.sweep)
            try:
                now = await run_sync(self._waiting)
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
        player: _Player | None = None
        try:
            while table_id in self._nudged:
                self._nudged.discard(table_id)
                while task := await run_sync(self._next, table_id):
                    if player is None or not player.plays(task):
                        player = _Player(task, self._find_bot(task.bot), self._pace.patience)
                    await self._move(table_id, task, player)
        except NotReady:
            pass  # games are taken up when their title is ready
        except Exception:
            log.exception("the bots of a table gave up for now")
        finally:
            del self._playing[table_id]

    def _next(self, table_id: str) -> _Task | None:
        with self._tables.at(table_id) as table:
            game = table.game
            if table.question is not None:
                return None  # somebody is asked whether to go back; bots wait for the answer
            for seat in game.waiting:
                if bot := table.seats[seat].bot:
                    version, script = table.visibility.version(table.seats_beside(seat)), scripted(table, seat)
                    return _Task(seat, bot, version, game.view(seat), game.sealed, script)
        return None

    async def _move(self, table_id: str, task: _Task, player: _Player) -> None:
        began = asyncio.get_running_loop().time()
        budget = Budget(seconds=self._pace.think, seed=random.getrandbits(32))
        if task.script is None:
            action, note = await self._threads(lambda: player.choose(task.view, budget))
        else:
            action, note = task.script, ""
        await asyncio.sleep(began + self._pace.of(task.sealed) - asyncio.get_running_loop().time())
        move = task.view.say(action, task.seat)
        with suppress(Outdated):  # somebody took back a move, or their seat, meanwhile: look again
            command = BotMove(task.seat, move, task.bot, note)
            await run_sync(self._tables.submit, table_id, command, task.version)
