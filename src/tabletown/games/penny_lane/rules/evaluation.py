"""How good a position of Penny Lane is for a seat (`evaluate`): quick, for the greedy bot and for playouts."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules.lane import income, stars

# Weights in stars. A covered slot is a star waiting for a vacancy; income pays for the buildings to come.
PENNY = 0.2
INCOME = 0.3
COVERED_SLOT = 0.45
OPEN_JOB = 0.1
BUILDING = 0.15
MAYOR = 0.1


@kernel
def outlook(state: Any, cards: Any, seat: int) -> float:
    """What a lane and its pennies promise, in stars."""
    residents = 0
    jobs = 0
    for i in range(state.length[seat]):
        card = state.lane[seat, i]
        if cards.slots[card] > 0:
            residents += int64(state.citizens[card])
        else:
            jobs += int64(cards.jobs[card]) - int64(state.citizens[card])
    value = stars(state, cards, seat) + PENNY * state.pennies[seat] + INCOME * income(state, cards, seat)
    value += COVERED_SLOT * residents + OPEN_JOB * min(jobs, residents + 1) + BUILDING * state.length[seat]
    return value + (MAYOR if state.mayor == seat else 0.0)


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """Stars ahead of the best opponent, counting what is certain now; ten stars mean that the end is near."""
    best = -1e9
    best_stars = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, outlook(state, cards, other))
            best_stars = max(best_stars, stars(state, cards, other))
    own_stars = stars(state, cards, seat)
    value = outlook(state, cards, seat) - best
    if own_stars >= s.STARS_TO_END:
        value += 5.0 if own_stars > best_stars else -5.0
    return value
