"""Bits of an integer: counting them, and finding the lowest.

Compilers recognise the loop below and turn it into one instruction, on a CPU and on a GPU. A loop over all bits would
make the threads of a warp wait for each other.
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
