"""What the bot `reflex` would do at one ply of many games, bound to a title like `policy_loops.py`."""

from typing import TYPE_CHECKING, Any

from tabletown.bots.playout import WORLD
from tabletown.engine.kernel import int64, kernel
from tabletown.env.policy_loops import NOTHING

if TYPE_CHECKING:
    from tabletown.bots.minds.reflex_policy import reflex_choice


@kernel
def choose_by_mind(
    states: Any, first: int, last: int, wanted: Any, cards: Any, seats: Any, noise: Any, world: Any, out: Any,
    actions: Any, raw: Any, powers: Any, logits: Any, standing: Any, table: Any, kinds: Any, described: Any, row: Any,
    indices: Any, values: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any,
) -> None:  # fmt: skip
    """Write what the mind chooses in the slots first..last-1 to `actions`, where it is `wanted`, else NOTHING."""
    for i in range(first, last):
        chosen = NOTHING
        if wanted[i]:
            world[WORLD] = states[i]
            chosen, noise[i] = reflex_choice(
                world, raw, cards[0], int64(seats[i]), out, powers, int64(noise[i]), logits, standing, table, kinds,
                described, row, indices, values, weights, biases, plan, sums, activations,
            )  # fmt: skip
        actions[i] = chosen
