"""The native call behind `Game.push`: it makes a ply and lists the next legal actions, so that Python calls it once.

A template like `loops.py`, executed once for every title. What a call from Python costs is mostly its arguments, so
there are few, and the caller keeps them from one call to the next.
"""

from typing import TYPE_CHECKING, Any

from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.engine.contract import apply, legal


@kernel
def play(states: Any, cards: Any, seat: int, action: int, out: Any) -> int:
    """Apply a legal action; write the legal actions of the next seat to act to `out` and return how many.

    Where `out` has no room at all they are not listed: in a view, those of another seat are not known.
    """
    state = states[0]
    apply(state, cards[0], seat, action)
    state.ply += 1
    if len(out) == 0 or state.ended != 0:
        return 0
    return legal(state, cards[0], first_seat(int64(state.waiting)), out)
