"""The same rules on a CUDA device: one thread plays one game, with the very functions that the CPU runs.

Needs the `cuda` extra and a device. A thread keeps its state in local memory, which the hardware interleaves between
the threads of a warp, and writes it out once at the end.
"""

from typing import Any

import numpy as np

from tabletown.engine.state import Records
from tabletown.engine.title import Title

THREADS = 128


class Gpu:
    """Random games of one title on the device."""

    def __init__(self, title: Title, cards: Any = None) -> None:
        from numba import cuda

        self.title, self._cuda = title, cuda
        self._cards = cuda.to_device((cards or title.cards).data)
        self._blank = cuda.to_device(title.blank)
        self._kernel = self._compile()

    def _compile(self) -> Any:
        cuda, loops, dtype, most = self._cuda, self.title.loops, self.title.dtype, self.title.max_legal
        random_game = loops.random_game

        def play(states: Any, plies: Any, cards: Any, blank: Any, seed: Any, games: int, players: int, options: int):  # type: ignore[no-untyped-def]
            """Thread i plays the games seed+i, seed+i+n, ... and leaves the last one's final state."""
            i = cuda.grid(1)
            n = len(states)
            if i < n:
                local = cuda.local.array(1, dtype)
                out = cuda.local.array(most, np.int32)
                count = 0
                for g in range(games):
                    random_game(local, 0, cards, blank, np.uint64(seed + i + g * n), players, options, out)
                    count += local[0].ply
                states[i] = local[0]
                plies[i] = count

        return cuda.jit(play)

    def random_games(self, size: int, seed: int, players: int, games: int = 1, options: int = 0) -> tuple[Any, Any]:
        """Play `size * games` random games with the seeds seed, seed+1, ...; returns device arrays.

        The first holds the final states of the last `size` games, the second the plies that each thread played.
        """
        self.title.check_players(players)
        states = self._cuda.device_array(size, self.title.dtype)
        plies = self._cuda.device_array(size, np.int64)
        blocks = -(-size // THREADS)
        self._kernel[blocks, THREADS](states, plies, self._cards, self._blank, seed, games, players, options)
        self._cuda.synchronize()
        return states, plies

    def final_states(self, size: int, seed: int, players: int) -> Records:
        """The final states of the random games with the seeds seed ... seed+size-1, on the host."""
        states: Records = self.random_games(size, seed, players)[0].copy_to_host()
        return states
