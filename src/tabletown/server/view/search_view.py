"""The view of a search: how it stands for its player, and how many others look for what. It names nobody."""

import math
from dataclasses import dataclass

from tabletown.engine.title import Meta
from tabletown.games import get as get_title
from tabletown.server.play.clock_presets import describe_clock
from tabletown.server.play.searching.searching import Searching, wishes_of
from tabletown.server.play.searching.wishes import PACES, Wishes
from tabletown.server.store.protocol import Player

_MOST_SHOWN_S = 5  # of the countdown: the seconds before it are there so that every page has heard of it


@dataclass(frozen=True, slots=True)
class CrowdRow:
    """How many others look for a title at a pace."""

    title: str  # "uptown"
    meta: Meta
    pace: str  # "live-15"
    pace_in_words: str
    people: int


@dataclass(frozen=True, slots=True)
class FoundView:
    """Others who were found: for which title, how many players, and in how many seconds the table is laid."""

    title: str
    meta: Meta
    players: int
    seconds: int


@dataclass(frozen=True, slots=True)
class SearchView:
    """A search as its player sees it. Without `wishes` there is none; `table` is where it has just led."""

    wishes: Wishes | None
    waited: int  # seconds
    found: FoundView | None
    table: str
    offers_bots: bool
    people: int  # others who look for anything
    alike: int  # others who would play something of the same
    crowd: tuple[CrowdRow, ...]
    bots_of_strength: bool = False  # whether the bots that are offered are chosen by the player's rating

    @property
    def looking(self) -> bool:
        """Whether the player waits for opponents."""
        return self.wishes is not None and not self.table


def view_search(searching: Searching, player: Player | None) -> SearchView:
    """The search of a player as it stands now, who counts as having looked."""
    search = searching.of(player)
    crowd = searching.crowd(player)
    rows = tuple(
        CrowdRow(title, get_title(title).meta, pace, describe_clock(PACES[pace]), people)
        for (title, pace), people in sorted(crowd.by_wish.items(), key=lambda row: (-row[1], row[0]))
    )
    if search is None:
        return SearchView(None, 0, None, "", False, crowd.people, 0, rows)
    now, found = searching.now(), None
    if search.meeting and not search.table:
        seconds = min(_MOST_SHOWN_S, max(0, math.ceil(search.due - now)))
        found = FoundView(search.title, get_title(search.title).meta, len(searching.company(search)), seconds)
    waited = max(0, int(now - search.began))
    offers_bots = found is None and not search.table and waited >= searching.timing.bots
    return SearchView(
        wishes=wishes_of(search),
        waited=waited,
        found=found,
        table=search.table,
        offers_bots=offers_bots,
        people=crowd.people,
        alike=crowd.alike,
        crowd=rows,
        bots_of_strength=offers_bots and searching.knows_strength(search),
    )
