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


def played(title: str, size: int, players: int | tuple[int, ...], seed: int, steps: int, device: str) -> str:
    """SHA-256 over everything that a caller can see, after `reset` and after every step of random play."""
    env = VectorEnv(title, size, players, device=device)
    env.reset(seed)
    digest = hashlib.sha256()
    for step in range(steps + 1):
        for array in contents(env).values():
            digest.update(array.tobytes())
        if step < steps:
            env.step(env.random_actions())
    return digest.hexdigest()
