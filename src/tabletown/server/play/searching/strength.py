"""Strength: what pairing and bots know of how well somebody plays, and who is about as strong as whom."""

from collections.abc import Callable, Collection
from functools import cache

from tabletown.bots import LADDER
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.ratings.scale import Rating, shown
from tabletown.server.play.ratings.strengths import NEWCOMER

Strength = Callable[[str, str], Rating | None]
"""The rating of a player, by id, in a title; None without a rated game."""

FindStrengths = Callable[[Collection[str]], Strength]
"""Gives the strength of these players. However often it is asked about, it is read once, and not before."""

RatingOfBot = Callable[[str, str], float | None]
"""The rating of a bot, by name, in a title; None if it is not known."""

NEAR_POINTS = 200
"""Who is so many points ahead wins about three games of four."""


def about_as_strong(one: Rating | None, other: Rating | None) -> bool:
    """Whether two ratings in a title are at most 200 points apart, or their ranges meet.

    Who has no rating counts as a newcomer: 1500, give or take 500. It does not matter which of the two comes first.
    """
    a, b = one or shown("", NEWCOMER), other or shown("", NEWCOMER)
    return abs(a.mean - b.mean) <= NEAR_POINTS or (a.low <= b.high and b.low <= a.high)


def unknown_strength(player_id: str, title: str) -> Rating | None:
    """Nobody has a rating."""
    return None


def unknown_strengths(player_ids: Collection[str]) -> Strength:
    """Nobody has a rating."""
    return unknown_strength


def rated_strengths(ratings: Ratings) -> FindStrengths:
    """The strength of players as their ratings tell it."""

    def find(player_ids: Collection[str]) -> Strength:
        known = cache(lambda: ratings.of_many(player_ids))
        return lambda player_id, title: known().get(player_id, {}).get(title)

    return find


def rated_bots(ratings: Ratings) -> RatingOfBot:
    """The strength of bots as their ratings tell it."""

    def rating(name: str, title: str) -> float | None:
        found = ratings.of_bot(name).get(title)
        return None if found is None else found.mean

    return rating


def bot_of_strength(player_id: str, title: str, strength: Strength, rating_of_bot: RatingOfBot | None = None) -> str:
    """The bot whose rating is nearest to a player's; the usual one if either is not known."""
    own = strength(player_id, title)
    if own is None or rating_of_bot is None:
        return USUAL_BOT
    known = {bot.name: rating for bot in LADDER if (rating := rating_of_bot(bot.name, title)) is not None}
    return min(known, key=lambda name: abs(known[name] - own.mean), default=USUAL_BOT)
