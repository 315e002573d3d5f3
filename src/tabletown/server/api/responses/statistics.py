"""The answer about the statistics of a title."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class TurnStatistics(ResponseBody):
    """How often a seat won, counted from the one that began (1)."""

    turn: int
    games: int
    won: int


class SizeStatistics(ResponseBody):
    """Games with one number of players. Scores count seats by their points; lengths are those of the middle game."""

    players: int
    games: int
    turns: list[TurnStatistics]
    scores: dict[str, int]
    winning_scores: dict[str, int]
    middle_plies: int
    middle_minutes: int


class GameShare(ResponseBody):
    """So many games of a kind."""

    name: str
    games: int


class WinShare(ResponseBody):
    """How often a bot, or people (null), won."""

    bot: str | None
    seats: int
    won: int


class Statistics(ResponseBody):
    """The finished games of a title on this site, the newest 20,000 of them."""

    title: str
    games: int
    since: Annotated[float | None, Meta(description="When the oldest of them ended")]
    by_players: list[SizeStatistics]
    company: Annotated[list[GameShare], Meta(description="People alone, bots alone, or both")]
    setups: Annotated[list[GameShare], Meta(description="By edition and options")]
    winners: list[WinShare]
