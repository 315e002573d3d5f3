"""Pairing: who of those who look for opponents plays with whom.

Whoever has looked longest comes first. Of those who would play the same, the nearest in strength sit down with them if
there are more than needed, else those who came first. If one of two asks for people about as strong, they sit at one
table only if they are (strength.py), however long they wait.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tabletown.server.play.searching.strength import Strength, about_as_strong, unknown_strength
from tabletown.server.play.searching.wishes import sizes_of
from tabletown.server.store.search_protocol import Search

MayMeet = Callable[[str, str], bool]
"""Whether two players, by their ids, may sit at one table. It must not depend on their order."""

Together = Callable[[Search, Search], bool]
"""Whether two searches may lead to one table. It does not depend on their order."""


def everybody_may(player_id: str, other: str) -> bool:
    """Anybody may meet anybody."""
    return True


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
            alike = [other for other in others if _fits(first, other, title, size, strength)]
            if len(alike) >= size:  # more than needed
                alike.sort(key=lambda other: _distance(first, other, title, strength))
            members = _friendly(first, alike, size, partial(_may_sit, title, strength, may_meet))
            if len(members) == size:
                yield Company(title, tuple(sorted(members, key=lambda search: (search.began, search.player_id))))


def would_play(one: Search, other: Search, strength: Strength = unknown_strength) -> bool:
    """Whether two players would play something together, with however many others."""
    return any(
        _fits(one, other, title, size, strength)
        for title in one.titles
        for size in one.sizes
        if size in sizes_of(title)
    )


def _fits(one: Search, other: Search, title: str, size: int, strength: Strength) -> bool:
    """Whether another player would play a title with so many, and with the player of the search."""
    alike = (one.pace, one.rated) == (other.pace, other.rated)
    others = one.player_id != other.player_id
    return alike and others and title in other.titles and size in other.sizes and _suits(title, strength, one, other)


def _may_sit(title: str, strength: Strength, may_meet: MayMeet, one: Search, other: Search) -> bool:
    """Whether two players may sit at one table of a title."""
    return _suits(title, strength, one, other) and may_meet(one.player_id, other.player_id)


def _suits(title: str, strength: Strength, one: Search, other: Search) -> bool:
    """Whether two players are about as strong in a title, if one of them asks for that."""
    if not (one.about_my_strength or other.about_my_strength):
        return True
    return about_as_strong(strength(one.player_id, title), strength(other.player_id, title))


def _distance(one: Search, other: Search, title: str, strength: Strength) -> float:
    """How far two players are apart. Of those who are equally far, the one who came first stays first."""
    own, theirs = strength(one.player_id, title), strength(other.player_id, title)
    return math.inf if own is None or theirs is None else abs(own.mean - theirs.mean)


def _friendly(first: Search, others: Sequence[Search], size: int, may_sit: Together) -> list[Search]:
    """The first of these, with the search itself, of whom all may sit together; fewer than `size` if too few may.

    All ways are tried, up to a number that no honest site reaches: somebody who may not sit with one of them must not
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
            if all(may_sit(other, one) for one in chosen):
                best = extend([*chosen, other], rest[n + 1 :])
                if len(best) == size or tries > _MAX_TRIES:
                    return best
        return best

    return extend([first], others)


_MAX_TRIES = 2_000
