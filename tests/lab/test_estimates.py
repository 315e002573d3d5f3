"""Estimates: intervals hold what they promise, and known effects are found again."""

from typing import Any

import numpy as np
import pytest

from tabletown.lab.estimates import Estimate, first_looks, gaps, mean, relative_effects, share

DEALS = np.arange(4000)


def winners(strength: Any, draw: np.random.Generator) -> Any:
    """One winner per game, more likely the stronger seat."""
    noise = draw.gumbel(size=strength.shape)
    return ((strength + noise).argmax(axis=1)[:, None] == np.arange(strength.shape[1])).astype(np.float32)


def test_a_mean_counts_deals_not_games() -> None:
    values = np.random.default_rng(1).normal(size=500)
    alone = mean(values, np.arange(500))
    assert alone.value == pytest.approx(values.mean())
    assert alone.error == pytest.approx(values.std(ddof=1) / np.sqrt(500))
    thrice = mean(np.repeat(values, 3), np.repeat(np.arange(500), 3))  # the same news three times
    assert thrice.error == pytest.approx(alone.error)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    draw = np.random.default_rng(2)
    held = 0
    for _ in range(400):
        found = share(draw.random(60) < 0.2, np.arange(60))
        held += found.low <= 0.2 <= found.high
    assert 0.92 < held / 400 < 0.98


def test_a_share_that_always_happened_is_not_certain() -> None:
    found = share(np.ones(20), np.arange(20))
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low < 0.9


def test_owners_against_others() -> None:
    had = np.array([[[1, 0, 1], [0, 0, 1]], [[1, 0, 1], [0, 0, 1]]], bool)
    win = np.array([[1.0, 0.0], [0.0, 1.0]])
    one, none, everybody = gaps(had, win, np.arange(2))
    assert one.win is not None
    assert one.gap is not None
    assert (one.owners, one.win.value, one.gap.value) == (2, 0.5, 0.0)
    assert (none.owners, none.win, none.gap) == (0, None, None)
    assert (everybody.owners, everybody.gap) == (4, None)


def test_effects_are_told_apart_from_what_comes_with_them() -> None:
    """Card 1 does nothing, but whoever has card 0 mostly has it too."""
    draw = np.random.default_rng(3)
    had = draw.integers(0, 2, (len(DEALS), 2, 4)).astype(np.uint8)
    had[:, :, 1] = np.where(draw.random((len(DEALS), 2)) < 0.8, had[:, :, 0], had[:, :, 1])
    win = winners(1.0 * had[:, :, 0].astype(float), draw)
    naive = gaps(had > 0, win, DEALS)[1].gap
    assert naive is not None
    assert naive.low > 0.05
    found = relative_effects(had, win, DEALS, ["all"] * 4, np.zeros((len(DEALS), 2, 0))).estimates()
    strong, idle, *others = [one for one in found if one]
    assert strong.low > 0.1
    assert idle.value == pytest.approx(others[0].value, abs=0.05)
    weights = had.sum(axis=(0, 1))
    assert np.dot(weights, [one.value for one in found if one]) == pytest.approx(0.0, abs=1e-6)


def test_nothing_is_said_about_cards_that_tell_nothing() -> None:
    had = np.zeros((50, 2, 3), np.uint8)
    had[:, :, 1] = 1
    had[:, 0, 2] = 1
    win = winners(np.zeros((50, 2)), np.random.default_rng(4))
    found = relative_effects(had, win, np.arange(50), ["all"] * 3, np.zeros((50, 2, 0))).estimates()
    assert [one is None for one in found] == [True, True, False]


def test_first_looks_find_a_cause_and_ignore_who_was_rich() -> None:
    draw = np.random.default_rng(5)
    looked = np.zeros((len(DEALS), 2, 3), np.uint8)
    for card in range(3):
        looked[np.arange(len(DEALS)), draw.integers(0, 2, len(DEALS)), card] = 1
    win = winners(0.8 * looked[:, :, 0].astype(float), draw)
    strong, weak, other = (one for one in first_looks(looked, win, DEALS).estimates() if one)
    assert strong.low > 0.05
    assert weak.value == pytest.approx(other.value, abs=0.04)


def test_a_look_that_everybody_has_tells_nothing() -> None:
    assert first_looks(np.ones((9, 2, 2), np.uint8), np.full((9, 2), 0.5), np.arange(9)).estimates() == [None, None]


def test_differences_on_the_same_deals_are_sharper() -> None:
    draw = np.random.default_rng(6)
    looked = np.zeros((len(DEALS), 2, 2), np.uint8)
    looked[:, 0, 0] = looked[:, 1, 1] = 1
    win = winners(np.zeros((len(DEALS), 2)), draw)
    other = win.copy()
    other[:100] = other[:100, ::-1]  # only a few games went another way
    before, after = first_looks(looked, win, DEALS), first_looks(looked, other, DEALS)
    paired, one, two = (x.estimates()[0] for x in (after.minus(before), after, before))
    assert paired is not None
    assert one is not None
    assert two is not None
    assert paired.value == pytest.approx(one.value - two.value)
    assert paired.error < one.minus(two).error / 3


def test_an_estimate_as_data() -> None:
    assert Estimate(0.1234567, 0.0, 1.0).as_dict() == {"value": 0.12346, "low": 0.0, "high": 1.0}


@pytest.mark.parametrize(("size", "seats", "cards", "rounds"), [(400, 2, 100, 12), (300, 3, 30, 24), (500, 4, 60, 8)])
def test_intervals_hold_what_they_promise(size: int, seats: int, cards: int, rounds: int) -> None:
    """Where no card is worth anything, 95 of 100 intervals hold 0: for every measure, also with many cards."""
    rng = np.random.default_rng(7)
    found: dict[str, list[Estimate]] = {"effect": [], "look": [], "gap": [], "mean": []}
    deals = np.arange(size)
    for _ in range(rounds):
        had = (rng.random((size, seats, cards)) < 0.12).astype(np.uint8)
        win = np.eye(seats)[rng.integers(0, seats, size)]
        looked = np.zeros_like(had)
        first, offered = rng.integers(0, seats, (size, 1, cards)), rng.random((size, 1, cards)) < 0.4
        np.put_along_axis(looked, first, offered.astype(np.uint8), axis=1)
        effects = relative_effects(had, win, deals, ["all"] * cards, np.zeros((size, seats, 0)))
        found["effect"] += [one for one in effects.estimates() if one]
        found["look"] += [one for one in first_looks(looked, win, deals).estimates() if one]
        found["gap"] += [one.gap for one in gaps(had.astype(bool), win, deals) if one.gap]
        found["mean"] += [mean(rng.normal(0, 1, size), deals) for _ in range(cards)]
    for name, estimates in found.items():
        outside = sum(not one.low <= 0 <= one.high for one in estimates) / len(estimates)
        spread = np.std([one.value / one.error for one in estimates])
        assert 0.025 < outside < 0.08, f"{name}: {outside:.1%} of {len(estimates)}"
        assert 0.9 < spread < 1.1, f"{name}: {spread:.2f}"
