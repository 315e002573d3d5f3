"""A turn on Main Street: which locations can be used; Bank, Town Hall and Tower (PL-10 to 19, 41 to 43)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules.gazette import gazette_actions, gazette_cost
from tabletown.games.penny_lane.rules.guild import guild_actions, guild_cost
from tabletown.games.penny_lane.rules.lane import row_of, total
from tabletown.games.penny_lane.rules.spaces import has_priority, has_space, use


@kernel
def turn_actions(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Pass, or any location that is open, affordable and of effect (PL-10, 11, 13)."""
    pennies = int64(state.pennies[seat])
    out[0] = s.PASS
    n = 1
    if has_space(state, cards, s.BANK) and pennies >= cards.location_cost[s.BANK]:
        out[n] = s.TO_BANK
        n += 1
    if has_space(state, cards, s.TOWN_HALL) and pennies >= cards.location_cost[s.TOWN_HALL]:
        out[n] = s.TO_TOWN_HALL
        n += 1
    if (
        has_space(state, cards, s.BLACK_MARKET)
        and pennies >= cards.location_cost[s.BLACK_MARKET]
        and state.deck_left > 0
    ):
        out[n] = s.TO_BLACK_MARKET
        n += 1
    n = guild_actions(state, cards, seat, out, n)
    n = gazette_actions(state, cards, seat, out, n)
    return tower_actions(state, cards, seat, out, n)


@kernel
def price(states: Any, i: int, cards: Any, seat: int, location: int, what: int) -> int:
    """What using a location costs a seat of game `i` now; `what` is the card of the Guild, or how many move or swap."""
    state, data = states[i], cards[0]
    if location == s.MASONS_GUILD:
        return guild_cost(state, data, seat, what)
    if location == s.GAZETTE:
        return gazette_cost(state, data, seat, what)
    each = int64(data.location_cost[location])
    return each * what if location == s.TOWER else each


@kernel
def tower_actions(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """As many swaps as the seat can pay, if a row holds two buildings (PL-41, 42)."""
    if has_space(state, cards, s.TOWER) and (can_swap(state, seat, s.UPPER) or can_swap(state, seat, s.LOWER)):
        for k in range(min(int64(state.pennies[seat]) // max(1, int64(cards.location_cost[s.TOWER])), s.MOST_SWAPS)):
            out[n] = s.TO_TOWER + k
            n += 1
    return n


@kernel
def bank(state: Any, cards: Any, seat: int) -> None:
    """Gain pennies, more on the priority space and with a bonus (PL-18, 19)."""
    gain = int64(cards.gain[s.BANK]) + total(state, cards, seat, s.BONUS, s.BANK)
    if has_priority(state, s.BANK):
        gain += int64(cards.priority[s.BANK])
    use(state, seat, s.BANK, int64(cards.location_cost[s.BANK]))
    state.pennies[seat] += gain


@kernel
def town_hall(state: Any, cards: Any, seat: int) -> None:
    """Take or keep the Mayor and gain a penny; the order of this round does not change (PL-43)."""
    use(state, seat, s.TOWN_HALL, int64(cards.location_cost[s.TOWN_HALL]))
    state.pennies[seat] += int64(cards.gain[s.TOWN_HALL])
    state.mayor = seat


@kernel
def can_swap(state: Any, seat: int, row: int) -> bool:
    """Whether a row of the lane holds at least two buildings (PL-42)."""
    houses = int64(state.types[seat, s.HOUSING])
    return (houses if row == s.LOWER else int64(state.length[seat]) - houses) >= 2


@kernel
def tower(state: Any, cards: Any, seat: int, swaps: int) -> None:
    """Declare the number of swaps and pay for all of them (PL-41)."""
    use(state, seat, s.TOWER, swaps * int64(cards.location_cost[s.TOWER]))
    state.moves_left = swaps
    state.phase = s.SWAP


@kernel
def swap_partners(state: Any, cards: Any, seat: int, out: Any) -> int:
    """The buildings that can take part in a swap: all of a row with two, or those in the row of the chosen one."""
    n = 0
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        row = row_of(cards, card)
        if state.phase == s.SWAP:
            good = can_swap(state, seat, row)
        else:
            good = card != state.leaving and row == row_of(cards, int64(state.leaving))
        if good:
            out[n] = s.SWAP_CARD + card
            n += 1
    return n


@kernel
def swap(state: Any, card: int) -> None:
    """Choose the first building, then exchange it with the second; citizens travel along (G8)."""
    if state.phase == s.SWAP:
        state.leaving = card
        state.phase = s.SWAP_WITH
        return
    held = state.column[card]
    state.column[card] = state.column[state.leaving]
    state.column[state.leaving] = held
    state.leaving = s.NONE
    state.moves_left -= 1
    state.phase = s.SWAP
