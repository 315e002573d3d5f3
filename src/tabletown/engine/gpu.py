"""The same rules on a CUDA device: one thread plays one game, with the very functions that the CPU runs.

Needs the `cuda` extra and a device, or Numba's simulator (NUMBA_ENABLE_CUDASIM=1 with NUMBA_DISABLE_JIT=1).
"""

from pathlib import Path
from typing import Any

import numpy as np

from tabletown.engine.kernel import COMPILED
from tabletown.engine.state import Records
from tabletown.engine.title import Title

TEMPLATE = Path(__file__).with_name("gpu_loops.py")
THREADS = 128


class Gpu:
    """Random games of one title on the device."""

    def __init__(self, title: Title, cards: Any = None) -> None:
        from numba import cuda

        self.title, self._cuda = title, cuda
        self._cards = cuda.to_device((cards or title.cards).data)
        self._blank = cuda.to_device(title.blank)
        # uncompiled, a record's fields are attributes only if its type says so
        state = title.dtype if COMPILED else np.dtype((np.record, title.dtype))
        names = {"random_game": title.loops.random_game, "STATE": state, "MAX_LEGAL": title.max_legal}
        self._play = title.bind(TEMPLATE, **names).play

    def random_games(self, size: int, seed: int, players: int, games: int = 1, options: int = 0) -> tuple[Any, Any]:
        """Play `size * games` random games with the seeds seed, seed+1, ...; returns device arrays.

        The first holds the final states of the last `size` games, the second the plies that each thread played.
        """
        self.title.check_players(players)
        states = self._cuda.to_device(np.zeros(size, self.title.dtype))
        plies = self._cuda.to_device(np.zeros(size, np.int64))
        threads = min(THREADS, size)
        blocks = -(-size // threads)
        self._play[blocks, threads](states, plies, self._cards, self._blank, seed, games, players, options)
        self._cuda.synchronize()
        return states, plies

    def final_states(self, size: int, seed: int, players: int) -> Records:
        """The final states of the random games with the seeds seed ... seed+size-1, on the host."""
        states: Records = self.random_games(size, seed, players)[0].copy_to_host()
        return states
