"""A vector environment played for a while, and all that it then holds in one digest: the same on every device."""

import hashlib
from typing import Any

import numpy as np

from tabletown.env import VectorEnv

ARRAYS = (
    "states", "seats", "masks", "choices", "counts", "observations", "rewards", "dones", "final_scores",
    "final_places", "seeds",
)  # fmt: skip


def contents(env: VectorEnv) -> dict[str, Any]:
    """Copies of all arrays, on the host."""
    arrays = {name: getattr(env, name) for name in ARRAYS}
    return {name: np.array(a.copy_to_host() if env.device == "cuda" else a) for name, a in arrays.items()}


def seen_by_last_seats(env: VectorEnv) -> Any:
    """What the last seat of every game but the first sees, on the host."""
    seats = (env.player_counts.copy_to_host() if env.device == "cuda" else env.player_counts)[1:].astype(np.int64) - 1
    assert env.observer
    out = np.full((len(seats), env.observer.size), 7.0, np.float32)
    if env.device == "cpu":
        env.observe(seats, out, first=1)
        return out
    from numba import cuda

    there = cuda.to_device(out)
    env.observe(cuda.to_device(seats), there, first=1)
    return there.copy_to_host()


def played(title: str, size: int, players: int | tuple[int, ...], seed: int, steps: int, device: str) -> str:
    """SHA-256 over everything that a caller can see, after `reset` and after every step of random play."""
    env = VectorEnv(title, size, players, device=device)
    env.reset(seed)
    digest = hashlib.sha256()
    for step in range(steps + 1):
        for array in contents(env).values():
            digest.update(array.tobytes())
        digest.update(seen_by_last_seats(env).tobytes())
        if step < steps:
            env.step(env.random_actions())
    return digest.hexdigest()
