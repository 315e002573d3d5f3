"""Bots at tables: they see what their seat sees, think in threads, and submit their moves as players do.

A bot makes a whole action at once, however many plies it takes, so others see one step. A step takes a minimum time:
people cannot follow bots that answer at once, and the time of a secret decision must not tell what it was. Bots that
decide in secret do so at the same time. The forced plies of people that have to wait (see forced.py) are made here as
well, by the same clock.

A bot that crashes, hangs or returns an illegal move is replaced for that ply by a simpler one
(`bots.Careful`), and the table's log says so.
"""

import asyncio
import contextvars
import logging
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from anyio.to_thread import run_sync

from tabletown import bots
from tabletown.bots import Bot, Budget, Careful, Mishap
from tabletown.bots.fallback import to_log
from tabletown.bots.greedy import Greedy
from tabletown.engine.forced import notice, only_action
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.takebacks import is_sealed
from tabletown.server.errors import BotsNotReady, NotReady, OtherRelease, Outdated
from tabletown.server.play.bots.fair_queue import Asker
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.commands import BotMove
from tabletown.server.play.forced import PlayForced
from tabletown.server.play.lessons import scripted_actions
from tabletown.server.play.moves import SEPARATOR
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import StoreError

log = logging.getLogger(__name__)

_CLAIM = "bots "  # of a table: the work of which only one process does at a time
_MAX_PLIES = 100  # of one step
_LOOK_S = 0.1  # how often to look whether a table has changed while a forced ply waits
_MINDS = {bots.Reflex().name, bots.Master().name}
_chance = random.SystemRandom()

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

    A step takes at least `least`. A bot thinks at most `think` about the first ply of it (in secret half of that), and
    half as long about each following one, not counting the wait for a free thread; one that plays with a mind at most
    `mind`, which is enough for it, so that many tables can have strong bots. A bot that has not answered `patience`
    after that is replaced. Every `sweep`, games that stand still are resumed. A forced ply that is a secret
    is made after a time that is drawn between the two numbers of `forced`; one that makes a choice final after `grace`.
    """

    least: float = 0.6
    think: float = 1.0
    mind: float = 0.1
    patience: float = 5.0
    sweep: float = 30.0
    forced: tuple[float, float] = (1.5, 4.0)
    grace: float = 1.5

    def think_seconds(self, choices: int, sealed: bool, with_mind: bool = False) -> float:
        """The time to think about a choice of a step, after so many others.

        All of them together take at most `2 * think`; those of a secret (`sealed`) decision at most `think`.
        """
        most = float(self.think / 2 ** (choices + sealed))
        return min(most, self.mind) if with_mind else most

    def decision_seconds(self, sealed: bool) -> float:
        """The minimum time of a step. A secret (`sealed`) one takes as long as any: its length tells nothing."""
        return max(self.least, self.think) if sealed else self.least

    def forced_seconds(self, secret: bool) -> float:
        """The time after which a forced ply is made. If it is a `secret`, drawn at random, from nothing in the game."""
        return _chance.uniform(*self.forced) if secret else self.grace


@dataclass(frozen=True, slots=True)
class _Task:
    """A bot's move to be made: its seat, the version that it answers, and the view of the seat."""

    seat: int
    bot: str
    version: int
    view: Position
    sealed: bool
    owner: str  # the id of the player whose table it is
    script: tuple[int, ...] = ()  # in a lesson: the actions of the script


@dataclass(frozen=True, slots=True)
class _ForcedPly:
    """A forced ply of a person that has to wait: its seat, and how much had been revealed when it came up."""

    seat: int
    revealed: int
    secret: bool


class _Player:
    """A bot that makes consecutive moves on one seat, so that its search can go on from the move before."""

    def __init__(self, task: _Task, bot: Bot, patience: float) -> None:
        self._seat, self._name = task.seat, task.bot
        self._mishaps: list[Mishap] = []
        self._bot = Careful(bots.for_game(bot), patience=patience, tell=self._mishaps.append)

    def plays(self, task: _Task) -> bool:
        """Whether this task is for the same bot on the same seat."""
        return (self._seat, self._name) == (task.seat, task.bot)

    def choose_step(self, task: _Task, timing: BotTiming) -> tuple[str, str]:
        """The moves of a step, and a note for the log if a simpler bot had to choose one of them.

        The bot looks ahead on its view, so a step ends where something is revealed.
        """
        self._mishaps.clear()
        seat, moves, choices = task.seat, list[str](), 0
        ahead = Game(task.view.title, task.view.cards, task.view.states.copy(), seed=None)
        while len(moves) < _MAX_PLIES:
            view = ahead.view(seat)
            action = only_action(view, seat)
            if action is None:
                with_mind = self._name in _MINDS and bots.mind_of(view.title) is not None
                seconds = timing.think_seconds(choices, task.sealed, with_mind)
                budget = Budget(seconds=seconds, seed=random.getrandbits(32))
                action = self._bot.choose(view, budget)
                choices += 1
            moves.append(view.say(action, seat))
            if not (task.sealed or view.title.words.partial(view, action)):
                break
            ahead.push_action(action, seat)
            if seat not in ahead.waiting or ahead.states["reveals"][0] != task.view.states["reveals"][0]:
                break
        for mishap in self._mishaps:
            to_log(mishap)
        return _together(moves), _note(self._mishaps[-1].replaced_by) if self._mishaps else ""


