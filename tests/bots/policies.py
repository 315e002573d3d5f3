"""Files of policies for tests."""

from pathlib import Path
from typing import Any

import numpy as np

import tabletown as tt
from tabletown.env import Observer

ACTIONS = tt.games.get("uptown").actions.count
FLOATS = Observer("uptown", 2).size


def saved(path: Path, **changes: Any) -> Path:
    """A file with a network of two hidden layers that wants the last action; arrays are changed or (None) missing."""
    arrays = {
        "title": "uptown",
        "version": 2,
        "hidden": np.zeros((FLOATS, 8), np.float32),
        "hidden_bias": np.ones(8, np.float32),
        "hidden_2": np.full((8, 4), 0.5, np.float32),
        "policy": np.tile(np.arange(ACTIONS, dtype=np.float32), (4, 1)),
        "activation": "relu",
        **changes,
    }
    np.savez(path, **{name: value for name, value in arrays.items() if value is not None})
    return path
