"""Checks that need a fresh process: the rules uncompiled, in Numba's CUDA simulator, and with checks of every index."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping

from tabletown import games
from tabletown.engine.gpu import Gpu
from tabletown.engine.state import Records, blank

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
SIMULATED = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
BOUNDED = {"NUMBA_BOUNDSCHECK": "1"}


def final_states(name: str, players: int, seed: int, count: int, options: int = 0) -> Records:
    """The final states of `count` random games, played by the loops of this process. `options` is their bit mask."""
    title = games.get(name)
    states = blank(title.dtype, count)
    title.loops.random_games(states, title.cards.data, title.blank, seed, count, players, options, title.scratch())
    return states


def device_final_states(name: str, players: int, seed: int, count: int, options: int = 0) -> Records:
    """The same final states as `final_states`, from the CUDA kernel (or the simulator)."""
    return Gpu(games.get(name)).final_states(count, seed, players, options)


def run_python(code: str, environment: Mapping[str, str]) -> str:
    """What a Python program prints in a process of its own; raises AssertionError with its traceback if it fails."""
    result = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def _digest_elsewhere(function: str, environment: Mapping[str, str], *args: object) -> str:
    code = f"from tabletown.testing import processes as p; print(p.digest(p.{function}{args!r}))"
    return run_python(code, environment)


def digest(states: Records) -> str:
    """SHA-256 of the bytes of some states."""
    return hashlib.sha256(states.tobytes()).hexdigest()


def check_compiled_equals_interpreted(name: str, players: int, seed: int, count: int = 3, options: int = 0) -> None:
    """Assert that the same seeds give the same games, bit for bit, compiled and as plain Python."""
    here = digest(final_states(name, players, seed, count, options))
    there = _digest_elsewhere("final_states", UNCOMPILED, name, players, seed, count, options)
    assert here == there, f"{name}, {players} players: the compiled rules differ from the interpreted ones"


def check_device_equals_host(name: str, players: int, seed: int, count: int = 1, options: int = 0) -> None:
    """Assert that the CUDA kernel, in the simulator, plays the same games as the CPU."""
    here = digest(final_states(name, players, seed, count, options))
    there = _digest_elsewhere("device_final_states", SIMULATED, name, players, seed, count, options)
    assert here == there, f"{name}, {players} players: the CUDA kernel differs from the CPU"


def check_within_bounds(
    name: str, seed: int = 1, players: int | None = None, options: Mapping[str, bool] | None = None
) -> None:
    """Assert that no kernel uses an index that is negative or beyond its array, at any table, bots included.

    Everything that `check_game` does in one process is done in another one, whose kernels check every index. They are
    kept in a cache of their own (see `engine/kernel.py`). What it finds names the game and the ply, but not the line;
    with NUMBA_DISABLE_JIT=1 Python names the line too, unless the index is negative.
    """
    chosen = None if options is None else dict(options)
    call = f"check_game({name!r}, games=1, seed={seed}, processes=False, players={players}, options={chosen!r})"
    run_python(f"from tabletown.testing import check_game; {call}", BOUNDED)
