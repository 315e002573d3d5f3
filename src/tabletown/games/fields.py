"""Fields of a position as plain numbers, for words and drawings.

Pages ask for dozens of fields after every move. NumPy finds a field by its name in a fraction of the time that an
attribute of a record takes, and a list of plain numbers can be part of the key of a cache.
"""

from typing import Any

from tabletown.engine.position import Position


def value(position: Position, field: str) -> int:
    """A field that is one number."""
    return int(position.states[field][0])


def values(position: Position, field: str) -> list[Any]:
    """A field that is an array: a list of numbers, or of lists."""
    found: list[Any] = position.states[field][0].tolist()
    return found
