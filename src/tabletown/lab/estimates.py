"""Estimates with 95 % confidence intervals, for games that come in deals.

Games of the same deal (the same cards, other seats) are not independent: every interval here counts deals, not games
("cluster-robust" errors). If every game has its own deal, that is the usual interval.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.lab.ratings import Z, wilson

CHUNK = 4096  # games that are processed together, to save memory
LEAST_FREE = 0.01  # share of the spread of an error that a fit leaves over; 0 in a game that alone decides a number


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, error: float) -> "Estimate":
        """An estimate from its standard error."""
        return cls(float(value), float(value - Z * error), float(value + Z * error))

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        return (self.high - self.low) / (2 * Z)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def minus(self, other: "Estimate") -> "Estimate":
        """The difference of two independent estimates; for paired ones the true interval is narrower."""
        return Estimate.around(self.value - other.value, float(np.hypot(self.error, other.error)))

    def as_dict(self) -> dict[str, float]:
        """The estimate as plain data, rounded to what can be read."""
        return {"value": round(self.value, 5), "low": round(self.low, 5), "high": round(self.high, 5)}


@dataclass(frozen=True)
class Influence:
    """One number per card, and the influence of every deal on each of them; nan where the number is unknown.

    The influences of the deals give the intervals, also of differences between card sets that were played on the same
    deals.
    """

    values: NDArray[np.float64]  # (cards,)
    moves: NDArray[np.float64]  # (deals, cards)

    @classmethod
    def unknown(cls, deals: int, cards: int) -> "Influence":
        """All cards unknown."""
        return cls(np.full(cards, np.nan), np.zeros((deals, cards)))

    def put(self, cards: list[int], other: "Influence") -> None:
        """Fill in the numbers of some cards."""
        self.values[cards], self.moves[:, cards] = other.values, other.moves

    def minus(self, other: "Influence") -> "Influence":
        """The differences to other values that come from the same deals."""
        return Influence(self.values - other.values, self.moves - other.moves)

    def estimates(self) -> list[Estimate | None]:
        """The numbers with their intervals."""
        errors = np.sqrt((self.moves**2).sum(axis=0))
        return [
            None if np.isnan(value) else Estimate.around(value, error)
            for value, error in zip(self.values, errors, strict=True)
        ]


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
    """A share of games with its interval, from one number from 0 to 1 per game (1: it happened)."""
    if len(np.unique(deal)) == len(deal):
        low, high = wilson(float(hits.sum()), len(hits))
        return Estimate(float(hits.mean()) if len(hits) else 0.0, low, high)
    found = mean(hits, deal)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


@dataclass(frozen=True)
class Gap:
    """How much more often seats that had a card won than seats that had not."""

    owners: int  # seats
    win: Estimate | None  # the share of wins of seats that had it
    gap: Estimate | None


def gaps(had: NDArray[np.bool_], win: NDArray[Any], deal: NDArray[np.int64]) -> list[Gap]:
    """For every card (last axis of `had`): the seats that had it against those that had not."""
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
) -> Influence:
    """What a copy of each card adds to the share of wins, against an average card of its group.

    Least squares of win shares on the counts of all these cards at once, and on `others` (games, seats, columns: the
    turn order, the bot), each less its mean over the seats of the game. So seats of the same game are compared, and
    their other cards are accounted for. From the effect of a card the mean of its group is subtracted, weighted by how
    often each card was owned. Unknown for cards that no seat had, or all seats of every game had equally often.
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
    weights = had.sum(axis=(0, 1), dtype=np.float64) * (gram.diagonal()[:cards] > 0)
    reach = _contrast(weights, groups, columns) @ inverse  # the influence of a residual on each effect
    moves = np.zeros((clusters, cards))
    for part in chunks:
        x = centred(part)
        left = _unfitted(x, y[part] - x @ beta, inverse)
        np.add.at(moves, index[part], np.einsum("gsa,gs->ga", x, left) @ reach.T)
    return Influence(np.where(weights > 0, _contrast(weights, groups, columns) @ beta, np.nan), moves)


def _unfitted(x: NDArray[np.float64], residuals: NDArray[np.float64], inverse: NDArray[np.float64]) -> Any:
    """The residuals of games (games, seats), as large as the errors are of which they are what the fit has left over.

    With many cards a fit follows every single game, so its residuals are smaller than the errors that it makes
    elsewhere: intervals of 400 games with a hundred cards were a sixth too narrow ("CR2" of Bell and McCaffrey 2002).
    """
    leverage = x @ inverse @ x.transpose(0, 2, 1)
    free, axes = np.linalg.eigh(np.eye(x.shape[1]) - leverage)
    turned = np.einsum("gsk,gs->gk", axes, residuals) / np.sqrt(np.maximum(free, LEAST_FREE))
    return np.einsum("gsk,gk->gs", axes, turned)


def _contrast(weights: NDArray[np.float64], groups: list[str], columns: int) -> NDArray[np.float64]:
    """The matrix that subtracts the mean of its group from the effect of every card."""
    cards = len(groups)
    contrast = np.zeros((cards, columns))
    contrast[:, :cards] = np.eye(cards)
    for group in set(groups):
        mine = np.flatnonzero([name == group for name in groups])
        if total := weights[mine].sum():
            contrast[np.ix_(mine, mine)] -= weights[mine] / total
    return contrast


def first_looks(looked: NDArray[np.uint8], win: NDArray[Any], deal: NDArray[np.int64]) -> Influence:
    """What it adds to a seat's share of wins to be the first to whom a card, not another of its pool, is on offer.

    The shuffle alone decides which card comes when, so this is a causal effect: it does not depend on which seat was
    rich or ahead enough to take the card. A card counts in the games in which it was first on offer to some seats but
    not to all: the wins of those seats above an even share, less the same for all cards of the pool together.
    """
    seats, cards = win.shape[1], looked.shape[2]
    index, clusters = _clusters(deal)
    first = looked.sum(axis=1)  # (games, cards)
    counted = (first > 0) & (first < seats)
    numbers, total = counted.sum(axis=0), counted.sum()
    if total == 0:
        return Influence.unknown(clusters, cards)
    mean_win = np.einsum("gsc,gs->gc", looked, win) / np.maximum(first, 1)
    more = np.where(counted, mean_win - 1 / seats, 0.0)
    overall = more.sum() / total
    values = more.sum(axis=0) / np.maximum(numbers, 1)
    pooled = (more - overall * counted).sum(axis=1, keepdims=True) / total
    moves = np.zeros((clusters, cards))
    np.add.at(moves, index, (more - values * counted) / np.maximum(numbers, 1) - pooled)
    return Influence(np.where(numbers > 0, values - overall, np.nan), moves)
