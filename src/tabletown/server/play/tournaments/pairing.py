"""Pairing: what both kinds of tournament share, as pure functions of who has met, sat and rested before.

A player is the number of an entry. Everything is deterministic: chance comes from a generator that the caller seeds.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

SMALLEST, LARGEST = 2, 5
"""How many sit at a table of a tournament, at least and at most."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the players of every table in the order of their seats, and those who are left over and rest."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


Pair = tuple[int, int]
"""Two players, the smaller number first."""


def pair(one: int, other: int) -> Pair:
    """The pair of two players.

    >>> pair(7, 3)
    (3, 7)
    """
    return (one, other) if one < other else (other, one)


def meetings(history: Iterable[Round]) -> Counter[Pair]:
    """How often every two players have sat at one table."""
    return Counter(pair(*two) for past in history for table in past.tables for two in combinations(table, 2))


def rests(history: Iterable[Round]) -> Counter[int]:
    """How many byes every player has had."""
    return Counter(player for past in history for player in past.byes)


def seats_taken(history: Iterable[Round]) -> dict[int, Counter[int]]:
    """How often every player has sat on every seat."""
    found: dict[int, Counter[int]] = {}
    for past in history:
        for table in past.tables:
            for seat, player in enumerate(table):
                found.setdefault(player, Counter())[seat] += 1
    return found


def in_fair_seats(players: Sequence[int], taken: Mapping[int, Counter[int]], chance: random.Random) -> tuple[int, ...]:
    """The players of a table in the order of seats in which they have sat least often; chance decides between equals.

    It adds as little as possible to the sum of squares of the counts, which is least when they are equal.
    """
    shuffled = list(players)
    chance.shuffle(shuffled)

    def unfairness(order: Sequence[int]) -> tuple[int, int]:
        counts = [taken[player][seat] if player in taken else 0 for seat, player in enumerate(order)]
        return sum(counts), max(counts)

    return min(permutations(shuffled), key=unfairness)


def improved(tables: list[list[int]], cost: Callable[[Sequence[int]], int]) -> int:
    """Swap players of two tables for as long as the sum of costs falls; returns that sum. `tables` is changed."""
    costs = [cost(table) for table in tables]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for a in range(len(tables[one])):
                for b in range(len(tables[other])):
                    better |= _swapped(tables, costs, cost, (one, a), (other, b))
    return sum(costs)


def _swapped(
    tables: list[list[int]],
    costs: list[int],
    cost: Callable[[Sequence[int]], int],
    first: tuple[int, int],
    second: tuple[int, int],
) -> bool:
    """Swap two players if that lowers the costs of their tables."""
    (one, a), (other, b) = first, second
    here, there = tables[one], tables[other]
    if costs[one] + costs[other] == 0:
        return False
    here[a], there[b] = there[b], here[a]
    new = cost(here), cost(there)
    if sum(new) < costs[one] + costs[other]:
        costs[one], costs[other] = new
        return True
    here[a], there[b] = there[b], here[a]
    return False


def dealt(players: Sequence[int], at_table: int) -> list[list[int]]:
    """Players in tables, in their order. Their number must be a multiple of `at_table`."""
    return [list(players[i : i + at_table]) for i in range(0, len(players), at_table)]
