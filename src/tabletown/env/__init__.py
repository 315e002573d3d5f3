"""Environments for learners: observations as numbers, and many games at once."""

from tabletown.env.errors import EnvError
from tabletown.env.observer import Observer
from tabletown.env.vector import VectorEnv

__all__ = ["EnvError", "Observer", "VectorEnv"]
