"""Features: which numbers of a view make up an observation for machine learning, declared as data.

A title's `observing/` has a module for each version of its observations, with a table of features, `FEATURES`, and
`LEFT_OUT`, the fields of its state that no feature uses, each with the reason. `feature_program.py` compiles them for
the kernel of `feature_kernel.py`. Everything is read from a view, so a feature cannot leak what a seat may not know.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tabletown.engine.errors import TabletownError


class FeatureError(TabletownError):
    """A feature does not fit the title's state type; the text names the feature."""


# --- Encodings ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    """An integer from `least` to `most`, scaled to 0..1; values outside are clipped."""

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
    """A one-hot encoding: one float per value, 1 for the value that the field has.

    `names` are those of the values from `first` on; `special` names up to two values outside, such as "none" and
    "unknown". Any other value leaves all floats 0.
    """

    names: Sequence[str]
    first: int = 0
    special: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Seat:
    """A one-hot encoding of a seat, relative to the observer: me, next, ...; any other value is `nobody`.

    If that has no name, other values leave all floats 0.
    """

    nobody: str = "nobody"


@dataclass(frozen=True)
class SeatSet:
    """A bit mask of seats: one float per seat, relative to the observer."""


@dataclass(frozen=True)
class Listed:
    """The members of a list: one float per value from `first` on, 1 if it occurs in the list. Others are ignored.

    The list is the last axis of its field; `length` names the field that says how many of its entries count (by default
    all). With `steps` the float says how far up in the list the value is: entry n (from 0) is (n + 1) / steps. A
    `packed` field has several lists one after the other, as long as `length` says for each.
    """

    names: Sequence[str]
    first: int = 0
    length: str = ""
    steps: int = 0
    packed: bool = False


@dataclass(frozen=True)
class Described:
    """What a thing is, instead of its number: the floats of its description, from -1 to 1.

    `of` names a table of descriptions: the title's `DESCRIPTIONS` says how many things it has and what its columns are
    called, and `describe(cards)` makes it for a card set. Row 0 is for number `first`; numbers without a row leave all
    floats 0. Of a list (`listed`, with `length` and `packed` as in `Listed`) it is the sum of the descriptions divided
    by `share`, cut off at -1 and 1; of one whose `top` alone counts, it is the last entry.
    """

    of: str
    first: int = 0
    listed: bool = False
    length: str = ""
    packed: bool = False
    share: int = 1
    top: bool = False


@dataclass(frozen=True)
class Description:
    """A table of descriptions: of how many things, and the names of its columns."""

    things: int
    words: Sequence[str]


@dataclass(frozen=True)
class Points:
    """The points that a seat has so far, as the rules count them (`scores`), divided by `most`; from -1 to 1."""

    most: int


Encoding = Number | Bits | OneOf | Seat | SeatSet | Listed | Described | Points

SCORES = ""
"""Stands for the field of a feature that is encoded as `Points`: points are counted, not stored."""


def digits(count: int) -> Bits:
    """A number as its binary digits: fewer floats than one for every value."""
    return Bits((tuple(f"bit {digit}" for digit in range(count)),))


def numbered(what: str, count: int, first: int = 0) -> tuple[str, ...]:
    """Names for things that only have numbers: "card 0", "card 1", ..."""
    return tuple(f"{what} {number}" for number in range(first, first + count))


@dataclass(frozen=True)
class Feature:
    """A feature: a field of the state, how it becomes floats between 0 and 1, and what it means."""

    name: str
    field: str
    encoding: Encoding
    meaning: str
    seats: Literal["", "each", "own"] = ""
    """Whether the field's first axis is the seats: "each" reads all, the observer first; "own" only the observer's."""
    axes: tuple[Sequence[str], ...] = ()
    """Names for the entries of the field's other axes."""
    partly: bool = False
    """Whether the first of these axes is longer than its names: what lies beyond them is not observed."""
