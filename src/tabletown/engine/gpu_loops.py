"""The loop that a block of CUDA threads runs, bound to a title like `loops.py`.

Rules are long and full of branches. Threads that play a game each soon stand at different places in them: a warp then
runs them one after the other, and all warps together ask for more instructions than the caches of a processor hold.
So a block plays many games, more than it has threads, and lets them wait for each other: it looks in which phase most
of its games are, makes one ply in each of those, and looks again. Its threads run the same code at the same time.
Games do not know of each other, so the order in which they go on changes nothing.
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
BEGIN, OVER = PHASES - 2, PHASES - 1  # a game is to be dealt; all games of a place are played


@jit  # type: ignore[untyped-decorator]
def play(
    states: Any, plies: Any, noises: Any, cards: Any, blank: Any, seed: Any, games: int, players: int, options: int
) -> None:
    """At place i the games seed+i, seed+i+n, ... are played; the final state of the last one stays there.

    `plies` gets how many were made at each place; `noises` is room for the random choices of each game.
    """
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    n = len(states)
    first = cuda.blockIdx.x * GAMES
    phases = cuda.shared.array(GAMES, np.uint8)  # of each game of this block
    begun = cuda.shared.array(GAMES, np.int32)
    counts = cuda.shared.array(PHASES, np.int32)  # games in each phase
    queue = cuda.shared.array(GAMES, np.int32)  # those whose turn it is
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
    """The phase that most games are in; OVER if there is nothing left to do."""
    best, most = OVER, 0
    for phase in range(OVER):
        if counts[phase] > most:
            best, most = phase, counts[phase]
    return best
