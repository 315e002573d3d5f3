"""Environments for reinforcement learning: observations, vectorised games, and adapters to well-known interfaces.

`Observer` turns views into arrays of floats. `VectorEnv` steps thousands of games at once, on the CPU or a GPU.
`ActionHeads` takes actions apart into verbs and arguments.
`uptown_v2` and its like are PettingZoo environments; import `tabletown.env.gymnasium` to register the titles with
Gymnasium, `tabletown.env.open_spiel` to register them with OpenSpiel.
"""

from typing import Any

from tabletown.env.action_heads import ActionHeads
from tabletown.env.errors import EnvError
from tabletown.env.observer import Observer
from tabletown.env.vector import VectorEnv
from tabletown.env.versions import title_modules

__all__ = ["ActionHeads", "EnvError", "Observer", "VectorEnv"]

globals().update(title_modules(__name__))  # uptown_v2 and its like


def __getattr__(name: str) -> Any:
    """Raise AttributeError; defined so that type checkers accept the modules above, which are made at run time."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
