"""Comparison of card sets that were played on the same deals by the same bots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tabletown.engine.ownership import Card
from tabletown.lab.estimates import Estimate, mean
from tabletown.lab.measures import CardRow, Summary, any_seat, behind, by_turn, effects_of, looks_of
from tabletown.lab.results import Results

MEASURES: dict[str, Callable[[Results], Any]] = {
    "mean score": lambda r: r.score.mean(axis=1),
    "winner's score": lambda r: r.score.max(axis=1).astype(np.float64),
    "winner's margin": lambda r: np.diff(np.sort(r.score, axis=1)[:, -2:], axis=1)[:, 0].astype(np.float64),
    "plies": lambda r: r.plies.astype(np.float64),
    "wins of who begins": lambda r: by_turn(r)[:, 0],
}
"""Functions that give one number per game."""


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
    look: Estimate | None
    picked: Estimate | None

    def as_dict(self) -> dict[str, Any]:
        """The change as plain data."""
        numbers = {"held": self.held, "effect": self.effect, "look": self.look, "picked": self.picked}
        return {"id": self.card.id, "name": self.card.name} | {
            k: v.as_dict() if v else None for k, v in numbers.items()
        }


def changes(before: Results, after: Results) -> list[Change]:
    """The differences over all games, taken game by game, because both sets were played on the same deals."""
    measures = dict(MEASURES)
    if before.leads is not None and after.leads is not None:
        measures["comebacks from half"] = lambda results: behind(results, 1)
    for reason in sorted({*before.end.tolist(), *after.end.tolist()}):
        measures[f"end: {reason}"] = partial(_ended, reason)
    found = []
    for name, measure in measures.items():
        old, new = measure(before), measure(after)
        found.append(Change(name, float(old.mean()), float(new.mean()), mean(new - old, before.deal)))
    return found


def _ended(reason: str, results: Results) -> Any:
    return (results.end == reason).astype(np.float64)


def card_changes(before: Results, after: Results, old: Summary, new: Summary) -> list[CardChange]:
    """The differences for every card, the clearest first."""
    collection = [row.card for row in new.rows]
    effects = effects_of(after, collection).minus(effects_of(before, collection)).estimates()
    looks = looks_of(after, collection).minus(looks_of(before, collection)).estimates()
    held = any_seat(after.had).astype(np.float64) - any_seat(before.had)
    found = []
    for c, (a, b) in enumerate(zip(old.rows, new.rows, strict=True)):
        picked = b.picked.minus(a.picked) if a.picked and b.picked else None
        found.append(CardChange(b.card, a, b, mean(held[:, c], before.deal), effects[c], looks[c], picked))
    return sorted(found, key=lambda change: -max(_clear(change.look), _clear(change.effect)))


def _clear(effect: Estimate | None) -> float:
    return abs(effect.value) / max(effect.error, 1e-9) if effect else -1.0


def swept_cards(path: str, collection: Sequence[Card]) -> list[int]:
    """The cards that a number belongs to: those that name it, else those whose id is part of its path."""
    named = [c for c, card in enumerate(collection) if any(number.path == path for number in card.numbers)]
    return named or [c for c, card in enumerate(collection) if card.id in path.replace("[", ".").split(".")]


def sweep_value(summary: Summary) -> int:
    """The value that a card set of a sweep has for the swept number."""
    return int(summary.cards.rpartition("=")[2])
