"""Permits: their deck and hands, and the action cards INQUIRY, DEMOLISH and REDEVELOP."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import money
from tabletown.games.milton_keynes.rules.blocks import count_blocks, inner_walls, is_connected, mark, plots_of, unmark
from tabletown.games.milton_keynes.rules.squares import (
    after_first,
    contains,
    first,
    high_bit,
    low_bit,
    put_all,
    remove_all,
    size_of,
)


@kernel
def put_under(state: Any, kind: int) -> None:
    """A permit goes to the bottom of the permit deck (MK-4)."""
    for i in range(int64(state.permits_left), 0, -1):
        state.permit_deck[i] = state.permit_deck[i - 1]
    state.permit_deck[0] = kind
    state.permits_left += 1


@kernel
def gain_permit(state: Any, seat: int, kind: int) -> None:
    """A permit that all see comes to a hand."""
    state.permits[seat, kind] += 1
    state.supposed_permits[seat, kind] += 1
    state.permits_held[seat] += 1


@kernel
def lose_permit(state: Any, seat: int, kind: int) -> None:
    """A permit that all see leaves a hand."""
    if state.permits[seat, kind] > 0:  # unknown in a rival's view
        state.permits[seat, kind] -= 1
    if state.supposed_permits[seat, kind] > 0:
        state.supposed_permits[seat, kind] -= 1
    state.permits_held[seat] -= 1


@kernel
def play_card(state: Any, seat: int, kind: int) -> None:
    """A played action card goes under the deck at once (MK-8)."""
    lose_permit(state, seat, kind)
    put_under(state, kind)


@kernel
def gain_deeds(state: Any, seat: int, low: int, high: int) -> None:
    """Deeds that all see come to a hand."""
    put_all(state.hand[seat], low, high)
    for other in range(s.SEATS):
        remove_all(state.supposed[other], low, high)
    put_all(state.supposed[seat], low, high)
    state.deeds_held[seat] = int64(state.deeds_held[seat]) + size_of(low, high)


@kernel
def gain_deed(state: Any, seat: int, plot: int) -> None:
    """A deed that all see comes to a hand."""
    gain_deeds(state, seat, low_bit(plot), high_bit(plot))


@kernel
def lose_deeds(state: Any, seat: int, low: int, high: int) -> None:
    """Deeds that all see leave a hand."""
    remove_all(state.hand[seat], low, high)
    for other in range(s.SEATS):
        remove_all(state.supposed[other], low, high)
    state.deeds_held[seat] = int64(state.deeds_held[seat]) - size_of(low, high)


@kernel
def hold_inquiry(state: Any, cards: Any, seat: int) -> None:
    """Play an INQUIRY (MK-9)."""
    play_card(state, seat, s.INQUIRY)
    money.inquiry(state, cards, seat)


@kernel
def can_demolish(state: Any, plot: int) -> bool:
    """Whether a plot is built on and has at most one internal wall (MK-10)."""
    return state.owner[plot] != s.NONE and inner_walls(state, plot) <= 1


@kernel
def demolish(state: Any, cards: Any, seat: int, plot: int) -> bool:
    """Play a DEMOLISH; returns whether there is a rival's deed that may be bought (MK-10 to 13)."""
    play_card(state, seat, s.DEMOLISH)
    owner = int64(state.owner[plot])
    clear_plot(state, plot)
    count_blocks(state, cards)
    if contains(state.river, plot):  # the tile is back, its deed unused (MK-12)
        return False
    if owner == seat:
        gain_deed(state, seat, plot)
        return False
    state.cleared = plot
    state.partner = owner  # who gets the deed back, or its price
    return True


@kernel
def clear_plot(state: Any, plot: int) -> None:
    """Clear one plot of a building; what is left of it is one building still."""
    owner, kind, anchor = int64(state.owner[plot]), int64(state.kind[plot]), int64(state.anchor[plot])
    unmark(state, plot)
    low, high = plots_of(state, anchor)
    if low | high and is_connected(low, high):
        mark(state, low, high, owner, kind)


@kernel
def buy_deed(state: Any, cards: Any, seat: int) -> None:
    """Pay the owner for the deed of the demolished plot (MK-11)."""
    price = int64(cards.compensation)
    money.pay(state, seat, price)
    money.earn(state, cards, int64(state.partner), price)
    gain_deed(state, seat, int64(state.cleared))


@kernel
def leave_deed(state: Any) -> None:
    """The deed of the demolished plot returns to its owner (MK-11)."""
    gain_deed(state, int64(state.partner), int64(state.cleared))


@kernel
def redevelop(state: Any, cards: Any, seat: int, anchor: int) -> None:
    """Remove one own building; its land deeds return to the hand (MK-17)."""
    play_card(state, seat, s.REDEVELOP)
    low, high = plots_of(state, anchor)
    gain_deeds(state, seat, low & ~int64(state.river[0]), high & ~int64(state.river[1]))
    while low | high:
        unmark(state, first(low, high))
        low, high = after_first(low, high)
    count_blocks(state, cards)
