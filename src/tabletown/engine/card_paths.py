"""Paths to the numbers of a card file: `building.bakery.cost` is the cost of the building whose id is bakery.

Rows are found by their id (or name, where they have none), and `[k]` picks one number of a list, or of a text like
"+1 +1O.site", counted from 0.
"""

import copy
import re
from collections.abc import Mapping
from typing import Any

from tabletown.engine.errors import CardError

INDEX = re.compile(r"(?P<key>[^\[\]]+)(?:\[(?P<index>\d+)\])?")
NUMBER = re.compile(r"[+-]?\d+")


def number_at(table: Mapping[str, Any], path: str) -> int | None:
    """The number at a path, or None if the field is not set; raises CardError for a path that does not exist."""
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
    """Set the number at a path of parsed card data; raises CardError for a path that does not exist."""
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
            raise CardError(f"{path}: {key} is one number, not a list")
        holder[key] = number
    else:
        raise CardError(f"{path}: {key} is no number")


def described(table: Mapping[str, Any], path: str) -> tuple[str, str]:
    """The card that a path leads to and the field: "Bakery" and "cost".

    The card is the last name on the way. A card without a name of its own is called by those printed on it, like
    "Concierge Desk or Grand Hotel"; where it has none either, its id has to do.
    """
    *parts, last = path.split(".")
    place, name = table, ""
    for part in parts:
        place = _row(place, part) if isinstance(place, list) else place[part]
        if isinstance(place, Mapping):
            name = str(place.get("name") or _names_on(place) or name or part)
    return name, last.partition("[")[0].replace("_", " ")


def _names_on(card: Mapping[str, Any]) -> str:
    """The names of what is printed on a card, in the order of its file; empty if there are none."""
    return " or ".join(str(part["name"]) for part in card.values() if isinstance(part, Mapping) and "name" in part)


def _find(table: Mapping[str, Any], path: str) -> tuple[dict[str, Any], str, int | None]:
    """The table that contains the last part of a path, that part, and its index in brackets or None."""
    *parts, last = path.split(".")
    place: Any = table
    for n, part in enumerate(parts):
        place = _row(place, part) if isinstance(place, list) else place.get(part)
        if place is None:
            raise CardError(f"{path}: there is no {'.'.join(parts[: n + 1])} in these cards")
        if not isinstance(place, Mapping | list):
            raise CardError(f"{path}: {part} is no table")
    match = INDEX.fullmatch(last)
    if not isinstance(place, dict) or not parts or not match:
        raise CardError(f"{path}: a path names a table, a row and a field, like building.bakery.cost")
    return place, match["key"], None if match["index"] is None else int(match["index"])


def _row(rows: list[Any], name: str) -> Any:
    for row in rows:
        if isinstance(row, Mapping) and str(row.get("id", row.get("name"))) == name:
            return row
    return None


def _match(text: str, path: str, index: int | None) -> re.Match[str]:
    found = list(NUMBER.finditer(text))
    if not found or (index or 0) >= len(found):
        raise CardError(f"{path}: there is no such number in {text!r}")
    return found[index or 0]


def _place(values: list[Any], path: str, index: int | None) -> int:
    if index is None or index >= len(values):
        raise CardError(f"{path}: say which of the {len(values)} entries, like {path.partition('[')[0]}[0]")
    if type(values[index]) is not int:
        raise CardError(f"{path}: {values[index]!r} is no number")
    return index
