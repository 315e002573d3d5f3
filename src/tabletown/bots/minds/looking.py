"""Looks: what a mind makes of one seat's view, bound to a title like `engine/loops.py`."""

from typing import TYPE_CHECKING, Any

from tabletown.bots.minds.network_kernel import HEADS, forward, logit, softmax
from tabletown.bots.playout import VIEW, WORLD
from tabletown.engine.feature_kernel import clear, encode, list_nonzero
from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.engine.contract import hide, scores

THIRDS = 3
TEMPERATURE_BITS = 10  # logits of chances are multiplied by so many 1024ths


@kernel
def look(
    states: Any, i: int, raw: Any, cards: Any, seat: int, standing: Any, table: Any, kinds: Any, described: Any,
    row: Any, indices: Any, values: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any,
) -> None:  # fmt: skip
    """Look at state `i`, which is a seat's view; `activations` gets what the network makes of it.

    `raw` is the memory of the states. `standing` gets the view's points, `row` the observation, `indices` and `values`
    those of its floats that are not 0.
    """
    if standing.shape[1] > 0:
        scores(states[i], cards, standing[i])
    clear(row, 0, 0, row.shape[1])
    players = int64(states[i].players)
    encode(raw, i, table, kinds, 0, len(table), seat, players, described, standing, row, 0)
    n = list_nonzero(row, 0, indices, values, 0)
    forward(indices[0], values[0], n, weights, biases, plan, sums, activations)


@kernel
def look_as(
    states: Any, raw: Any, cards: Any, seat: int, standing: Any, table: Any, kinds: Any, described: Any, row: Any,
    indices: Any, values: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any,
) -> None:  # fmt: skip
    """Look at the state WORLD as a seat sees it; VIEW becomes what it sees."""
    states[VIEW] = states[WORLD]
    states[VIEW].rng[0] = 0
    states[VIEW].rng[1] = 0
    hide(states[VIEW], cards, seat)
    look(
        states, VIEW, raw, cards, seat, standing, table, kinds, described, row, indices, values, weights, biases, plan,
        sums, activations,
    )  # fmt: skip


@kernel
def liked_best(
    states: Any, raw: Any, cards: Any, seat: int, actions: Any, n: int, logits: Any, standing: Any, table: Any,
    kinds: Any, described: Any, row: Any, indices: Any, values: Any, weights: Any, biases: Any, plan: Any, sums: Any,
    activations: Any,
) -> int:  # fmt: skip
    """Which of `n` actions the mind likes best for a seat in the state WORLD; a single one is not looked at."""
    best = 0
    if n > 1:
        look_as(
            states, raw, cards, seat, standing, table, kinds, described, row, indices, values, weights, biases, plan,
            sums, activations,
        )  # fmt: skip
        action_logits(weights, biases, plan, activations, actions, n, logits)
        for k in range(1, n):
            if logits[k] > logits[best]:
                best = k
    return int64(actions[best])


@kernel
def action_logits(weights: Any, biases: Any, plan: Any, activations: Any, actions: Any, n: int, logits: Any) -> None:
    """Write the logits of `n` actions, after a look."""
    for k in range(n):
        logits[k] = logit(weights, biases, plan, len(plan) - HEADS, activations, int64(actions[k]))


@kernel
def chances(
    weights: Any, biases: Any, plan: Any, activations: Any, seat: int, players: int, ply: int, lengths: Any,
    temperatures: Any, powers: Any, logits: Any, shares: Any, out: Any,
) -> None:  # fmt: skip
    """Write every seat's chance to win, after a look of a seat.

    The network's logits are divided by the temperature of this number of players and third of the game: `lengths` has
    the plies of a usual game by number of players, `temperatures` the factors by number of players and third.
    """
    length = max(int64(lengths[players]), 1)
    third = min(THIRDS * ply // length, THIRDS - 1)
    factor = int64(temperatures[players, third])
    for r in range(players):
        logits[r] = (logit(weights, biases, plan, len(plan) - 1, activations, r) * factor) >> TEMPERATURE_BITS
    softmax(logits, players, powers, shares)
    for r in range(players):
        other = seat + r
        if other >= players:
            other -= players
        out[other] = shares[r]
