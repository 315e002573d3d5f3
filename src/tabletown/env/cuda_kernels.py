"""CUDA kernels of vector environments for any title: write observations, choose random actions, check actions."""

from typing import Any

import numpy as np
from numba import cuda

from tabletown.engine.device_kernel import device_kernel
from tabletown.engine.feature_kernel import encode
from tabletown.env import choosing

MOST = np.iinfo(np.int32).max
LANES = 32
"""Threads that write one observation together: a warp."""


@device_kernel()
def observe(
    raw: Any, standing: Any, table: Any, kinds: Any, described: Any, seats: Any, players: Any, observations: Any
) -> None:
    """Write the observations of all slots from the bytes of their views; each element is written by one thread.

    Most floats are 0. The threads of a warp clear them together, neighbours side by side, which takes a fraction of the
    time in which each would clear its own.
    """
    index = cuda.grid(1)
    slot, lane = index // LANES, index % LANES
    if slot < len(seats):
        for place in range(lane, observations.shape[1], LANES):
            observations[slot, place] = np.float32(0)
    cuda.syncthreads()
    if slot < len(seats):
        for e in range(lane, len(table), LANES):
            encode(
                raw, slot, table, kinds, e, e + 1, np.int64(seats[slot]), np.int64(players[slot]), described, standing,
                observations, slot,
            )  # fmt: skip


@device_kernel()
def start_noise(noise: Any, seed: Any) -> None:
    """Seed the generators of random actions."""
    i = cuda.grid(1)
    if i < len(noise):
        choosing.start_noise(noise, i, seed)


@device_kernel()
def choose(choices: Any, counts: Any, noise: Any, actions: Any) -> None:
    """Write a random legal action of every slot."""
    i = cuda.grid(1)
    if i < len(actions):
        choosing.choose(choices, counts, noise, actions, i)


@device_kernel()
def copy_actions(given: Any, actions: Any) -> None:
    """Copy actions of any integer type to int32; numbers out of range become -1, which is never legal."""
    i = cuda.grid(1)
    if i < len(actions):
        actions[i] = given[i] if 0 <= given[i] <= MOST else -1


@device_kernel()
def copy_rows(source: Any, target: Any, rows: Any, scatter: bool) -> None:
    """Copy the `rows` of `source` to `target`, or with `scatter` all of `source` to the `rows` of `target`; bytes."""
    k = cuda.grid(1)
    width = source.shape[1]
    row, column = k // width, k % width
    if row < len(rows):
        if scatter:
            target[rows[row], column] = source[row, column]
        else:
            target[row, column] = source[rows[row], column]


@device_kernel()
def find_illegal(actions: Any, masks: Any, found: Any) -> None:
    """Write the lowest slot with an illegal action to `found`, which must begin with the number of slots."""
    i = cuda.grid(1)
    if i < len(actions) and not choosing.is_legal(actions, masks, i):
        cuda.atomic.min(found, 0, i)
