"""The contract of a title: the kernels that it supplies, on which all other packages rely.

A title's package `rules` exports functions with these names and arguments, each under `@kernel`; those of `OPTIONAL`
only where the defaults (`defaults.py`) do not fit. `state` is one record
of the title's state type, `cards` the record of its card set. The functions here only describe them: templates such as
`loops.py` are executed once per title, with the title's own functions in their place.
"""

from typing import Any


def setup(state: Any, cards: Any) -> None:
    """Set up a zeroed state whose header (players, options, rules, rng) is filled in; set `phase` and `waiting`."""
    raise NotImplementedError


def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a waiting seat to `out` in ascending order; return how many.

    They depend only on what the seat may know: a state and the seat's view of it give the same actions.
    """
    raise NotImplementedError


def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out a legal action: move on `phase` and `waiting`, count `reveals`, set `ended` when the game is over."""
    raise NotImplementedError


def scores(state: Any, cards: Any, out: Any) -> None:
    """Write every seat's points so far to `out`."""
    raise NotImplementedError


def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """Write every seat's place to `out`, 1 for the winners, from its points and the tie-breaks."""
    raise NotImplementedError


def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe all that the seat (-1: a spectator) may not know. The engine wipes `rng`."""
    raise NotImplementedError


def resample(state: Any, cards: Any, seat: int) -> None:
    """Fill what `hide` wiped with a random world that agrees with the view, using the state's own chance."""
    raise NotImplementedError


def evaluate(state: Any, cards: Any, seat: int) -> float:
    """Estimate how far ahead of the others a seat is, in points. Must be fast: bots call it in playouts."""
    raise NotImplementedError


def sensible(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Keep of the `n` legal actions in `out` those worth considering, in the same order; return how many, at least one.

    Optional: bots choose among these, and environments can. Like `legal`, it depends only on what the seat may know and
    leaves the state as it is. A title narrows decisions that have hundreds of legal answers, of which few make sense.
    Bots make a ply at once if it has one action left, so a row of such plies must come to an end.
    """
    raise NotImplementedError


KERNELS = ("setup", "legal", "apply", "scores", "ranking", "hide", "resample", "evaluate")
"""What every title supplies."""
OPTIONAL = ("sensible",)
"""What a title may supply."""
