"""Pairing: who of those who look for opponents plays with whom.

Whoever has looked longest comes first. Of those who would play the same, the nearest in strength sit down with them if
there are more than needed, else those who came first.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tabletown.server.play.searching.wishes import sizes_of
from tabletown.server.store.search_protocol import Search

MayMeet = Callable[[str, str], bool]
"""Whether two players, by their ids, may sit at one table. It must not depend on their order."""

Strength = Callable[[str, str], float | None]
"""The rating of a player, by id, in a title; None if it is not known."""


def everybody_may(player_id: str, other: str) -> bool:
    """Anybody may meet anybody."""
    return True


def unknown_strength(player_id: str, title: str) -> float | None:
    """Nobody has a rating."""
    return None


@dataclass(frozen=True, slots=True)
class Company:
    """Players who can play a title together; who has looked longest comes first."""

    title: str
    members: tuple[Search, ...]


def pair(
    waiting: Sequence[Search], may_meet: MayMeet = everybody_may, strength: Strength = unknown_strength
) -> list[Company]:
    """All companies that can be made of those who wait. Nobody is in two of them."""
    left = sorted(waiting, key=lambda search: (search.began, search.player_id))
    found = []
    while left:
        first, *others = left
        company = next(_companies(first, others, may_meet, strength), None)
        if company is None:
            left = others
            continue
        found.append(company)
        left = [search for search in left if search not in company.members]
    return found


def _companies(first: Search, others: Sequence[Search], may_meet: MayMeet, strength: Strength) -> Iterator[Company]:
    """Companies for a search, the largest ones first; each title in its order."""
    for size in sorted(first.sizes, reverse=True):
        for title in first.titles:
            if size not in sizes_of(title):
                continue
            alike = [other for other in others if _fits(first, other, title, size)]
            if len(alike) >= size:  # more than needed
                alike.sort(key=lambda other: _distance(first, other, title, strength))
            members = _friendly(first, alike, size, may_meet)
            if len(members) == size:
                yield Company(title, tuple(sorted(members, key=lambda search: (search.began, search.player_id))))


def would_play(one: Search, other: Search) -> bool:
    """Whether two players would play something together, with however many others."""
    return any(_fits(one, other, title, size) for title in one.titles for size in one.sizes if size in sizes_of(title))


def _fits(one: Search, other: Search, title: str, size: int) -> bool:
    alike = (one.pace, one.rated) == (other.pace, other.rated)
    return alike and title in other.titles and size in other.sizes and one.player_id != other.player_id


def _distance(one: Search, other: Search, title: str, strength: Strength) -> float:
    """How far two players are apart. Of those who are equally far, the one who came first stays first."""
    own, theirs = strength(one.player_id, title), strength(other.player_id, title)
    return math.inf if own is None or theirs is None else abs(own - theirs)


def _friendly(first: Search, others: Sequence[Search], size: int, may_meet: MayMeet) -> list[Search]:
    """The first of these, with the search itself, of whom each may meet all others; fewer than `size` if too few may.

    All ways are tried, up to a number that no honest site reaches: somebody who may not meet one of them must not
    keep the rest apart.
    """
    tries = 0

    def extend(chosen: list[Search], rest: Sequence[Search]) -> list[Search]:
        nonlocal tries
        tries += 1
        if len(chosen) == size or tries > _MAX_TRIES:
            return chosen
        best = chosen
        for n, other in enumerate(rest):
            if len(chosen) + len(rest) - n < size:
                break
            if all(may_meet(other.player_id, one.player_id) for one in chosen):
                best = extend([*chosen, other], rest[n + 1 :])
                if len(best) == size or tries > _MAX_TRIES:
                    return best
        return best

    return extend([first], others)


_MAX_TRIES = 2_000
