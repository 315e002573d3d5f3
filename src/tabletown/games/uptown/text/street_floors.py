"""The floors of a street as plain values: what stands there and what each floor earns, computed once per street.

Words and drawings ask the same questions after every move, while most streets stay as they are. A `Street` holds
everything that the answers depend on, and can be a key of a cache.
"""

from functools import lru_cache

import numpy as np

from tabletown.engine.position import Position
from tabletown.engine.state import blank, record
from tabletown.engine.value import Value, replace
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import CardSet, Project
from tabletown.games.uptown.rules import scoring


class Street(Value, frozen=True):
    """What stands on the street of a seat."""

    cards: CardSet
    seat: int
    heights: bytes  # floors per site
    floors: bytes  # the numbers of the projects, by site and floor
    finished: int  # mask of the finished sites

    def sites(self) -> list[tuple[Project, ...]]:
        """The projects of every site, from the ground up."""
        projects, found, at = self.cards.projects, [], 0
        for height in self.heights:
            found.append(tuple(projects[number] for number in self.floors[at : at + height]))
            at += height
        return found

    def with_floor(self, site: int, project: Project) -> "Street":
        """The street as it will be with a project on top of a site."""
        at, height = sum(self.heights[: site + 1]), self.heights[site] + 1
        return replace(
            self,
            heights=self.heights[:site] + bytes([height]) + self.heights[site + 1 :],
            floors=self.floors[:at] + bytes([project.index]) + self.floors[at:],
            finished=self.finished | project.roof << site,
        )


class Worth(Value, frozen=True):
    """What a street earns and is worth now: in sum, and income and prestige of every floor by site and floor."""

    income: int
    prestige: int
    floors: tuple[tuple[tuple[int, int], ...], ...]


def streets_of(position: Position) -> list[Street]:
    """The streets of all seats."""
    states, cards = position.states, position.cards
    heights, floors = states["height"].tobytes(), states["floors"].tobytes()
    finished = states["finished"].tobytes()
    streets, at = [], 0
    for seat in range(position.players):
        own = heights[s.SITES * seat : s.SITES * (seat + 1)]
        end = at + sum(own)
        streets.append(Street(cards, seat, own, floors[at:end], finished[seat]))
        at = end
    return streets


def worth(street: Street) -> Worth:
    """What a street and each of its floors earns and is worth."""
    return _worth(street.cards, street.heights, street.floors)


@lru_cache(maxsize=4096)  # of the streets of a table at most one changes with a move
def _worth(cards: CardSet, heights: bytes, floors: bytes) -> Worth:
    states = blank(s.STATE)
    states["height"][0, 0] = list(heights)
    states["floors"][0, : len(floors)] = list(floors)
    income, prestige = np.zeros(s.FLOORS, np.int32), np.zeros(s.FLOORS, np.int32)
    scoring.floors_worth(record(states), record(cards.data), 0, income, prestige)
    pairs = list(zip(income.tolist(), prestige.tolist(), strict=True))
    sites, at = [], 0
    for height in heights:
        sites.append(tuple(pairs[at : at + height]))
        at += height
    return Worth(int(income.sum()), int(prestige.sum()), tuple(sites))
