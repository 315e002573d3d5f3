"""What a seat may not know in Penny Lane: the order of the deck, and what Dark Alley showed to another seat."""

from typing import Any

from tabletown.engine.chance import draw
from tabletown.engine.kernel import int64, kernel
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules.lane import owns_effect


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe the deck, but for the cards at its bottom that this seat put there, and two cards drawn by another."""
    knows = 0
    if seat >= 0 and owns_effect(state, cards, seat, s.DRAW, s.NONE):
        knows = int64(state.known_bottom)
    for i in range(knows, state.deck_left):
        state.deck[i] = s.UNKNOWN
    if state.phase == s.KEEP and seat != state.current:
        state.drawn[0] = s.UNKNOWN
        state.drawn[1] = s.UNKNOWN


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    """Deal the unseen cards into the unknown places at random, with the state's own chance."""
    unseen = unseen_cards(state, cards)
    for i in range(2):
        if state.drawn[i] == s.UNKNOWN:
            state.drawn[i], unseen = draw(state, unseen)
    for i in range(state.deck_left):
        if state.deck[i] == s.UNKNOWN:
            state.deck[i], unseen = draw(state, unseen)


@kernel
def unseen_cards(state: Any, cards: Any) -> int:
    """A bit mask of the buildings that lie neither on a lane nor anywhere this view knows."""
    mask = (1 << int64(cards.buildings)) - 1
    for p in range(state.players):
        for i in range(state.length[p]):
            mask &= ~(1 << int64(state.lane[p, i]))
    for i in range(state.supply_left):
        mask &= ~(1 << int64(state.supply[i]))
    for i in range(state.deck_left):
        if state.deck[i] != s.UNKNOWN:
            mask &= ~(1 << int64(state.deck[i]))
    for i in range(2):
        if state.drawn[i] < s.NONE:
            mask &= ~(1 << int64(state.drawn[i]))
    if state.adding != s.NONE:
        mask &= ~(1 << int64(state.adding))
    return mask
