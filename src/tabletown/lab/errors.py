"""Errors of the lab."""

from tabletown.engine.errors import TabletownError


class LabError(TabletownError):
    """Wrong arguments for the lab; the text says what would be right."""
