"""Standings: points by place, and what decides between equals.

- At a table one gets a point for everybody one finishes ahead of: 3, 2, 1 and 0 at a table of four. Equals share.
- Whoever was away when the game ended, so that a bot finished it for them, counts as last there.
- A bye brings half of what a first place does, rounded up. Sitting out of one's own will brings nothing.
- Same points: first what the people one has sat with have made together, then how many tables one has won, then one's
  share of all that was scored at one's tables, at last the order that was drawn before the first round.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tabletown.server.store.tournament_protocol import EntryRow, LaidTable, TableResult

TieBreak = Literal["opponents", "wins", "share", "draw"]
TIE_BREAKS: tuple[TieBreak, ...] = ("opponents", "wins", "share", "draw")


@dataclass(frozen=True, slots=True)
class Standing:
    """The line of an entry. `decided_by` are the tie-breaks that set it apart from a neighbour with the same points."""

    rank: int
    number: int
    points: Fraction
    opponents: Fraction
    wins: int
    share: Fraction  # 0 if nothing was scored at the tables of the entry
    decided_by: tuple[TieBreak, ...] = ()


def bye_points(at_table: int) -> Fraction:
    """What a bye brings.

    >>> [int(bye_points(n)) for n in (2, 3, 4, 5)]
    [1, 1, 2, 2]
    """
    return Fraction(at_table // 2)


def with_absent_last(places: Sequence[int], away: Sequence[bool]) -> tuple[int, ...]:
    """The places of a table when those who were away come last, all on one place.

    >>> with_absent_last([1, 2, 3, 3], [True, False, False, False])
    (4, 1, 2, 2)
    """
    there = [place for place, gone in zip(places, away, strict=True) if not gone]
    last = len(there) + 1
    return tuple(
        last if gone else 1 + sum(other < place for other in there) for place, gone in zip(places, away, strict=True)
    )


def table_points(places: Sequence[int]) -> list[Fraction]:
    """What each place of a table brings: a point for everybody behind, half a point for each equal.

    >>> [str(points) for points in table_points([1, 2, 2, 4])]
    ['3', '3/2', '3/2', '0']
    """
    return [
        sum(other > place for other in places) + Fraction(sum(other == place for other in places) - 1, 2)
        for place in places
    ]


def draw(seed: str, number: int) -> str:
    """Where the draw puts an entry: the smaller text stands higher."""
    return hashlib.sha256(f"{seed} draw {number}".encode()).hexdigest()


def counted(laid: Iterable[LaidTable]) -> list[LaidTable]:
    """The tables and byes of the rounds that count: all their tables are over."""
    tables = list(laid)
    waiting = {table.round for table in tables if table.number and table.result is None}
    return [table for table in tables if table.round not in waiting]


def points_of(numbers: Iterable[int], laid: Sequence[LaidTable], at_table: int) -> dict[int, Fraction]:
    """The points of every entry in these tables."""
    points = dict.fromkeys(numbers, Fraction(0))
    for table in laid:
        brings = table_points(_places(table.result)) if table.result else [bye_points(at_table)] * len(table.seats)
        for number, more in zip(table.seats, brings, strict=True):
            points[number] += more
    return points


def standings(entries: Sequence[EntryRow], laid: Sequence[LaidTable], at_table: int, seed: str) -> list[Standing]:
    """All entries from the first to the last, after the rounds whose tables are all over."""
    laid = counted(laid)
    points = points_of([entry.number for entry in entries], laid, at_table)
    opponents = dict.fromkeys(points, Fraction(0))
    wins = dict.fromkeys(points, 0)
    own, scored = dict.fromkeys(points, 0), dict.fromkeys(points, 0)
    for table in laid:
        if table.result is None:
            continue
        scores = [max(score, 0) for score in table.result.scores]
        for number, place, score in zip(table.seats, _places(table.result), scores, strict=True):
            opponents[number] += sum(points[other] for other in table.seats if other != number)
            wins[number] += place == 1
            own[number] += score
            scored[number] += sum(scores)
    share = {number: Fraction(own[number], scored[number] or 1) for number in points}

    def keys(number: int) -> tuple[Fraction, Fraction, int, Fraction, str]:
        return -points[number], -opponents[number], -wins[number], -share[number], draw(seed, number)

    order = sorted(points, key=keys)
    return [
        Standing(
            rank,
            number,
            points[number],
            opponents[number],
            wins[number],
            share[number],
            _decided([keys(other) for other in order[max(0, rank - 2) : rank + 1]], keys(number)),
        )
        for rank, number in enumerate(order, 1)
    ]


def _places(result: TableResult) -> tuple[int, ...]:
    return with_absent_last(result.places, result.away)


def _decided(near: Sequence[tuple[object, ...]], own: tuple[object, ...]) -> tuple[TieBreak, ...]:
    """The first tie-breaks that differ from each neighbour with the same points."""
    found = set()
    for other in near:
        if other != own and other[0] == own[0]:
            found.add(next(name for name, a, b in zip(TIE_BREAKS, own[1:], other[1:], strict=True) if a != b))
    return tuple(name for name in TIE_BREAKS if name in found)
