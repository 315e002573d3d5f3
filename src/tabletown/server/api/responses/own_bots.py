"""Answers about the caller's own bots."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class PlayersBot(ResponseBody):
    """A bot of yours."""

    id: Annotated[str, Meta(description="By which others name it, in `/players/ID/profile`; it gives no rights")]
    name: str
    full_name: Annotated[str, Meta(description="As it is shown: with the word bot, and with your name")]
    made: Annotated[float, Meta(description="In seconds since 1970, like all times")]
    token_made: Annotated[float | None, Meta(description="When it got its token; null after it has signed out")]
    used: Annotated[float | None, Meta(description="When the token was used last, to within minutes")]


class PlayersBots(ResponseBody):
    """Your bots, oldest first."""

    most: Annotated[int, Meta(description="How many you may have")]
    bots: list[PlayersBot]


class BotToken(ResponseBody):
    """A bot of yours with its token, which is told only now: the site keeps no more than its SHA-256."""

    bot: PlayersBot
    token: Annotated[str, Meta(description="The program sends it as `Authorization: Bearer TOKEN`")]
