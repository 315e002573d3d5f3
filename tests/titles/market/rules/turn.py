"""A turn: take a building, or (from number 2 on) skip the turn once in a game."""

from typing import Any

from tabletown.engine.chance import shuffle
from tabletown.engine.kernel import int64, kernel

from .. import state as s


@kernel
def setup(state: Any, cards: Any) -> None:
    """Shuffle all buildings and open the row."""
    for i in range(s.DECK):
        state.deck[i] = i // s.COPIES
    state.left = s.DECK
    shuffle(state, state.deck, s.DECK)
    for place in range(s.ROW):
        open_next(state, place)
    state.phase = s.CHOOSING
    state.waiting = 1


@kernel
def open_next(state: Any, place: int) -> None:
    """Fill a place of the row from the deck."""
    state.row[place] = s.NONE
    if state.left > 0:
        state.left -= 1
        state.row[place] = state.deck[state.left]
        state.deck[state.left] = 0
        state.reveals += 1


@kernel
def may_skip(state: Any, seat: int) -> Any:
    """Whether a seat may skip its turn. Number 1 does not know this rule."""
    return state.rules >= 2 and state.skipped[seat] == 0 and state.left > 0


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Each building of the row; equal ones count as one."""
    n = 0
    for place in range(s.ROW):
        if state.row[place] != s.NONE and (place == 0 or state.row[place] != state.row[0]):
            out[n] = place
            n += 1
    if may_skip(state, seat):
        out[n] = s.ROW
        n += 1
    return n


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Take a building, or skip: then the first building of the row goes out of the game."""
    if action < s.ROW:
        kind = int64(state.row[action])
        state.held[seat, kind] += 1
        open_next(state, action)
    else:
        state.skipped[seat] = 1
        state.gone[int64(state.row[0])] += 1
        open_next(state, 0)
    state.current = (seat + 1) % int64(state.players)
    state.waiting = 1 << int64(state.current)
    empty = True
    for place in range(s.ROW):
        empty = empty and state.row[place] == s.NONE
    if empty:
        state.ended = s.ROW_EMPTY
        state.waiting = 0


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    """Nobody knows the deck."""
    for i in range(state.left):
        state.deck[i] = s.NONE


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    """Shuffle what lies nowhere else into the deck."""
    n = 0
    for kind in range(s.KINDS):
        copies = s.COPIES - int64(state.gone[kind])
        for place in range(s.ROW):
            copies -= 1 if state.row[place] == kind else 0
        for owner in range(state.players):
            copies -= int64(state.held[owner, kind])
        for _ in range(copies):
            state.deck[n] = kind
            n += 1
    shuffle(state, state.deck, n)
