"""Suggested card changes: which value of a card's number would make it as good as similar cards.

Other values are tried on deals that were played before. How good a card is, is its influence on the share of wins,
compared with similar cards (`measures.CardRow`): `look` where chance decides who is offered what, else `effect`.
"""

from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tabletown.engine.card_paths import number_at
from tabletown.engine.errors import CardError
from tabletown.engine.ownership import Number
from tabletown.engine.title import Title
from tabletown.lab.card_sets import CardSource
from tabletown.lab.estimates import Estimate
from tabletown.lab.findings import Findings
from tabletown.lab.folder import Folder
from tabletown.lab.measures import CardRow, effects_of, looks_of
from tabletown.lab.plan import Plan
from tabletown.lab.results import read_results

STEPS = (1, 2)  # by how much a number is changed


@dataclass(frozen=True)
class SuggestedChange:
    """A card, how much better it is than similar cards, and how much it would be with other values of a number."""

    row: CardRow
    now: Estimate  # how much better than similar cards it is
    number: Number | None = None  # None: it has no number that can be changed in the right direction
    value: int = 0  # its present value
    tried: dict[int, Estimate] = field(default_factory=dict)  # the same as `now` with other values

    @property
    def best(self) -> int | None:
        """The value with which the card is nearest to similar cards; None if its present value is."""
        value = min(self.tried, key=lambda value: abs(self.tried[value].value), default=None)
        return value if value is not None and abs(self.tried[value].value) < abs(self.now.value) else None


def changes_to_try(
    title: Title, source: CardSource, row: CardRow, now: Estimate
) -> tuple[Number, int, list[CardSource]] | None:
    """The first number of a card that can be changed in the right direction, its value, and the card sets to try."""
    table = source.table(title)
    for number in row.card.numbers:
        value = number_at(table, number.path) or 0
        direction = -number.better if now.value > 0 else number.better
        values = [value + direction * step for step in STEPS]
        usable = [changed for changed in (source.changed(number.path, v) for v in values) if _allowed(title, changed)]
        if usable:
            return number, value, usable
    return None


def _allowed(title: Title, source: CardSource) -> bool:
    try:
        source.cards(title)
    except CardError:
        return False
    return True


def suggest_change(
    base: Findings, row: CardRow, measure: str, games: int, executor: Executor, results: Path
) -> SuggestedChange:  # fmt: skip
    """Suggest a change of a card: try other values of one of its numbers, on the first `games` games of `base`.

    The difference that a value makes is measured game by game, and added to the estimate from all games. The games of
    the sweep are kept in the folder `results`.
    """
    plan, title = base.folder.plan, base.title
    now: Estimate = getattr(row, measure)
    found = changes_to_try(title, plan.sets[0], row, now)
    if found is None:
        return SuggestedChange(row, now)
    number, value, sets = found
    swept = Plan(plan.title, plan.bots, games, plan.players, seed=plan.seed, sets=tuple(sets), swept=number.path)
    folder = Folder.begin(results / f"{row.card.id}-{measure}", swept)
    folder.play(executor)
    count = {"look": looks_of, "effect": effects_of}[measure]
    before = count(base.results[0].head(games), base.collection)
    index = [card.id for card in base.collection].index(row.card.id)
    tried = {}
    for source, after in zip(sets, read_results(folder).values(), strict=True):
        change = count(after, base.collection).minus(before).estimates()[index]
        if change:
            tried[source.changes[number.path]] = Estimate.around(
                now.value + change.value, float(np.hypot(now.error, change.error))
            )
    return SuggestedChange(row, now, number, value, tried)
