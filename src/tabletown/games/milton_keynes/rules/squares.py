"""Squares of the map and sets of them: two words of bits, rows A-E in the first and rows F-I in the second.

Neighbours of a whole set are found by shifting words, so that lots, buildings and candidates need no loops over plots.
"""

from typing import Any

from tabletown.engine.bits import count_bits, lowest_bit
from tabletown.engine.chance import below
from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s

_LOW_ROWS = s.SPLIT // s.COLUMNS
LOW_ALL = (1 << s.SPLIT) - 1
HIGH_ALL = (1 << (s.SQUARES - s.SPLIT)) - 1
LOW_NOT_FIRST = sum(1 << (row * s.COLUMNS + column) for row in range(_LOW_ROWS) for column in range(1, s.COLUMNS))
HIGH_NOT_FIRST = LOW_NOT_FIRST & HIGH_ALL
LOW_NOT_LAST = LOW_NOT_FIRST >> 1
HIGH_NOT_LAST = HIGH_NOT_FIRST >> 1
BORDER = s.SPLIT - s.COLUMNS  # where the last row of the first word begins

DIRECTIONS = 4


@kernel
def neighbour(square: int, direction: int) -> int:
    """The square above, left, right or below; -1 off the board."""
    if direction == 0:
        return square - s.COLUMNS if square >= s.COLUMNS else -1
    if direction == 1:
        return square - 1 if square % s.COLUMNS > 0 else -1
    if direction == 2:
        return square + 1 if square % s.COLUMNS < s.COLUMNS - 1 else -1
    return square + s.COLUMNS if square < (s.ROWS - 1) * s.COLUMNS else -1


@kernel
def low_bit(square: int) -> int:
    """The first word of the set of one square."""
    return 1 << square if square < s.SPLIT else 0


@kernel
def high_bit(square: int) -> int:
    """The second word of the set of one square."""
    return 1 << (square - s.SPLIT) if square >= s.SPLIT else 0


@kernel
def put(words: Any, square: int) -> None:
    """Put a square into a set."""
    words[0] |= low_bit(square)
    words[1] |= high_bit(square)


@kernel
def remove(words: Any, square: int) -> None:
    """Take a square out of a set."""
    words[0] &= ~low_bit(square)
    words[1] &= ~high_bit(square)


@kernel
def clear(words: Any) -> None:
    """Empty a set."""
    words[0] = 0
    words[1] = 0


@kernel
def contains(words: Any, square: int) -> bool:
    """Whether a square is in a set."""
    return (int64(words[0]) & low_bit(square)) | (int64(words[1]) & high_bit(square)) != 0


@kernel
def put_all(words: Any, low: int, high: int) -> None:
    """Put the squares of another set into a set."""
    words[0] |= low
    words[1] |= high


@kernel
def remove_all(words: Any, low: int, high: int) -> None:
    """Take the squares of another set out of a set."""
    words[0] &= ~low
    words[1] &= ~high


@kernel
def size_of(low: int, high: int) -> int:
    """How many squares are in a set given as two words."""
    return count_bits(low) + count_bits(high)


@kernel
def count(words: Any) -> int:
    """How many squares a set has."""
    return size_of(int64(words[0]), int64(words[1]))


@kernel
def first(low: int, high: int) -> int:
    """The first square of a set that is not empty."""
    return lowest_bit(low) if low else s.SPLIT + lowest_bit(high)


@kernel
def after_first(low: int, high: int) -> tuple[int, int]:
    """A set that is not empty without its first square: so one goes through a set square by square."""
    if low:
        return low & (low - 1), high
    return low, high & (high - 1)


@kernel
def pick(state: Any, low: int, high: int) -> int:
    """A random square of a set that is not empty, every one equally likely."""
    for _ in range(below(state, size_of(low, high))):
        low, high = after_first(low, high)
    return first(low, high)


@kernel
def write_squares(low: int, high: int, start: int, out: Any, n: int) -> int:
    """Write the actions `start + square` of a set in ascending order; returns the new number of actions."""
    while low:
        out[n] = start + lowest_bit(low)
        low &= low - 1
        n += 1
    while high:
        out[n] = start + s.SPLIT + lowest_bit(high)
        high &= high - 1
        n += 1
    return n


@kernel
def grown_low(low: int, high: int) -> int:
    """The first word of a set and all squares adjacent to it."""
    sideways = ((low << 1) & LOW_NOT_FIRST) | ((low >> 1) & LOW_NOT_LAST)
    return (low | sideways | (low << s.COLUMNS) | (low >> s.COLUMNS) | (high << BORDER)) & LOW_ALL


@kernel
def grown_high(low: int, high: int) -> int:
    """The second word of a set and all squares adjacent to it."""
    sideways = ((high << 1) & HIGH_NOT_FIRST) | ((high >> 1) & HIGH_NOT_LAST)
    return (high | sideways | (high << s.COLUMNS) | (high >> s.COLUMNS) | (low >> BORDER)) & HIGH_ALL


@kernel
def component(low: int, high: int) -> tuple[int, int]:
    """The connected part of a set that holds its first square (the set must not be empty)."""
    if low:
        one, two = low & -low, 0
    else:
        one, two = 0, high & -high
    while True:
        wider_one, wider_two = grown_low(one, two) & low, grown_high(one, two) & high
        if wider_one == one and wider_two == two:
            return one, two
        one, two = wider_one, wider_two
