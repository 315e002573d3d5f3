"""CUDA kernel of the native policy's choices, bound to a title like `env/policy_loops.py`: one slot per thread."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from tabletown.bots.playout import STATES
from tabletown.engine.device_kernel import device_kernel

if TYPE_CHECKING:
    from tabletown.env.policy_loops import choose_quickly

    STATE = np.dtype([])
    MAX_LEGAL = 0


@device_kernel()
def choose(
    states: Any, first: int, last: int, wanted: Any, cards: Any, seats: Any, noise: Any, tries: int, plies: int,
    actions: Any,
) -> None:  # fmt: skip
    """Write the native policy's choice for the slots first..last-1 to `actions`."""
    i = first + cuda.grid(1)
    if i < last:
        world = cuda.local.array(STATES, STATE)
        out = cuda.local.array(MAX_LEGAL, np.int32)
        more = cuda.local.array(MAX_LEGAL, np.int32)
        choose_quickly(states, i, i + 1, wanted, cards, seats, noise, world, out, more, tries, plies, actions)
