"""Card sets: a title's own cards, those of a card file, or either with some numbers changed.

A number is named by its path in the card file: `building.bakery.cost` is the cost of the building whose id is bakery.
Rows are found by their id (or name, where they have none), and `[k]` picks one number of a list, or of a text like
"+1 +1O.site", counted from 0.
"""

import copy
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabletown.engine.errors import CardError
from tabletown.engine.title import Title
from tabletown.engine.toml import read_toml
from tabletown.lab.errors import LabError

DEFAULT = "default"
SWEEP = re.compile(r"(?P<path>[^=\s]+)\s*=\s*(?P<low>-?\d+)\s*\.\.\s*(?P<high>-?\d+)")
INDEX = re.compile(r"(?P<key>[^\[\]]+)(?:\[(?P<index>\d+)\])?")
NUMBER = re.compile(r"[+-]?\d+")
MOST_STEPS = 50


MOST_READ = 64
_read: dict[tuple[Any, ...], Any] = {}  # a cache of parsed card sets: every batch needs one


@dataclass(frozen=True)
class CardSource:
    """Where a card set comes from; can be sent to another machine, which then reads the same cards."""

    name: str
    text: str | None = None  # of a card file; by default the title's own
    changes: Mapping[str, int] = field(default_factory=dict)  # path -> number

    def table(self, title: Title) -> dict[str, Any]:
        """The card data as parsed TOML, with the changes."""
        if self.text is None:
            table = title_table(title)
        else:
            table = read_toml(self.text, f"the card file {self.name}", CardError)
        for path, value in self.changes.items():
            put_number(table, path, value)
        return table

    def cards(self, title: Title) -> Any:
        """The card set; raises CardError, which names the card and the field, or LabError for a wrong path."""
        key = title.rules, self.text, tuple(self.changes.items())
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
        return CardSource(f"{path}={value}", self.text, {**self.changes, path: value})

    def digest(self, title: Title) -> str:
        """A hash of what kernels read: card sets with the same digest play the same games."""
        return hashlib.sha256(self.cards(title).data.tobytes()).hexdigest()


def read_source(path: str) -> CardSource:
    """The cards of a file, or the title's own for the word `default`; raises LabError if it cannot be read."""
    if path == DEFAULT:
        return CardSource(DEFAULT)
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


# --- Paths ----------------------------------------------------------------------------------------------------------


def number_at(table: Mapping[str, Any], path: str) -> int | None:
    """The number at a path, or None if the field is not set; raises LabError for a path that does not exist."""
    holder, key, index = _find(table, path)
    value = holder.get(key)
    if value is None:
        return None
    if isinstance(value, str):
        return int(_match(value, path, index)[0])
    if isinstance(value, list):
        return int(value[_place(value, path, index)])
    return int(value)


def put_number(table: dict[str, Any], path: str, number: int) -> None:
    """Set the number at a path of parsed card data; raises LabError for a path that does not exist."""
    holder, key, index = _find(table, path)
    value = holder.get(key)
    if isinstance(value, str):
        match = _match(value, path, index)
        signed = f"{number:+d}" if match[0][0] in "+-" else str(number)
        holder[key] = value[: match.start()] + signed + value[match.end() :]
    elif isinstance(value, list):
        value = copy.copy(value)
        value[_place(value, path, index)] = number
        holder[key] = value
    elif value is None or type(value) is int:
        if index is not None:
            raise LabError(f"{path}: {key} is one number, not a list")
        holder[key] = number
    else:
        raise LabError(f"{path}: {key} is no number")


def _find(table: Mapping[str, Any], path: str) -> tuple[dict[str, Any], str, int | None]:
    """The table that contains the last part of a path, that part, and its index in brackets or None."""
    *parts, last = path.split(".")
    place: Any = table
    for n, part in enumerate(parts):
        place = _row(place, part) if isinstance(place, list) else place.get(part)
        if place is None:
            raise LabError(f"{path}: there is no {'.'.join(parts[: n + 1])} in these cards")
        if not isinstance(place, Mapping | list):
            raise LabError(f"{path}: {part} is no table")
    match = INDEX.fullmatch(last)
    if not isinstance(place, dict) or not parts or not match:
        raise LabError(f"{path}: a path names a table, a row and a field, like building.bakery.cost")
    return place, match["key"], None if match["index"] is None else int(match["index"])


def _row(rows: list[Any], name: str) -> Any:
    for row in rows:
        if isinstance(row, Mapping) and str(row.get("id", row.get("name"))) == name:
            return row
    return None


def _match(text: str, path: str, index: int | None) -> re.Match[str]:
    found = list(NUMBER.finditer(text))
    if not found or (index or 0) >= len(found):
        raise LabError(f"{path}: there is no such number in {text!r}")
    return found[index or 0]


def _place(values: list[Any], path: str, index: int | None) -> int:
    if index is None or index >= len(values):
        raise LabError(f"{path}: say which of the {len(values)} entries, like {path.partition('[')[0]}[0]")
    if type(values[index]) is not int:
        raise LabError(f"{path}: {values[index]!r} is no number")
    return index


def title_table(title: Title) -> dict[str, Any]:
    """The title's own card data as parsed TOML: those of its newest rules."""
    return title.card_table()
