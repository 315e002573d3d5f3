"""Bots at tables: they see what their seat sees, think in threads, and submit their moves as players do.

A move takes a minimum time: people cannot follow bots that answer at once, and the time of a secret decision must not
tell what it was. A bot that crashes, hangs or returns an illegal move is replaced for that ply by a simpler one
(`bots.Careful`), and the table's log says so.
"""

import asyncio
import contextvars
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
from tabletown.server.errors import BotsNotReady, NotReady, OtherRelease, Outdated
from tabletown.server.play.bots.fair_queue import Asker
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.commands import BotMove
from tabletown.server.play.lessons import scripted_action
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import StoreError

log = logging.getLogger(__name__)

_CLAIM = "bots "  # of a table: the work of which only one process does at a time

FindBot = Callable[[str], Bot]
"""Gives the bot of a name."""

FindAddress = Callable[[str], str]
"""Gives the address from which people last acted at a table; empty if it is not known."""

BotsReady = Callable[[str], bool]
"""Says whether the bots of a title can think."""

IsPresent = Callable[[str], bool]
"""Says whether a person is at a table: a player's browser shows it, or a player has acted there lately."""


def bot_by_name(name: str) -> Bot:
    """The bot of a name. A stored game may name a bot of another release: then Greedy plays."""
    return bots.get(name) if name in bots.names() else Greedy()


@dataclass(frozen=True, slots=True)
class BotTiming:
    """How long bots take, in seconds.

    A move takes at least `least` and at most `think`, not counting the wait for a free thread. A bot that has not
    answered `patience` after that is replaced. Every `sweep`, games that stand still are resumed.
    """

    least: float = 0.6
    think: float = 1.0
    patience: float = 5.0
    sweep: float = 30.0

    def decision_seconds(self, sealed: bool) -> float:
        """The minimum time of a decision. A secret (`sealed`) one takes `think`, so that its length tells nothing."""
        return max(self.least, self.think) if sealed else self.least


@dataclass(frozen=True, slots=True)
class _Task:
    """A bot's move to be made: its seat, the version that it answers, and the view of the seat."""

    seat: int
    bot: str
    version: int
    view: Position
    sealed: bool
    owner: str  # the id of the player whose table it is
    script: int | None = None  # in a lesson: the action of the script


class _Player:
    """A bot that makes consecutive moves on one seat, so that its search can go on from the move before."""

    def __init__(self, task: _Task, bot: Bot, patience: float) -> None:
        self._seat, self._name = task.seat, task.bot
        self._mishaps: list[Mishap] = []
        self._bot = Careful(bots.for_game(bot), patience=patience, tell=self._mishaps.append)

    def plays(self, task: _Task) -> bool:
        """Whether this task is for the same bot on the same seat."""
        return (self._seat, self._name) == (task.seat, task.bot)

    def choose(self, view: Position, budget: Budget) -> tuple[int, str]:
        """An action, and a note for the log if a simpler bot had to choose it."""
        self._mishaps.clear()
        action = self._bot.choose(view, budget)
        for mishap in self._mishaps:
            to_log(mishap)
        return action, _note(self._mishaps[-1].replaced_by) if self._mishaps else ""


def _note(stand_in: str) -> str:
    answer = "a move is drawn at random" if stand_in == "chance" else f"the {stand_in} bot answers for once"
    return f"loses the thread, so {answer}."


