"""Errors of environments."""

from tabletown.engine.errors import TabletownError


class EnvError(TabletownError):
    """Wrong arguments or calls of an environment; the text says what would be right."""
