"""The number in the names of the environments: `uptown_v1`."""

VERSION = 1
"""Rises when what an agent has learned would be worth less: other observations, other actions, other rewards."""
