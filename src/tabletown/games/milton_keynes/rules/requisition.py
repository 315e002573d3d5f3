"""Requisition: plots that seats nominate for SEWAGE and AIR BASE items, and two that nominate the same one (MK-47)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.pouch import candidates, requisitions_plot
from tabletown.games.milton_keynes.rules.squares import high_bit, low_bit, size_of, write_squares


@kernel
def requisition_item(state: Any, seat: int, number: int) -> int:
    """The pouch item of a seat's first or second requisition."""
    for i in range(int64(state.items[seat])):
        if requisitions_plot(int64(state.item_permit[seat, i])):
            if number == 0:
                return i
            number -= 1
    return -1


@kernel
def count_requisitions(state: Any, seat: int) -> int:
    """How many plots a pouch requisitions."""
    number = 0
    for i in range(int64(state.items[seat])):
        if requisitions_plot(int64(state.item_permit[seat, i])):
            number += 1
    return number


@kernel
def nomination_menu(state: Any, seat: int, out: Any) -> int:
    """The plots that the next item may nominate; the first leaves the second a plot (MK-47)."""
    number = int64(state.stage[seat])
    low, high = candidates(state, seat, requisition_item(state, seat, number))
    if number == 0 and state.requisitions[seat] == s.REQUISITIONS:
        other_low, other_high = candidates(state, seat, requisition_item(state, seat, 1))
        if size_of(other_low, other_high) == 1:
            low &= ~other_low
            high &= ~other_high
    elif number == 1:
        taken = int64(state.nominated[seat, 0])
        low &= ~low_bit(taken)
        high &= ~high_bit(taken)
    return write_squares(low, high, s.PICK_PLOT, out, 0)


@kernel
def is_contested(state: Any, seat: int, number: int) -> bool:
    """Whether another player nominated the same plot."""
    plot = state.nominated[seat, number]
    if plot == s.NONE:
        return False
    for other in range(int64(state.players)):
        for k in range(s.REQUISITIONS):
            if other != seat and state.nominated[other, k] == plot:
                return True
    return False


@kernel
def next_contested(state: Any, seat: int, number: int) -> int:
    """The first contested requisition of a seat from a number on, or REQUISITIONS."""
    while number < s.REQUISITIONS and not is_contested(state, seat, number):
        number += 1
    return number


@kernel
def contest_menu(state: Any, seat: int, out: Any) -> int:
    """STAND, or MOVE to a candidate that no seat nominated; two own items never take the same one (MK-47)."""
    number = int64(state.stage[seat])
    out[0] = s.STAND
    low, high = candidates(state, seat, requisition_item(state, seat, number))
    for other in range(s.SEATS):
        for k in range(s.REQUISITIONS):
            plot = int64(state.nominated[other, k])
            if plot != s.NONE:
                low &= ~low_bit(plot)
                high &= ~high_bit(plot)
    if number == 1 and state.moved_to[seat, 0] != s.NONE:
        low &= ~low_bit(int64(state.moved_to[seat, 0]))
        high &= ~high_bit(int64(state.moved_to[seat, 0]))
    return write_squares(low, high, s.MOVE, out, 1)


@kernel
def final_plot(state: Any, seat: int, number: int) -> int:
    """The plot that a requisition ends up with, contested or not."""
    moved = int64(state.moved_to[seat, number])
    return moved if moved != s.NONE else int64(state.nominated[seat, number])


@kernel
def is_lost(state: Any, seat: int, number: int) -> bool:
    """Whether a requisition shares its plot with another player's (MK-47)."""
    plot = final_plot(state, seat, number)
    for other in range(int64(state.players)):
        for k in range(int64(state.requisitions[other])):
            if other != seat and final_plot(state, other, k) == plot:
                return True
    return False
