"""The loops of the GPU, in Numba's simulator: the same functions, the same games."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
from tabletown import games
from tabletown.engine import gpu
from tabletown.engine.state import blank

gpu.THREADS = 2  # fewer than games, so that they queue
title, seed, size, rounds = games.get(sys.argv[1]), 7, 3, 2
players = title.meta.players[0]
states, plies = gpu.Gpu(title).random_games(size, seed, players, games=rounds)
expected, out = blank(title.dtype, size * rounds), title.scratch()
total = title.loops.random_games(expected, title.cards.data, title.blank, seed, size * rounds, players, 0, out)
assert states.copy_to_host().tobytes() == expected[-size:].tobytes(), "other final states"
assert int(plies.copy_to_host().sum()) == total, "other numbers of plies"
print("equal after", total, "plies")
"""


@pytest.mark.parametrize("title", ["uptown"])
def test_blocks_of_threads_play_the_games_that_the_cpu_plays(title: str) -> None:
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, title], env=os.environ | simulated, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("equal after")
