"""CUDA kernel that plays games for the lab, one per thread, bound to a title like `engine/gpu_loops.py`."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from tabletown.bots.playout import STATES, WORLD
from tabletown.engine import chance
from tabletown.engine.device_kernel import device_kernel
from tabletown.engine.loops import NOISE_AT
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.engine.loops import begin
    from tabletown.lab.native_loops import make_move

    STATE = np.dtype([])
    MAX_LEGAL = 0


@device_kernel()
def play(states: Any, cards: Any, blank: Any, keys: Any, players: int, tries: Any, plies: int) -> None:
    """Play the game with the seed keys[i] on thread i and write its final state, the same that `play_game` reaches."""
    i = cuda.grid(1)
    if i < len(states):
        world = cuda.local.array(STATES, STATE)
        out = cuda.local.array(MAX_LEGAL, np.int32)
        more = cuda.local.array(MAX_LEGAL, np.int32)
        begin(world, WORLD, cards, blank, keys[i], players, 0)
        x = np.int64(chance.word(keys[i], NOISE_AT)) | 1
        while world[WORLD].ended == 0:
            seat = first_seat(np.int64(world[WORLD].waiting))
            x = make_move(world, cards[0], seat, np.int64(tries[i, seat]), plies, out, more, x)
        states[i] = world[WORLD]
