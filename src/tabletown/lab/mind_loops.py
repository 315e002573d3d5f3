"""Kernels that play whole games for the lab with a mind in some seats, bound to a title like `native_loops.py`.

The mind plays as the bot `reflex` does: one look, and the action that it likes best, or one by its odds where seats
decide in secret at once. Seats without it are played by the native policies.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.playout import WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.loops import NOISE_AT
from tabletown.engine.state import first_seat
from tabletown.lab.native_loops import NOBODY

if TYPE_CHECKING:
    from tabletown.bots.minds.reflex_policy import reflex_choice
    from tabletown.engine.loops import act, begin
    from tabletown.lab.native_loops import make_move, store_if_new, store_snapshot


@kernel
def play_game(
    world: Any, raw: Any, cards: Any, blank: Any, key: Any, players: int, options: int, tries: Any, plies: int,
    out: Any, more: Any, snapshots: Any, n: int, points: Any, actors: Any, powers: Any, logits: Any, standing: Any,
    table: Any, kinds: Any, described: Any, row: Any, indices: Any, values: Any, weights: Any, biases: Any, plan: Any,
    sums: Any, activations: Any,
) -> int:  # fmt: skip
    """Play one game like `native_loops.play_game`; the mind plays the seats whose `tries` are below 0."""
    begin(world, WORLD, cards, blank, key, players, options)
    x, first = np.int64(chance.word(key, NOISE_AT)) | 1, n
    while world[WORLD].ended == 0:
        seat = first_seat(int64(world[WORLD].waiting))
        n = store_if_new(snapshots, first, n, world, cards[0], seat, points, actors)
        if n < 0:
            return -1
        if tries[seat] < 0:
            chosen, x = reflex_choice(
                world, raw, cards[0], seat, out, powers, x, logits, standing, table, kinds, described, row, indices,
                values, weights, biases, plan, sums, activations,
            )  # fmt: skip
            act(world[WORLD], cards[0], seat, chosen)
        else:
            x = make_move(world, cards[0], seat, int64(tries[seat]), plies, out, more, x)
    store_snapshot(snapshots, n, world, cards[0], int64(NOBODY), points, actors)
    return n + 1


@kernel
def play_games(
    world: Any, cards: Any, blank: Any, keys: Any, players: int, options: int, tries: Any, plies: int, out: Any,
    more: Any, snapshots: Any, points: Any, actors: Any, ends: Any, raw: Any, powers: Any, logits: Any, standing: Any,
    table: Any, kinds: Any, described: Any, row: Any, indices: Any, values: Any, weights: Any, biases: Any, plan: Any,
    sums: Any, activations: Any,
) -> int:  # fmt: skip
    """Play games like `native_loops.play_games`, with the mind in the seats whose `tries` are below 0."""
    n = 0
    for g in range(len(keys)):
        after = play_game(
            world, raw, cards, blank, keys[g], players, options, tries[g], plies, out, more, snapshots, n, points,
            actors, powers, logits, standing, table, kinds, described, row, indices, values, weights, biases, plan,
            sums, activations,
        )  # fmt: skip
        if after < 0:
            return g
        n = after
        ends[g] = n
    return len(keys)
