"""Ratings on Elo's scale from the places of finished games, with intervals by bootstrap.

Every two players of a game count as one comparison (Bradley and Terry's model), so tables of any size and shared places
fit in. 400 points are odds of ten to one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MEAN = 1500.0
SCALE = 400.0 / np.log(10.0)
ROUNDS = 200  # of the iteration that finds the strengths
Z = 1.959964  # two-sided 95 %


@dataclass(frozen=True)
class Rating:
    """A rating and its 95 % interval."""

    points: float
    low: float
    high: float


@dataclass(frozen=True)
class Table:
    """Who sat at a table, by name and seat, the places they took, and which deal it was."""

    names: tuple[str, ...]
    places: tuple[int, ...]
    deal: int


def rate(tables: Sequence[Table], names: Sequence[str], resamples: int = 200, seed: int = 0) -> dict[str, Rating]:
    """A rating for every name. Deals are resampled as a whole, because the games of one deal are not independent."""
    if not tables:
        return {name: Rating(MEAN, MEAN, MEAN) for name in names}
    deals = sorted({table.deal for table in tables})
    index = {name: i for i, name in enumerate(names)}
    wins = np.zeros((len(deals), len(names), len(names)))
    for table in tables:
        wins[deals.index(table.deal)] += comparisons(table, index)
    total = wins.sum(axis=0)
    met = total + total.T > 0
    points = strengths(total, met)
    draw = np.random.default_rng(seed)
    samples = np.array(
        [strengths(wins[draw.integers(len(deals), size=len(deals))].sum(axis=0), met) for _ in range(resamples)]
    )
    low, high = np.quantile(samples, (0.025, 0.975), axis=0)
    return {name: Rating(float(points[i]), float(low[i]), float(high[i])) for name, i in index.items()}


def comparisons(table: Table, index: dict[str, int]) -> NDArray[np.float64]:
    """How often each name came before each other one at a table; shared places count half."""
    wins = np.zeros((len(index), len(index)))
    for name, place in zip(table.names, table.places, strict=True):
        for other, behind in zip(table.names, table.places, strict=True):
            if name != other:
                wins[index[name], index[other]] += 1.0 if place < behind else 0.5 if place == behind else 0.0
    return wins


def strengths(wins: NDArray[np.float64], met: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The ratings under which these results are most likely, their mean at 1500.

    Those who have `met` get one more drawn game against each other, so that somebody who always wins has a finite
    rating.
    """
    wins = wins + 0.5 * met
    games = wins + wins.T
    strength: NDArray[np.float64] = np.ones(len(wins))
    for _ in range(ROUNDS):
        expected = games / (strength[:, None] + strength[None, :])
        strength = wins.sum(axis=1) / np.maximum(expected.sum(axis=1), 1e-12)
        strength = np.maximum(strength, 1e-12)
        strength /= np.exp(np.log(strength).mean())
    points: NDArray[np.float64] = MEAN + SCALE * np.log(strength)
    return points


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's score interval); it is honest at 0 and at 1, too."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z / (1 + z2 / games) * np.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))
