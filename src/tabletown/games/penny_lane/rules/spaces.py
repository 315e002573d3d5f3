"""Action spaces of Main Street: who may use them, and paying on them (PL-13, 14, 16, 52)."""

from typing import Any

from tabletown.engine.kernel import kernel
from tabletown.games.penny_lane import state as s


@kernel
def has_space(state: Any, cards: Any, location: int) -> bool:
    """Whether an action space, or a vacancy of barracks or temple, is open (PL-13)."""
    return bool(state.used[location] < cards.spaces[location, 1 if state.players > 3 else 0])


@kernel
def has_priority(state: Any, location: int) -> bool:
    """The first user of a location in a round takes its priority space (PL-16)."""
    return bool(state.used[location] == 0)


@kernel
def use(state: Any, seat: int, location: int, cost: int) -> None:
    """Pay in full on the leftmost open space, before the effect (PL-14)."""
    state.pennies[seat] -= cost
    state.paid = cost
    state.used[location] += 1


@kernel
def clear_main_street(state: Any) -> None:
    """Pennies and citizens on Main Street go to the supply, all spaces are open again (PL-52)."""
    for location in range(s.LOCATIONS):
        state.used[location] = 0
