"""How good a position of UpTown is for a seat (`evaluate`): quick, for the greedy bot and for playouts."""

from typing import Any

from tabletown.engine.kernel import kernel
from tabletown.games.uptown import state as s
from tabletown.games.uptown.rules.scoring import street_income, street_prestige

# Weights in points. Money is worth a third of a point at the end and more while there is something left to buy with
# it; the street's income is worth what the roofs still to come will pay.
ACCOUNT = 0.3
INCOME_PER_OPEN_SITE = 0.2
UPCOINS = 0.25


@kernel
def outlook(state: Any, cards: Any, seat: int) -> float:
    """What a seat's street and money promise, in points."""
    open_sites = 0
    for k in range(s.SITES):
        if (state.finished[seat] >> k) & 1 == 0:
            open_sites += 1
    income = max(0, street_income(state, cards, seat))
    return (
        street_prestige(state, cards, seat)
        + ACCOUNT * state.account[seat]
        + UPCOINS * state.upcoins[seat]
        + INCOME_PER_OPEN_SITE * income * open_sites
    )


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """Points ahead of the best opponent, counting what is certain now."""
    best = -1e9
    for other in range(state.players):
        if other != seat:
            best = max(best, outlook(state, cards, other))
    own = outlook(state, cards, seat)
    if state.finished[seat] == s.ALL_SITES and own < best:
        own -= 3.0  # do not close the game while behind
    return own - best
