"""Answers about the caller: the player of a token, sessions, mails."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class Player(ResponseBody):
    """The player of a token."""

    id: Annotated[str, Meta(description="By which others name you, in `/players/ID/profile`; it gives no rights")]
    name: str
    play_forced: Annotated[bool, Meta(description="Whether moves without a choice play themselves on your next seats")]
    kept: Annotated[bool, Meta(description="Whether you keep your games: there is a way back if all tokens are lost")]


class KeptSession(ResponseBody):
    """A session of yours: a browser or a token."""

    began: Annotated[float, Meta(description="In seconds since 1970, like all times")]
    used: Annotated[float | None, Meta(description="When it was last used, if that is known")]
    browser: Annotated[str, Meta(description="Its browser, if you keep your games; empty for a program")]


class OpenSession(KeptSession):
    """A session of yours in a list."""

    id: Annotated[str, Meta(description="By which it is ended; it signs nobody in")]
    is_this: Annotated[bool, Meta(description="Whether it is the one of the token that you sent")]


class OpenSessions(ResponseBody):
    """Where you are signed in: this session first, then the one that was used last."""

    sessions: list[OpenSession]


class MailWishes(ResponseBody):
    """Whether mails tell you that it is your turn."""

    offered: Annotated[bool, Meta(description="Whether this site sends mails")]
    address: Annotated[str, Meta(description="Where they go; empty without a confirmed address")]
    turns: Annotated[str, Meta(description="For which games: `off`, `days` (with days for a move) or `all`")]


class Token(ResponseBody):
    """A player and the only proof of it: keep the token to yourself."""

    name: str
    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer TOKEN`")]
