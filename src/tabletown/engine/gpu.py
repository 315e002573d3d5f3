"""Random games on a GPU (CUDA): the same kernels that the CPU runs, for many games at once.

Needs the `cuda` extra and a device, or Numba's simulator (NUMBA_ENABLE_CUDASIM=1 with NUMBA_DISABLE_JIT=1).
"""

from pathlib import Path
from typing import Any

import numpy as np

from tabletown.engine import chance
from tabletown.engine.kernel import COMPILED
from tabletown.engine.state import Records, first_seat
from tabletown.engine.title import Title

TEMPLATE = Path(__file__).with_name("gpu_loops.py")
THREADS = 1024  # per block
REGISTERS = 64  # per thread: more would not leave enough for so many threads
GAMES = 4 * THREADS  # per block: enough for all threads to find one in the phase that is played next
FEW = 8  # the same in the simulator, where going through them takes longer than the rules


class Gpu:
    """Plays random games of one title on the CUDA device."""

    def __init__(self, title: Title, cards: Any = None) -> None:
        from numba import cuda

        from tabletown.engine.device_kernel import device_kernel

        self.title, self._cuda = title, cuda
        self._cards = cuda.to_device((cards or title.cards).data)
        self._blank = cuda.to_device(title.blank)
        # in the simulator, the fields of a record are attributes only with this type
        self._dtype = title.dtype if COMPILED else np.dtype((np.record, title.dtype))
        self._games = GAMES if COMPILED else FEW
        loops = title.loops
        names = {"jit": device_kernel(REGISTERS), "REGISTERS": REGISTERS}
        names |= {"begin": loops.begin, "act": loops.act, "NOISE_AT": loops.NOISE_AT, "first_seat": first_seat}
        names |= {"noise": chance.noise, "word": chance.word, "GAMES": self._games, "MAX_LEGAL": title.max_legal}
        self._play = title.bind(TEMPLATE, **names).play

    def random_games(self, size: int, seed: int, players: int, games: int = 1, options: int = 0) -> tuple[Any, Any]:
        """Play `size * games` random games with the seeds seed, seed+1, ...; returns device arrays.

        The first array has the final states of the last `size` games, the second how many plies were played at each
        index. A `size` of half a million or more keeps a large device busy.
        """
        self.title.check_players(players)
        states = self._cuda.device_array(size, self._dtype)
        plies, noises = self._cuda.device_array(size, np.int64), self._cuda.device_array(size, np.int64)
        blocks = -(-size // self._games)
        self._play[blocks, min(THREADS, size)](
            states, plies, noises, self._cards, self._blank, seed, games, players, options
        )
        self._cuda.synchronize()
        return states, plies

    def final_states(self, size: int, seed: int, players: int, options: int = 0) -> Records:
        """The final states of the random games with the seeds seed ... seed+size-1, copied to the host."""
        states: Records = self.random_games(size, seed, players, options=options)[0].copy_to_host()
        return states
