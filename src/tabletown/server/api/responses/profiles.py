"""Answers about a player's profile: what others may see, and the finished games."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class Sheets(ResponseBody):
    """By whom each part of a profile may be seen: `everyone`, `friends`, or the player alone (`me`)."""

    ratings: str
    rungs: str
    games: str
    streak: str
    reviews: str


class TitlePlayed(ResponseBody):
    """How many games of a title a player has finished."""

    title: str
    games: int
    won: int


class ProfileRating(ResponseBody):
    """A rating and its range, which holds the true strength nineteen times in twenty."""

    title: str
    games: int
    rating: float
    low: float
    high: float
    provisional: Annotated[bool, Meta(description="Whether there are too few games yet")]


class ProfileReviews(ResponseBody):
    """What reviews say of a player."""

    games: Annotated[int, Meta(description="How many games were reviewed")]
    accuracy: Annotated[
        dict[str, float | None], Meta(description="By title, the share of choices that cost next to nothing")
    ]
    luck: Annotated[float, Meta(description="How much of a victory luck brought to a game, on average")]
    luck_low: float
    luck_high: float


class PlayerProfile(ResponseBody):
    """A player who keeps their games, as far as you may see them. Parts that you may not see are null."""

    id: str
    name: str
    is_you: bool
    seen_by: Annotated[Sheets | None, Meta(description="For yourself: who may see which part")]
    games: Annotated[int | None, Meta(description="How many games are finished")]
    titles: Annotated[list[TitlePlayed] | None, Meta(description="The title that was played most comes first")]
    ratings: list[ProfileRating] | None
    rungs: Annotated[dict[str, str] | None, Meta(description="The strongest bot that was beaten, by title")]
    last_results: Annotated[list[bool] | None, Meta(description="The last games, oldest first, true if won")]
    reviews: ProfileReviews | None


class PlayedSeat(ResponseBody):
    """A seat of a finished game."""

    name: str
    bot: bool
    player: Annotated[str | None, Meta(description="The id of a player who has a profile")]


class PlayedGame(ResponseBody):
    """A finished game of a player."""

    id: Annotated[str | None, Meta(description="Of the table; null if it is not public and you did not sit there")]
    title: str
    kind: Annotated[str, Meta(description="game, lesson, or continued from another game")]
    ended: float
    players: int
    seat: int | None
    place: int
    score: int
    lead: Annotated[int, Meta(description="Points ahead of the best other seat, or behind, below 0")]
    gave_up: bool
    reviewed: bool
    change: Annotated[
        int | None, Meta(description="What a rated game did to the player's rating, for those who may see ratings")
    ]
    seats: Annotated[list[PlayedSeat], Meta(description="Empty if the table is not shown to you")]


class PlayedGames(ResponseBody):
    """A page of finished games."""

    games: list[PlayedGame]
    total: int
    page: int
    pages: int


class PutAway(ResponseBody):
    """The tables that were put away, or back."""

    tables: list[str]
    away: bool
