"""Environments for learners: observations as numbers, many games at once, and the shapes that others already use."""

from typing import Any

from tabletown.env.errors import EnvError
from tabletown.env.observer import Observer
from tabletown.env.vector import VectorEnv
from tabletown.env.versions import title_modules

__all__ = ["EnvError", "Observer", "VectorEnv"]

globals().update(title_modules(__name__))  # uptown_v1 and its like


def __getattr__(name: str) -> Any:
    """Nothing else; said here so that type checkers believe in the modules above."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
