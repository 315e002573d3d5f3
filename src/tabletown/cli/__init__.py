"""The command `tabletown`: play, serve, score, draw, replay and measure from a terminal."""

from tabletown.cli.app import app, main

__all__ = ["app", "main"]
