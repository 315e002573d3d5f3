"""What a CUDA device does for vector environments of any title: observations, random choices, checks."""

from typing import Any

import numpy as np
from numba import cuda

from tabletown.engine.feature_kernel import SIZE, TO, clear, encode
from tabletown.env import choosing

MOST = np.iinfo(np.int32).max
LANES = 32
"""Threads that write one observation together: a warp."""


@cuda.jit  # type: ignore[untyped-decorator]
def observe(raw: Any, table: Any, kinds: Any, seats: Any, players: int, observations: Any) -> None:
    """The observations of all slots, from the bytes of their views; every element is written by one thread."""
    index = cuda.grid(1)
    slot, lane = index // LANES, index % LANES
    if slot < len(seats):
        for e in range(lane, len(table), LANES):
            start = np.int64(table[e, TO])
            clear(observations, slot, start, start + np.int64(table[e, SIZE]))
            encode(raw, slot, table, kinds, e, e + 1, np.int64(seats[slot]), players, observations, slot)


@cuda.jit  # type: ignore[untyped-decorator]
def start_noise(noise: Any, seed: Any) -> None:
    """Begin the streams of noise for random choices."""
    i = cuda.grid(1)
    if i < len(noise):
        choosing.start_noise(noise, i, seed)


@cuda.jit  # type: ignore[untyped-decorator]
def choose(choices: Any, counts: Any, noise: Any, actions: Any) -> None:
    """A random legal action of every slot."""
    i = cuda.grid(1)
    if i < len(actions):
        choosing.choose(choices, counts, noise, actions, i)


@cuda.jit  # type: ignore[untyped-decorator]
def take_over(given: Any, actions: Any) -> None:
    """Actions of any whole type as those of the environment; what is too large must not wrap around."""
    i = cuda.grid(1)
    if i < len(actions):
        actions[i] = given[i] if 0 <= given[i] <= MOST else -1


@cuda.jit  # type: ignore[untyped-decorator]
def find_illegal(actions: Any, masks: Any, found: Any) -> None:
    """The lowest slot with an illegal action, if it is lower than what `found` has."""
    i = cuda.grid(1)
    if i < len(actions) and not choosing.is_legal(actions, masks, i):
        cuda.atomic.min(found, 0, i)
