"""CUDA kernel that plays random games, bound to a title like `loops.py`.

Rules are long and full of branches. If every thread played a game of its own, the threads would soon be at different
places in the rules: a warp then runs them one after the other, and all warps together need more instructions than the
caches of a processor hold. So a block plays more games than it has threads. It finds the phase that most of its games
are in, makes one ply in each of those, and repeats: its threads run the same code at the same time. Games are
independent, so the order of their plies changes nothing.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

if TYPE_CHECKING:
    from tabletown.engine.chance import noise, word
    from tabletown.engine.contract import legal
    from tabletown.engine.loops import NOISE_AT, act, begin
    from tabletown.engine.state import first_seat

    GAMES = 0
    MAX_LEGAL = 0
    jit: Any = cuda.jit

PHASES = 64
BEGIN, OVER = PHASES - 2, PHASES - 1  # no real phases: a game is to be dealt; all games of this index are played


@jit  # type: ignore[untyped-decorator]
def play(
    states: Any, plies: Any, noises: Any, cards: Any, blank: Any, seed: Any, games: int, players: int, options: int
) -> None:
    """Play the games with seeds seed+i, seed+i+n, ... at index i; the final state of the last one stays there.

    `plies` gets the number of plies made at each index; `noises` is scratch for the random choices of each game.
    """
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    n = len(states)
    first = cuda.blockIdx.x * GAMES
    phases = cuda.shared.array(GAMES, np.uint8)  # of each game of this block
    begun = cuda.shared.array(GAMES, np.int32)
    counts = cuda.shared.array(PHASES, np.int32)  # games in each phase
    queue = cuda.shared.array(GAMES, np.int32)  # games in the chosen phase
    length = cuda.shared.array(1, np.int32)
    chosen = cuda.shared.array(1, np.int32)
    out = cuda.local.array(MAX_LEGAL, np.int32)
    k = thread
    while k < PHASES:
        counts[k] = 0
        k += threads
    k = thread
    while k < GAMES:
        phases[k] = OVER
        begun[k] = 0
        if first + k < n:
            phases[k] = BEGIN
            plies[first + k] = 0
        k += threads
    cuda.syncthreads()
    if thread == 0:
        counts[BEGIN] = min(GAMES, n - first)
    while True:
        cuda.syncthreads()
        if thread == 0:
            length[0] = 0
            chosen[0] = most_frequent(counts)
            counts[chosen[0]] = 0
        cuda.syncthreads()
        phase = chosen[0]
        if phase == OVER:
            break
        k = thread
        while k < GAMES:
            if phases[k] == phase:
                queue[cuda.atomic.add(length, 0, 1)] = k
            k += threads
        cuda.syncthreads()
        place = thread
        while place < length[0]:
            k = queue[place]
            i = first + k
            if phase == BEGIN:
                key = np.uint64(seed + i + begun[k] * n)
                begin(states, i, cards, blank, key, players, options)
                noises[i] = np.int64(word(key, NOISE_AT)) | 1
                begun[k] += 1
            else:
                seat = first_seat(states[i].waiting)
                choices = legal(states[i], cards[0], seat, out)
                noises[i] = noise(noises[i])
                act(states[i], cards[0], seat, np.int64(out[(noises[i] * choices) >> 32]))
            after: Any = np.int32(states[i].phase)
            if states[i].ended != 0:
                plies[i] += states[i].ply
                after = BEGIN if begun[k] < games else OVER
            phases[k] = after
            cuda.atomic.add(counts, after, 1)
            place += threads


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def most_frequent(counts: Any) -> int:
    """The phase that most games are in; OVER if all games are played."""
    best, most = OVER, 0
    for phase in range(OVER):
        if counts[phase] > most:
            best, most = phase, counts[phase]
    return best
