"""Decks, row and pile (PS-60 to 66)."""

from typing import Any

from tabletown.engine.bits import lowest_bit
from tabletown.engine.chance import shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.sets import put, remove, to_hand


@kernel
def is_marked(state: Any, level: int) -> bool:
    """Whether the round-end card of a level is gone (PS-61)."""
    return (state.marked >> level) & 1 == 1


@kernel
def reshuffle(state: Any) -> None:
    """The level-3 and level-4 cards of the pile become the new level-4 deck (PS-64)."""
    pile = int64(state.pile[1])
    if pile == 0:
        return
    state.pile[1] = 0
    last = s.LEVELS - 1
    n = 0
    while pile:
        state.deck[last, n] = s.SPLIT + lowest_bit(pile)
        pile &= pile - 1
        n += 1
    state.deck_left[last] = n
    shuffle(state, state.deck[last], n)
    state.reveals += 1


@kernel
def take_card(state: Any, level: int) -> int:
    """The next building card of a deck, which the decks of higher levels continue (PS-62)."""
    return take_up_to(state, level, s.LEVELS)


@kernel
def take_up_to(state: Any, level: int, last: int) -> int:
    """The next building card of the decks from one level to another; NONE if there is none to be had (PS-61 to 64).

    A round-end card on the way leaves the game and marks its level. In a view the card is unknown: nothing is taken
    then, but somebody would learn something.
    """
    while True:
        deck = level - 1
        left = int64(state.deck_left[deck])
        if left == 0:
            if level < last:
                level += 1
                continue
            if level == s.LEVELS:
                reshuffle(state)
            if state.deck_left[deck] == 0:
                return s.NONE
            continue
        card = int64(state.deck[deck, left - 1])
        state.deck[deck, left - 1] = 0
        state.deck_left[deck] = left - 1
        state.moved = 1
        state.reveals += 1
        if card == s.ROUND_END:
            state.marked |= 1 << level
            continue
        return card if card < s.BUILDINGS else s.NONE


@kernel
def can_take(state: Any, level: int) -> bool:
    """Whether a deck, with what continues it, has a building card."""
    for deck in range(level - 1, s.LEVELS):
        if int64(state.deck_left[deck]) > (0 if is_marked(state, deck + 1) else 1):
            return True
    return state.pile[1] != 0


@kernel
def can_draw(states: Any, i: int) -> bool:
    """Whether there is a card to draw from the deck of the current level of game `i`."""
    return can_take(states[i], int64(states[i].level))


@kernel
def draw_cards(state: Any, cards: Any, seat: int, level: int, n: int) -> None:
    """A seat draws from a deck (5.4)."""
    for _ in range(n):
        to_hand(state, cards, seat, take_card(state, level))


@kernel
def refill(state: Any) -> None:
    """Fill every gap of the row from the current deck, as far as possible (PS-63)."""
    for i in range(s.ROW):
        if state.row[i] == s.NONE:
            state.row[i] = take_up_to(state, int64(state.level), int64(state.level))


@kernel
def discard_row(state: Any) -> None:
    """The whole row goes to the pile."""
    for i in range(s.ROW):
        if state.row[i] != s.NONE:
            put(state.pile, int64(state.row[i]))
            state.row[i] = s.NONE


@kernel
def leave_row(state: Any, card: int) -> None:
    """A card leaves the row and a gap; the seat that takes it refills (PS-34)."""
    for i in range(s.ROW):
        if state.row[i] == card:
            state.row[i] = s.NONE


@kernel
def take_open(state: Any, card: int, source: int) -> None:
    """Take a card of the pile, or of the row, which is refilled at once (PS-34)."""
    if source == s.FROM_PILE:
        remove(state.pile, card)
    else:
        leave_row(state, card)
        refill(state)
