"""The scale of ratings: a friendly number, and the range in which the true strength lies nineteen times in twenty.

A newcomer has 1500, give or take 500. The scale is like that of chess: who is 200 points ahead wins about three games
of four against one opponent. A number is never shown without its range.
"""

from dataclasses import dataclass

from tabletown.server.play.ratings.strengths import NEWCOMER
from tabletown.server.store.rating_protocol import Strength

MEAN = 1500
POINTS = 30
"""How many points of the scale are one point of the model."""

DEVIATIONS = 2.0
"""How many deviations the range goes to each side."""

PROVISIONAL_GAMES = 15
"""Before so many rated games a rating is provisional."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as it is shown: the true strength is likely to be within `range` of `mean`, above or below."""

    title: str
    mean: int
    range: int
    games: int

    @property
    def low(self) -> int:
        """The lower end of the range, by which lists are ordered."""
        return self.mean - self.range

    @property
    def high(self) -> int:
        """The upper end of the range."""
        return self.mean + self.range

    @property
    def provisional(self) -> bool:
        """Whether there are too few games yet."""
        return self.games < PROVISIONAL_GAMES

    @property
    def missing(self) -> int:
        """How many games are missing until the rating is no longer provisional."""
        return max(0, PROVISIONAL_GAMES - self.games)


def shown(title: str, strength: Strength) -> Rating:
    """A strength on the scale.

    >>> shown("uptown", NEWCOMER)
    Rating(title='uptown', mean=1500, range=500, games=0)
    """
    mean = round(MEAN + POINTS * (strength.mu - NEWCOMER.mu))
    return Rating(title, mean, round(POINTS * DEVIATIONS * strength.sigma), strength.games)
