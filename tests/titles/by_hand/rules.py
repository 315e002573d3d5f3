"""The rules as kernels: compiled functions that take states, cards and whole numbers, and allocate nothing.

The numbers G-1 and so on are those of rules.md.
"""

from typing import Any

from tabletown.engine.chance import shuffle
from tabletown.engine.kernel import int64, kernel

from . import state as s


@kernel
def setup(state: Any, cards: Any) -> None:
    """Shuffle all cards; every seat draws its hand (G-1)."""
    for i in range(s.DECK):
        state.deck[i] = i // s.COPIES
    state.left = s.DECK
    shuffle(state, state.deck, s.DECK)
    for seat in range(state.players):
        for _ in range(s.HAND):
            draw(state, seat)
    state.phase = s.PLAYING
    state.waiting = 1  # a bit for every seat that may act: seat 0 begins


@kernel
def draw(state: Any, seat: int) -> None:
    """Take the top card of the deck into a hand. The seat learns something, which `reveals` counts.

    Kernels are also called with views, in which the card is not known.
    """
    state.left -= 1
    kind = int64(state.deck[state.left])
    if kind != s.UNKNOWN:
        state.hand[seat, kind] += 1
    state.held[seat] += 1
    state.deck[state.left] = 0
    state.reveals += 1


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write what a seat may do to `out`, in ascending order: a card of each kind in its hand (G-2)."""
    n = 0
    for kind in range(s.KINDS):
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
    if played(state, seat) + int64(state.held[seat]) < s.PLAYS:
        draw(state, seat)
    following = (seat + 1) % int64(state.players)
    state.waiting = 1 << following
    if played(state, following) == s.PLAYS:
        state.waiting = 0
        state.ended = s.ALL_PLAYED


@kernel
def played(state: Any, seat: int) -> int:
    """How many cards a seat has played."""
    total = 0
    for kind in range(s.KINDS):
        total += int64(state.built[seat, kind])
    return total


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """The points of every seat."""
    for seat in range(state.players):
        out[seat] = state.score[seat]


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """Most points win; equal points share a place (G-4)."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if points[other] > points[seat]:
                out[seat] += 1


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe what a seat may not know (G-5): the deck, and the hands of others. Seat -1 is a spectator."""
    for i in range(state.left):
        state.deck[i] = s.UNKNOWN
    for other in range(state.players):
        if other != seat:
            for kind in range(s.KINDS):
                state.hand[other, kind] = 0


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    """Fill what `hide` wiped with a random world that agrees with what is left."""
    unknown = 0
    for other in range(state.players):
        if other != seat:
            unknown |= 1 << other
    deal_unknown(state, unknown)


@kernel
def deal_unknown(state: Any, unknown: int) -> None:
    """Shuffle the cards that lie nowhere, and deal them into the hands of these seats (a bit each) and the deck."""
    n = 0
    for kind in range(s.KINDS):
        copies = s.COPIES
        for seat in range(state.players):
            copies -= int64(state.built[seat, kind])
            if not (unknown >> seat) & 1:
                copies -= int64(state.hand[seat, kind])
        for _ in range(copies):
            state.deck[n] = kind
            n += 1
    shuffle(state, state.deck, n)
    for seat in range(state.players):
        if (unknown >> seat) & 1:
            for kind in range(s.KINDS):
                state.hand[seat, kind] = 0
            for _ in range(state.held[seat]):
                n -= 1
                state.hand[seat, int64(state.deck[n])] += 1
                state.deck[n] = 0
