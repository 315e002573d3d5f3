"""Cash: the finite bank, the credit crunch, and the income rail with its roundabouts."""

from typing import Any

from tabletown.engine.kernel import int64, kernel


@kernel
def pay(state: Any, seat: int, amount: int) -> None:
    """Cash that all see leaving a player."""
    state.cash[seat] = max(int64(state.cash[seat]) - amount, 0)  # in a view a rival's cash is unknown
    state.supposed_cash[seat] = max(int64(state.supposed_cash[seat]) - amount, 0)


@kernel
def earn(state: Any, cards: Any, seat: int, amount: int) -> None:
    """Cash that all see coming to a player from another one."""
    state.cash[seat] = min(int64(state.cash[seat]) + amount, int64(cards.cash))
    state.supposed_cash[seat] = min(int64(state.supposed_cash[seat]) + amount, int64(cards.cash))


@kernel
def left_over(held: int, owed: int, given_up: int) -> int:
    """What a player ends with who is owed something and gives up so much."""
    return max(held + owed - given_up, 0)


@kernel
def pay_out(state: Any, cards: Any) -> None:
    """The bank pays what is `owed`; if it cannot, every seat gives up the same number of briefcases (MK-16)."""
    given_up, k = 0, 0
    while True:
        total = 0
        for seat in range(int64(state.players)):
            total += left_over(int64(state.cash[seat]), int64(state.owed[seat]), given_up)
        if total <= cards.cash:
            break
        given_up += int64(cards.step)
        k += 1
    state.crunch = k
    for seat in range(int64(state.players)):
        owed = int64(state.owed[seat])
        state.cash[seat] = left_over(int64(state.cash[seat]), owed, given_up)
        supposed = left_over(int64(state.supposed_cash[seat]), owed, given_up)
        state.supposed_cash[seat] = min(supposed, int64(cards.cash))


@kernel
def cash_collection(state: Any, cards: Any) -> None:
    """Every seat collects the income of its marker, in the first year with a grant (MK-14)."""
    for seat in range(int64(state.players)):
        state.owed[seat] = int64(state.marker[seat]) + (int64(cards.grant) if state.year == 1 else 0)
    pay_out(state, cards)


@kernel
def roundabout(cards: Any, marker: int) -> int:
    """The last roundabout at or before a marker."""
    return marker - marker % int64(cards.step)


@kernel
def raise_floor(state: Any, cards: Any, seat: int) -> None:
    """A marker never falls below a roundabout that it has reached."""
    state.floor[seat] = max(int64(state.floor[seat]), roundabout(cards, int64(state.marker[seat])))


@kernel
def inquiry(state: Any, cards: Any, seat: int) -> None:
    """INQUIRY pushes the own marker, without a briefcase (MK-9)."""
    state.marker[seat] = min(int64(state.marker[seat]) + int64(cards.step), int64(cards.top))
    raise_floor(state, cards, seat)


@kernel
def move_markers(state: Any, cards: Any) -> None:
    """Markers follow the blocks on the map; each roundabout that is newly reached is worth a briefcase (MK-50, 51)."""
    step = int64(cards.step)
    for seat in range(int64(state.players)):
        old = int64(state.marker[seat])
        target = min(int64(cards.top), int64(cards.income) + int64(state.blocks[seat]))
        state.marker[seat] = max(int64(state.floor[seat]), target)
        raise_floor(state, cards, seat)
        passed = (roundabout(cards, int64(state.marker[seat])) - roundabout(cards, old)) // step
        state.owed[seat] = step * max(passed, 0)
    pay_out(state, cards)
