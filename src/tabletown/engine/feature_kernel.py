"""The feature kernel: turns the bytes of a view into the floats of an observation, for all titles, driven by a table.

`feature_program.py` compiles a title's features into a table of *elements*, rows of integers under the columns below.
An element reads one number of a state (or one list of numbers) and writes floats that no other element writes. So
elements can be written in any order, also at the same time by the threads of a GPU. They are sorted by kind, so that
each kind is one short loop. Nothing here is compiled again for another title.

Most floats of an observation are 0, so a row is cleared at once and only other values are written.
"""

from typing import Any

import numpy as np

from tabletown.engine.kernel import int64, kernel

# Kinds of elements.
NUMBER, BITS, ONE_OF, SEAT, SEAT_SET, LISTED, DESCRIBED, POINTS = range(8)
KINDS = 8

# Columns of the table. The number of each further seat is STRIDE bytes further on; ROW is the seat relative to the
# observer: 0 the observer, 1 the next seat, and so on. TO, SIZE and STEPS count floats or entries, DESCRIPTION rows,
# other places bytes. A table may have elements for more seats than a game has players: those write nothing.
AT, STRIDE, ROW, WIDTH, SIGNED, TO, SIZE, FIRST, LAST, SPECIAL, OTHER_SPECIAL = range(11)
LENGTH, LENGTH_STRIDE, LENGTH_WIDTH, LENGTHS, CAPACITY, STEPS, DESCRIPTION, TOP = range(11, 19)
COLUMNS = 19
MISSING = -(1 << 30)  # stands for "no special value": no field has it
NOWHERE = -1  # in LENGTH: all entries of a list count; in LENGTHS: the list is not packed


@kernel
def read(raw: Any, i: int, at: int, width: int, signed: int) -> int:
    """Read the integer of `width` bytes at byte `at` of state `i` (lowest byte first)."""
    value = int64(raw[i, at])
    if width > 1:
        for byte in range(1, width):
            value |= int64(raw[i, at + byte]) << (8 * byte)
    if signed != 0 and width < 8:
        value -= (value >> (8 * width - 1)) << (8 * width)
    return value


@kernel
def element(raw: Any, i: int, table: Any, e: int, me: int, players: int) -> int:
    """The number that element `e` reads for the observer `me`."""
    owner = me + int64(table[e, ROW])
    if owner >= players:  # faster than the remainder of a division
        owner -= players
    at = int64(table[e, AT]) + owner * int64(table[e, STRIDE])
    return read(raw, i, at, int64(table[e, WIDTH]), int64(table[e, SIGNED]))


@kernel
def clear(out: Any, j: int, start: int, end: int) -> None:
    """Set the floats start..end-1 of row `j` to 0."""
    for place in range(start, end):
        out[j, place] = np.float32(0)


@kernel
def list_nonzero(row: Any, i: int, indices: Any, values: Any, j: int) -> int:
    """Write the floats of row `i` that are not 0 to row `j` of `indices` and `values`; return how many."""
    number = 0
    for place in range(row.shape[1]):
        if row[i, place] != 0:
            indices[j, number] = place
            values[j, number] = row[i, place]
            number += 1
    return number


