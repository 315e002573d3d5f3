"""Environments for learners: observations as numbers, and many games at once."""

from tabletown.env.observer import Observer

__all__ = ["Observer"]
