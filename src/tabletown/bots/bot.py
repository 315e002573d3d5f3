"""The interface of a bot: it chooses an action from a seat's view, within a budget of time or iterations."""

import math
from dataclasses import dataclass
from numbers import Real
from typing import Protocol

from tabletown.engine.errors import OptionError, WrongType
from tabletown.engine.game import MAX_SEED
from tabletown.engine.integers import integer, shown
from tabletown.engine.position import Position


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think, and the seed that makes its choice repeatable.

    With `iterations` a search does exactly that many, however long it takes. On one thread the same seed then always
    """

    seconds: float = 0.1
    seed: int = 0
    iterations: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.seconds, bool) or not isinstance(self.seconds, Real):
            raise WrongType(f"the seconds of a budget are a number, not {shown(self.seconds)}")
        if not 0 <= self.seconds < math.inf:
            raise OptionError(f"the seconds of a budget are 0 or more, not {self.seconds}")
        object.__setattr__(self, "seconds", float(self.seconds))
        object.__setattr__(self, "seed", _checked(self.seed, "the seed of a budget", 0, MAX_SEED))
        object.__setattr__(self, "threads", _checked(self.threads, "the number of threads", 1))
        if self.iterations is not None:
            object.__setattr__(self, "iterations", _checked(self.iterations, "the number of iterations", 0))


def _checked(value: object, what: str, least: int, most: int | None = None) -> int:
    number = integer(value, what)
    if number < least or (most is not None and number > most):
        wanted = f"{least} or more" if most is None else f"from {least} to {most}"
        raise OptionError(f"{what} is {wanted}, not {number}")
    return number


class Bot(Protocol):
    """A computer player. It is given views, never full states, so it cannot cheat."""

    @property
    def name(self) -> str:
        """Its name in menus and records."""
        ...

    @property
    def blurb(self) -> str:
        """How it plays, in a few words for a menu of opponents."""
        ...

    def choose(self, view: Position, budget: Budget) -> int:
        """A legal action for the seat whose view this is; raises ValueError if that seat may not act."""
        ...


def acting_seat(view: Position) -> int:
    """The seat whose view this is; raises ValueError unless it is the view of a seat that may act."""
    if view.seat is None or view.seat < 0:
        raise ValueError("a bot takes a seat's view: position.view(seat)")
    if view.seat not in view.waiting:
        raise ValueError(f"seat {view.seat} is not to act")
    return view.seat
