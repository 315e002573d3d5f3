"""Chance: a counter-based random generator whose state is in the game state (Philox4x32-10, Salmon et al. 2011).

The n-th number depends on the key and on n alone, so the same seed gives the same game in Python, compiled and on a
GPU. All products stay below 2**64, so nothing overflows when the functions run uncompiled.
"""

from typing import Any

import numpy as np

from tabletown.engine.bits import count_bits, lowest_bit
from tabletown.engine.kernel import kernel

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ONE = np.uint64(1)
MULTIPLY_0, MULTIPLY_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
WEYL_0, WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
RANGE = np.uint64(1 << 32)


@kernel
def word(key: Any, counter: Any) -> Any:
    """The 32 random bits at `counter` of the stream `key`, both uint64."""
    x0, x1, x2, x3 = counter & LOW, counter >> HALF, np.uint64(0), np.uint64(0)
    k0, k1 = key & LOW, key >> HALF
    for _ in range(10):
        p0, p1 = MULTIPLY_0 * x0, MULTIPLY_1 * x2
        x0, x1, x2, x3 = (p1 >> HALF) ^ x1 ^ k0, p1 & LOW, (p0 >> HALF) ^ x3 ^ k1, p0 & LOW
        k0, k1 = (k0 + WEYL_0) & LOW, (k1 + WEYL_1) & LOW
    return x0


@kernel
def seed(state: Any, key: Any) -> None:
    """Seed the state's random generator; `key` is any uint64."""
    state.rng[0] = key
    state.rng[1] = 0


@kernel
def below(state: Any, n: int) -> Any:
    """A random integer 0 <= x < n, every value equally likely (Lemire's multiplication with rejection)."""
    bound = np.uint64(n)
    product = word(state.rng[0], state.rng[1]) * bound
    state.rng[1] += ONE
    while (product & LOW) < RANGE % bound:
        product = word(state.rng[0], state.rng[1]) * bound
        state.rng[1] += ONE
    return np.int64(product >> HALF)


@kernel
def shuffle(state: Any, items: Any, n: int) -> None:
    """Shuffle the first `n` items in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(state, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held


@kernel
def draw(state: Any, mask: int) -> tuple[int, int]:
    """Draw a random member of a set of small integers (a bit mask); returns it, and the mask without it."""
    rest = mask
    for _ in range(below(state, count_bits(mask))):
        rest &= rest - 1
    return lowest_bit(rest), mask & ~(rest & -rest)


@kernel
def noise(x: int) -> int:
    """The next value of a fast 32-bit generator (xorshift), for playouts, whose choices need not be secret. Never 0."""
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    return x
