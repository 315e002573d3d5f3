"""The greedy bot's look-ahead: complete where it can be, limited and fair where it cannot."""

import importlib.util
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tabletown.bots import lookahead
from tabletown.engine import defaults
from tabletown.engine.kernel import binding, int64, kernel
from tabletown.engine.state import blank, state_dtype

# A game of one seat that always has `width` choices and ends after `length` plies. Its cards count the states that were
# looked at below each first choice; what it is worth grows with the last choice, less if the first was odd.
STATE = state_dtype([("first", np.int64), ("last", np.int64)])
CARDS = np.dtype([("width", np.int64), ("length", np.int64), ("looked", np.int64, 64)], align=True)


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    for k in range(cards.width):
        out[k] = k
    return int64(cards.width)  # type: ignore[no-any-return]


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    if state.ply == 0:
        state.first = action
    state.last = action
    state.ply += 1
    state.ended = state.ply >= cards.length
    cards.looked[state.first] += 1


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    return 1.0 * state.last - 0.5 * (state.first % 2) + 10.0 * state.ended  # type: ignore[no-any-return]


@kernel
def one_way(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Everything is worth considering at first, two choices at the fifth ply, and only the last choice elsewhere."""
    if state.ply == 0:
        return n
    if state.ply == 4:
        return 2
    out[0] = out[n - 1]
    return 1


def bind(name: str, sensible: Any) -> Iterator[ModuleType]:
    """The template, bound to the game above."""
    spec = importlib.util.spec_from_file_location(name, lookahead.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(legal=legal, apply=apply, evaluate=evaluate, sensible=sensible)
    sys.modules[spec.name] = module
    with binding(name, Path(lookahead.__file__), [legal, apply, evaluate, sensible]):
        spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture(scope="module")
def bound() -> Iterator[ModuleType]:
    """The look-ahead of a title that considers all legal actions."""
    yield from bind("toy", defaults.sensible)


@pytest.fixture(scope="module")
def narrowed() -> Iterator[ModuleType]:
    """The look-ahead of a title that narrows its decisions."""
    yield from bind("narrow_toy", one_way)


def ratings(module: ModuleType, width: int, length: int) -> tuple[list[float], list[int]]:
    """How every first choice is rated, and how many states were looked at below it."""
    world, cards = blank(STATE), blank(CARDS)
    world["waiting"], cards["width"], cards["length"] = 1, width, length
    depth = lookahead.DEPTH
    result, actions = np.zeros(width), np.arange(width, dtype=np.int32)
    lists, numbers = np.zeros((depth, width), np.int32), np.zeros((3, depth), np.int64)
    module.rate(world, cards, 0, actions, result, blank(STATE, depth + 1), lists, *numbers, np.zeros(depth))
    return result.tolist(), cards["looked"][0, :width].tolist()


@pytest.mark.parametrize("length", [1, 3, 5])
def test_small_trees_are_searched_to_their_end(bound: ModuleType, length: int) -> None:
    width = 4
    rated, looked = ratings(bound, width, length)
    for first in range(width):
        lines = [(first, *rest) for rest in itertools.product(range(width), repeat=length - 1)]
        assert rated[first] == max(line[-1] - 0.5 * (first % 2) + 10 for line in lines)
        assert looked[first] == sum(width**plies for plies in range(length))


@pytest.mark.parametrize("width", [12, 30, 60])
def test_large_trees_are_searched_in_part_and_fairly(bound: ModuleType, width: int) -> None:
    rated, looked = ratings(bound, width, length=9)
    assert width ** (lookahead.DEPTH + 1) > lookahead.STATES
    assert sum(looked) <= lookahead.STATES + width  # the first choices themselves come on top
    assert len(set(looked)) == 1, "every first choice looks at as many states"
    assert looked[0] > lookahead.STATES // width // 3, "and uses much of what it may"
    assert rated == [width - 1 - 0.5 * (first % 2) for first in range(width)]


def test_more_choices_than_states_are_all_rated_as_they_stand(bound: ModuleType) -> None:
    """However little may be looked at, no choice is left out."""
    world, cards = blank(STATE, 5), blank(CARDS)
    world["waiting"], cards["width"], cards["length"] = 1, 21, 9
    depth = lookahead.DEPTH
    lists, numbers = np.zeros((depth, 21), np.int32), np.zeros((3, depth), np.int64)
    assert bound.best_continuation(world, cards[0], 0, 3, lists, *numbers, np.zeros(depth)) == 20
    assert cards["looked"].sum() == 21


def test_what_follows_from_a_choice_is_one_step_with_it(narrowed: ModuleType) -> None:
    """Plies with one choice worth considering do not count: a move of nine plies is seen to its end."""
    width, length = 5, 9
    rated, looked = ratings(narrowed, width, length)
    assert length > lookahead.DEPTH + 1
    assert rated == [width - 1 - 0.5 * (first % 2) + 10 for first in range(width)]
    assert set(looked) == {4 + 2 * 5}, "four plies to the fifth, and from there two ways of five plies each"
