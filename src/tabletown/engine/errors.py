"""What can go wrong when somebody talks to a game: each error says what was wrong and what would be right."""


class TabletownError(ValueError):
    """Base of all errors that a caller can mend; its text is one clear sentence."""


class InvalidMove(TabletownError):
    """The text is not a move of this title at all."""


class IllegalMove(TabletownError):
    """The move exists, but the rules do not allow it now. `rule` names the rule that says so, where one does."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(f"{text} ({rule})" if rule else text)
        self.rule = rule


class AmbiguousMove(TabletownError):
    """The text fits several legal moves."""


class CardError(TabletownError):
    """The card data break the vocabulary; the text names the card and the field."""


class PositionError(TabletownError):
    """A position cannot be read, or describes a situation that cannot arise."""


class RecordError(TabletownError):
    """A record cannot be read, or does not replay to what it claims. `line` is where in its text."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text)
        self.line = line


class UnknownTitle(TabletownError):
    """There is no such game here."""


class Unfinished(TabletownError):
    """The title can be played, but this part of it is not there yet."""


class OptionError(TabletownError):
    """A number of players or an option that the title does not have."""


class NoDevice(TabletownError):
    """Something was to run on a CUDA device, and there is none that can be used."""
