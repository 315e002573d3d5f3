"""The rules as kernels: compiled functions that take states, cards and whole numbers, and allocate nothing.

The numbers G-1 and so on are those of rules.md. `state` has the fields of state.py, `cards` the numbers of cards.toml.
"""

from typing import Any

from tabletown.engine.chance import below
from tabletown.engine.declared_kernels import NO_CARD, fill_shuffled
from tabletown.engine.kernel import int64, kernel

from . import state as s


@kernel
def setup(state: Any, cards: Any) -> None:
    """Shuffle all cards; every seat draws a hand, and one card lies on the square (G-1)."""
    state.left = fill_shuffled(state, state.deck, cards.building_copies)
    for seat in range(state.players):
        state.plan[seat] = NO_CARD
        for _ in range(s.HAND):
            draw(state, seat)
    state.square[top_of_deck(state)] += 1
    state.first = below(state, int64(state.players))
    meet(state)


@kernel
def top_of_deck(state: Any) -> int:
    """Take the top card off the deck: its kind, or 255 in a view, where it is not known."""
    state.left -= 1
    kind = int64(state.deck[state.left])
    state.deck[state.left] = 0
    return kind


@kernel
def draw(state: Any, seat: int) -> None:
    """Take the top card into a hand. The seat learns something, which `reveals` counts."""
    kind = top_of_deck(state)
    if kind < s.KINDS:
        state.hand[seat, kind] += 1
    state.held[seat] += 1
    state.reveals += 1


@kernel
def meet(state: Any) -> None:
    """Begin a meeting: all seats decide at once."""
    state.phase = s.BRING
    state.waiting = (1 << int64(state.players)) - 1  # a bit for every seat that may act


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write what a seat may do to `out`, in ascending order: a kind in its hand, or on the square (G-2, G-4)."""
    n = 0
    for kind in range(s.KINDS):
        if state.phase == s.BRING and state.hand[seat, kind] > 0:
            out[n] = kind
            n += 1
        if state.phase == s.CHOOSE and state.square[kind] > 0:
            out[n] = s.KINDS + kind  # the actions of the second verb come after those of the first
            n += 1
    return n


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """The points of every seat: what its cards bring, now that they stand together (G-7)."""
    for seat in range(state.players):
        out[seat] = 0
        for kind in range(s.KINDS):
            counted = cards.each[kind] * how_many(state, cards, seat, cards.of[kind])
            out[seat] += int64(state.town[seat, kind]) * (cards.points[kind] + counted)


@kernel
def how_many(state: Any, cards: Any, seat: int, group: int) -> int:
    """How many cards of a group stand in a town, or how many different groups."""
    n = 0
    if group == s.DIFFERENT_GROUPS:
        for other in range(1, len(s.GROUPS) + 1):
            n += how_many_of(state, cards, seat, other) > 0
        return n
    return how_many_of(state, cards, seat, group)


@kernel
def how_many_of(state: Any, cards: Any, seat: int, group: int) -> int:
    """How many cards of a group stand in a town."""
    n = 0
    for kind in range(s.KINDS):
        if cards.group[kind] == group:
            n += int64(state.town[seat, kind])
    return n


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out an action: first come the actions of `bring`, then those of `take`."""
    if action < s.KINDS:
        bring(state, cards, seat, action)
    else:
        take(state, seat, action - s.KINDS)


@kernel
def bring(state: Any, cards: Any, seat: int, kind: int) -> None:
    """Lay a plan face down; when all have, the plans are shown (G-2, G-3)."""
    state.hand[seat, kind] -= 1
    state.held[seat] -= 1
    state.plan[seat] = kind
    state.waiting = int64(state.waiting) & ~(1 << seat)
    if state.waiting == 0:
        show_plans(state, cards)


@kernel
def show_plans(state: Any, cards: Any) -> None:
    """Move all plans to the square and note their plots (G-3). In a view those of others are not known: 255."""
    for seat in range(state.players):
        kind = int64(state.plan[seat])
        state.plan[seat] = NO_CARD
        if kind < s.KINDS:
            state.square[kind] += 1
            state.asked[seat] = cards.plot[kind]
    state.reveals += 1
    state.phase = s.CHOOSE
    state.waiting = 1 << most_modest(state)


@kernel
def most_modest(state: Any) -> int:
    """The seat with the smallest plan among those that have not chosen, from the first seat on; -1 for none (G-4)."""
    found = -1
    for i in range(state.players):
        seat = (int64(state.first) + i) % int64(state.players)
        if state.asked[seat] > 0 and (found < 0 or state.asked[seat] < state.asked[found]):
            found = seat
    return found


@kernel
def take(state: Any, seat: int, kind: int) -> None:
    """Build a card from the square; then the next seat chooses, or the meeting ends (G-4)."""
    state.square[kind] -= 1
    state.town[seat, kind] += 1
    state.asked[seat] = 0
    following = most_modest(state)
    if following >= 0:
        state.waiting = 1 << following
    else:
        close_meeting(state)


@kernel
def close_meeting(state: Any) -> None:
    """After the last meeting the game is over; before, everybody draws a card (G-5, G-6)."""
    state.meeting += 1
    if state.meeting == s.MEETINGS:
        state.waiting = 0
        state.ended = s.ALL_HELD
        return
    state.first = (state.first + 1) % state.players
    for seat in range(state.players):
        draw(state, seat)
    meet(state)
