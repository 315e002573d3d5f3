"""Which cases of a parametrised test run in `make test`, and which in `make test-all`."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tabletown import games


def quick_if(quick: Callable[..., bool], cases: Iterable[Any]) -> list[Any]:
    """All cases; those that `quick` does not accept are exhaustive.

    A case is a value, or a tuple of values, which `quick` is called with.
    """
    marked = []
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        marks = () if quick(*values) else pytest.mark.exhaustive
        marked.append(pytest.param(*values, marks=marks))
    return marked


def fewest(name: str, players: int, *_: object) -> bool:
    """Whether a title is played by as few as can be."""
    return players == games.get(name).meta.players[0]


def fewest_or_most(name: str, players: int, seed: int = 0, *_: object) -> bool:
    """Whether a title is played by as few or as many as can be, from the first seed."""
    return players in games.get(name).meta.players and seed == 0
