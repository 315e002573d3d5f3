"""Errors that are shown to the user: each has an HTTP status and one sentence of text."""

import math

RETRY_AFTER_S = 3  # for the header Retry-After, while a title is not ready or the store cannot be reached
STORE_UNAVAILABLE = "The records cannot be reached just now, so nothing was changed. Please try again in a moment."

BROKEN_TABLE = "The log of this table cannot be read, so it is not shown. All other tables are as they were."


class Refused(Exception):
    """Base: a request was refused and nothing was changed.

    The text is shown to the reader, so it must not contain anything that the reader may not know.
    """

    status = 400


class Malformed(Refused):
    """The request is invalid, whatever the state of the table."""

    status = 400


class NotFound(Refused):
    """There is no such thing, or the reader may not see it; the text does not tell which."""

    status = 404

    def __init__(
        self, text: str = "There is nothing here. Perhaps the address was cut off when it was copied."
    ) -> None:
        super().__init__(text)


class NotYours(Refused):
    """The player does not own this seat, or has no seat at the table."""

    status = 403


class Outdated(Refused):
    """The request answers an old version of the table."""

    status = 409


class NotAllowed(Refused):
    """The rules, or the state of the table, do not allow this."""

    status = 422


class Full(NotAllowed):
    """A table takes no more of something; `limit` is the name of the limit (limits.py)."""

    def __init__(self, text: str, limit: str) -> None:
        super().__init__(text)
        self.limit = limit


class TooMany(Refused):
    """Too much of something, at one time or in a short time. `seconds` is when to try again."""

    status = 429

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


class NotReady(Refused):
    """The title is still being compiled; `title` is its name."""

    status = 503

    def __init__(self, title: str) -> None:
        super().__init__("This game is being set up. It takes about a minute the first time; nothing is lost.")
        self.title = title


class BotsNotReady(NotAllowed):
    """The title can be played, but its bots are still being compiled: they cannot think or advise."""

    status = 503

    def __init__(self) -> None:
        super().__init__("The bots of this game are being set up. It takes about a minute the first time.")


class OtherRelease(Refused):
    """The table is of a title, or is played by rules, that only another release knows. Nothing of it is lost."""

    status = 501


def retry_headers(error: Exception) -> dict[str, str]:
    """The header Retry-After for an error that passes after a while; none for others."""
    if isinstance(error, TooMany):
        return {"Retry-After": str(max(1, math.ceil(error.seconds)))}
    return {"Retry-After": str(RETRY_AFTER_S)} if isinstance(error, (NotReady, BotsNotReady)) else {}
