"""The step of a vector environment on a CUDA device, bound to a title like `vector_loops.py`.

A block of threads steps its slots in the order of their phases, so that neighbouring threads run the same rules at the
same time (`engine/gpu_loops.py` says why that matters). It sorts them twice, because an action leads to another phase.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

if TYPE_CHECKING:
    from tabletown.engine.contract import scores
    from tabletown.engine.loops import view
    from tabletown.env.vector_loops import step_slots

    SLOTS = 0
    jit: Any = cuda.jit

PHASES = 64
ADVANCE, OFFER = 1, 2


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def sort_by_phase(states: Any, first: int, number: int, starts: Any, order: Any) -> None:
    """Write the slots of this block to `order`, sorted by phase; all threads of the block must call this."""
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    k = thread
    while k < PHASES:
        starts[k] = 0
        k += threads
    cuda.syncthreads()
    k = thread
    while k < number:
        cuda.atomic.add(starts, np.int64(states[first + k].phase), 1)
        k += threads
    cuda.syncthreads()
    if thread == 0:  # turn the number of slots in each phase into the index of the first
        total = 0
        for phase in range(PHASES):
            count = starts[phase]
            starts[phase] = total
            total += count
    cuda.syncthreads()
    k = thread
    while k < number:
        order[cuda.atomic.add(starts, np.int64(states[first + k].phase), 1)] = k
        k += threads
    cuda.syncthreads()


@jit  # type: ignore[untyped-decorator]
def step(
    share: int, states: Any, cards: Any, blank: Any, actions: Any, fresh: bool, seed: Any, players: Any, options: Any,
    narrow: bool, reward: int, keep: bool, ends: Any, seats: Any, masks: Any, choices: Any, counts: Any, rewards: Any,
    dones: Any, points: Any, places: Any, seeds: Any, episodes: Any, views: Any, raw: Any, standing: Any, table: Any,
    kinds: Any, described: Any, nothing: Any, observe: bool,
) -> None:  # fmt: skip
    """One step of all slots; a block steps `share` of them, at most SLOTS.

    For `cuda_kernels.observe` it writes the views of the seats to act to `views`, and to `standing` the points in them.
    """
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    first = cuda.blockIdx.x * share
    number = min(share, len(states) - first)
    starts = cuda.shared.array(PHASES, np.int32)
    order = cuda.shared.array(SLOTS, np.int32)
    sort_by_phase(states, first, number, starts, order)
    k = thread
    while k < number:
        i = first + order[k]
        step_slots(
            ADVANCE, states, i, i + 1, 0, cards, blank, actions, fresh, seed, players, options, narrow, reward, keep,
            ends, seats, masks, choices, counts, rewards, dones, points, places, seeds, episodes, views, raw, standing,
            table, kinds, described, nothing,
        )  # fmt: skip
        k += threads
    cuda.syncthreads()
    sort_by_phase(states, first, number, starts, order)
    k = thread
    while k < number:
        i = first + order[k]
        step_slots(
            OFFER, states, i, i + 1, 0, cards, blank, actions, fresh, seed, players, options, narrow, reward, keep,
            ends, seats, masks, choices, counts, rewards, dones, points, places, seeds, episodes, views, raw, standing,
            table, kinds, described, nothing,
        )  # fmt: skip
        if observe:
            views[i] = states[i]
            view(views, i, cards, np.int64(seats[i]))
            if standing.shape[1] > 0:
                scores(views[i], cards[0], standing[i])
        k += threads


@jit  # type: ignore[untyped-decorator]
def show(first: int, number: int, states: Any, cards: Any, seats: Any, views: Any, standing: Any) -> None:
    """Write the views of `seats` in the slots from `first` on to the first `views`, for `cuda_kernels.observe`."""
    i = cuda.grid(1)
    if i < number:
        views[i] = states[first + i]
        view(views, i, cards, np.int64(seats[i]))
        if standing.shape[1] > 0:
            scores(views[i], cards[0], standing[i])
