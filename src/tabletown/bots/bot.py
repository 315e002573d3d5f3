"""What a bot is: something that chooses an action from a seat's view, within a budget."""

from dataclasses import dataclass
from typing import Protocol

from tabletown.engine.position import Position


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think, and the seed that makes its choice repeatable.

    With `iterations` a search does so much, however long it takes: then, on one thread, the same seed always gives the
    same choice.
    """

    seconds: float = 0.1
    seed: int = 0
    iterations: int | None = None
    threads: int = 1


class Bot(Protocol):
    """A player without a body. It gets views, never states."""

    @property
    def name(self) -> str:
        """What it is called in menus and records."""
        ...

    @property
    def blurb(self) -> str:
        """How it plays, in a few words for those who choose an opponent."""
        ...

    def choose(self, view: Position, budget: Budget) -> int:
        """A legal action for the seat whose view it is."""
        ...


def must_be_view(view: Position) -> int:
    """The seat that a bot plays; raises ValueError for anything but the view of a seat that may act."""
    if view.seat is None or view.seat < 0:
        raise ValueError("a bot takes a seat's view: position.view(seat)")
    if view.seat not in view.waiting:
        raise ValueError(f"seat {view.seat} is not to act")
    return view.seat
