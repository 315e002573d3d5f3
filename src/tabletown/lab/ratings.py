"""Elo ratings from the places of finished games, with intervals by bootstrap.

Every pair of players of a game counts as one comparison (Bradley-Terry model), so games of any number of players and
shared places can be rated. 400 points are odds of ten to one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MEAN = 1500.0
SCALE = 400.0 / np.log(10.0)
ROUNDS = 200  # of the iteration that computes the ratings
Z = 1.959964  # two-sided 95 %


@dataclass(frozen=True)
class Rating:
    """A rating and its 95 % interval."""

    points: float
    low: float
    high: float


@dataclass(frozen=True)
class Table:
    """The result of one game for ratings: names and places by seat, and the number of its deal."""

    names: tuple[str, ...]
    places: tuple[int, ...]
    deal: int


def rate(tables: Sequence[Table], names: Sequence[str], resamples: int = 200, seed: int = 0) -> dict[str, Rating]:
    """A rating for every name. The bootstrap resamples whole deals, because games of one deal are not independent."""
    if not tables:
        return {name: Rating(MEAN, MEAN, MEAN) for name in names}
    deals = sorted({table.deal for table in tables})
    row, index = {deal: i for i, deal in enumerate(deals)}, {name: i for i, name in enumerate(names)}
    wins = np.zeros((len(deals), len(names), len(names)))
    for table in tables:
        wins[row[table.deal]] += comparisons(table, index)
    total = wins.sum(axis=0)
    met = total + total.T > 0
    draw = np.random.default_rng(seed)
    times = draw.multinomial(len(deals), np.full(len(deals), 1 / len(deals)), size=resamples)
    samples = np.tensordot(times, wins, axes=1)  # comparisons in each bootstrap sample
    points = strengths(total[None], met)[0]
    low, high = np.quantile(strengths(samples, met), (0.025, 0.975), axis=0)
    return {name: Rating(float(points[i]), float(low[i]), float(high[i])) for name, i in index.items()}


def comparisons(table: Table, index: dict[str, int]) -> NDArray[np.float64]:
    """How often each name came before each other name in a game; shared places count half."""
    wins = np.zeros((len(index), len(index)))
    for name, place in zip(table.names, table.places, strict=True):
        for other, behind in zip(table.names, table.places, strict=True):
            if name != other:
                wins[index[name], index[other]] += 1.0 if place < behind else 0.5 if place == behind else 0.0
    return wins


def strengths(wins: NDArray[np.float64], met: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The maximum-likelihood ratings of each of several matches, with a mean of 1500.

    Players who have `met` get one more drawn game against each other, so that a player who always wins has a finite
    rating.
    """
    wins = wins + 0.5 * met
    games = wins + wins.swapaxes(1, 2)
    strength = np.ones(wins.shape[:2])
    for _ in range(ROUNDS):
        expected = games / (strength[:, :, None] + strength[:, None, :])
        strength = np.maximum(wins.sum(axis=2), 1e-12) / np.maximum(expected.sum(axis=2), 1e-12)
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    points: NDArray[np.float64] = MEAN + SCALE * np.log(strength)
    return points


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's score interval), which is valid near 0 and 1, too."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z / (1 + z2 / games) * np.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))
