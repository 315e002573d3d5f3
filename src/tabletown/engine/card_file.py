"""Card files: parsed TOML checked against a title's schema, with errors that name the card and the field."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta

from tabletown.engine.errors import CardError
from tabletown.engine.schema import Path, T, check

Text = Annotated[str, Meta(pattern=r"\S")]
"""A text that is not blank."""


def check_cards(table: Mapping[str, Any], shape: type[T]) -> T:
    """A card file as its schema describes it. Raises CardError, like "building 'museum', cost: must be ..."."""

    def place(path: Path) -> str:
        if not path:
            return "the card file"
        name, *rest = path
        index = rest[0] if rest else None
        if isinstance(index, int):
            row = table[str(name)][index]
            name, rest = f"{name} {row.get('id', row.get('name', index + 1))!r}", rest[1:]
        return ", ".join([str(name), ".".join(map(str, rest))]) if rest else str(name)

    return check(table, shape, CardError, place, lambda path: f"{place(path)}:")


def check_unique(names: Iterable[tuple[str, str]]) -> None:
    """Refuse a name that occurs twice; `names` are pairs of a place, like "building 'loft', id", and the name there."""
    seen: set[str] = set()
    for place, name in names:
        if name in seen:
            raise CardError(f"{place}: {name!r} occurs twice")
        seen.add(name)
