"""What a title supplies: the kernels under which every other part of the house stands.

A title's `rules.py`, `scoring.py`, `hidden.py` and `hints.py` define functions with these names and arguments, each
under `@kernel`. `state` is one record of the title's state type, `cards` the record of its card set. The functions
here are only their description; `loops.py` is executed once per title with the title's own functions in their place.
"""

from typing import Any


def setup(state: Any, cards: Any) -> None:
    """Set up a zeroed state whose header (players, options, rng) is filled in; set `phase` and `waiting`."""
    raise NotImplementedError


def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a waiting seat to `out` in ascending order; return how many. Reads a view only."""
    raise NotImplementedError


def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out a legal action: move on `phase` and `waiting`, count `reveals`, set `ended` when the game is over."""
    raise NotImplementedError


def scores(state: Any, cards: Any, out: Any) -> None:
    """Write every seat's points as they stand."""
    raise NotImplementedError


def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """Write every seat's place, 1 for the winners, from its points and the tie-breaks."""
    raise NotImplementedError


def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe all that the seat (-1: a spectator) may not know. The engine wipes `rng`."""
    raise NotImplementedError


def resample(state: Any, cards: Any, seat: int) -> None:
    """Fill what `hide` wiped with a random world that agrees with the view, using the state's own chance."""
    raise NotImplementedError


def evaluate(state: Any, cards: Any, seat: int) -> float:
    """How good the situation looks for a seat, in points ahead of the others: cheap, for greedy play and playouts."""
    raise NotImplementedError


KERNELS = ("setup", "legal", "apply", "scores", "ranking", "hide", "resample", "evaluate")
