"""What no seat may know in UpTown: the cards below each top card (UT-4); and how a search imagines them."""

from typing import Any

from tabletown.engine.chance import draw
from tabletown.engine.kernel import int64, kernel
from tabletown.games.uptown import state as s
from tabletown.games.uptown.rules.scoring import ground_floor


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe the order and identity of all covered cards; they are the same secret for every seat."""
    for p in range(state.players):
        for i in range(int64(state.deck_left[p]) - 1):
            state.deck[p, i] = s.UNKNOWN
    for i in range(int64(state.public_left) - 1):
        state.public[i] = s.UNKNOWN


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    """Deal the unseen cards into the unknown places at random, with the state's own chance.

    Every card is on a street, discarded, an open top, or unseen; unseen project cards are exchangeable among all
    unknown deck places, unseen public cards among the unknown places of the pile.
    """
    unseen = unseen_project_cards(state, cards)
    for p in range(state.players):
        for i in range(state.deck_left[p]):
            if state.deck[p, i] == s.UNKNOWN:
                state.deck[p, i], unseen = draw(state, unseen)
    unseen = unseen_public_cards(state, cards)
    for i in range(state.public_left):
        if state.public[i] == s.UNKNOWN:
            state.public[i], unseen = draw(state, unseen)


@kernel
def unseen_project_cards(state: Any, cards: Any) -> int:
    """A bit mask of the project cards that lie neither on a street, nor open, nor in the discards."""
    mask = (1 << int64(cards.project_cards)) - 1
    for p in range(state.players):
        for i in range(state.deck_left[p]):
            if state.deck[p, i] != s.UNKNOWN:
                mask &= ~(1 << int64(state.deck[p, i]))
    for i in range(state.discarded):
        mask &= ~(1 << int64(state.discards[i]))
    for i in range(ground_floor(state, state.players, 0)):
        if state.floors[i] < s.PUBLIC_START:
            mask &= ~(1 << (int64(state.floors[i]) // 2))
    return mask


@kernel
def unseen_public_cards(state: Any, cards: Any) -> int:
    """A bit mask of the public cards that are neither on a street nor open."""
    mask = (1 << int64(cards.public_cards)) - 1
    for i in range(state.public_left):
        if state.public[i] != s.UNKNOWN:
            mask &= ~(1 << int64(state.public[i]))
    for i in range(ground_floor(state, state.players, 0)):
        if state.floors[i] >= s.PUBLIC_START:
            mask &= ~(1 << ((int64(state.floors[i]) - s.PUBLIC_START) // 4))
    return mask
