"""Card sets: a title's own cards, those of an edition or a card file, or either with some numbers changed.

A number is named by its path in the card file (see `engine/card_paths.py`).
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabletown.engine.card_paths import put_number
from tabletown.engine.errors import CardError
from tabletown.engine.title import Title
from tabletown.engine.toml import read_toml
from tabletown.lab.errors import LabError

DEFAULT = "default"
SWEEP = re.compile(r"(?P<path>[^=\s]+)\s*=\s*(?P<low>-?\d+)\s*\.\.\s*(?P<high>-?\d+)")
MOST_STEPS = 50


MOST_READ = 64
_read: dict[tuple[Any, ...], Any] = {}  # a cache of parsed card sets: every batch needs one


@dataclass(frozen=True)
class CardSource:
    """Where a card set comes from; can be sent to another machine, which then reads the same cards."""

    name: str
    text: str | None = None  # of a card file; by default the title's own
    changes: Mapping[str, int] = field(default_factory=dict)  # path -> number
    edition: str = ""  # of the title's own cards

    def table(self, title: Title) -> dict[str, Any]:
        """The card data as parsed TOML, with the changes."""
        if self.text is None:
            table = title.card_table(edition=self.edition)
        else:
            table = read_toml(self.text, f"the card file {self.name}", CardError)
        for path, value in self.changes.items():
            put_number(table, path, value)
        return table

    def cards(self, title: Title) -> Any:
        """The card set; raises CardError, which names the card and the field."""
        key = title.rules, self.text, self.edition, tuple(self.changes.items())
        if key not in _read:
            try:
                cards = title.read_cards(self.table(title))
            except CardError as error:
                raise CardError(f"cards {self.name}: {error}") from None
            while len(_read) >= MOST_READ:
                _read.pop(next(iter(_read)))
            _read[key] = cards
        return _read[key]

    def changed(self, path: str, value: int) -> "CardSource":
        """The same cards with another number at a path, under a name that says so."""
        return CardSource(f"{path}={value}", self.text, {**self.changes, path: value}, self.edition)

    def digest(self, title: Title) -> str:
        """A hash of what kernels read: card sets with the same digest play the same games."""
        return hashlib.sha256(self.cards(title).data.tobytes()).hexdigest()


def read_source(path: str, title: Title) -> CardSource:
    """The cards of a file, of an edition by its name, or the printed ones for the word `default`.

    Raises LabError if the file cannot be read.
    """
    if path == DEFAULT:
        return CardSource(DEFAULT)
    if path in title.meta.editions:
        return CardSource(path, edition=path)
    try:
        return CardSource(Path(path).stem, Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise LabError(f"the card file {path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def sweep(spec: str, source: CardSource, title: Title) -> list[CardSource]:
    """One card set for every value of a sweep like `building.bakery.cost=2..6`; raises LabError or CardError."""
    match = SWEEP.fullmatch(spec.strip())
    if not match:
        raise LabError(f"a sweep looks like building.bakery.cost=2..6, not {spec!r}")
    path, low, high = match["path"], int(match["low"]), int(match["high"])
    if not low < high < low + MOST_STEPS:
        raise LabError(f"a sweep goes from a number up to a larger one, in {MOST_STEPS} steps at most, not {spec!r}")
    sets = [source.changed(path, value) for value in range(low, high + 1)]
    for one in sets:
        one.cards(title)
    return sets