def _together(moves: Sequence[str]) -> str:
    return f"{SEPARATOR} ".join(moves)


def _note(stand_in: str) -> str:
    answer = "a move is drawn at random" if stand_in == "chance" else f"the {stand_in} bot answers for once"
    return f"loses the thread, so {answer}."


def _scripted_moves(task: _Task) -> str:
    """The moves of a script, as text."""
    position, moves = task.view, list[str]()
    for action in task.script:
        moves.append(position.say(action, task.seat))
        position = position.after(task.seat, action)
    return _together(moves)


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
        players: list[_Player] = []
        due: dict[_ForcedPly, float] = {}
        while found := await run_sync(self._next, table_id):
            if isinstance(found, _ForcedPly):
                await self._play_forced(table_id, found, due)
                continue
            players = [self._player(task, players) for task in found]
            # bots that share a thread also share the time to think: the pause, which tells nothing, is long enough
            think = self._timing.think / -(-len(found) // self._threads.threads)
            moves = (self._move(table_id, task, player, think) for task, player in zip(found, players, strict=True))
            for failed in await asyncio.gather(*moves, return_exceptions=True):
                if failed is not None:
                    raise failed

    def _player(self, task: _Task, players: Sequence[_Player]) -> _Player:
        """The player of a task: if possible, one of those that made the moves before."""
        known = (player for player in players if player.plays(task))
        return next(known, None) or _Player(task, self._find_bot(task.bot), self._timing.patience)

    async def _play_forced(self, table_id: str, task: _ForcedPly, due: dict[_ForcedPly, float]) -> None:
        """Make a forced ply when it is due; before that, only wait until the table changes."""
        now = asyncio.get_running_loop().time
        due.setdefault(task, now() + self._timing.forced_seconds(task.secret))
        while (left := due[task] - now()) > 0:
            if table_id in self._woken:
                self._woken.discard(table_id)
                return
            await asyncio.sleep(min(left, _LOOK_S))
        await run_sync(self._tables.submit, table_id, PlayForced(task.seat))

    def _next(self, table_id: str) -> list[_Task] | _ForcedPly | None:
        """What is to be done: the move of a bot, or of all that decide in secret now, or a forced ply that waits."""
        with self._tables.at(table_id) as table:
            game = table.game
            if not table.begun:
                return None  # it waits for players
            if table.question is not None:
                return None  # players are asked whether to go back; bots wait for the answers
            playing = [seat for seat in game.waiting if table.seats[seat].bot]
            if playing:
                return [self._task(table, seat) for seat in (playing if is_sealed(game) else playing[:1])]
            for seat in table.forced_seats():
                action = only_action(game, seat)
                assert action is not None
                secret = notice(game, seat, action) != "known"
                return _ForcedPly(seat, int(game.states["reveals"][0]), secret)
        return None

    def _task(self, table: Table, seat: int) -> _Task:
        script = scripted_actions(table, seat)
        if not script and not self._bots_ready(table.title.name):
            raise BotsNotReady
        game, version = table.game, table.visibility.version(table.seats_of_same_owner(seat))
        return _Task(
            seat,
            table.seats[seat].bot,
            version,
            game.view(seat),
            is_sealed(game),
            owner=table.owner,
            script=script,
        )

    async def _move(self, table_id: str, task: _Task, player: _Player, think: float) -> None:
        began = asyncio.get_running_loop().time()
        if task.script:
            moves, note = await run_sync(_scripted_moves, task), ""
        else:
            asker = self._asker(table_id, task)
            timing = replace(self._timing, think=think)
            moves, note = await self._threads(lambda: player.choose_step(task, timing), asker)
        await asyncio.sleep(began + self._timing.decision_seconds(task.sealed) - asyncio.get_running_loop().time())
        with suppress(Outdated):  # a player took back a move, or the seat, meanwhile: look again
            command = BotMove(task.seat, moves, task.bot, note)
            await run_sync(self._tables.submit, table_id, command, task.version)

    def _asker(self, table_id: str, task: _Task) -> Asker:
        address = self._find_address(table_id)
        return Asker(address, task.owner, lambda: self._tables.may_have_people(table_id) and self._is_present(table_id))
