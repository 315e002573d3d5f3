"""How the numbers of a view become an observation: one kernel for all titles, told by a table what to read.

`features.py` compiles a title's table of features into *instructions*, rows of whole numbers under the columns below.
An instruction reads elements from the bytes of a state: of every seat in turn, beginning with the observer (rows), and
of every place of a list (items). Each element becomes a fixed number of floats of its own, so elements can be written
in any order, also at the same time by the threads of a GPU. Nothing here is compiled anew for another title.

Most floats of an observation are 0, so a row is cleared at once and only what is not 0 is written.
"""

from typing import Any

import numpy as np

from tabletown.engine.kernel import int64, kernel

# What is done with an element.
NUMBER, BITS, ONE_OF, SEAT, SEAT_SET, LISTED = range(6)

# Columns of an instruction. Offsets, strides and widths are in bytes; those of OUT are in floats.
(
    OP, OFFSET, WIDTH, SIGNED, ROWS, ROW_STRIDE, ITEMS, ITEM_STRIDE, OUT, OUT_ROW, OUT_ITEM, SIZE,
    FIRST, LAST, SPECIAL, OTHER_SPECIAL, LENGTH, LENGTH_WIDTH, LENGTH_ROW, LENGTH_ITEM, CAPACITY, PACKED, STEPS,
) = range(23)  # fmt: skip
COLUMNS = 23
MISSING = -(1 << 30)  # a special value that no field has
ALWAYS_FULL = -1  # in LENGTH: a list without a length
EVERY = -1  # in place of a row and an item: all of them


@kernel
def read(raw: Any, i: int, at: int, width: int, signed: int) -> int:
    """The whole number at a place among the bytes of state `i` (the lowest byte first)."""
    value = int64(raw[i, at])
    if width > 1:
        for byte in range(1, width):
            value |= int64(raw[i, at + byte]) << (8 * byte)
    if signed != 0 and width < 8:
        value -= (value >> (8 * width - 1)) << (8 * width)
    return value


@kernel
def clear(out: Any, j: int, start: int, end: int) -> None:
    """Floats start..end-1 of row `j` become 0."""
    for place in range(start, end):
        out[j, place] = np.float32(0)


@kernel
def list_start(raw: Any, i: int, code: Any, c: int, lengths_end: int) -> int:
    """Where a packed list begins: behind all lists whose lengths lie before `lengths_end`."""
    at, here = int64(code[c, OFFSET]), int64(code[c, LENGTH])
    while here < lengths_end:
        at += int64(code[c, WIDTH]) * read(raw, i, here, int64(code[c, LENGTH_WIDTH]), 0)
        here += int64(code[c, LENGTH_WIDTH])
    return at


@kernel
def encode(
    raw: Any, i: int, code: Any, start: int, end: int, row: int, item: int, seat: int, players: int, out: Any, j: int
) -> None:
    """Write what a seat sees in state `i`, a view of its own, as row `j` of `out`; a spectator sits at seat 0.

    Instructions start..end-1 are carried out: for EVERY row and item, or for one element only, whose floats are cleared
    first; whoever writes all of them clears the row. This is one long function, because every array that is handed on
    to another costs as much as a float.
    """
    me = max(seat, 0)
    for c in range(start, end):
        op, width, signed = int64(code[c, OP]), int64(code[c, WIDTH]), int64(code[c, SIGNED])
        size, first, last = int64(code[c, SIZE]), int64(code[c, FIRST]), int64(code[c, LAST])
        item_stride, out_item, steps = int64(code[c, ITEM_STRIDE]), int64(code[c, OUT_ITEM]), int64(code[c, STEPS])
        first_row, rows, first_item, items = 0, int64(code[c, ROWS]), 0, int64(code[c, ITEMS])
        if row != EVERY:
            first_row, rows, first_item, items = row, row + 1, item, item + 1
        for r in range(first_row, rows):
            owner = me + r if me + r < players else me + r - players  # a division would take longer than the rest
            at = int64(code[c, OFFSET]) + owner * int64(code[c, ROW_STRIDE])
            to = int64(code[c, OUT]) + r * int64(code[c, OUT_ROW])
            if row != EVERY:
                clear(out, j, to + item * out_item, to + item * out_item + size)
            if op == NUMBER:
                for k in range(first_item, items):
                    value = read(raw, i, at + k * item_stride, width, signed)
                    if value > first:
                        out[j, to + k * out_item] = np.float32(min(value, last) - first) / np.float32(last - first)
            elif op == BITS:
                for k in range(first_item, items):
                    value = read(raw, i, at + k * item_stride, width, signed) >> first
                    here = to + k * out_item
                    for bit in range(size if value != 0 else 0):
                        out[j, here + bit] = np.float32(1) if (value >> bit) & 1 else np.float32(0)
            elif op == ONE_OF:
                for k in range(first_item, items):
                    value = read(raw, i, at + k * item_stride, width, signed)
                    here = to + k * out_item - first
                    if first <= value <= last:
                        out[j, here + value] = np.float32(1)
                    elif value == code[c, SPECIAL]:
                        out[j, here + last + 1] = np.float32(1)
                    elif value == code[c, OTHER_SPECIAL]:
                        out[j, here + last + 2] = np.float32(1)
            elif op == SEAT:
                for k in range(first_item, items):
                    value = read(raw, i, at + k * item_stride, width, signed)
                    place = value - me if value >= me else value - me + players
                    out[j, to + k * out_item + (place if 0 <= value < players else players)] = np.float32(1)
            elif op == SEAT_SET:
                for k in range(first_item, items):
                    value = read(raw, i, at + k * item_stride, width, signed)
                    for other in range(players):
                        place = other - me if other >= me else other - me + players
                        out[j, to + k * out_item + place] = np.float32((value >> other) & 1)
            else:
                for k in range(first_item, items):
                    entry, length = at + k * item_stride, int64(code[c, CAPACITY])
                    if code[c, LENGTH] != ALWAYS_FULL:
                        lengths = int64(code[c, LENGTH]) + owner * int64(code[c, LENGTH_ROW])
                        lengths += k * int64(code[c, LENGTH_ITEM])
                        length = min(length, read(raw, i, lengths, int64(code[c, LENGTH_WIDTH]), 0))
                        if code[c, PACKED] != 0:
                            entry = list_start(raw, i, code, c, lengths)
                    for n in range(length):
                        value = read(raw, i, entry + n * width, width, signed)
                        if first <= value <= last:
                            full = steps == 0 or n + 1 >= steps
                            high = np.float32(1) if full else np.float32(n + 1) / np.float32(steps)
                            out[j, to + k * out_item + value - first] = high
