"""The quick policy: the best of a few random moves by the title's `evaluate`, bound to a title like `playout.py`.

The lab plays whole games of it, training learns from it, and vector environments have it as an opponent.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.playout import REAL, TIES, TRIAL, WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.bots.playout import finish_move, noise_unit, redeterminize
    from tabletown.engine.contract import evaluate
    from tabletown.engine.loops import act


@kernel
def quick_choice(
    world: Any, cards: Any, seat: int, tries: int, plies: int, out: Any, more: Any, n: int, x: int
) -> tuple[int, int, int]:
    """Choose a quick move among `n` actions in `out`: its first ply, the noise that completes it, and the next noise.

    A quick move is the best of a few random series of the seat's plies, up to the point where something is revealed.
    They are tried in a random world that the seat cannot tell from this one, so the choice does not depend on anything
    hidden. A series is kept as the noise that made it: the choices depend on the seat's view alone, so the same noise
    makes the same series here.
    """
    reveals = int64(world[WORLD].reveals)
    x = chance.noise(x)
    redeterminize(world, cards, seat, x)
    best, chosen, completion = -np.inf, int64(out[0]), x
    for k in range(tries):
        x = chance.noise(x)
        first = int64(out[k % n] if n <= tries else out[(x * n) >> 32])
        world[TRIAL] = world[WORLD]
        act(world[TRIAL], cards, seat, first)
        start = x
        x = chance.noise(finish_move(world[TRIAL], cards, seat, reveals, plies, more, x))
        value = evaluate(world[TRIAL], cards, seat) + TIES * noise_unit(x)
        if value > best:
            best, chosen, completion = value, first, start
    world[WORLD] = world[REAL]
    return chosen, completion, x
