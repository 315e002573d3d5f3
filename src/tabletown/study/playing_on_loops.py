"""Kernels that play positions to the end with a mind, one look per decision, bound to a title."""

from typing import TYPE_CHECKING, Any

from tabletown.bots.playout import REAL, WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.bots.minds.looking import liked_best
    from tabletown.bots.playout import ply, win_shares
    from tabletown.engine.contract import legal, resample, sensible


@kernel
def play_on(
    view: Any, seat: int, seed: Any, lines: Any, line_lengths: Any, results: Any, states: Any, raw: Any, cards: Any,
    out: Any, logits: Any, points: Any, places: Any, standing: Any, table: Any, kinds: Any, described: Any, row: Any,
    indices: Any, floats: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any,
) -> None:  # fmt: skip
    """Play worlds that agree with a seat's view to their end, after each of several lines of its plies.

    Every seat does what the mind likes best. `results` (lines x worlds x seats) gets the shares of the victory. In one
    world all lines meet the same luck.
    """
    for w in range(results.shape[1]):
        states[REAL] = view[0]
        chance.seed(states[REAL], seed + w)
        resample(states[REAL], cards[0], seat)
        for k in range(len(lines)):
            states[WORLD] = states[REAL]
            for n in range(line_lengths[k]):
                ply(states[WORLD], cards[0], seat, int64(lines[k, n]))
            while states[WORLD].ended == 0:
                acting = first_seat(int64(states[WORLD].waiting))
                n = sensible(states[WORLD], cards[0], acting, out, legal(states[WORLD], cards[0], acting, out))
                chosen = liked_best(
                    states, raw, cards[0], acting, out, n, logits, standing, table, kinds, described, row, indices,
                    floats, weights, biases, plan, sums, activations,
                )  # fmt: skip
                ply(states[WORLD], cards[0], acting, chosen)
            win_shares(states[WORLD], cards[0], points, places, results[k, w])
