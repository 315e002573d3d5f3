"""The rules as kernels: compiled functions that take states, cards and whole numbers, and allocate nothing.

The numbers G-1 and so on are those of rules.md. `state` has the fields of state.py, `cards` the numbers of cards.toml.
"""

from typing import Any

from tabletown.engine.declared_kernels import fill_shuffled, total
from tabletown.engine.kernel import int64, kernel

from . import state as s


@kernel
def setup(state: Any, cards: Any) -> None:
    """Shuffle all cards; every seat draws its hand (G-1)."""
    state.left = fill_shuffled(state, state.deck, cards.kind_copies)
    for seat in range(state.players):
        for _ in range(s.HAND):
            draw(state, seat)
    state.phase = s.PLAYING
    state.waiting = 1  # a bit for every seat that may act: seat 0 begins


@kernel
def draw(state: Any, seat: int) -> None:
    """Take the top card of the deck into a hand. The seat learns something, which `reveals` counts.

    Kernels are also called with views, in which the card is not known: 255, which is no kind.
    """
    state.left -= 1
    kind = int64(state.deck[state.left])
    if kind < len(state.hand[seat]):
        state.hand[seat, kind] += 1
    state.held[seat] += 1
    state.deck[state.left] = 0
    state.reveals += 1


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write what a seat may do to `out`, in ascending order: a card of each kind in its hand (G-2)."""
    n = 0
    for kind in range(len(state.hand[seat])):
        if state.hand[seat, kind] > 0:
            out[n] = kind
            n += 1
    return n


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Play a card, score it, draw another; the game ends when all have played theirs (G-2 to G-4)."""
    state.score[seat] += cards.points[action] + cards.neighbours[action] * int64(state.built[seat, s.HOUSE])
    state.hand[seat, action] -= 1
    state.held[seat] -= 1
    state.built[seat, action] += 1
    if total(state.built[seat]) + int64(state.held[seat]) < s.PLAYS:
        draw(state, seat)
    following = (seat + 1) % int64(state.players)
    state.waiting = 1 << following
    if total(state.built[following]) == s.PLAYS:
        state.waiting = 0
        state.ended = s.ALL_PLAYED


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """The points of every seat. Most points win (G-4)."""
    for seat in range(state.players):
        out[seat] = state.score[seat]
