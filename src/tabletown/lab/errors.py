"""What the lab refuses."""

from tabletown.engine.errors import TabletownError


class LabError(TabletownError):
    """What was asked of the lab cannot be done; the text says what would be right."""
