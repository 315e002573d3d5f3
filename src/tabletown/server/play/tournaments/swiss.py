"""Swiss: every round, people with about as many points meet, as far as can be people whom they have not met.

- At tables of two, nobody meets the same opponent again if the round can be paired without it, whoever has the bye.
- At tables of three to five, a search looks for tables without repeats and, among those, with few differences of
  points. In the second round it finds them if there are as many tables as seats at one. Later it need not find the
  best: swapping any two players would not be better, that is all it promises.
- A bye goes to somebody who has had the fewest, and among those to the last in the standings.
- Seats are those in which the players of the table have sat least often.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from tabletown.server.play.tournaments.matching import all_can_be_paired
from tabletown.server.play.tournaments.pairing import (
    Pair,
    Round,
    dealt,
    improved,
    in_fair_seats,
    meetings,
    pair,
    rests,
    seats_taken,
)

_TRIES = 40  # starts of the search for tables of three to five
_PARTS = 60  # points are shares of whole ones: halves, thirds, quarters, fifths


def swiss_round(
    players: Sequence[int], points: Mapping[int, Fraction | int], history: Sequence[Round], at_table: int, seed: str
) -> Round:
    """The next round of these players, who may be fewer than before, after the rounds of `history`.

    There must be as many players as sit at a table. The same arguments give the same round.
    """
    chance = random.Random(f"{seed} swiss {len(history)}")
    order = list(players)
    chance.shuffle(order)
    order.sort(key=lambda player: -points.get(player, Fraction(0)))
    met = meetings(history)
    if at_table == 2:
        tables, byes = _pairs(order, met, rests(history))
    else:
        byes = _resting(order, rests(history), len(order) % at_table)
        tables = _tables([player for player in order if player not in byes], points, met, at_table, chance)
    taken = seats_taken(history)
    return Round(tuple(in_fair_seats(table, taken, chance) for table in tables), tuple(byes))


def _resting(order: Sequence[int], rested: Mapping[int, int], count: int) -> list[int]:
    """Who has a bye: the fewest byes before, then the last in the order."""
    return sorted(_by_right_to_rest(order, rested)[:count])


def _by_right_to_rest(order: Sequence[int], rested: Mapping[int, int]) -> list[int]:
    from_the_last = list(order)[::-1]
    return sorted(from_the_last, key=lambda player: rested.get(player, 0))


# Tables of two


def _pairs(
    order: Sequence[int], met: Mapping[Pair, int], rested: Mapping[int, int]
) -> tuple[list[list[int]], list[int]]:
    """Pairs from the first to the last, each with the nearest with whom the others can still be paired."""
    fewest = min(rested.get(player, 0) for player in order)
    for most in range(max(met.values(), default=0) + 1):  # so often may two of a pair have met before
        may_meet = _may_meet(order, met, most)
        if len(order) % 2 == 0:
            found = _paired(order, may_meet)
            if found is not None:
                return found, []
            continue
        for resting in _by_right_to_rest(order, rested):
            if rested.get(resting, 0) > fewest:
                break
            found = _paired([player for player in order if player != resting], may_meet)
            if found is not None:
                return found, [resting]
    raise AssertionError("at last, everybody may meet everybody")


def _may_meet(order: Sequence[int], met: Mapping[Pair, int], most: int) -> dict[int, set[int]]:
    return {
        player: {other for other in order if other != player and met.get(pair(player, other), 0) <= most}
        for player in order
    }


def _paired(order: Sequence[int], may_meet: Mapping[int, AbstractSet[int]]) -> list[list[int]] | None:
    if not all_can_be_paired(order, may_meet):
        return None
    left, found = list(order), []
    while left:
        first = left.pop(0)
        for other in left:
            rest = [player for player in left if player != other]
            if other in may_meet[first] and all_can_be_paired(rest, may_meet):
                found.append([first, other])
                left = rest
                break
    return found


# Tables of three to five


def _tables(
    order: Sequence[int],
    points: Mapping[int, Fraction | int],
    met: Counter[Pair],
    at_table: int,
    chance: random.Random,
) -> list[list[int]]:
    worth = {player: int(points.get(player, Fraction(0)) * _PARTS) for player in order}
    spread = max(worth.values()) - min(worth.values())
    again = 1 + len(order) * at_table * spread**2  # one repeat costs more than any differences of points

    def cost(table: Sequence[int]) -> int:
        total = 0
        for i, one in enumerate(table):
            for other in table[:i]:
                total += again * met[pair(one, other)] ** 2 + (worth[one] - worth[other]) ** 2
        return total

    best: list[list[int]] = []
    least = -1
    for attempt in range(_TRIES):
        tables = dealt(order if attempt == 0 else _stirred(order, chance), at_table)
        total = improved(tables, cost)
        if least < 0 or total < least:
            best, least = tables, total
        if least == 0 or not met:
            break
        if attempt >= _TRIES // 4 and least < again:
            break  # no repeats, and many a try for equal points
    return sorted(best, key=lambda table: min(order.index(player) for player in table))


def _stirred(order: Sequence[int], chance: random.Random) -> list[int]:
    """The order with everybody moved a little, now and then far."""
    reach = chance.choice((3, 6, len(order)))
    return [player for _, player in sorted((place + chance.random() * reach, p) for place, p in enumerate(order))]
