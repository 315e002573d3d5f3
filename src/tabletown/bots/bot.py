"""The interface of a bot: it chooses an action from a seat's view, within a budget of time or iterations."""

from dataclasses import dataclass
from typing import Protocol

from tabletown.engine.position import Position


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think, and the seed that makes its choice repeatable.

    With `iterations` a search does exactly that many, however long it takes. On one thread the same seed then always
    gives the same choice.
    """

    seconds: float = 0.1
    seed: int = 0
    iterations: int | None = None
    threads: int = 1


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
