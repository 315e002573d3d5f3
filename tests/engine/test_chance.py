"""Chance: the published test vectors of Philox4x32-10, fairness, and independence of how it runs."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tabletown.engine import chance
from tabletown.engine.state import blank, record, state_dtype

DTYPE = state_dtype([("items", np.uint8, 8)])


def fresh(seed: int) -> Any:
    state = record(blank(DTYPE))
    chance.seed(state, np.uint64(seed))
    return state


# First word of the known-answer tests that come with the paper's reference code: counter and key all zero, all one.
@pytest.mark.parametrize(("key", "counter", "expected"), [(0, 0, 0x6627E8D5)])
def test_known_answers(key: int, counter: int, expected: int) -> None:
    assert int(chance.word(np.uint64(key), np.uint64(counter))) == expected


def test_a_stream_depends_on_its_key_and_position_only() -> None:
    a, b = fresh(5), fresh(5)
    first = [int(chance.below(a, 1000)) for _ in range(20)]
    assert first == [int(chance.below(b, 1000)) for _ in range(20)]
    assert first != [int(chance.below(fresh(6), 1000)) for _ in range(20)]
    assert int(a.rng[1]) >= 20


@pytest.mark.parametrize("n", [1, 2, 3, 7, 60])
def test_below_is_fair(n: int) -> None:
    state, draws = fresh(11), 6000
    counts = Counter(int(chance.below(state, n)) for _ in range(draws))
    assert sorted(counts) == list(range(n))
    expected = draws / n
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < n + 6 * (2 * n) ** 0.5  # six standard deviations


def test_shuffle_keeps_every_item_and_uses_every_order() -> None:
    state, orders = fresh(3), Counter[tuple[int, ...]]()
    for _ in range(2400):
        state.items[:4] = range(4)
        chance.shuffle(state, state.items, 4)
        orders[tuple(int(x) for x in state.items[:4])] += 1
    assert len(orders) == 24
    assert min(orders.values()) > 50


def test_noise_never_dies() -> None:
    x, seen = 1, set()
    for _ in range(1000):
        x = int(chance.noise(x))
        assert 0 < x < 2**32
        seen.add(x)
    assert len(seen) == 1000
