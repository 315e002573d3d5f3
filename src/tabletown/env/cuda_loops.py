"""The step of a vector environment on a CUDA device, bound to a title like `vector_loops.py`: a thread per slot."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

if TYPE_CHECKING:
    from tabletown.engine.loops import view
    from tabletown.env.vector_loops import step_slots

    STATE = np.dtype([])


@cuda.jit  # type: ignore[untyped-decorator]
def step(
    states: Any, cards: Any, blank: Any, actions: Any, fresh: bool, seed: Any, players: int, options: int,
    seats: Any, masks: Any, choices: Any, counts: Any, rewards: Any, dones: Any, points: Any, places: Any,
    seeds: Any, episodes: Any, views: Any, raw: Any, table: Any, kinds: Any, nothing: Any,
    observe: bool,
) -> None:  # fmt: skip
    """Thread i steps slot i, and leaves what the seat to act sees in `views`; observations are made of that later.

    The rules work on a copy in local memory, which the hardware interleaves between the threads of a warp.
    """
    i = cuda.grid(1)
    if i < len(states):
        local = cuda.local.array(1, STATE)
        local[0] = states[i]
        step_slots(
            local, i, i, i + 1, 0, cards, blank, actions, fresh, seed, players, options, seats, masks, choices, counts,
            rewards, dones, points, places, seeds, episodes, views, raw, table, kinds, nothing,
        )  # fmt: skip
        states[i] = local[0]
        if observe:
            view(local, 0, cards, np.int64(seats[i]))
            views[i] = local[0]
