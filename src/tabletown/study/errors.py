"""Errors of the study room."""

from tabletown.engine.errors import TabletownError


class StudyError(TabletownError):
    """A game or position cannot be studied; the text says why."""
