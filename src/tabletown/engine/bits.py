"""Bits of an integer: counting them, and finding the lowest.

Written such that compilers see what is meant: the loop below becomes one instruction on a CPU and on a GPU, where a
scan from bit to bit would make the threads of a warp wait for each other.
"""

from tabletown.engine.kernel import kernel


@kernel
def count_bits(mask: int) -> int:
    """How many bits are set (the mask must not be negative)."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is set (the mask must not be 0)."""
    return count_bits((mask & -mask) - 1)
