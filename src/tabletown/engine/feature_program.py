"""Feature programs: a title's features, checked against its state type and compiled for `feature_kernel.py`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine import feature_kernel as e
from tabletown.engine.features import (
    SCORES,
    Bits,
    Described,
    Description,
    Feature,
    FeatureError,
    Listed,
    Number,
    OneOf,
    Points,
    Seat,
)

Floats = NDArray[np.float32]
Descriptions = Mapping[str, Description]

MOST_SPECIALS = 2
LEFT_OUT_ALWAYS = {
    "rng": "chance is wiped in every view",
    "rules": "a game is played by one number, and environments always by the newest",
    "edition": "what the cards of an edition say is observed as what is printed on them",
    "players": "an observer is made for a number of players",
    "ply": "rounds, levels and years tell the time as the rules do",
    "reveals": "a count that the rules do not use",
}
"""Fields of every state that observations need not contain; a title need not list them in `LEFT_OUT`."""
SEAT_WORDS = ("me", "next", "+2", "+3", "+4")
"""Names of seats relative to the observer, in seat order."""


@dataclass(frozen=True)
class Program:
    """A title's features, compiled for so many seats; games may have fewer players."""

    table: NDArray[np.int32]  # of elements by kind, see feature_kernel.py
    kinds: NDArray[np.int32]  # where each kind begins, and the end
    names: tuple[str, ...]  # of every float
    parts: Mapping[str, tuple[slice, tuple[int, ...]]]  # where a feature's floats are, and in what shape
    has_points: bool  # whether a feature is encoded as `Points`
    described: Descriptions  # the tables that features refer to

    @property
    def size(self) -> int:
        """How many floats an observation has."""
        return len(self.names)

    def descriptions(self, tables: Mapping[str, Floats]) -> Floats:
        """The tables of descriptions of a card set, packed for the kernel. Raises FeatureError.

        A row is the description of one thing: how many of its numbers are not 0, then these, each after its column.
        """
        rows: list[Floats] = []
        for name, one in self.described.items():
            table, wanted = tables[name], (one.things, len(one.words))
            if table.shape != wanted or abs(table).max() > 1:
                raise FeatureError(f"the descriptions {name!r} must have shape {wanted}, and lie between -1 and 1")
            rows += list(table)
        packed = np.zeros((len(rows), 1 + 2 * max((np.count_nonzero(row) for row in rows), default=0)), np.float32)
        for target, row in zip(packed, rows, strict=True):
            columns = row.nonzero()[0]
            target[0] = len(columns)
            target[1 : 1 + 2 * len(columns) : 2], target[2 : 2 + 2 * len(columns) : 2] = columns, row[columns]
        return packed


def compile_features(
    features: Sequence[Feature],
    left_out: Mapping[str, str],
    dtype: np.dtype[np.void],
    seats: int,
    descriptions: Descriptions | None = None,
) -> Program:
    """Check a title's features against its state type and compile them for so many seats; raises FeatureError."""
    described = descriptions or {}
    _check_coverage(features, left_out, dtype)
    firsts = dict(zip(described, accumulate((one.things for one in described.values()), initial=0), strict=False))
    elements: list[tuple[int, list[int]]] = []
    names: list[str] = []
    parts: dict[str, tuple[slice, tuple[int, ...]]] = {}
    for feature in features:
        if feature.name in parts:
            raise FeatureError(f"there are two features {feature.name!r}")
        layout, start = _Layout(feature, dtype, seats, described, firsts), len(names)
        elements += layout.elements(start)
        names += layout.names()
        parts[feature.name] = slice(start, len(names)), layout.shape
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FeatureError(f"two floats are called {twice!r}: name the places of that feature apart")
    elements.sort(key=lambda element: element[0])
    table = np.array([row for _, row in elements], np.int32).reshape(len(elements), e.COLUMNS)
    kinds = np.searchsorted([kind for kind, _ in elements], range(e.KINDS + 1)).astype(np.int32)
    has_points = any(isinstance(feature.encoding, Points) for feature in features)
    return Program(table, kinds, tuple(names), parts, has_points, described)


