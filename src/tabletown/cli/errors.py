"""Errors of the command line."""

from tabletown.engine.errors import TabletownError


class Unusable(TabletownError):
    """An argument or a file that cannot be used; the text is one clear sentence."""
