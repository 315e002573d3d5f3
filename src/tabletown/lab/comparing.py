"""Card sets side by side, on the same deals with the same bots: what a change of cards changes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tabletown.engine.collecting import Card
from tabletown.lab.estimates import Estimate, mean
from tabletown.lab.measures import CardRow, Summary, anybody, behind, by_turn
from tabletown.lab.results import Results

MEASURES: dict[str, Callable[[Results], Any]] = {
    "mean score": lambda r: r.score.mean(axis=1),
    "winner's score": lambda r: r.score.max(axis=1).astype(np.float64),
    "winner's margin": lambda r: np.diff(np.sort(r.score, axis=1)[:, -2:], axis=1)[:, 0].astype(np.float64),
    "plies": lambda r: r.plies.astype(np.float64),
    "wins of who begins": lambda r: by_turn(r)[:, 0],
}
"""One number per game each."""


@dataclass(frozen=True)
class Change:
    """A measure with both card sets, and the difference between them."""

    name: str
    before: float
    after: float
    difference: Estimate

    def as_dict(self) -> dict[str, Any]:
        """The change as plain data."""
        return {"name": self.name, "before": self.before, "after": self.after, "difference": self.difference.as_dict()}


@dataclass(frozen=True)
class CardChange:
    """A card with both card sets."""

    card: Card
    before: CardRow
    after: CardRow
    held: Estimate  # differences
    effect: Estimate | None
    picked: Estimate | None

    def as_dict(self) -> dict[str, Any]:
        """The change as plain data."""
        numbers = {"held": self.held, "effect": self.effect, "picked": self.picked}
        return {"id": self.card.id, "name": self.card.name} | {
            k: v.as_dict() if v else None for k, v in numbers.items()
        }


def changes(before: Results, after: Results) -> list[Change]:
    """What changed over all games; game by game, because both sets were played on the same deals."""
    both, mine, theirs = np.intersect1d(before.game, after.game, return_indices=True)
    deal = before.deal[mine]
    measures = dict(MEASURES)
    if before.leads is not None and after.leads is not None:
        measures["comebacks from half"] = lambda results: behind(results, 1)
    for reason in sorted({*before.end.tolist(), *after.end.tolist()}):
        measures[f"end: {reason}"] = partial(_ended, reason)
    assert len(both)
    found = []
    for name, measure in measures.items():
        old, new = measure(before)[mine], measure(after)[theirs]
        found.append(Change(name, float(old.mean()), float(new.mean()), mean(new - old, deal)))
    return found


def _ended(reason: str, results: Results) -> Any:
    return (results.end == reason).astype(np.float64)


def card_changes(
    before: Results, after: Results, rows_before: Sequence[CardRow], rows_after: Sequence[CardRow]
) -> list[CardChange]:
    """What changed for every card, those with the clearest change of effect first."""
    _, mine, theirs = np.intersect1d(before.game, after.game, return_indices=True)
    old, new = (anybody(r.had)[i].astype(np.float64) for r, i in ((before, mine), (after, theirs)))
    found = []
    for c, (a, b) in enumerate(zip(rows_before, rows_after, strict=True)):
        effect = b.effect.minus(a.effect) if a.effect and b.effect else None
        picked = b.picked.minus(a.picked) if a.picked and b.picked else None
        found.append(CardChange(b.card, a, b, mean(new[:, c] - old[:, c], before.deal[mine]), effect, picked))
    return sorted(found, key=lambda change: -_clear(change.effect))


def _clear(effect: Estimate | None) -> float:
    return abs(effect.value) / max(effect.error, 1e-9) if effect else -1.0


def swept_cards(path: str, collection: Sequence[Card]) -> list[int]:
    """The cards that a number belongs to: those that name it, else those whose id is part of its path."""
    named = [c for c, card in enumerate(collection) if any(number.path == path for number in card.numbers)]
    return named or [c for c, card in enumerate(collection) if card.id in path.replace("[", ".").split(".")]


def sweep_value(summary: Summary) -> int:
    """The number that a set of a sweep has in the swept place."""
    return int(summary.cards.rpartition("=")[2])
