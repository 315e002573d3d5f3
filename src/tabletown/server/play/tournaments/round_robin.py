"""Round robin: everybody meets everybody, equally often.

- At tables of two, by the circle method: everybody meets everybody exactly once. With an odd number everybody has one
  bye.
- At tables of three to five, in as many rounds as the organiser chose. Everybody has as many byes as everybody else, or
  one more. If the number of players is the square of the number at a table, nobody meets anybody twice before they have
  met everybody (the lines of a plane). Otherwise a search makes meetings as even as it can; moving any two players of
  a round would not be better.
- Everybody sits on every seat equally often, or once more: the seats are colours of the edges of a graph of players and
  tables, in which every table has each colour once (König's theorem).
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tabletown.server.play.tournaments.pairing import Pair, Round, dealt, improved, meetings, pair

_PASSES = 6  # times that every round is laid anew with the others as they are
_TRIES = 4
_MANY = 24  # players, of whom one search takes long enough


def full_rounds(players: int) -> int:
    """How many rounds it takes at tables of two until everybody has met everybody.

    >>> full_rounds(4), full_rounds(5)
    (3, 5)
    """
    return players - 1 if players % 2 == 0 else players


@lru_cache(maxsize=64)
def round_robin(players: tuple[int, ...], at_table: int, rounds: int, seed: str) -> tuple[Round, ...]:
    """All rounds of a round robin. There must be as many players as sit at a table."""
    chance = random.Random(f"{seed} round robin")
    order = list(players)
    chance.shuffle(order)
    if at_table == 2:
        plan = _circle(order)[:rounds]
    elif len(order) == at_table**2:
        plan = _plane(order, at_table, rounds)
    else:
        plan = _even(order, at_table, rounds, chance)
    return _seated(plan, at_table)


def _circle(order: Sequence[int]) -> list[Round]:
    """One player stays, the others go round; opposite ones meet. With an odd number, whoever faces nobody rests."""
    ring: list[int | None] = [*order] if len(order) % 2 == 0 else [*order, None]
    half, found = len(ring) // 2, []
    for _ in range(len(ring) - 1):
        couples = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        tables = tuple((one, other) for one, other in couples if one is not None and other is not None)
        byes = tuple(player for two in couples if None in two for player in two if player is not None)
        found.append(Round(tables, byes))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


# As many tables as seats at one: the lines of an affine plane


def _plane(order: Sequence[int], size: int, rounds: int) -> list[Round]:
    """Every round is the lines of one direction; there are one more directions than points on a line."""

    def line(direction: int, x: int, y: int) -> int:
        return x if direction == size else _plus(y, _times(direction, x, size), size)

    found = []
    for number in range(rounds):
        lines: dict[int, list[int]] = {}
        for x in range(size):
            for y in range(size):
                lines.setdefault(line(number % (size + 1), x, y), []).append(order[x * size + y])
        found.append(Round(tuple(tuple(table) for table in lines.values())))
    return found


_PRODUCTS_OF_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # of the field with four elements


def _plus(one: int, other: int, size: int) -> int:
    return one ^ other if size == 4 else (one + other) % size


def _times(one: int, other: int, size: int) -> int:
    return _PRODUCTS_OF_4[one][other] if size == 4 else one * other % size


# Any other number


def _even(order: Sequence[int], at_table: int, rounds: int, chance: random.Random) -> list[Round]:
    """Rounds in which all pairs meet about equally often: the sum of the cubes of meetings is small."""
    best: list[Round] = []
    least = -1
    for _ in range(_TRIES if len(order) <= _MANY else 1):
        plan: list[Round] = []
        for number in range(rounds):
            plan.append(_laid(order, at_table, number, meetings(plan), chance))
        for _ in range(_PASSES):
            for number in range(rounds):
                others = [*plan[:number], *plan[number + 1 :]]
                plan[number] = _relaid(plan[number], meetings(others))
        total = sum(count**3 for count in meetings(plan).values())
        if least < 0 or total < least:
            best, least = plan, total
    return best


def _laid(order: Sequence[int], at_table: int, number: int, met: Counter[Pair], chance: random.Random) -> Round:
    over = len(order) % at_table
    byes = {order[(number * over + i) % len(order)] for i in range(over)}
    playing = [player for player in order if player not in byes]
    chance.shuffle(playing)
    return _relaid(Round(tuple(map(tuple, dealt(playing, at_table))), tuple(sorted(byes))), met)


def _relaid(given: Round, met: Counter[Pair]) -> Round:
    def cost(table: Sequence[int]) -> int:
        return sum(met[pair(one, other)] ** 2 for i, one in enumerate(table) for other in table[:i])

    tables = [list(table) for table in given.tables]
    improved(tables, cost)
    return Round(tuple(map(tuple, tables)), given.byes)


# Seats


def _seated(plan: Sequence[Round], seats: int) -> tuple[Round, ...]:
    """The same rounds with everybody on every seat equally often, or once more.

    The tables of a player are taken in groups of as many as there are seats. In a graph of groups and tables, nobody
    has more edges than there are seats, so as many colours are enough for edges that meet to differ. A colour is
    a seat.
    """
    at_group: dict[tuple[int, int], dict[int, int]] = {}  # group -> seat -> table
    at_table: list[dict[int, tuple[int, int]]] = []  # table -> seat -> group
    played: Counter[int] = Counter()
    for past in plan:
        for table in past.tables:
            at_table.append({})
            for player in table:
                group = (player, played[player] // seats)
                played[player] += 1
                _colour(group, len(at_table) - 1, at_group, at_table, seats)
    tables = iter(at_table)
    return tuple(
        Round(
            tuple(tuple(group[0] for _, group in sorted(next(tables).items())) for _ in past.tables),
            past.byes,
        )
        for past in plan
    )


def _colour(
    group: tuple[int, int],
    table: int,
    at_group: dict[tuple[int, int], dict[int, int]],
    at_table: list[dict[int, tuple[int, int]]],
    seats: int,
) -> None:
    """Give the edge of a group and a table a colour, by changing others along a path if none is free at both."""
    here, there = at_group.setdefault(group, {}), at_table[table]
    mine = next(seat for seat in range(seats) if seat not in here)
    theirs = next(seat for seat in range(seats) if seat not in there)
    if mine in there:
        # along the path that begins at the table with the colour `mine`, the two colours change places
        path: list[tuple[tuple[int, int], int, int]] = []
        seat, at = mine, table
        while seat in at_table[at]:
            on = at_table[at][seat]
            path.append((on, at, seat))
            other = theirs if seat == mine else mine
            if other not in at_group[on]:
                break
            path.append((on, at_group[on][other], other))
            at = at_group[on][other]
        for on, where, old in path:
            del at_group[on][old], at_table[where][old]
        for on, where, old in path:
            new = theirs if old == mine else mine
            at_group[on][new], at_table[where][new] = where, on
    here[mine], there[mine] = table, group
