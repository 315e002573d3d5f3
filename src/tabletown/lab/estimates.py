"""Numbers with 95 % intervals, for games that come in deals.

Games of one deal (the same cards, other seats) are not independent: every interval here counts deals, not games
("cluster-robust" errors). Where every game has a deal of its own that is the usual interval.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.lab.ratings import Z, wilson

CHUNK = 4096  # games whose cards are looked at together, to save memory


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, error: float) -> "Estimate":
        """From a standard error."""
        return cls(float(value), float(value - Z * error), float(value + Z * error))

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        return (self.high - self.low) / (2 * Z)

    def minus(self, other: "Estimate") -> "Estimate":
        """The difference of two numbers as if they were independent; of paired ones the true interval is narrower."""
        return Estimate.around(self.value - other.value, float(np.hypot(self.error, other.error)))

    def as_dict(self) -> dict[str, float]:
        """The estimate as plain data, rounded to what can be read."""
        return {"value": round(self.value, 5), "low": round(self.low, 5), "high": round(self.high, 5)}


def _clusters(deal: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    names, index = np.unique(deal, return_inverse=True)
    return index, len(names)


def mean(values: NDArray[Any], deal: NDArray[np.int64]) -> Estimate:
    """The mean of one number per game."""
    middle = float(values.mean())
    index, n = _clusters(deal)
    sums = np.bincount(index, values - middle, n)
    return Estimate.around(middle, float(np.sqrt((sums**2).sum() * n / max(n - 1, 1))) / len(values))


def share(hits: NDArray[Any], deal: NDArray[np.int64]) -> Estimate:
    """The share of games in which something happened: numbers from 0 to 1, one per game."""
    if len(np.unique(deal)) == len(deal):
        low, high = wilson(float(hits.sum()), len(hits))
        return Estimate(float(hits.mean()) if len(hits) else 0.0, low, high)
    found = mean(hits, deal)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


def ratio_of(hits: NDArray[Any], weights: NDArray[Any], deal: NDArray[np.int64]) -> Estimate | None:
    """The sum of some hits per game over the sum of some weights per game; None if there is nothing to divide by."""
    total = float(weights.sum())
    if total == 0:
        return None
    value = float(hits.sum()) / total
    index, n = _clusters(deal)
    sums = np.bincount(index, hits - value * weights, n)
    return Estimate.around(value, float(np.sqrt((sums**2).sum())) / total)


@dataclass(frozen=True)
class Gap:
    """How much more often those who had a card won than those who had not."""

    owners: int  # seats
    win: Estimate | None  # the share of wins of those who had it
    gap: Estimate | None


def gaps(had: NDArray[np.bool_], win: NDArray[Any], deal: NDArray[np.int64]) -> list[Gap]:
    """For every card (last axis of `had`): owners against the others, seat by seat."""
    index, clusters = _clusters(deal)
    rows = np.repeat(index, win.shape[1])
    y = win.ravel().astype(np.float64)
    found = []
    for card in range(had.shape[2]):
        own = had[:, :, card].ravel()
        n1, n0 = int(own.sum()), int((~own).sum())
        if n1 == 0:
            found.append(Gap(0, None, None))
            continue
        m1 = y[own].mean()
        part1 = np.where(own, (y - m1) / n1, 0.0)
        of_owners = Estimate.around(m1, float(np.sqrt((np.bincount(rows, part1, clusters) ** 2).sum())))
        gap = None
        if n0:
            m0 = y[~own].mean()
            parts = part1 - np.where(own, 0.0, (y - m0) / n0)
            gap = Estimate.around(m1 - m0, float(np.sqrt((np.bincount(rows, parts, clusters) ** 2).sum())))
        found.append(Gap(n1, of_owners, gap))
    return found


def relative_effects(
    had: NDArray[np.uint8], win: NDArray[Any], deal: NDArray[np.int64], groups: list[str], others: NDArray[Any]
) -> list[Estimate | None]:
    """What a copy of each card adds to the share of wins, against an average card of its group.

    Least squares of win shares on the counts of all these cards at once, and on `others` (games, seats, columns: the
    turn order, the bot), each less its mean over the seats of the game: so seats of one game are compared, which had
    different cards, and what else they had is allowed for. From the effect of a card the mean of its group is taken
    off, weighted by how often each was had. None for cards that nobody had, or everybody had alike.
    """
    y = (win - win.mean(axis=1, keepdims=True)).astype(np.float64)
    cards, columns = had.shape[2], had.shape[2] + others.shape[2]
    index, clusters = _clusters(deal)

    def centred(part: slice) -> Any:
        x = np.concatenate((had[part].astype(np.float64), others[part]), axis=2)
        return x - x.mean(axis=1, keepdims=True)

    chunks = [slice(start, start + CHUNK) for start in range(0, len(win), CHUNK)]
    gram, right = np.zeros((columns, columns)), np.zeros(columns)
    for part in chunks:
        x = centred(part)
        gram += np.einsum("gsa,gsb->ab", x, x, optimize=True)
        right += np.einsum("gsa,gs->a", x, y[part])
    inverse = np.linalg.pinv(gram, hermitian=True)
    beta = inverse @ right
    scores = np.zeros((clusters, columns))
    for part in chunks:
        x = centred(part)
        np.add.at(scores, index[part], np.einsum("gsa,gs->ga", x, y[part] - x @ beta))
    weights = had.sum(axis=(0, 1), dtype=np.float64) * (gram.diagonal()[:cards] > 0)
    contrast = np.zeros((cards, columns))
    for group in set(groups):
        mine = np.array([name == group for name in groups])
        total = weights[mine].sum()
        if total:
            contrast[np.ix_(mine, np.append(mine, np.zeros(columns - cards, bool)))] = -weights[mine] / total
    contrast[:, :cards] += np.eye(cards)
    reach = contrast @ inverse  # how the scores of a deal move each effect
    errors = np.sqrt(((scores @ reach.T) ** 2).sum(axis=0))
    values = contrast @ beta
    return [Estimate.around(values[c], errors[c]) if weights[c] else None for c in range(cards)]
