"""Checks that need a fresh process: the same rules uncompiled, and in Numba's CUDA simulator."""

import hashlib
import os
import subprocess
import sys

from tabletown import games
from tabletown.engine.gpu import Gpu
from tabletown.engine.state import Records, blank

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
SIMULATED = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}


def final_states(name: str, players: int, seed: int, count: int) -> Records:
    """The final states of `count` random games, played by the loops of this process."""
    title = games.get(name)
    states = blank(title.dtype, count)
    title.loops.random_games(states, title.cards.data, title.blank, seed, count, players, 0, title.scratch())
    return states


def device_final_states(name: str, players: int, seed: int, count: int) -> Records:
    """The same final states as `final_states`, from the CUDA kernel (or the simulator)."""
    return Gpu(games.get(name)).final_states(count, seed, players)


def _in_new_process(function: str, environment: dict[str, str], *args: object) -> str:
    code = f"from tabletown.testing import processes as p; print(p.digest(p.{function}{args!r}))"
    result = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def digest(states: Records) -> str:
    """SHA-256 of the bytes of some states."""
    return hashlib.sha256(states.tobytes()).hexdigest()


def check_compiled_equals_interpreted(name: str, players: int, seed: int, count: int = 3) -> None:
    """Assert that the same seeds give the same games, bit for bit, compiled and as plain Python."""
    here = digest(final_states(name, players, seed, count))
    there = _in_new_process("final_states", UNCOMPILED, name, players, seed, count)
    assert here == there, f"{name}, {players} players: the compiled rules differ from the interpreted ones"


def check_device_equals_host(name: str, players: int, seed: int, count: int = 1) -> None:
    """Assert that the CUDA kernel, in the simulator, plays the same games as the CPU."""
    here = digest(final_states(name, players, seed, count))
    there = _in_new_process("device_final_states", SIMULATED, name, players, seed, count)
    assert here == there, f"{name}, {players} players: the CUDA kernel differs from the CPU"
