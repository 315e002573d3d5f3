"""Strength: what pairing and bots know of how well somebody plays. Without ratings everybody is alike."""

from collections.abc import Callable

from tabletown.bots import LADDER
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.searching.pairing import Strength

RatingOfBot = Callable[[str, str], float | None]
"""The rating of a bot, by name, in a title; None if it is not known."""


def rated_strength(ratings: Ratings) -> Strength:
    """The strength of players as their ratings tell it."""

    def strength(player_id: str, title: str) -> float | None:
        rating = ratings.of(player_id).get(title)
        return None if rating is None else rating.mean

    return strength


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
    return min(known, key=lambda name: abs(known[name] - own), default=USUAL_BOT)
