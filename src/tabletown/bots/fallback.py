"""Bots one can rely on: if one crashes, hangs or answers nonsense, a simpler one answers in its place."""

import logging
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from tabletown.bots.bot import Bot, Budget, must_be_view
from tabletown.bots.greedy import Greedy
from tabletown.bots.uniform import Uniform
from tabletown.engine.position import Position

log = logging.getLogger(__name__)
LONGEST = 60.0  # seconds for a budget of iterations, which says nothing of time


class TooLate(Exception):
    """A bot did not answer in time."""


@dataclass(frozen=True)
class Mishap:
    """A bot that failed, and why."""

    bot: str
    what: str  # "crashed: ...", "hung" or "answered illegally: ..."
    ply: int
    replaced_by: str

    def __str__(self) -> str:
        return f"{self.bot} {self.what} at ply {self.ply}; {self.replaced_by} answers instead"


def to_log(mishap: Mishap) -> None:
    """What is done about a mishap if nobody says otherwise."""
    log.warning("%s", mishap)


class Careful:
    """Asks a bot, then its stand-ins in turn, until one of them gives a legal answer in time.

    `tell` is called for every failure. A bot is given its budget and `patience` seconds more; if it hangs, its thread
    is left behind. The last resort is any legal action, so this always answers.
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
        """A legal action, whatever happens."""
        legal = view.legal_actions(must_be_view(view))
        names = [*(bot.name for bot in self._bots[1:]), "chance"]
        for bot, next_name in zip(self._bots, names, strict=True):
            answer = _ask(bot, view, budget, self._patience)
            if type(answer) is int and answer in legal:
                return answer
            if isinstance(answer, TooLate):
                what = "hung"
            elif isinstance(answer, BaseException):
                what = f"crashed: {type(answer).__name__}"
            else:
                what = f"answered illegally: {repr(answer)[:40]}"
            self._tell(Mishap(bot.name, what, view.ply, next_name))
        return random.Random(budget.seed).choice(legal)


def _ask(bot: Bot, view: Position, budget: Budget, patience: float) -> object:
    """A bot's answer or what it raised, from a thread that nobody has to wait for if it hangs."""
    answer: Future[object] = Future()

    def work() -> None:
        try:
            answer.set_result(bot.choose(view, budget))
        except BaseException as error:  # even an attempt to end the program
            answer.set_result(error)

    threading.Thread(target=work, name=f"bot-{bot.name}", daemon=True).start()
    thinking = budget.seconds if budget.iterations is None else max(budget.seconds, LONGEST)
    try:
        return answer.result(thinking + patience)
    except TimeoutError:
        return TooLate()
