"""How the numbers of a view become an observation: one kernel for all titles, told by a table what to read.

`features.py` compiles a title's table of features into *instructions*, rows of whole numbers under the columns below.
An instruction reads elements from the bytes of a state: of every seat in turn, beginning with the observer (rows), and
of every place of a list (items). Each element becomes a fixed number of floats of its own, so elements can be written
in any order, also at the same time by the threads of a GPU. Nothing here is compiled anew for another title.
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


@kernel
def read(raw: Any, i: int, at: int, width: int, signed: int) -> int:
    """The whole number at a place among the bytes of state `i` (the lowest byte first)."""
    value = int64(raw[i, at])
    for byte in range(1, width):
        value |= int64(raw[i, at + byte]) << (8 * byte)
    if signed != 0 and width < 8:
        value -= (value >> (8 * width - 1)) << (8 * width)
    return value


@kernel
def write(
    value: int, op: int, size: int, first: int, last: int, special: int, other: int, seat: int, players: int,
    out: Any, j: int, to: int,
) -> None:  # fmt: skip
    """One number as `size` floats from `to` on in row `j`."""
    if op == NUMBER:
        inside = min(max(value, first), last) - first
        out[j, to] = np.float32(inside) / np.float32(last - first)
        return
    if op == BITS:
        for bit in range(size):
            out[j, to + bit] = np.float32((value >> (first + bit)) & 1)
        return
    for place in range(size):
        out[j, to + place] = np.float32(0)
    if op == SEAT_SET:
        for place in range(size):
            out[j, to + place] = np.float32((value >> ((seat + place) % players)) & 1)
    elif op == SEAT:
        nobody = value < 0 or value >= players
        place = players if nobody else (value - seat + players) % players
        out[j, to + place] = np.float32(1)
    elif first <= value <= last:
        out[j, to + value - first] = np.float32(1)
    elif value == special:
        out[j, to + last - first + 1] = np.float32(1)
    elif value == other:
        out[j, to + last - first + 2] = np.float32(1)


@kernel
def write_list(raw: Any, i: int, code: Any, c: int, owner: int, k: int, out: Any, j: int, to: int) -> None:
    """The members of one list: 1 where a value occurs, or how far up in the list it is."""
    for place in range(code[c, SIZE]):
        out[j, to + place] = np.float32(0)
    width, signed = int64(code[c, WIDTH]), int64(code[c, SIGNED])
    at = int64(code[c, OFFSET])
    length = int64(code[c, CAPACITY])
    if code[c, LENGTH] != ALWAYS_FULL:
        length_width = int64(code[c, LENGTH_WIDTH])
        here = int64(code[c, LENGTH]) + owner * int64(code[c, LENGTH_ROW]) + k * int64(code[c, LENGTH_ITEM])
        length = min(length, read(raw, i, here, length_width, 0))
        if code[c, PACKED] != 0:  # the lists lie one behind the other
            before = int64(code[c, LENGTH])
            while before < here:
                at += width * read(raw, i, before, length_width, 0)
                before += length_width
    if code[c, PACKED] == 0:
        at += owner * int64(code[c, ROW_STRIDE]) + k * int64(code[c, ITEM_STRIDE])
    first, last, steps = int64(code[c, FIRST]), int64(code[c, LAST]), int64(code[c, STEPS])
    for n in range(length):
        value = read(raw, i, at + n * width, width, signed)
        if first <= value <= last:
            full = steps == 0 or n + 1 >= steps
            out[j, to + value - first] = np.float32(1) if full else np.float32(n + 1) / np.float32(steps)


@kernel
def encode(raw: Any, i: int, code: Any, seat: int, players: int, out: Any, j: int) -> None:
    """Write what a seat sees in state `i`, a view of its own, as row `j` of `out`; a spectator sits at seat 0."""
    seat = max(seat, 0)
    for c in range(len(code)):
        op, size, items, rows = int64(code[c, OP]), int64(code[c, SIZE]), int64(code[c, ITEMS]), int64(code[c, ROWS])
        offset, width, signed = int64(code[c, OFFSET]), int64(code[c, WIDTH]), int64(code[c, SIGNED])
        row_stride, item_stride = int64(code[c, ROW_STRIDE]), int64(code[c, ITEM_STRIDE])
        first, last = int64(code[c, FIRST]), int64(code[c, LAST])
        special, other = int64(code[c, SPECIAL]), int64(code[c, OTHER_SPECIAL])
        to, out_row, out_item = int64(code[c, OUT]), int64(code[c, OUT_ROW]), int64(code[c, OUT_ITEM])
        for r in range(rows):
            owner = (seat + r) % players
            for k in range(items):
                here = to + r * out_row + k * out_item
                if op == LISTED:
                    write_list(raw, i, code, c, owner, k, out, j, here)
                else:
                    value = read(raw, i, offset + owner * row_stride + k * item_stride, width, signed)
                    write(value, op, size, first, last, special, other, seat, players, out, j, here)


@kernel
def encode_element(
    raw: Any, i: int, code: Any, c: int, r: int, k: int, seat: int, players: int, out: Any, j: int
) -> None:
    """One element of one instruction: what one thread of a GPU does while others write the rest of the row."""
    seat = max(seat, 0)
    owner = (seat + r) % players
    to = int64(code[c, OUT]) + r * int64(code[c, OUT_ROW]) + k * int64(code[c, OUT_ITEM])
    op = int64(code[c, OP])
    if op == LISTED:
        write_list(raw, i, code, c, owner, k, out, j, to)
        return
    at = int64(code[c, OFFSET]) + owner * int64(code[c, ROW_STRIDE]) + k * int64(code[c, ITEM_STRIDE])
    value = read(raw, i, at, int64(code[c, WIDTH]), int64(code[c, SIGNED]))
    write(
        value, op, int64(code[c, SIZE]), int64(code[c, FIRST]), int64(code[c, LAST]), int64(code[c, SPECIAL]),
        int64(code[c, OTHER_SPECIAL]), seat, players, out, j, to,
    )  # fmt: skip