class BotPlayers:
    """All bots of this process. `wake` may be called from any thread.

    Only one process of a site plays the bots of a table at a time: it claims them. Another process that wants them to
    play makes the holder look at the table again.

    The bots of a table take turns (see fair_queue.py) as work for the owner of the table, at the address from which
    people last acted there. Tables without people come last.
    """

    def __init__(
        self,
        tables: Tables,
        threads: BotThreads,
        timing: BotTiming,
        find_bot: FindBot,
        find_address: FindAddress,
        is_present: IsPresent,
        bots_ready: BotsReady,
    ) -> None:
        self._tables = tables
        self._siblings = tables.siblings
        self._find_address = find_address
        self._is_present = is_present
        self._bots_ready = bots_ready
        self._threads = threads
        self._timing = timing
        self._find_bot = find_bot
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._siblings.listen("wanted", self._wanted)

    async def start(self) -> None:
        """Resume every game in which a bot is to move, and look for more."""
        self._loop = asyncio.get_running_loop()
        await run_sync(self.resume)
        self._sweeping = asyncio.create_task(self._sweep())

    def resume(self) -> None:
        """Resume every game in which a bot is to move."""
        for table_id in self._tables.store.awaiting_bots():
            self.wake(table_id)

    async def stop(self) -> None:
        """Stop all bots; their games are resumed at the next start."""
        self._loop = None
        tasks = [*self._playing.values(), *([self._sweeping] if self._sweeping else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _sweep(self) -> None:
        """Regularly resume games that stand still, because another process died or the disk was full."""
        before: dict[str, int] = {}
        while True:
            await asyncio.sleep(self._timing.sweep)
            try:
                now = await run_sync(self._waiting)
            except StoreError:
                continue  # the database may be back next time
            for table_id, version in now.items():
                if before.get(table_id) == version:
                    self._start(table_id)
            before = now

    def _waiting(self) -> dict[str, int]:
        store = self._tables.store
        return store.versions(store.awaiting_bots())

    def wake(self, table_id: str) -> None:
        """Make a bot move at this table, if one is to move there."""
        if self._loop is not None and not self._loop.is_closed():
            # without the context of the request: what a bot does is not done from the address of that request
            self._loop.call_soon_threadsafe(self._start, table_id, context=contextvars.Context())

    def _wanted(self, claim: str, _: str) -> None:
        if claim.startswith(_CLAIM):
            self.wake(claim.removeprefix(_CLAIM))

    def _start(self, table_id: str) -> None:
        if self._loop is None:
            return
        self._woken.add(table_id)
        if table_id not in self._playing:
            self._playing[table_id] = asyncio.create_task(self._play_on(table_id))

    async def _play_on(self, table_id: str) -> None:
        """Make bots' moves at a table until no bot is to move; unless another process does so already."""
        claim = _CLAIM + table_id
        try:
            while table_id in self._woken:
                self._woken.discard(table_id)
                if await run_sync(self._siblings.claim, claim):
                    try:
                        await self._move_all(table_id)
                    finally:
                        self._siblings.release(claim)
        except (NotReady, BotsNotReady):
            pass  # its games are resumed when the title is ready, or its bots
        except BrokenLog as error:
            self._tables.broken.report(table_id, error)
        except OtherRelease:
            pass  # its games are resumed by a server of that release
        except Exception:
            log.exception("the bots of a table gave up for now")
        finally:
            del self._playing[table_id]

    async def _move_all(self, table_id: str) -> None:
        player: _Player | None = None
        while task := await run_sync(self._next, table_id):
            if player is None or not player.plays(task):
                player = _Player(task, self._find_bot(task.bot), self._timing.patience)
            await self._move(table_id, task, player)

    def _next(self, table_id: str) -> _Task | None:
        with self._tables.at(table_id) as table:
            game = table.game
            if not table.begun:
                return None  # it waits for players
            if table.question is not None:
                return None  # players are asked whether to go back; bots wait for the answers
            for seat in game.waiting:
                if bot := table.seats[seat].bot:
                    script = scripted_action(table, seat)
                    if script is None and not self._bots_ready(table.title.name):
                        raise BotsNotReady
                    version = table.visibility.version(table.seats_of_same_owner(seat))
                    return _Task(
                        seat,
                        bot,
                        version,
                        game.view(seat),
                        game.sealed,
                        owner=table.owner,
                        script=script,
                    )
        return None

    async def _move(self, table_id: str, task: _Task, player: _Player) -> None:
        began = asyncio.get_running_loop().time()
        budget = Budget(seconds=self._timing.think, seed=random.getrandbits(32))
        if task.script is None:
            asker = self._asker(table_id, task)
            action, note = await self._threads(lambda: player.choose(task.view, budget), asker)
        else:
            action, note = task.script, ""
        await asyncio.sleep(began + self._timing.decision_seconds(task.sealed) - asyncio.get_running_loop().time())
        move = task.view.say(action, task.seat)
        with suppress(Outdated):  # a player took back a move, or the seat, meanwhile: look again
            command = BotMove(task.seat, move, task.bot, note)
            await run_sync(self._tables.submit, table_id, command, task.version)

    def _asker(self, table_id: str, task: _Task) -> Asker:
        address = self._find_address(table_id)
        return Asker(address, task.owner, lambda: self._tables.may_have_people(table_id) and self._is_present(table_id))