@kernel
def encode(
    raw: Any, i: int, table: Any, kinds: Any, start: int, end: int, seat: int, players: int, described: Any,
    points: Any, out: Any, j: int,
) -> None:  # fmt: skip
    """Write the elements start..end-1 of an observation to row `j`, which must be cleared before.

    State `i` is the seat's view, and `points` its seats' points in row `i`. Elements of kind k are
    kinds[k]..kinds[k + 1]-1. A spectator observes from seat 0. `described` has the descriptions of the card set.
    Only lists are written by another function: Numba counts references to every array that is passed on, which takes
    longer than writing a float.
    """
    me = max(seat, 0)
    for e in range(max(start, kinds[NUMBER]), min(end, kinds[NUMBER + 1])):
        if table[e, ROW] < players:
            value, first, last = element(raw, i, table, e, me, players), int64(table[e, FIRST]), int64(table[e, LAST])
            if value > first:
                out[j, table[e, TO]] = np.float32(min(value, last) - first) / np.float32(last - first)
    for e in range(max(start, kinds[BITS]), min(end, kinds[BITS + 1])):
        if table[e, ROW] < players:
            value, to = element(raw, i, table, e, me, players) >> int64(table[e, FIRST]), int64(table[e, TO])
            if value != 0:
                for bit in range(table[e, SIZE]):
                    out[j, to + bit] = np.float32((value >> bit) & 1)
    for e in range(max(start, kinds[ONE_OF]), min(end, kinds[ONE_OF + 1])):
        if table[e, ROW] < players:
            value, first, last = element(raw, i, table, e, me, players), int64(table[e, FIRST]), int64(table[e, LAST])
            to = int64(table[e, TO])
            if first <= value <= last:
                out[j, to + value - first] = np.float32(1)
            elif value == table[e, SPECIAL]:
                out[j, to + last - first + 1] = np.float32(1)
            elif value == table[e, OTHER_SPECIAL]:
                out[j, to + last - first + 2] = np.float32(1)
    for e in range(max(start, kinds[SEAT]), min(end, kinds[SEAT + 1])):
        if table[e, ROW] < players:
            value, nobody = element(raw, i, table, e, me, players), int64(table[e, SPECIAL])
            place = value - me if value >= me else value - me + players
            if 0 <= value < players:
                out[j, int64(table[e, TO]) + place] = np.float32(1)
            elif nobody != MISSING:
                out[j, int64(table[e, TO]) + nobody] = np.float32(1)
    for e in range(max(start, kinds[SEAT_SET]), min(end, kinds[SEAT_SET + 1])):
        if table[e, ROW] < players:
            value, to = element(raw, i, table, e, me, players), int64(table[e, TO])
            for other in range(players):
                out[j, to + (other - me if other >= me else other - me + players)] = np.float32((value >> other) & 1)
    for e in range(max(start, kinds[POINTS]), min(end, kinds[POINTS + 1])):
        if table[e, ROW] < players:
            owner = me + int64(table[e, ROW])
            if owner >= players:
                owner -= players
            value = np.float32(points[i, owner]) / np.float32(table[e, LAST])
            out[j, table[e, TO]] = max(np.float32(-1), min(np.float32(1), value))
    for e in range(max(start, kinds[LISTED]), min(end, kinds[LISTED + 1])):
        if table[e, ROW] < players:
            write_list(raw, i, table, e, me, players, out, j)
    for e in range(max(start, kinds[DESCRIBED]), min(end, kinds[DESCRIBED + 1])):
        if table[e, ROW] < players:
            write_description(raw, i, table, e, me, players, described, out, j)


@kernel
def list_at(raw: Any, i: int, table: Any, e: int, me: int, players: int) -> tuple[int, int]:
    """Where the list of an element begins, and how many entries it has."""
    owner = me + int64(table[e, ROW])
    if owner >= players:
        owner -= players
    width, at = int64(table[e, WIDTH]), int64(table[e, AT])
    at += owner * int64(table[e, STRIDE])
    count = int64(table[e, CAPACITY])
    if table[e, LENGTH] != NOWHERE:
        length_width = int64(table[e, LENGTH_WIDTH])
        length_at = int64(table[e, LENGTH]) + owner * int64(table[e, LENGTH_STRIDE])
        count = min(count, read(raw, i, length_at, length_width, 0))
        if table[e, LENGTHS] != NOWHERE:  # packed: the lists are stored one after the other
            before = int64(table[e, LENGTHS])
            while before < length_at:
                at += width * read(raw, i, before, length_width, 0)
                before += length_width
    return at, count


@kernel
def write_list(raw: Any, i: int, table: Any, e: int, me: int, players: int, out: Any, j: int) -> None:
    """Write one list: for every value 1 if it occurs, or how far up in the list it is."""
    at, count = list_at(raw, i, table, e, me, players)
    width, signed = int64(table[e, WIDTH]), int64(table[e, SIGNED])
    first, last, steps = int64(table[e, FIRST]), int64(table[e, LAST]), int64(table[e, STEPS])
    to = int64(table[e, TO])
    for n in range(count):
        value = read(raw, i, at + n * width, width, signed)
        if first <= value <= last:
            full = steps == 0 or n + 1 >= steps
            out[j, to + value - first] = np.float32(1) if full else np.float32(n + 1) / np.float32(steps)


@kernel
def write_description(
    raw: Any, i: int, table: Any, e: int, me: int, players: int, described: Any, out: Any, j: int
) -> None:
    """Write the sum of the descriptions of the things in a list, divided by the element's share, between -1 and 1."""
    at, count = list_at(raw, i, table, e, me, players)
    width, signed = int64(table[e, WIDTH]), int64(table[e, SIGNED])
    first, last, share = int64(table[e, FIRST]), int64(table[e, LAST]), np.float32(table[e, STEPS])
    to, rows = int64(table[e, TO]), int64(table[e, DESCRIPTION])
    for n in range(max(count - 1, 0) if table[e, TOP] != 0 else 0, count):
        value = read(raw, i, at + n * width, width, signed)
        if first <= value <= last:
            row = rows + value - first
            for entry in range(int64(described[row, 0])):
                place = to + int64(described[row, 1 + 2 * entry])
                out[j, place] += described[row, 2 + 2 * entry] / share
    for n in range(count if count > share and table[e, TOP] == 0 else 0):
        value = read(raw, i, at + n * width, width, signed)
        if first <= value <= last:
            row = rows + value - first
            for entry in range(int64(described[row, 0])):
                place = to + int64(described[row, 1 + 2 * entry])
                out[j, place] = max(np.float32(-1), min(np.float32(1), out[j, place]))
