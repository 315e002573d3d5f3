"""Statistics of a card set: turn order, scores, length of games, reasons of the end, comebacks, and every card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletown.engine.ownership import Card
from tabletown.lab.estimates import Estimate, Influence, first_looks, gaps, mean, relative_effects, share
from tabletown.lab.results import Results

ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class CardRow:
    """The statistics of one card."""

    card: Card
    owners: int  # seats that had it
    held: Estimate  # the share of games in which a seat had it
    win: Estimate | None  # the share of wins of seats that had it
    gap: Estimate | None  # how much more they won than seats that had it not
    effect: Estimate | None  # against an average card of its group, other things equal
    look: Estimate | None  # what being offered it first is worth, against other cards of its pool
    picked: Estimate | None  # of the games in which it was on offer, the share in which a seat took it

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        numbers = {name: getattr(self, name) for name in ("held", "win", "gap", "effect", "look", "picked")}
        card = {name: getattr(self.card, name) for name in ("id", "name", "kind", "group")} | {"owners": self.owners}
        return card | {name: one.as_dict() if one else None for name, one in numbers.items()}


@dataclass(frozen=True)
class Summary:
    """The statistics of a card set."""

    cards: str
    games: int
    players: int
    bots: dict[str, tuple[Estimate, Estimate]]  # win share and mean score
    turns: list[Estimate]  # win share by place in the order of the first turns
    score: Estimate
    spread: float  # standard deviation of scores
    winning_score: Estimate
    margin: Estimate  # of the winner, in points
    plies: Estimate
    ends: dict[str, Estimate]
    comebacks: dict[str, Estimate]  # the winner was behind after a quarter, half, three quarters of the game
    rows: list[CardRow]

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {
            "cards": self.cards,
            "games": self.games,
            "players": self.players,
            "bots": [
                {"name": name, "win": win.as_dict(), "score": score.as_dict()}
                for name, (win, score) in self.bots.items()
            ],
            "turns": [one.as_dict() for one in self.turns],
            "score": self.score.as_dict() | {"deviation": round(self.spread, 4)},
            "winning_score": self.winning_score.as_dict(),
            "margin": self.margin.as_dict(),
            "plies": self.plies.as_dict(),
            "ends": {name: one.as_dict() for name, one in self.ends.items()},
            "comebacks": {name: one.as_dict() for name, one in self.comebacks.items()},
            "card": [row.as_dict() for row in self.rows],
        }


def summarize(results: Results, collection: Sequence[Card]) -> Summary:
    """Compute the statistics of the games with one card set."""
    score, deal = results.score.astype(np.float64), results.deal
    first, second = -np.sort(-score, axis=1)[:, :2].T
    return Summary(
        cards=results.cards,
        games=results.games,
        players=results.players,
        bots={name: _bot(results, name) for name in dict.fromkeys(results.bot.ravel().tolist())},
        turns=[share(by_turn(results)[:, turn], deal) for turn in range(results.players)],
        score=mean(score.mean(axis=1), deal),
        spread=float(score.std()),
        winning_score=mean(first, deal),
        margin=mean(first - second, deal),
        plies=mean(results.plies.astype(np.float64), deal),
        ends={name: share(results.end == name, deal) for name in sorted(set(results.end.tolist()))},
        comebacks={} if results.leads is None else dict(_comebacks(results)),
        rows=card_rows(results, collection),
    )


def by_turn(results: Results) -> Any:
    """Win shares of every game, in the order of the first turns."""
    ordered = np.zeros(results.win.shape)
    np.put_along_axis(ordered, results.turn.astype(np.int64), results.win, axis=1)
    return ordered


def _bot(results: Results, name: str) -> tuple[Estimate, Estimate]:
    sat = results.bot == name
    there = sat.any(axis=1)
    seats = sat[there].sum(axis=1)
    deal = results.deal[there]
    win = (results.win * sat)[there].sum(axis=1) / seats
    score = (results.score * sat)[there].sum(axis=1) / seats
    return share(win, deal), mean(score, deal)


def behind(results: Results, quarter: int) -> Any:
    """For every game, the share of the victory that went to seats that were behind after a quarter (0), half (1)..."""
    assert results.leads is not None
    return (results.win * (results.leads[:, quarter] < 0)).sum(axis=1)


def _comebacks(results: Results) -> list[tuple[str, Estimate]]:
    names = ("a quarter", "half", "three quarters")
    return [(name, share(behind(results, quarter), results.deal)) for quarter, name in enumerate(names)]


def any_seat(counts: Any) -> Any:
    """For every game, whether any seat has a count that is not 0."""
    return (counts > 0).any(axis=1)


def card_rows(results: Results, collection: Sequence[Card]) -> list[CardRow]:
    """The statistics of every card."""
    had, deal = results.had, results.deal
    found = gaps(had > 0, results.win, deal)
    effects, looks = effects_of(results, collection).estimates(), looks_of(results, collection).estimates()
    rows = []
    for c, card in enumerate(collection):
        picked = None
        if results.offered is not None and results.taken is not None:
            offered, taken = any_seat(results.offered[:, :, c]), any_seat(results.taken[:, :, c])
            if offered.any():
                picked = share(taken[offered], deal[offered])
        held = share(any_seat(had[:, :, c]), deal)
        rows.append(CardRow(card, found[c].owners, held, found[c].win, found[c].gap, effects[c], looks[c], picked))
    return rows


def effects_of(results: Results, collection: Sequence[Card]) -> Influence:
    """The effect of owning each card.

    Each kind is analysed by itself, so that the effect of a building includes that of what it makes possible.
    """
    found = Influence.unknown(len(np.unique(results.deal)), len(collection))
    others, had = _covariates(results), results.had
    for kind in dict.fromkeys(card.kind for card in collection):
        mine = [c for c, card in enumerate(collection) if card.kind == kind]
        groups = [collection[c].group for c in mine]
        found.put(mine, relative_effects(had[:, :, mine], results.win, results.deal, groups, others))
    return found


def looks_of(results: Results, collection: Sequence[Card]) -> Influence:
    """The effect of being the first seat to whom a card is on offer; unknown for cards without a pool."""
    found = Influence.unknown(len(np.unique(results.deal)), len(collection))
    for pool in dict.fromkeys(card.pool for card in collection if card.pool) if results.looked is not None else ():
        mine = [c for c, card in enumerate(collection) if card.pool == pool]
        assert results.looked is not None
        found.put(mine, first_looks(results.looked[:, :, mine], adjusted_wins(results), results.deal))
    return found


def adjusted_wins(results: Results) -> Any:
    """Win shares adjusted for the turn order and the bot, around an even share.

    This matters for cards that exist twice: one of their copies is more often on offer at the start, first to the seat
    that begins.
    """
    wins = np.zeros(results.win.shape)
    for name in set(results.bot.ravel().tolist()):
        for turn in range(results.players):
            here = (results.bot == name) & (results.turn == turn)
            wins[here] = results.win[here] - (results.win[here].mean() if here.any() else 0.0)
    return wins + 1 / results.players


def _covariates(results: Results) -> Any:
    """Covariates of the regression, as columns of zeros and ones: the turn order and the bot."""
    turns = results.turn[:, :, None] == np.arange(1, results.players)
    names = np.array(sorted(set(results.bot.ravel().tolist()))[1:])
    return np.concatenate((turns, results.bot[:, :, None] == names), axis=2).astype(np.float64)
