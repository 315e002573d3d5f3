"""The loop that a CUDA thread runs, bound to a title like `loops.py`, with its state type and list length besides."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

if TYPE_CHECKING:
    from tabletown.engine.loops import random_game

    STATE = np.dtype([])
    MAX_LEGAL = 0


@cuda.jit  # type: ignore[untyped-decorator]
def play(states: Any, plies: Any, cards: Any, blank: Any, seed: Any, games: int, players: int, options: int) -> None:
    """Thread i plays the games seed+i, seed+i+n, ... and leaves the final state of the last one.

    The state lies in local memory, which the hardware interleaves between the threads of a warp; it is written out
    once at the end.
    """
    i = cuda.grid(1)
    n = len(states)
    if i < n:
        local = cuda.local.array(1, STATE)
        out = cuda.local.array(MAX_LEGAL, np.int32)
        count = 0
        for g in range(games):
            random_game(local, 0, cards, blank, np.uint64(seed + i + g * n), players, options, out)
            count += local[0].ply
        states[i] = local[0]
        plies[i] = count
