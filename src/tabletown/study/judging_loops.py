"""Kernels that judge positions with a mind, bound to a title like `engine/loops.py`."""

from typing import TYPE_CHECKING, Any

from tabletown.bots.playout import REAL, WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.bots.minds.looking import chances, look_as
    from tabletown.bots.playout import ply, win_shares
    from tabletown.engine.contract import resample

LEAST_SHARE = 1e-9


@kernel
def judge(
    states: Any, raw: Any, cards: Any, points: Any, places: Any, standing: Any, table: Any, kinds: Any, described: Any,
    row: Any, indices: Any, floats: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any,
    lengths: Any, temperatures: Any, powers: Any, logits: Any, shares: Any, looked: Any, values: Any,
) -> None:  # fmt: skip
    """Write every seat's chance to win in the state WORLD: each as that seat sees it, made to add up to 1."""
    if states[WORLD].ended != 0:
        win_shares(states[WORLD], cards[0], points, places, values)
        return
    players, ply_number = int64(states[WORLD].players), int64(states[WORLD].ply)
    total = 0.0
    for seat in range(players):
        look_as(
            states, raw, cards[0], seat, standing, table, kinds, described, row, indices, floats, weights, biases,
            plan, sums, activations,
        )  # fmt: skip
        chances(
            weights, biases, plan, activations, seat, players, ply_number, lengths, temperatures, powers, logits,
            shares, looked,
        )  # fmt: skip
        values[seat] = looked[seat]
        total += looked[seat]
    for seat in range(players):
        values[seat] /= max(total, LEAST_SHARE)


@kernel
def judge_lines(
    view: Any, seat: int, seed: Any, lines: Any, line_lengths: Any, before: Any, after: Any, states: Any, raw: Any,
    cards: Any, points: Any, places: Any, standing: Any, table: Any, kinds: Any, described: Any, row: Any,
    indices: Any, floats: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any, lengths: Any,
    temperatures: Any, powers: Any, logits: Any, shares: Any, looked: Any,
) -> None:  # fmt: skip
    """Judge worlds that agree with a seat's view, before and after each of several lines of its plies.

    `before` is worlds x seats, `after` is lines x worlds x seats. In one world all lines meet the same luck.
    """
    for w in range(len(before)):
        states[REAL] = view[0]
        chance.seed(states[REAL], seed + w)
        resample(states[REAL], cards[0], seat)
        states[WORLD] = states[REAL]
        judge(
            states, raw, cards, points, places, standing, table, kinds, described, row, indices, floats, weights,
            biases, plan, sums, activations, lengths, temperatures, powers, logits, shares, looked, before[w],
        )  # fmt: skip
        for k in range(len(lines)):
            states[WORLD] = states[REAL]
            for n in range(line_lengths[k]):
                ply(states[WORLD], cards[0], seat, int64(lines[k, n]))
            judge(
                states, raw, cards, points, places, standing, table, kinds, described, row, indices, floats, weights,
                biases, plan, sums, activations, lengths, temperatures, powers, logits, shares, looked, after[k, w],
            )  # fmt: skip
