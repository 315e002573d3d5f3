"""Editions: other numbers on a title's cards, as a choice when a game is dealt. The printed cards are the default.

An edition is a file of changes in the title's folder, `editions/NAME.toml`; `meta.toml` lists the names. A state
carries the place of its edition in that list, so names are only appended. If the rules get a new number with other
cards, `editions/NAME-3.toml` has the changes from number 3 on.

The numbers of an edition stay, because stored games are played with them. Better numbers are an edition of their own,
which the old file names in `replaced_by`. Games with the old one go on and replay, but it is no longer offered.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletown.engine.card_paths import described, number_at, put_number
from tabletown.engine.errors import CardError
from tabletown.engine.toml import read_toml

PRINTED = ""
"""The name of no edition: the cards as they are printed."""
FOLDER = "editions"


@dataclass(frozen=True)
class Edition:
    """Changes of a title's cards."""

    name: str  # as files, records and choices have it
    title: str  # as people read it
    about: str  # what differs, in a sentence
    changes: Mapping[str, int]  # path in the card file -> number
    replaced_by: str = ""  # the name of the edition that is offered in its place

    def __str__(self) -> str:
        return f"{self.title} cards: {self.about}"

    def change(self, table: dict[str, Any]) -> None:
        """Change parsed card data; raises CardError for a path that does not exist."""
        for path, number in self.changes.items():
            put_number(table, path, number)

    def in_words(self, printed: Mapping[str, Any]) -> list[str]:
        """What differs from the printed card data, a sentence for each number."""
        sentences = []
        for path, number in self.changes.items():
            name, what = described(printed, path)
            sentences.append(f"{name}: {what} {number} instead of {number_at(printed, path) or 0}")
        return sentences


def read_edition(folder: Path, name: str, rules: int, later_ones: Collection[str] = ()) -> Edition:
    """An edition of the title in a folder, for the rules of a number. Raises CardError for a file that is none.

    It can be replaced by those of the `later_ones`, which come after it in the title's list. So no edition is replaced
    by itself, and a title with editions offers one.
    """
    newer = (folder / FOLDER / f"{name}-{n}.toml" for n in range(rules, 1, -1))
    path = next((file for file in newer if file.is_file()), folder / FOLDER / f"{name}.toml")
    what = f"the edition {name}"
    try:
        table = read_toml(path.read_text(encoding="utf-8"), what, CardError)
    except OSError:
        raise CardError(f"{what} has no file {path.name}") from None
    title, about, changes = table.get("title"), table.get("about"), table.get("changes")
    if not isinstance(title, str) or not isinstance(about, str) or not isinstance(changes, dict):
        raise CardError(f"{what} needs a title, a sentence about it, and a table of changes")
    for key, number in changes.items():
        if type(number) is not int:
            raise CardError(f"{what}: {key} must be a whole number, not {number!r}")
    replaced_by = table.get("replaced_by", "")
    if replaced_by != "" and replaced_by not in later_ones:
        known = ", ".join(later_ones) or "none"
        raise CardError(f"{what}: replaced_by names a later edition of the title, not {replaced_by!r}; it has: {known}")
    return Edition(name, title, about, changes, replaced_by)
