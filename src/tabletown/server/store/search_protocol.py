"""The part of the store protocol about searches: players who look for opponents, and whom they have found.

A search is one row of one player. Several servers look at the same rows: each method that writes is one transaction, so
a meeting is made once, and its table is laid once, whoever tries.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Search:
    """A player who looks for opponents: what they would play, since when, and when they were last seen looking.

    `pace` is the name of a clock preset; who looks for people `about_my_strength` meets no others. A search with a
    `meeting` has found opponents for the game `title`; their table is laid at the time `due`, and then `table` is its
    id.
    """

    id: str
    player_id: str
    titles: tuple[str, ...]
    pace: str
    sizes: tuple[int, ...]
    rated: bool
    began: float
    seen: float
    meeting: str = ""
    title: str = ""
    due: float = 0.0
    table: str = ""
    about_my_strength: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Players who have found each other: the ids of their searches by the ids of the players."""

    id: str
    title: str
    due: float
    searches: dict[str, str]


class SearchStore(Protocol):
    """What every database offers for searches."""

    def search_of(self, player_id: str) -> Search | None:
        """The search of a player, or None."""

    def searches(self) -> list[Search]:
        """All searches, the longest first."""

    def keep_search(self, search: Search) -> None:
        """Begin a search, instead of the one that the player may have. Raises SessionOver for a deleted player."""

    def end_search(self, player_id: str, unseen_since: float | None = None) -> bool:
        """End the search of a player, whose company goes on looking; False if there is none.

        With `unseen_since`, only if the player was not seen since then.
        """

    def note_searches(self, player_ids: Iterable[str], at: float) -> None:
        """Note that these players were seen looking."""

    def meet(self, meeting: Meeting) -> bool:
        """Let players meet, all of them or none; False if one of them has met others, or looks for something else."""

    def part(self, meeting_id: str) -> None:
        """Let those of a meeting go on looking, unless their table is laid already."""
