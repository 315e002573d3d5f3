"""What native policies would do at one ply of many games, bound to a title like `vector_loops.py`."""

from typing import TYPE_CHECKING, Any

from tabletown.bots.playout import WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.bots.quick_policy import quick_choice
    from tabletown.engine.contract import legal, sensible

NOTHING = -1
"""Stands for the action of a slot that was not asked; it is never legal."""


@kernel
def choose_quickly(
    states: Any, first: int, last: int, wanted: Any, cards: Any, seats: Any, noise: Any, world: Any, out: Any,
    more: Any, tries: int, plies: int, actions: Any,
) -> None:  # fmt: skip
    """Write what the quick policy chooses in the slots first..last-1 to `actions`, where it is `wanted`, else NOTHING.

    `noise` has a number for every slot. The policy tries some moves, as many as `tries`; with 0 it makes any move.
    """
    for i in range(first, last):
        chosen = NOTHING
        if wanted[i]:
            world[WORLD] = states[i]
            seat = int64(seats[i])
            n = legal(world[WORLD], cards[0], seat, out)
            if tries > 0:
                n = sensible(world[WORLD], cards[0], seat, out, n)
            chosen = int64(out[0])
            if n > 1:
                x = chance.noise(int64(noise[i]))
                if tries > 0:
                    chosen, _, x = quick_choice(world, cards[0], seat, tries, plies, out, more, n, x)
                else:
                    chosen = int64(out[(x * n) >> 32])
                noise[i] = x
        actions[i] = chosen
