"""What the bot `reflex` chooses, as kernels: one look, and the action that the mind likes best, or one by its odds.

Bound to a title like `looking.py`.
"""

from typing import TYPE_CHECKING, Any

from tabletown.bots.minds.network_kernel import odds
from tabletown.bots.minds.reflex import LIKELY
from tabletown.bots.playout import WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.bots.minds.looking import liked_best
    from tabletown.engine.contract import legal, sensible

COARSER = 14  # bits less, so that the sum of all odds times 32 bits of noise stays below 64 bits


@kernel
def likely(below: int, powers: Any) -> int:
    """The odds of an action whose logit is so far below the best; 0 for what `reflex` never draws."""
    return int64(odds(below, powers) >> COARSER) if below <= LIKELY else 0


@kernel
def drawn(logits: Any, n: int, powers: Any, x: int) -> int:
    """Which of `n` actions is drawn by its odds, with 32 bits of noise."""
    highest, total = int64(logits[0]), int64(0)
    for k in range(1, n):
        highest = max(highest, int64(logits[k]))
    for k in range(n):
        total += likely(highest - int64(logits[k]), powers)
    left, k = (x * total) >> 32, 0
    while left >= likely(highest - int64(logits[k]), powers):
        left -= likely(highest - int64(logits[k]), powers)
        k += 1
    return k


@kernel
def reflex_choice(
    world: Any, raw: Any, cards: Any, seat: int, out: Any, powers: Any, x: int, logits: Any, standing: Any, table: Any,
    kinds: Any, described: Any, row: Any, indices: Any, values: Any, weights: Any, biases: Any, plan: Any, sums: Any,
    activations: Any,
) -> tuple[int, int]:  # fmt: skip
    """What the mind does as a seat in the state WORLD, and the next noise."""
    n = sensible(world[WORLD], cards, seat, out, legal(world[WORLD], cards, seat, out))
    chosen = liked_best(
        world, raw, cards, seat, out, n, logits, standing, table, kinds, described, row, indices, values, weights,
        biases, plan, sums, activations,
    )  # fmt: skip
    waiting = int64(world[WORLD].waiting)
    if n > 1 and waiting & (waiting - 1):  # others decide at the same time
        x = chance.noise(x)
        chosen = int64(out[drawn(logits, n, powers, x)])
    return chosen, x
