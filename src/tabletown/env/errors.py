"""What can go wrong between a learner and an environment."""

from tabletown.engine.errors import TabletownError


class EnvError(TabletownError):
    """An environment was asked for something that it cannot do; the text says what would be right."""
