"""Which seat is asked next: one after the other in windows and sales, or several at once in secret."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import sale
from tabletown.games.milton_keynes.rules.squares import after_first, first


@kernel
def next_seat(state: Any, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % int64(state.players)


@kernel
def ask(state: Any, seat: int) -> None:
    """Wait for one seat alone."""
    state.waiting = 1 << seat


@kernel
def call(state: Any, seats: int) -> None:
    """Wait for several seats that decide at once, in secret."""
    state.called = seats
    state.waiting = seats
    for seat in range(s.SEATS):
        state.stage[seat] = 0


@kernel
def everybody(state: Any) -> int:
    """All seats, as a bit mask."""
    return (1 << int64(state.players)) - 1


@kernel
def commit(state: Any, seat: int) -> None:
    """A seat has decided. When the last one has, all is revealed."""
    state.waiting = int64(state.waiting) & ~(1 << seat)
    if state.waiting == 0:
        state.called = 0
        state.reveals += 1
        for other in range(s.SEATS):
            state.stage[other] = 0


@kernel
def open_window(state: Any, phase: int) -> None:
    """Ask from the chair on who wants to play a card, until all have passed in a row."""
    state.phase = phase
    state.passes = 0
    state.asked = state.chair
    ask_next(state)


@kernel
def ask_next(state: Any) -> None:
    """Ask the next seat that might act, judged by what all can see; the others pass by themselves."""
    state.waiting = 0
    while state.passes < state.players:
        if might_act(state, int64(state.asked)):
            ask(state, int64(state.asked))
            return
        state.asked = next_seat(state, int64(state.asked))
        state.passes += 1
    state.passes = 0
    state.asked = state.chair


@kernel
def might_act(state: Any, seat: int) -> bool:
    """Whether a seat is asked in the window that is open, or in a trade session."""
    if state.phase == s.TRADE:
        return state.offers_left[seat] > 0
    if state.permits_held[seat] == 0:
        return False
    return state.phase != s.AFTER_COLLECTION or has_building(state, seat)


@kernel
def has_building(state: Any, seat: int) -> bool:
    """Whether a seat owns anything on the map."""
    low, high = int64(state.built[0]), int64(state.built[1])
    while low | high:
        if state.owner[first(low, high)] == seat:
            return True
        low, high = after_first(low, high)
    return False


@kernel
def acted(state: Any, phase: int) -> None:
    """The seat that was asked has done something: the window stays open for all."""
    state.phase = phase
    state.reveals += 1
    state.passes = 0
    state.asked = next_seat(state, int64(state.asked))
    ask_next(state)


@kernel
def passed(state: Any) -> None:
    """The seat that was asked passes."""
    state.reveals += 1
    if state.phase == s.PURCHASE:
        next_buyer(state)
        return
    state.passes += 1
    state.asked = next_seat(state, int64(state.asked))
    ask_next(state)


@kernel
def next_buyer(state: Any) -> None:
    """The next buyer; rounds repeat until no lot is left or no seat bought in a whole round (MK-26)."""
    state.waiting = 0
    if sale.lots_left(state) == 0:
        return
    state.turn += 1
    if state.turn == state.players:
        if not state.sold:
            return
        state.turn = 0
        state.sold = 0
    ask(state, int64(state.order[state.turn]))
