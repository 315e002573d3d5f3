"""Environments: the games in the shapes that researchers already use."""
