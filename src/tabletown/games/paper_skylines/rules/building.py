"""Building a card and tucking one (PS-23 to 30)."""

from typing import Any

from tabletown.engine.bits import lowest_bit
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.city import fits_at_an_end, price, put_on_top, slot_for, spots, tuck_under
from tabletown.games.paper_skylines.rules.decks import leave_row, refill
from tabletown.games.paper_skylines.rules.effect_stack import finish_step, happens
from tabletown.games.paper_skylines.rules.sets import from_hand, hand_size, put, remove, row_set
from tabletown.games.paper_skylines.rules.tracks import gain


@kernel
def source_set(state: Any, seat: int, source: int, word: int) -> int:
    """One word of the set of cards that lie in a hand, the row or the pile."""
    if source == s.FROM_HAND:
        return int64(state.hand[seat, word])
    return row_set(state, word) if source == s.FROM_ROW else int64(state.pile[word])


@kernel
def build_choices(state: Any, cards: Any, seat: int, step: int, phase: int) -> tuple[int, int]:
    """The cards that a step can build somewhere, as a set (PS-23 to 25); at SPOT, the spots for the chosen one.

    At ACTION the first card will do: it is only asked whether there is one.
    """
    source = int64(cards.source[step])
    held = int64(state.held)
    budget = hand_size(state, seat) - (1 if source == s.FROM_HAND and phase != s.SPOT else 0)
    low, high = 0, 0
    for word in range(2):
        rest = source_set(state, seat, source, word)
        if phase == s.SPOT:
            rest = 1 << (held - s.SPLIT * word) if (held >= s.SPLIT) == (word == 1) else 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            card = s.SPLIT * word + lowest_bit(bit)
            if cards.level[card] <= cards.max_level[step]:
                if phase != s.SPOT and fits_at_an_end(state, cards, seat, card, step, budget):
                    found = 1 << s.LEFT_END
                else:
                    found = spots(state, cards, seat, card, step, budget, phase != s.SPOT)
                if phase == s.SPOT:
                    return found, 0
                if found and word == 0:
                    low |= bit
                elif found:
                    high |= bit
                if found and phase == s.ACTION:
                    return low, high
    return low, high


@kernel
def plan(state: Any, cards: Any, seat: int, step: int, card: int) -> None:
    """Choose the card to build; a gap in the row is filled when it is placed (PS-23, 26)."""
    if cards.source[step] == s.FROM_HAND:
        from_hand(state, cards, seat, card)
    elif cards.source[step] == s.FROM_PILE:
        remove(state.pile, card)
    else:
        leave_row(state, card)
    state.held = card


@kernel
def choose_spot(state: Any, cards: Any, seat: int, step: int, spot: int) -> None:
    """Choose where to build; the price is known now."""
    state.spot = spot
    state.price = price(state, cards, seat, int64(state.held), spot, int64(cards.high[step]))


@kernel
def pay(state: Any, cards: Any, seat: int, card: int) -> None:
    """Discard one card towards the price (PS-25)."""
    from_hand(state, cards, seat, card)
    put(state.pile, card)
    state.price -= 1


@kernel
def place(state: Any, cards: Any, seat: int, step: int) -> None:
    """The card is paid: place it, refill the row, gain, and let the city know (PS-26 to 29)."""
    card, spot = int64(state.held), int64(state.spot)
    over = spot < s.LEFT_END and state.top[seat, spot] != s.NONE
    state.held = s.NONE
    state.spot = s.NONE
    put_on_top(state, cards, seat, slot_for(state, seat, spot), card)
    if cards.source[step] == s.FROM_ROW:
        refill(state)
    gain(state, cards, seat, card)
    finish_step(state, cards)
    if over:
        happens(state, cards, seat, s.ON_OVER)


@kernel
def tuck(state: Any, cards: Any, seat: int, slot: int, card: int) -> None:
    """Put a card under a building, once less to do (PS-30); no card, nothing happens."""
    state.held = s.NONE
    state.left[int64(state.depth) - 1] -= 1
    if card != s.NONE:
        tuck_under(state, cards, seat, slot, card)
        happens(state, cards, seat, s.ON_TUCK)
