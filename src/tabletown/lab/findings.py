"""Findings: all statistics of the games in a folder of results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tabletown import games
from tabletown.engine.ownership import Card
from tabletown.engine.title import Title
from tabletown.lab.comparing import CardChange, Change, card_changes, changes
from tabletown.lab.estimates import Estimate
from tabletown.lab.folder import Folder
from tabletown.lab.measures import CardRow, Summary, summarize
from tabletown.lab.results import Results, read_results

SHOWN = 15  # cards at either end of a list of effects
FEW = 30  # owners below which a card is not ranked


@dataclass(frozen=True)
class Findings:
    """All statistics of the games in a folder of results, by card set."""

    title: Title
    folder: Folder
    collection: tuple[Card, ...]
    results: list[Results]
    summaries: list[Summary]

    @property
    def finished(self) -> bool:
        """Whether all games of the plan have been played."""
        return not self.folder.missing()

    def comparison(self) -> tuple[list[Change], list[CardChange]]:
        """The second card set compared with the first: changes over all games, and for every card."""
        (old, new), (a, b) = self.results[:2], self.summaries[:2]
        return changes(old, new), card_changes(old, new, a, b)

    def as_dict(self) -> dict[str, Any]:
        """The numbers as plain data."""
        plan = self.folder.plan
        facts: dict[str, Any] = {
            "title": plan.title,
            "rules": plan.rules,
            "players": plan.players,
            "bots": list(plan.bots),
            "games": plan.games,
            "finished": self.finished,
            "sets": [summary.as_dict() for summary in self.summaries],
        }
        if plan.swept:
            facts["swept"] = plan.swept
        elif len(self.summaries) == 2:
            overall, cards = self.comparison()
            facts["changes"] = [change.as_dict() for change in overall]
            facts["card_changes"] = [change.as_dict() for change in cards]
        return facts


def find(folder: Folder) -> Findings:
    """Compute the statistics of all finished games of a folder; raises LabError if there are none."""
    title = games.get(folder.plan.title)
    collection = title.ownership.collection(folder.plan.sets[0].cards(title))
    results = list(read_results(folder).values())
    return Findings(title, folder, collection, results, [summarize(one, collection) for one in results])


def extremes(
    rows: Sequence[CardRow], measure: str = "effect", count: int = SHOWN
) -> tuple[list[tuple[CardRow, Estimate]], list[tuple[CardRow, Estimate]]]:
    """The cards with the highest and the lowest values of a measure, each from the top down.

    Cards that fewer than FEW seats had are left out. For measures other than "effect", cards printed on the same piece
    of paper count once, as the one that most seats had.
    """
    pieces: dict[str, CardRow] = {}
    for row in sorted(rows, key=lambda row: row.owners):
        if row.owners >= FEW and getattr(row, measure):
            pieces[row.card.id if measure == "effect" else row.card.piece or row.card.id] = row
    known: list[tuple[CardRow, Estimate]] = [(row, getattr(row, measure)) for row in pieces.values()]
    known.sort(key=lambda pair: -pair[1].value)
    half = min(count, (len(known) + 1) // 2)
    return known[:half], known[half:][-count:]
