"""The number in the names of the environments: `uptown_v2`."""

from tabletown.engine.observer import NEWEST, VERSIONS

__all__ = ["VERSION", "VERSIONS"]

VERSION = NEWEST
"""Rises when what an agent has learned would be worth less: other observations, other actions, other rewards."""
