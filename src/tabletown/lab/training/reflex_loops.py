"""Kernels that play whole games with a mind, one look per decision, bound to a title like `engine/loops.py`."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.minds.network_kernel import logit
from tabletown.bots.playout import WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.loops import NOISE_AT
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.bots.minds.looking import liked_best
    from tabletown.bots.playout import win_shares
    from tabletown.engine.contract import legal, sensible
    from tabletown.engine.loops import act, begin


@kernel
def play_games(
    keys: Any, players: int, options: int, cards: Any, blank: Any, states: Any, raw: Any, out: Any, points: Any,
    places: Any, logits: Any, seats: Any, plies: Any, lengths: Any, foreseen: Any, results: Any, standing: Any,
    table: Any, kinds: Any, described: Any, row: Any, indices: Any, floats: Any, weights: Any, biases: Any, plan: Any,
    sums: Any, activations: Any,
) -> None:  # fmt: skip
    """Play the games with the seeds `keys`: every seat does what the mind likes best.

    Of each game one decision is kept, any with the same chance: its seat, its ply, and the logits of all seats' chances
    (`foreseen`, relative to that seat). `lengths` gets the plies of the whole game, `results` the seats' shares of the
    victory.
    """
    for g in range(len(keys)):
        begin(states, WORLD, cards, blank, keys[g], players, options)
        x = np.int64(chance.word(keys[g], NOISE_AT)) | 1
        decisions = 0
        while states[WORLD].ended == 0:
            seat = first_seat(int64(states[WORLD].waiting))
            n = sensible(states[WORLD], cards[0], seat, out, legal(states[WORLD], cards[0], seat, out))
            chosen = liked_best(
                states, raw, cards[0], seat, out, n, logits, standing, table, kinds, described, row, indices, floats,
                weights, biases, plan, sums, activations,
            )  # fmt: skip
            if n > 1:
                decisions += 1
                x = chance.noise(x)
                if (x * decisions) >> 32 == 0:  # with a chance of one in so many: all decisions are equally likely
                    seats[g] = seat
                    plies[g] = states[WORLD].ply
                    for r in range(players):
                        foreseen[g, r] = logit(weights, biases, plan, len(plan) - 1, activations, r)
            act(states[WORLD], cards[0], seat, chosen)
        lengths[g] = states[WORLD].ply
        win_shares(states[WORLD], cards[0], points, places, results[g])
