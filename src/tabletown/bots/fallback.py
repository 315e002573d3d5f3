"""Fallback for bots: if a bot crashes, hangs or answers illegally, a simpler bot answers in its place."""

import copy
import logging
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from tabletown.bots.bot import Bot, Budget, acting_seat
from tabletown.bots.greedy import Greedy
from tabletown.bots.uniform import Uniform
from tabletown.engine.position import Position

log = logging.getLogger(__name__)
LONGEST = 60.0  # seconds allowed for a budget of iterations, which has no time limit of its own


class TooLate(Exception):
    """A bot did not answer in time."""


@dataclass(frozen=True)
class Mishap:
    """A failure of a bot: which one, why, and which bot answers instead."""

    bot: str
    what: str  # "crashed: ...", "hung" or "answered illegally: ..."
    ply: int
    replaced_by: str

    def __str__(self) -> str:
        return f"{self.bot} {self.what} at ply {self.ply}; {self.replaced_by} answers instead"


def to_log(mishap: Mishap) -> None:
    """Log a mishap as a warning: the default of `Careful`."""
    log.warning("%s", mishap)


class Careful:
    """A bot with fallbacks: asks `bot`, then each of `stand_ins`, until one gives a legal action in time.

    `tell` is called with every failure. Each bot has its budget plus `patience` seconds; the thread of a bot that hangs
    is abandoned. If all fail, the action is a random legal one, so `choose` always returns a legal action.
    """

    def __init__(
        self,
        bot: Bot,
        stand_ins: tuple[Bot, ...] | None = None,
        patience: float = 5.0,
        tell: Callable[[Mishap], None] = to_log,
    ) -> None:
        self.name, self.blurb = bot.name, bot.blurb
        self._bots = (bot, *((Greedy(), Uniform()) if stand_ins is None else stand_ins))
        self._patience = patience
        self._tell = tell

    def choose(self, view: Position, budget: Budget) -> int:
        """A legal action, even if every bot fails."""
        legal = view.legal_actions_of(acting_seat(view))
        names = [*(bot.name for bot in self._bots[1:]), "chance"]
        for bot, next_name in zip(self._bots, names, strict=True):
            # a copy: a bot that writes into its view must not mislead the next one
            answer = _ask(bot, copy.copy(view), budget, self._patience)
            kind = type(answer)  # not isinstance, which asks the object itself
            if issubclass(kind, np.integer):
                answer = int(answer)  # type: ignore[call-overload]
            if type(answer) is int and answer in legal:
                return answer
            if kind is TooLate:
                what = "hung"
            elif issubclass(kind, BaseException):
                what = f"crashed: {kind.__name__}"
            else:
                what = f"answered illegally: {_shown(answer)}"
            self._tell(Mishap(bot.name, what, view.ply, next_name))
        return random.Random(budget.seed).choice(legal)


def _shown(answer: object) -> str:
    """The beginning of what a bot has answered, which is any object: also one that cannot be shown."""
    try:
        return repr(answer)[:40]
    except Exception:
        return f"a {type(answer).__name__}"


def _ask(bot: Bot, view: Position, budget: Budget, patience: float) -> object:
    """A bot's answer, what it raised, or TooLate; it runs on its own thread, so that a hang cannot block the caller."""
    answer: Future[object] = Future()

    def work() -> None:
        try:
            answer.set_result(bot.choose(view, budget))
        except BaseException as error:  # even SystemExit
            answer.set_result(error)

    threading.Thread(target=work, name=f"bot-{bot.name}", daemon=True).start()
    thinking = budget.seconds if budget.iterations is None else max(budget.seconds, LONGEST)
    try:
        return answer.result(thinking + patience)
    except TimeoutError:
        return TooLate()
