"""Evaluating a bot: every task is a match of the arena, in which the bot's decisions are counted and timed."""

import hashlib
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

from tabletown import __version__, bots, games
from tabletown.bots import Bot, Budget, own
from tabletown.bots.minds.mind import mind_of
from tabletown.bots.policy import PolicyBot
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.lab.arena import Match, PlayedGame, entrant, play
from tabletown.lab.benchmark.results import Result, TaskResult, machine
from tabletown.lab.benchmark.tasks import Task, benchmark
from tabletown.lab.errors import LabError

CANDIDATE = "candidate"  # its name in the arena: so a bot can be evaluated against itself


@dataclass
class Tally:
    """How often a bot had a choice, and how long it thought."""

    decisions: int = 0
    seconds: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def add(self, seconds: float) -> None:
        """Count a decision."""
        with self._lock:
            self.decisions += 1
            self.seconds += seconds


class Candidate:
    """The bot that is evaluated, as it sits in the arena: its decisions are counted and timed."""

    name = CANDIDATE

    def __init__(self, bot: Bot, tally: Tally) -> None:
        self.blurb = bot.blurb
        self._bot, self._tally = bot, tally

    def for_game(self) -> "Candidate":
        """The same for one seat of one game."""
        return Candidate(bots.for_game(self._bot), self._tally)

    def choose(self, view: Position, budget: Budget) -> int:
        """What the bot chooses."""
        assert view.seat is not None
        if len(view.legal_actions_of(view.seat)) == 1:
            return self._bot.choose(view, budget)
        began = time.perf_counter()
        try:
            return self._bot.choose(view, budget)
        finally:
            self._tally.add(time.perf_counter() - began)


def find_candidate(name: str) -> tuple[Bot, str]:
    """A bot by its name, and the fingerprint of its file if it is not one of this package.

    Names are those of `bots.get`, and `module:function`, a policy as `bots.from_policy` takes. Raises a TabletownError.
    """
    if "@" in name:
        raise LabError(f"the tasks say how much a bot may think: name it without a budget, {name.partition('@')[0]}")
    try:
        bot = bots.get(name)
    except own.BadBot:
        module, _, function = name.partition(":")
        policy = getattr(sys.modules.get(module), function, None)
        if not isinstance(policy, FunctionType):
            raise
        bot = bots.from_policy(policy, name=name)
    if name.endswith(bots.POLICY_FILE):
        return bot, hashlib.sha256(Path(name).read_bytes()).hexdigest()[:16]
    return bot, own.fingerprint([name])


def begin(name: str, digest: str, *, quick: bool = False) -> Result:
    """An empty result for a bot on this machine."""
    known = benchmark()
    return Result(known.name, known.version, name, digest, quick, __version__, machine(), False, [])


def extended(result: Result, row: TaskResult) -> Result:
    """A result with one more task, in the order of the benchmark."""
    done = {found.task: found for found in (*result.tasks, row)}
    ordered = [done[task.name] for task in benchmark().tasks if task.name in done]
    return Result(
        result.benchmark, result.version, result.bot, result.digest, result.quick, result.tabletown, result.machine,
        any(found.mishaps for found in ordered), ordered,
    )  # fmt: skip


def check(bot: Bot, tasks: Iterable[Task]) -> None:
    """Raise LabError for a policy that cannot play all of some tasks: one for another title, or other observations.

    Such a policy would lose nothing but its name: another bot would answer in its place.
    """
    if bots.is_own(bot) or not isinstance(bot, PolicyBot | bots.Reflex):
        return
    for task in tasks:
        game = Game.new(games.get(task.title), task.players, seed=0)
        while len(actions := game.legal_actions) == 1:
            game.push_action(actions[0])
        assert game.turn is not None
        try:
            bot.choose(game.view(game.turn), Budget(iterations=1))
        except Exception as error:
            raise LabError(
                f"{bot.name} cannot play {task.name}: {error}; choose the tasks that it can play with --tasks"
            ) from None


def evaluate(
    bot: Bot,
    task: Task,
    executor: Executor,
    *,
    quick: bool = False,
    on_game: Callable[[PlayedGame], None] | None = None,
) -> tuple[TaskResult, list[str]]:
    """Let a bot play a task on an executor of threads.

    Returns the result, and a sentence for every mishap. With `quick` only the first deals are played.
    """
    title, tally = games.get(task.title), Tally()
    match = task_match(Candidate(bot, tally), task, quick=quick)
    bots.warm_up(title, [entrant(match, task.opponent)[0]])
    played = play(match, executor, on_game)
    (row, *_), mind = played.bots, mind_of(title)
    mishaps = [f"{task.name}, game {game.number + 1}: {text}" for game in played.played for text in game.mishaps]
    mine = sum(text.startswith(f"{CANDIDATE} ") for game in played.played for text in game.mishaps)
    low, high = row.interval
    result = TaskResult(
        task=task.name, title=task.title, rules=title.rules, mind=mind.digest if mind else "", players=task.players,
        opponent=task.opponent, looks=task.looks, seed=task.seed, deals=match.games // task.players,
        games=len(played.played), wins=row.wins, score=round(row.win_rate, 6), low=round(low, 6),
        high=round(high, 6), points=round(sum(row.scores) / len(row.scores), 4), decisions=tally.decisions,
        seconds_per_decision=float(f"{tally.seconds / max(tally.decisions, 1):.3g}"), mishaps=mine,
        opponent_mishaps=len(mishaps) - mine,
    )  # fmt: skip
    return result, [text.replace(f": {CANDIDATE} ", f": {bot.name} ", 1) for text in mishaps]


def task_match(candidate: Bot, task: Task, *, quick: bool = False) -> Match:
    """The match of the arena that a task is."""
    seats: Any = candidate, task.opponent
    games = benchmark().deals(task, quick=quick) * task.players
    return Match(task.title, seats, games, task.players, iterations=task.looks, seed=task.seed, options=task.options)
