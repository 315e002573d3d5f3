"""The whole numbers of a match or a plan, as callers give them: Python's or NumPy's."""

from typing import Any

from tabletown.engine.integers import integer

WORDS = {
    "games": "the number of games",
    "players": "the number of players",
    "iterations": "the number of iterations",
    "seed": "a seed",
    "batch": "the number of games in a batch",
}


def keep_integers(job: Any) -> None:
    """Make such fields of a frozen dataclass integers of Python; None stays. Raises WrongType."""
    for name, what in WORDS.items():
        if (number := getattr(job, name, None)) is not None:
            object.__setattr__(job, name, integer(number, what))
