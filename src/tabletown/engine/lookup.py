"""Name lookup for typed moves: the whole name, or a beginning that fits only one name."""

from collections.abc import Iterable

from tabletown.engine.errors import AmbiguousMove, InvalidMove
from tabletown.engine.seats import SEAT_NAMES, seat_index


def meant(name: str, known: Iterable[str]) -> str | None:
    """The known name that equals or begins with `name`, or None; raises AmbiguousMove if several begin with it."""
    names = set(known)
    if name in names:
        return name
    found = sorted(known_name for known_name in names if known_name.startswith(name))
    if len(found) > 1:
        raise AmbiguousMove(f"{name!r} could be {' or '.join(found)}")
    return found[0] if found else None


def seat_meant(name: str, players: int) -> int:
    """The seat with this name (any case); raises InvalidMove if there is none at this table."""
    seat = seat_index(name, players)
    if seat is None:
        seats = ", ".join(known.lower() for known in SEAT_NAMES[:players])
        raise InvalidMove(f"{name!r} is not a seat; seats here are {seats}")
    return seat
