"""Ways in which the site says no. Each carries the status of the answer and one sentence for the person who asked."""


class Refused(Exception):
    """Base: nothing was changed. The text is shown as it is, so it never holds what the asker may not know."""

    status = 400


class Malformed(Refused):
    """The request makes no sense, whatever the state of the table."""

    status = 400


class NotFound(Refused):
    """There is no such thing, or it is not for the asker to see: both sound the same."""

    status = 404

    def __init__(
        self, text: str = "There is nothing here. Perhaps the address was cut off when it was copied."
    ) -> None:
        super().__init__(text)


class NotYours(Refused):
    """Somebody else's seat, or none."""

    status = 403


class Outdated(Refused):
    """The request answers a version that the table has left."""

    status = 409


class NotAllowed(Refused):
    """The rules do not allow the move."""

    status = 422


class TooMany(Refused):
    """Asked too often."""

    status = 429


class NotReady(Refused):
    """The title is still being set up; `title` is its name."""

    status = 503

    def __init__(self, title: str) -> None:
        super().__init__("This game is being set up. It takes about a minute the first time; nothing is lost.")
        self.title = title
