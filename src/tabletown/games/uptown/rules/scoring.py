"""Counting (UT-36 to 42), income (UT-33, 34), prestige and the final ranking (UT-46 to 49)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.uptown import state as s


@kernel
def ground_floor(state: Any, street: int, site: int) -> int:
    """Where a site's floors begin in `state.floors`; of site SITES or street `players`, where the last ones end."""
    start = 0
    for earlier in range(street):
        for k in range(s.SITES):
            start += int64(state.height[earlier, k])
    for k in range(site):
        start += int64(state.height[street, k])
    return start


@kernel
def project_at(state: Any, street: int, site: int, floor: int) -> int:
    """The project on a floor (0 = ground)."""
    return int64(state.floors[ground_floor(state, street, site) + floor])


@kernel
def icons(state: Any, cards: Any, first: int, last: int, kind: int) -> int:
    """Icons of a type on floors first..last-1 of the list; a double counts as two (UT-36)."""
    count = 0
    for i in range(first, last):
        project = state.floors[i]
        if cards.kind[project] == kind:
            count += int64(cards.icons[project])
    return count


@kernel
def terms(state: Any, cards: Any, kinds: Any, types: Any, ns: Any, street: int, site: int, floor: int) -> int:
    """The sum of a project's income or prestige terms at its floor, site and street (UT-37 to 42)."""
    start = ground_floor(state, street, site)
    project = state.floors[start + floor]
    total = 0
    for t in range(s.TERMS):
        kind, n = kinds[project, t], int64(ns[project, t])
        if kind == s.NO_TERM:
            break
        if kind == s.FIXED or (kind == s.IF_GROUND and floor == 0):
            total += n
        elif kind == s.BELOW:
            total += n * floor
        elif kind == s.ON_SITE:
            total += n * icons(state, cards, start, start + state.height[street, site], types[project, t])
        elif kind == s.ON_STREET:
            first, last = ground_floor(state, street, 0), ground_floor(state, street, s.SITES)
            total += n * icons(state, cards, first, last, types[project, t])
    return total


@kernel
def floor_income(state: Any, cards: Any, street: int, site: int, floor: int) -> int:
    """What one floor adds to the income of its street now."""
    return terms(state, cards, cards.income_kind, cards.income_type, cards.income_n, street, site, floor)


@kernel
def floor_prestige(state: Any, cards: Any, street: int, site: int, floor: int) -> int:
    """What one floor is worth now."""
    return terms(state, cards, cards.prestige_kind, cards.prestige_type, cards.prestige_n, street, site, floor)


@kernel
def site_income(state: Any, cards: Any, street: int, site: int) -> int:
    """The income terms of one site, which may be negative."""
    total = 0
    for floor in range(state.height[street, site]):
        total += floor_income(state, cards, street, site, floor)
    return total


@kernel
def site_prestige(state: Any, cards: Any, street: int, site: int) -> int:
    """The prestige of one site."""
    total = 0
    for floor in range(state.height[street, site]):
        total += floor_prestige(state, cards, street, site, floor)
    return total


@kernel
def street_income(state: Any, cards: Any, street: int) -> int:
    """The income terms of a whole street, finished or not (UT-33), before the limit at 0 (UT-34)."""
    total = 0
    for site in range(s.SITES):
        total += site_income(state, cards, street, site)
    return total


@kernel
def street_prestige(state: Any, cards: Any, street: int) -> int:
    """The prestige of a whole street."""
    total = 0
    for site in range(s.SITES):
        total += site_prestige(state, cards, street, site)
    return total


@kernel
def floors_worth(state: Any, cards: Any, street: int, income: Any, prestige: Any) -> None:
    """Write what every floor of a street adds to its income and prestige, site by site from the ground up."""
    n = 0
    for site in range(s.SITES):
        for floor in range(state.height[street, site]):
            income[n] = floor_income(state, cards, street, site, floor)
            prestige[n] = floor_prestige(state, cards, street, site, floor)
            n += 1


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """Prestige of each street plus 1 per full $3 in the account (UT-46); upcoins on decks count for nobody (UT-47)."""
    for seat in range(state.players):
        out[seat] = street_prestige(state, cards, seat) + int64(state.account[seat]) // 3


@kernel
def tallest(state: Any, street: int) -> int:
    """The most cards on one site of a street, finished or not (UT-48)."""
    most = 0
    for site in range(s.SITES):
        most = max(most, int64(state.height[street, site]))
    return most


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """The place of each seat, 1 for the winners: by points, then by the tallest building, else shared (UT-48, 49)."""
    for seat in range(state.players):
        place = 1
        for other in range(state.players):
            ahead = points[other] - points[seat]
            if ahead > 0 or (ahead == 0 and tallest(state, other) > tallest(state, seat)):
                place += 1
        out[seat] = place


def sheet(position: Position) -> list[tuple[str, list[int]]]:
    """The score sheet: where the points of every seat come from, in the order of the pad."""
    state, cards = position.state, record(position.cards.data)
    seats = range(position.players)
    rows = [(f"Site {k + 1}", [int(site_prestige(state, cards, seat, k)) for seat in seats]) for k in range(s.SITES)]
    return [*rows, ("Upcoins", [int(state.account[seat]) // 3 for seat in seats])]
