"""Features: which numbers of a view a learner is shown, declared as data and compiled for one kernel.

A title's `observing.py` has a table, `FEATURES`, with one row for every idea, and `LEFT_OUT`, the fields of its state
that no row uses, each with the reason. `compile_features` checks both against the type of the state and makes the
instructions that `encoding.py` carries out. Everything is read from a view, so a feature cannot tell what a seat may
not know.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabletown.engine import encoding as e
from tabletown.engine.errors import TabletownError

MOST_SPECIALS = 2
LEFT_OUT_ALWAYS = {
    "rng": "chance is wiped in every view",
    "players": "an observer is made for a number of players",
    "ply": "rounds, levels and years tell the time as the rules do",
    "reveals": "a count that the rules do not use",
}
"""Fields of every state that no learner needs; a title need not list them."""


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


# --- The program ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Program:
    """A table of features, compiled for a number of players."""

    code: NDArray[np.int32]  # instructions, see encoding.py
    elements: NDArray[np.int32]  # all (instruction, row, item), for those who share the work
    names: tuple[str, ...]  # of every float
    parts: Mapping[str, tuple[slice, tuple[int, ...]]]  # where a feature's floats are, and in what shape

    @property
    def size(self) -> int:
        """How many floats an observation has."""
        return len(self.names)


def compile_features(
    features: Sequence[Feature], left_out: Mapping[str, str], dtype: np.dtype[np.void], players: int
) -> Program:
    """Check a table against the type of a state and make a program of it; raises FeatureError."""
    _check_coverage(features, {**LEFT_OUT_ALWAYS, **left_out}, dtype)
    code: list[list[int]] = []
    names: list[str] = []
    parts: dict[str, tuple[slice, tuple[int, ...]]] = {}
    for feature in features:
        if feature.name in parts:
            raise FeatureError(f"there are two features {feature.name!r}")
        layout = _Layout(feature, dtype, players)
        code += layout.instructions(len(names))
        start = len(names)
        names += layout.names()
        parts[feature.name] = slice(start, len(names)), layout.shape
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FeatureError(f"two floats are called {twice!r}: name the places of that feature apart")
    table = np.array(code, np.int32).reshape(len(code), e.COLUMNS)
    return Program(table, _elements(table), tuple(names), parts)


def _elements(code: NDArray[np.int32]) -> NDArray[np.int32]:
    every = [(c, r, k) for c, row in enumerate(code) for r in range(row[e.ROWS]) for k in range(row[e.ITEMS])]
    return np.array(every, np.int32).reshape(len(every), 3)


def _check_coverage(features: Sequence[Feature], left_out: Mapping[str, str], dtype: np.dtype[np.void]) -> None:
    """Every field is used or left out for a reason, so that nothing is forgotten when a state grows."""
    fields = {name for name in dtype.names or () if not name.startswith("pad_")}
    used = {feature.field for feature in features}
    used |= {f.encoding.length for f in features if isinstance(f.encoding, Listed) and f.encoding.length}
    for name in left_out:
        if name not in fields:
            raise FeatureError(f"{name!r} is left out, but the state has no such field")
        if name in used:
            raise FeatureError(f"{name!r} is left out, but a feature uses it")
    forgotten = fields - used - set(left_out)
    if forgotten:
        raise FeatureError(f"no feature uses {', '.join(sorted(forgotten))}: add one, or say why they are left out")


SEAT_WORDS = ("me", "next", "+2", "+3", "+4")


def seat_words(players: int) -> tuple[str, ...]:
    """The seats as an observer calls them, in order."""
    return SEAT_WORDS[:players]


class _Layout:
    """Where one feature reads and how its floats lie."""

    def __init__(self, feature: Feature, dtype: np.dtype[np.void], players: int) -> None:
        self.feature, self.encoding, self.players, self.dtype = feature, feature.encoding, players, dtype
        self.base, self.field_shape, self.offset = self._field(feature.field)
        self.width = self.base.itemsize
        self.rows = {"": 1, "own": 1, "each": players}[feature.seats]
        axes = list(self.field_shape)
        inner = 1  # numbers of the field that belong to one element
        listed = self.encoding if isinstance(self.encoding, Listed) else None
        if listed and listed.packed:
            if len(axes) != 1 or not listed.length:
                raise self._error("a packed list is one axis, and has lengths")
            self.capacity, axes = axes[0], list(self._field(listed.length)[1])
        if feature.seats:
            if not axes or axes[0] < players:
                raise self._error(f"its field has shape {self.field_shape}, so its first axis is not the seats")
            axes = axes[1:]
        if listed and not listed.packed:
            if not axes:
                raise self._error("its field is a single number, not a list")
            inner = self.capacity = axes.pop()
        words = len(self.encoding.words) if isinstance(self.encoding, Bits) else 1
        if words > 1:
            if not axes or axes[-1] != words:
                raise self._error(f"its mask has {words} words, its field has shape {self.field_shape}")
            inner = axes.pop()
        self.item_stride = inner * self.width
        self.items = prod(axes)
        self.row_stride = self.items * self.item_stride if feature.seats and not (listed and listed.packed) else 0
        self.axes = tuple(axes)
        self.places = self._places()
        self._check()

    def _error(self, text: str) -> FeatureError:
        return FeatureError(f"feature {self.feature.name!r}: {text}")

    def _field(self, name: str) -> tuple[np.dtype[Any], tuple[int, ...], int]:
        if name not in (self.dtype.names or ()):
            raise self._error(f"the state has no field {name!r}")
        assert self.dtype.fields is not None
        kind, offset = self.dtype.fields[name][:2]
        base, shape = kind.subdtype or (kind, ())
        if base.kind not in "iu":
            raise self._error(f"field {name!r} does not hold whole numbers")
        return base, tuple(shape), int(offset)

    def _places(self) -> tuple[str, ...]:
        """The names of the floats of one element; empty for a single one without a name."""
        encoding = self.encoding
        if isinstance(encoding, Number):
            return ()
        if isinstance(encoding, Bits):
            return tuple(name for word in encoding.words for name in word)
        if isinstance(encoding, OneOf):
            return (*encoding.names, *encoding.special.values())
        if isinstance(encoding, Listed):
            return tuple(encoding.names)
        seats = seat_words(self.players)
        return (*seats, encoding.nobody) if isinstance(encoding, Seat) else seats

    def _check(self) -> None:
        encoding, named = self.encoding, tuple(len(axis) for axis in self.feature.axes)
        if named != self.axes:
            raise self._error(f"it names places of shape {named}, its field has {self.axes}")
        if isinstance(encoding, Number) and encoding.least >= encoding.most:
            raise self._error(f"{encoding.least} to {encoding.most} is no range")
        if isinstance(encoding, OneOf) and len(encoding.special) > MOST_SPECIALS:
            raise self._error(f"at most {MOST_SPECIALS} values can be special")
        if isinstance(encoding, Bits) and any(encoding.first + len(w) > 8 * self.width for w in encoding.words):
            raise self._error(f"its field has {8 * self.width} bits, fewer than it has names")
        if isinstance(encoding, Listed) and encoding.length:
            shape = self._field(encoding.length)[1]
            wanted = self.axes if not self.feature.seats else (shape[0] if shape else 0, *self.axes)
            if shape != wanted:
                raise self._error(f"its lengths have shape {shape}, its lists {wanted}")

    @property
    def size(self) -> int:
        """Floats of one element."""
        return max(1, len(self.places))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the feature's floats: seats, places of its field, names."""
        seats = (self.players,) if self.feature.seats == "each" else ()
        return (*seats, *self.axes, *((self.size,) if self.places else ()))

    def names(self) -> Iterator[str]:
        """The name of every float: "cash[me]", "height[next] site 2", "hand[me] A1"."""
        seats = {"": ("",), "own": ("[me]",), "each": tuple(f"[{w}]" for w in seat_words(self.players))}
        for seat in seats[self.feature.seats]:
            for parts in product(*self.feature.axes, self.places or ("",)):
                yield " ".join(part for part in (self.feature.name + seat, *parts) if part)

    def instructions(self, out: int) -> Iterator[list[int]]:
        """The rows of the program that write this feature from float `out` on; one for each word of a mask."""
        encoding = self.encoding
        shared = {
            e.OFFSET: self.offset, e.WIDTH: self.width, e.SIGNED: int(self.base.kind == "i"), e.ROWS: self.rows,
            e.ROW_STRIDE: self.row_stride, e.ITEMS: self.items, e.ITEM_STRIDE: self.item_stride, e.OUT: out,
            e.OUT_ROW: self.items * self.size, e.OUT_ITEM: self.size, e.SIZE: self.size,
        }  # fmt: skip
        if isinstance(encoding, Bits):
            for number, word in enumerate(encoding.words):
                yield _row(shared | {
                    e.OP: e.BITS, e.OFFSET: self.offset + number * self.width, e.OUT: out, e.SIZE: len(word),
                    e.FIRST: encoding.first,
                })  # fmt: skip
                out += len(word)
        elif isinstance(encoding, Number):
            yield _row(shared | {e.OP: e.NUMBER, e.FIRST: encoding.least, e.LAST: encoding.most})
        elif isinstance(encoding, OneOf):
            special = (*encoding.special, e.MISSING, e.MISSING)
            last = encoding.first + len(encoding.names) - 1
            yield _row(shared | {
                e.OP: e.ONE_OF, e.FIRST: encoding.first, e.LAST: last, e.SPECIAL: special[0],
                e.OTHER_SPECIAL: special[1],
            })  # fmt: skip
        elif isinstance(encoding, Listed):
            yield _row(shared | self._list_columns(encoding))
        else:
            yield _row(shared | {e.OP: e.SEAT if isinstance(encoding, Seat) else e.SEAT_SET})

    def _list_columns(self, encoding: Listed) -> dict[int, int]:
        columns = {
            e.OP: e.LISTED, e.FIRST: encoding.first, e.LAST: encoding.first + len(encoding.names) - 1,
            e.CAPACITY: self.capacity, e.PACKED: int(encoding.packed), e.STEPS: encoding.steps,
            e.LENGTH: e.ALWAYS_FULL,
        }  # fmt: skip
        if encoding.length:
            base, _, offset = self._field(encoding.length)
            width = base.itemsize
            row = width * self.items if self.feature.seats else 0
            columns |= {e.LENGTH: offset, e.LENGTH_WIDTH: width, e.LENGTH_ROW: row, e.LENGTH_ITEM: width}
        return columns


def _row(columns: Mapping[int, int]) -> list[int]:
    row = [0] * e.COLUMNS
    for column, value in columns.items():
        row[column] = value
    return row
