"""Reading the fields of a position that a person wrote: each refusal says what was wrong and what would be right."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.seats import SEAT_NAMES, seat_index


def only(table: Mapping[str, Any], known: set[str], where: str) -> None:
    """Refuse fields that are not known."""
    for name in table:
        if name not in known:
            raise PositionError(f"unknown field {name!r} in {where}; known are {', '.join(sorted(known))}")


def whole(value: Any, name: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def flag(table: Mapping[str, Any], name: str) -> bool:
    """True or false, by default false."""
    value = table.get(name, False)
    if type(value) is not bool:
        raise PositionError(f"{name} must be true or false, not {value!r}")
    return value


def numbers(value: Any, name: str, length: int, most: int) -> list[int]:
    """A list of so many whole numbers within bounds."""
    good = isinstance(value, list) and len(value) == length and all(type(n) is int and 0 <= n <= most for n in value)
    if not good:
        raise PositionError(f"{name} must be {length} whole numbers up to {most}, not {value!r}")
    found: list[int] = value
    return found


def entries(value: Any, name: str, what: str, most: int | None = None) -> list[Any]:
    """A list, not too long; `what` says of what."""
    if not isinstance(value, list) or (most is not None and len(value) > most):
        length = "" if most is None else f"at most {most} "
        raise PositionError(f"{name} must be a list of {length}{what}, not {value!r}")
    return value


def strings(value: Any, name: str, most: int, what: str = "names") -> list[str]:
    """A list of texts, not too long."""
    if not all(isinstance(item, str) for item in entries(value, name, what, most)):
        raise PositionError(f"{name} must be a list of at most {most} {what}, not {value!r}")
    found: list[str] = value
    return found


def choice(value: Any, name: str, words: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in words:
        known = " or ".join(words) if len(words) < 3 else f"one of {', '.join(words)}"
        raise PositionError(f"{name} must be {known}, not {value!r}")
    return value


def subtable(value: Any, name: str, like: str, known: set[str]) -> Mapping[str, Any]:
    """A table within a table, with no other fields than those known; `like` shows one."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{name} must be a table like {like}, not {value!r}")
    only(value, known, name)
    return value


def seat(name: Any, players: int, field: str) -> int:
    """A seat by its name."""
    found = seat_index(name, players) if isinstance(name, str) else None
    if found is None:
        raise PositionError(f"{field} must be one of {', '.join(SEAT_NAMES[:players]).lower()}, not {name!r}")
    return found


def seat_tables(table: Mapping[str, Any], most: int, fields: set[str]) -> list[Mapping[str, Any]]:
    """The [[seat]] tables of a position, as many as it has players; `fields` are those that they may have."""
    seats = table.get("seat")
    if not isinstance(seats, list) or not all(isinstance(row, Mapping) for row in seats):
        raise PositionError("a position needs one [[seat]] table per player")
    players = whole(table.get("players", len(seats)), "players", 2, most)
    if players != len(seats):
        raise PositionError(f"players is {players}, but there are {len(seats)} [[seat]] tables")
    for name, row in zip(SEAT_NAMES, seats, strict=False):
        only(row, fields, f"the seat of {name}")
    return seats
