"""Answers about ratings: of a player, in a list, and what a rated game did to them."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class Rating(ResponseBody):
    """How strong somebody is in a game: the true strength is within the range nineteen times in twenty."""

    title: str
    mean: int
    low: Annotated[int, Meta(description="The lower end of the range")]
    high: Annotated[int, Meta(description="The upper end of the range")]
    games: Annotated[int, Meta(description="Rated games that counted")]
    provisional: Annotated[bool, Meta(description="Whether there are fewer than fifteen games")]


class RatedGame(ResponseBody):
    """A rated game of yours."""

    table: str
    ended: Annotated[float, Meta(description="In seconds since 1970")]
    rating: Annotated[Rating, Meta(description="After the game")]
    change: int
    place: Annotated[int, Meta(description="From 1")]
    players: int


class TitleRatings(ResponseBody):
    """Your rating in a game, and how it came about."""

    rating: Rating
    history: Annotated[list[RatedGame], Meta(description="Oldest first")]


class OwnRatings(ResponseBody):
    """Your ratings, for each game in which you have one."""

    named: Annotated[bool, Meta(description="Whether lists of ratings show your name")]
    titles: list[TitleRatings]


class RankedPlayer(ResponseBody):
    """A line of a list of ratings."""

    rank: int
    name: Annotated[str | None, Meta(description="Null for a bot, and for a player who does not want to be named")]
    bot: Annotated[str | None, Meta(description="The name of the bot, if it is one")]
    you: bool
    rating: Rating


class Leaderboard(ResponseBody):
    """The players and bots of a game with at least five rated games, by the lower end of the range."""

    players: list[RankedPlayer]


class SeatRating(ResponseBody):
    """What a rated game did to whoever sat at a seat."""

    seat: int
    rating: Annotated[Rating, Meta(description="After the game")]
    change: int
    left: Annotated[bool, Meta(description="Whether they had left, which is the last place")]


class GameRatings(ResponseBody):
    """What a rated game did to the ratings of all."""

    why_not: Annotated[str, Meta(description="If it does not count, or not yet: why; else empty")]
    seats: list[SeatRating]
