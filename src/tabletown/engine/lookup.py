"""Names in moves that a person wrote: the whole name, or as much of its beginning as tells it from the others."""

from collections.abc import Iterable

from tabletown.engine.errors import AmbiguousMove, InvalidMove
from tabletown.engine.seats import SEAT_NAMES, seat_index


def meant(name: str, known: Iterable[str]) -> str | None:
    """Which of the known names is meant, or None; raises AmbiguousMove for the beginning of several."""
    names = set(known)
    if name in names:
        return name
    found = sorted(one for one in names if one.startswith(name))
    if len(found) > 1:
        raise AmbiguousMove(f"{name!r} could be {' or '.join(found)}")
    return found[0] if found else None


def seat_meant(name: str, players: int) -> int:
    """The seat with this name; raises InvalidMove."""
    seat = seat_index(name, players)
    if seat is None:
        seats = ", ".join(known.lower() for known in SEAT_NAMES[:players])
        raise InvalidMove(f"{name!r} is not a seat; seats here are {seats}")
    return seat
