"""Features: which numbers of a view a learner is shown, declared as data.

A title's `observing.py` has a table, `FEATURES`, with one row for every idea, and `LEFT_OUT`, the fields of its state
that no row uses, each with the reason. `feature_program.py` compiles them for the one kernel of `feature_kernel.py`.
Everything is read from a view, so a feature cannot tell what a seat may not know.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tabletown.engine.errors import TabletownError


class FeatureError(TabletownError):
    """A table of features does not fit its state; the text names the feature."""


# --- Encodings ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    """A whole number from `least` to `most`, scaled to 0..1; what lies beyond counts as the nearer end."""

    most: int
    least: int = 0


@dataclass(frozen=True)
class Bits:
    """A set as a bit mask: one float per member.

    `words` has the members' names for each word of the mask; a mask of several words is the last axis of its field.
    The first member is bit `first`.
    """

    words: tuple[Sequence[str], ...]
    first: int = 0


@dataclass(frozen=True)
class OneOf:
    """One of several things: a float for each, 1 for the one that it is.

    The things are numbered from `first` on; `special` names up to two values elsewhere, such as "none" and "unknown".
    Any other value leaves all floats 0.
    """

    names: Sequence[str]
    first: int = 0
    special: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Seat:
    """A seat as the observer sees it: me, next, ...; anything that is no seat at this table is `nobody`."""

    nobody: str = "nobody"


@dataclass(frozen=True)
class SeatSet:
    """A bit mask of seats, beginning with the observer."""


@dataclass(frozen=True)
class Listed:
    """The members of a list: a float for each thing that may occur, 1 if it does. Values beyond are passed over.

    The list is the last axis of its field, and `length` names the field with how many of its entries count (all, if
    none is named). With `steps` a member's float says how far up it lies: entry n (from 0) is (n + 1) / steps. A
    `packed` field has the lists of all places one behind the other, as long as `length` says for each.
    """

    names: Sequence[str]
    first: int = 0
    length: str = ""
    steps: int = 0
    packed: bool = False


Encoding = Number | Bits | OneOf | Seat | SeatSet | Listed


def digits(count: int) -> Bits:
    """A number by its binary digits: short where a float for every value would be long."""
    return Bits((tuple(f"bit {digit}" for digit in range(count)),))


def numbered(what: str, count: int, first: int = 0) -> tuple[str, ...]:
    """Names for things that only have numbers: "card 0", "card 1", ..."""
    return tuple(f"{what} {number}" for number in range(first, first + count))


@dataclass(frozen=True)
class Feature:
    """One idea: a field of the state, how it becomes floats between 0 and 1, and what it means."""

    name: str
    field: str
    encoding: Encoding
    meaning: str
    seats: Literal["", "each", "own"] = ""
    """Whether the field's first axis is the seats: then those of `each`, the observer first, or only its `own`."""
    axes: tuple[Sequence[str], ...] = ()
    """Names for the places of the field's other axes."""
