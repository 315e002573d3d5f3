"""The part of the store protocol about ratings: which rated games were counted, and what each did to whom.

It is a cache: everything can be computed again from the log. Games of a title are counted in the order in which they
ended, and of those that ended at the same time by the table's id. Who counts reads a version first and names it when
writing, so that of two servers that count at once one is refused and looks again.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

COUNTING = 2
"""The number of the way in which games are counted. It rises when the same log would give other numbers.

What was counted in another way is counted again.
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """A rated table whose game is over, and when it ended."""

    table: str
    title: str
    ended: float

    @property
    def point(self) -> tuple[float, str]:
        """Where it stands in the order in which games are counted."""
        return self.ended, self.table


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong somebody is: the mean and the deviation of what is believed, after so many games."""

    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class CountedSeat:
    """What a game did to the `entity` at a seat: a player's id, or "bot:" and the name of a bot.

    Who was `away` at the end has the last place. The strength moved by `weight` of what the result alone says.
    """

    seat: int
    entity: str
    place: int
    away: bool
    weight: float
    before: Strength
    after: Strength


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A rated game that was counted. If `why` is not empty, it says why the game does not count; it has no seats."""

    game: Ended
    why: str
    seats: tuple[CountedSeat, ...]


@dataclass(frozen=True, slots=True)
class ListedStrength:
    """A line of a list of ratings. The name is empty for a bot, and for a player who does not want to be named."""

    entity: str
    name: str
    strength: Strength


class RatingStore(Protocol):
    """What every database offers for ratings."""

    def uncounted(self, title: str = "", since: float = 0.0) -> list[Ended]:
        """Rated tables (of one title, or of all) whose games ended since then and have to be counted, in order.

        A game that was counted is among them if it was counted in another way (`COUNTING`), or if a player in it was
        joined to another one since.
        """

    def rated_tables(self, title: str, since: tuple[float, str] = (0.0, "")) -> list[Ended]:
        """All rated tables of a title whose games are over, from a point on, in order."""

    def rating_version(self, title: str) -> int:
        """How often the ratings of a title were written."""

    def strengths_before(self, title: str, point: tuple[float, str], entities: Collection[str]) -> dict[str, Strength]:
        """How strong these were before the game at a point; those without a game are missing."""

    def meetings(
        self, title: str, since: float, before: tuple[float, str], entities: Collection[str]
    ) -> list[tuple[float, tuple[str, ...]]]:
        """When counted games with any of these ended, later than `since` and before a point, and who played."""

    def write_ratings(self, title: str, version: int, games: Sequence[CountedGame]) -> None:
        """Write counted games, in order, instead of all games of the title from the first of them on.

        Raises VersionConflict if the ratings of the title are not at this version.
        """

    def replace_ratings(self, title: str, version: int, games: Sequence[CountedGame]) -> None:
        """Write counted games, in order, instead of all games of the title. Raises VersionConflict."""

    def counted_games(self, title: str) -> list[CountedGame]:
        """All counted games of a title, in order."""

    def counted_game(self, table_id: str) -> CountedGame | None:
        """What the game of a table did, or None if it was not counted (yet)."""

    def counted_games_of(self, entity: str, title: str) -> list[CountedGame]:
        """The counted games of a title in which somebody played, in order."""

    def strengths_of(self, entity: str) -> dict[str, Strength]:
        """How strong somebody is now, by title."""

    def strengths_among(self, entities: Collection[str]) -> dict[str, dict[str, Strength]]:
        """How strong each of these is now, by title. Those without a counted game are missing."""

    def strongest(self, title: str, least_games: int, deviations: float, limit: int) -> list[ListedStrength]:
        """Bots, and players with an account, who have played at least so many games.

        The order is by the lower end of the range: the mean less so many deviations.
        """

    def people_behind(self, player_ids: Collection[str]) -> dict[str, str]:
        """Of these players those who were joined to another one, and to whom."""

    def owners_of_bots(self, player_ids: Collection[str]) -> dict[str, str]:
        """Of these players those who are or were bots of others, and whose; also when they are deleted."""

    def is_listed(self, player_id: str) -> bool:
        """Whether a player wants to be named in lists of ratings."""

    def set_listed(self, player_id: str, on: bool) -> None:
        """Set whether a player with an account is named in lists of ratings."""
