"""Errors that callers can correct: each says what was wrong and what would be right."""


class TabletownError(ValueError):
    """Base of all errors that the caller can correct; its text is one clear sentence."""


class WrongType(TabletownError, TypeError):
    """An argument is of the wrong type; the text says what is wanted instead."""


class InvalidMove(TabletownError):
    """The text is not a move of this title at all."""


class IllegalMove(TabletownError):
    """The rules do not allow this move now. `rule` is the number of the rule that forbids it, or empty."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(f"{text} ({rule})" if rule else text)
        self.rule = rule


class AmbiguousMove(TabletownError):
    """The text fits several legal moves."""


class CardError(TabletownError):
    """The data of a card are not valid; the text names the card and the field."""


class PositionError(TabletownError):
    """A position cannot be read, or describes a situation that cannot arise."""


class RecordError(TabletownError):
    """A record cannot be read, or its replay differs from its scores or digest. `line` is where in its text, or 0."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text)
        self.line = line


class UnknownTitle(TabletownError):
    """There is no title of this name."""


class UnknownRules(TabletownError):
    """The title has rules of this number in another release, but not in this one."""


class Unfinished(TabletownError):
    """The title lacks this part (its rules text, drawings or features), though it can be played."""


class OptionError(TabletownError):
    """The title does not have this number of players, this option or this seed."""


class NoDevice(TabletownError):
    """There is no usable CUDA device."""


class BadTitle(TabletownError):
    """A title outside of this package cannot be used; the text says what is wrong, and in which file."""
