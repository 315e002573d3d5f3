"""The native policy as an opponent and a teacher: its choice at one ply of many games, bound to a title."""

from typing import TYPE_CHECKING, Any

from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.engine.contract import legal, sensible
    from tabletown.lab.native_loops import quick_choice


@kernel
def choose_quickly(
    states: Any, first: int, last: int, cards: Any, seats: Any, noise: Any, world: Any, out: Any, more: Any,
    tries: int, plies: int, actions: Any,
) -> None:  # fmt: skip
    """Write the native policy's choice for the slots first..last-1 to `actions`; `noise` has a number per slot."""
    for i in range(first, last):
        world[0] = states[i]
        seat = int64(seats[i])
        n = sensible(world[0], cards[0], seat, out, legal(world[0], cards[0], seat, out))
        chosen = int64(out[0])
        if n > 1:
            chosen, _, noise[i] = quick_choice(
                world, cards[0], seat, tries, plies, out, more, n, chance.noise(int64(noise[i]))
            )
        actions[i] = chosen