def _check_coverage(features: Sequence[Feature], left_out: Mapping[str, str], dtype: np.dtype[np.void]) -> None:
    """Raise FeatureError unless every field is used or in `left_out`, so that no new field is forgotten."""
    fields = {name for name in dtype.names or () if not name.startswith("pad_")}
    used = {feature.field for feature in features} - {SCORES}
    used |= {f.encoding.length for f in features if isinstance(f.encoding, Listed | Described) and f.encoding.length}
    for name in left_out:
        if name not in fields:
            raise FeatureError(f"{name!r} is left out, but the state has no such field")
        if name in used:
            raise FeatureError(f"{name!r} is left out, but a feature uses it")
    forgotten = fields - used - set(left_out) - set(LEFT_OUT_ALWAYS)
    if forgotten:
        raise FeatureError(f"no feature uses {', '.join(sorted(forgotten))}: add one, or say why they are left out")


class _Layout:
    """Where one feature reads from a state, and the shape and names of its floats."""

    def __init__(
        self,
        feature: Feature,
        dtype: np.dtype[np.void],
        seats: int,
        descriptions: Descriptions,
        first_rows: Mapping[str, int],
    ) -> None:
        self.feature, self.encoding, self.seats, self.dtype = feature, feature.encoding, seats, dtype
        self.descriptions, self.first_rows = descriptions, first_rows
        self.rows = {"": 1, "own": 1, "each": seats}[feature.seats]
        self._read_field()
        self.places = self._places()
        self._check()

    def _read_field(self) -> None:
        """Find out where the numbers of the field lie, and which of them belong to one element."""
        encoding = self.encoding
        self.axes: tuple[int, ...]
        if isinstance(encoding, Points):
            if self.feature.field != SCORES or not self.feature.seats:
                raise self._error("points are counted for seats, and are no field of the state")
            self.base, self.offset, self.axes = np.dtype(np.int32), 0, ()
            self.items, self.whole_items, self.width, self.item_stride, self.row_stride = 1, 1, 0, 0, 0
            return
        self.base, field_shape, self.offset = self._field(self.feature.field)
        self.width = self.base.itemsize
        axes = list(field_shape)
        inner = 1  # how many numbers of the field belong to one element
        listed = isinstance(encoding, Listed) or (isinstance(encoding, Described) and encoding.listed)
        packed = isinstance(encoding, Listed | Described) and encoding.packed
        if isinstance(encoding, Listed | Described) and packed:
            if len(axes) != 1 or not encoding.length:
                raise self._error("a packed list is one axis, and has lengths")
            self.capacity, axes = axes[0], list(self._field(encoding.length)[1])
        if self.feature.seats:
            if not axes or axes[0] < self.seats:
                raise self._error(f"its field has shape {field_shape}, so its first axis is not the seats")
            axes = axes[1:]
        if listed and not packed:
            if not axes:
                raise self._error("its field is a single number, not a list")
            inner = self.capacity = axes.pop()
        words = len(encoding.words) if isinstance(encoding, Bits) else 1
        if words > 1:
            if not axes or axes[-1] != words:
                raise self._error(f"its mask has {words} words, its field has shape {field_shape}")
            inner = axes.pop()
        self.item_stride = inner * self.width
        self.whole_items = prod(axes)
        self.row_stride = self.whole_items * self.item_stride if self.feature.seats and not packed else 0
        if self.feature.partly and axes and self.feature.axes:
            axes[0] = min(axes[0], len(self.feature.axes[0]))
        self.items = prod(axes)
        self.axes = tuple(axes)

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
        """The names of the floats of one element; empty for a single number."""
        encoding = self.encoding
        if isinstance(encoding, Number | Points):
            return ()
        if isinstance(encoding, Bits):
            return tuple(name for word in encoding.words for name in word)
        if isinstance(encoding, OneOf):
            return (*encoding.names, *encoding.special.values())
        if isinstance(encoding, Listed):
            return tuple(encoding.names)
        if isinstance(encoding, Described):
            if encoding.of not in self.descriptions:
                raise self._error(f"there are no descriptions {encoding.of!r}")
            return tuple(self.descriptions[encoding.of].words)
        seats = SEAT_WORDS[: self.seats]
        return (*seats, encoding.nobody) if isinstance(encoding, Seat) and encoding.nobody else seats

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
        if isinstance(encoding, Listed | Described) and encoding.length:
            shape = self._field(encoding.length)[1]
            wanted = self.axes if not self.feature.seats else (shape[0] if shape else 0, *self.axes)
            if shape != wanted:
                raise self._error(f"its lengths have shape {shape}, its lists {wanted}")

    @property
    def size(self) -> int:
        """How many floats one element has."""
        return max(1, len(self.places))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the feature's floats: seats, places of its field, names."""
        seats = (self.seats,) if self.feature.seats == "each" else ()
        return (*seats, *self.axes, *((self.size,) if self.places else ()))

    def names(self) -> Iterator[str]:
        """The name of every float: "cash[me]", "height[next] site 2", "hand[me] A1"."""
        seats = {"": ("",), "own": ("[me]",), "each": tuple(f"[{w}]" for w in SEAT_WORDS[: self.seats])}
        for seat in seats[self.feature.seats]:
            for parts in product(*self.feature.axes, self.places or ("",)):
                yield " ".join(part for part in (self.feature.name + seat, *parts) if part)

    def elements(self, out: int) -> Iterator[tuple[int, list[int]]]:
        """The rows of the table that write this feature from float `out` on, each with its kind."""
        packed = isinstance(self.encoding, Listed | Described) and self.encoding.packed
        for row, item in product(range(self.rows), range(self.items)):
            at = self.offset + (0 if packed else item * self.item_stride)
            common = {
                e.AT: at, e.STRIDE: self.row_stride, e.ROW: row, e.WIDTH: self.width,
                e.SIGNED: int(self.base.kind == "i"), e.TO: out, e.SIZE: self.size,
            }  # fmt: skip
            for kind, columns in self._columns(item, at, out):
                filled = common | columns
                yield kind, [filled.get(column, 0) for column in range(e.COLUMNS)]
            out += self.size

    def _columns(self, item: int, at: int, out: int) -> Iterator[tuple[int, dict[int, int]]]:
        """The kind and the further columns of an element; a mask of several words makes several elements."""
        encoding = self.encoding
        if isinstance(encoding, Number):
            yield e.NUMBER, {e.FIRST: encoding.least, e.LAST: encoding.most}
        elif isinstance(encoding, Points):
            yield e.POINTS, {e.LAST: encoding.most}
        elif isinstance(encoding, Bits):
            for word in encoding.words:
                yield e.BITS, {e.AT: at, e.TO: out, e.SIZE: len(word), e.FIRST: encoding.first}
                at, out = at + self.width, out + len(word)
        elif isinstance(encoding, OneOf):
            special = (*encoding.special, e.MISSING, e.MISSING)
            last = encoding.first + len(encoding.names) - 1
            columns = {e.FIRST: encoding.first, e.LAST: last, e.SPECIAL: special[0], e.OTHER_SPECIAL: special[1]}
            yield e.ONE_OF, columns
        elif isinstance(encoding, Listed):
            last = encoding.first + len(encoding.names) - 1
            own = {e.FIRST: encoding.first, e.LAST: last, e.STEPS: encoding.steps}
            yield e.LISTED, own | self._list_columns(encoding.length, encoding.packed, item)
        elif isinstance(encoding, Described):
            last = encoding.first + self.descriptions[encoding.of].things - 1
            own = {
                e.FIRST: encoding.first, e.LAST: last, e.STEPS: encoding.share,
                e.DESCRIPTION: self.first_rows[encoding.of], e.TOP: int(encoding.top),
            }  # fmt: skip
            if encoding.listed:
                yield e.DESCRIBED, own | self._list_columns(encoding.length, encoding.packed, item)
            else:
                yield e.DESCRIBED, own | {e.CAPACITY: 1, e.LENGTH: e.NOWHERE, e.LENGTHS: e.NOWHERE}
        elif isinstance(encoding, Seat):
            yield e.SEAT, {e.SPECIAL: self.seats if encoding.nobody else e.MISSING}
        else:
            yield e.SEAT_SET, {}

    def _list_columns(self, length: str, packed: bool, item: int) -> dict[int, int]:
        columns = {e.CAPACITY: self.capacity, e.LENGTH: e.NOWHERE, e.LENGTHS: e.NOWHERE}
        if length:
            base, _, offset = self._field(length)
            width = base.itemsize
            stride = width * self.whole_items if self.feature.seats else 0
            columns |= {e.LENGTH: offset + item * width, e.LENGTH_STRIDE: stride, e.LENGTH_WIDTH: width}
            if packed:
                columns[e.LENGTHS] = offset
        return columns
