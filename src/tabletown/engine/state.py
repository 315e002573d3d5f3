"""Game states: fixed-size NumPy records with a common header. Copying is one assignment, a batch is an array."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tabletown.engine.bits import lowest_bit
from tabletown.engine.kernel import COMPILED, kernel

Field = tuple[str, DTypeLike] | tuple[str, DTypeLike, int | tuple[int, ...]]
Records = NDArray[np.void]
"""An array of structured records: states, or a title's cards as an array of one."""

HEADER: tuple[Field, ...] = (
    ("rng", np.uint64, 2),  # key and counter of the random generator (see chance.py)
    ("options", np.uint16),  # bit mask of the chosen optional rules
    ("rules", np.uint8),  # number of the rules by which the game is played (see title.py)
    ("edition", np.uint8),  # number of the edition of its cards, 0 for the printed ones (see edition.py)
    ("ply", np.int32),  # decisions made so far
    ("reveals", np.int32),  # grows whenever a seat learns something or chance is used
    ("waiting", np.uint8),  # bit mask of the seats that may act now
    ("players", np.uint8),
    ("phase", np.uint8),
    ("ended", np.uint8),  # 0, or the title's number for why the game ended
)
MAX_SEATS = 5
MAX_OPTIONS = 16
NOBODY = -1
"""The seat of a spectator."""


def state_dtype(fields: Sequence[Field]) -> np.dtype[np.void]:
    """The record type of a title's state: the common header, then the title's fields.

    Gaps that alignment would leave are filled with named zero fields, so that equal states have equal bytes.
    """
    reserved = set(dir(np.recarray))
    for field in fields:
        if field[0] in reserved:
            raise ValueError(f"state field {field[0]!r} is hidden by an attribute of NumPy arrays: choose another name")
    padded: list[Field] = []
    offset = 0
    for field in (*HEADER, *fields):
        one = np.dtype([field])
        offset = _pad(padded, offset, np.dtype(field[1]).alignment)
        padded.append(field)
        offset += one.itemsize
    _pad(padded, offset, np.dtype(np.uint64).alignment)
    return np.dtype(padded, align=True)


def _pad(padded: list[Field], offset: int, alignment: int) -> int:
    gap = -offset % alignment
    if gap:
        padded.append((f"pad_{offset}", np.uint8, gap))
    return offset + gap


def blank(dtype: np.dtype[np.void], n: int = 1) -> Records:
    """An array of `n` zeroed records of a type that kernels accept, compiled or not."""
    records: Records = np.zeros(n, dtype)
    return records if COMPILED else records.view(np.recarray)


class Record(np.void):  # type: ignore[misc]  # final for type checkers, not for NumPy: np.record is such a class
    """One record with its fields as attributes. NumPy's own `np.record` does the same three times as slowly."""

    def __getattr__(self, name: str) -> Any:
        """The field of this name; the attributes of `np.void` come first."""
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Write a field into the array that the record is part of."""
        self[name] = value


@lru_cache(maxsize=256)
def _with_attributes(dtype: np.dtype[np.void]) -> np.dtype[np.void]:
    return np.dtype((Record, dtype))


def record(states: Records, index: int = 0) -> Any:
    """One record of an array with its fields as attributes, for code outside of kernels."""
    return states.view(_with_attributes(states.dtype))[index]


@kernel
def first_seat(mask: int) -> int:
    """The lowest seat in a bit mask of seats (the mask must not be 0)."""
    seat: int = lowest_bit(mask)
    return seat
