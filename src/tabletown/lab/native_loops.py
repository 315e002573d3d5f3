"""Kernels that play whole games for the lab, many in one call, bound to a title like `engine/loops.py`.

Every seat plays uniformly at random or makes quick moves: the best of a few random moves by the title's `evaluate`. A
snapshot of the state is kept whenever another seat is to act or something was revealed: enough to say later who was
ahead when, which cards were on offer, and who took them. All of that depends on a game's seed alone.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.playout import WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.loops import NOISE_AT
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.bots.playout import finish_move
    from tabletown.bots.quick_policy import quick_choice
    from tabletown.engine.contract import legal, scores, sensible
    from tabletown.engine.loops import act, begin

NOBODY = -1


@kernel
def store_snapshot(snapshots: Any, n: int, world: Any, cards: Any, seat: int, points: Any, actors: Any) -> None:
    """Store snapshot `n`: the state, every seat's points, and the seat to act."""
    snapshots[n] = world[WORLD]
    scores(world[WORLD], cards, points[n])
    actors[n] = seat


@kernel
def store_if_new(
    snapshots: Any, first: int, n: int, world: Any, cards: Any, seat: int, points: Any, actors: Any
) -> int:
    """Store snapshot `n` if another seat is to act than in the one before, or something was revealed since then.

    `first` is the first snapshot of the game. Returns the index after the last; -1 if `snapshots` is too small.
    """
    if n > first and actors[n - 1] == seat and snapshots[n - 1].reveals == world[WORLD].reveals:
        return n
    if n + 1 >= len(snapshots):  # one more is for the end
        return -1
    store_snapshot(snapshots, n, world, cards, seat, points, actors)
    return n + 1


@kernel
def make_move(world: Any, cards: Any, seat: int, tries: int, plies: int, out: Any, more: Any, x: int) -> int:
    """Make a move of the seat in the state WORLD, a random ply if `tries` is 0, else a quick move; returns noise."""
    n = legal(world[WORLD], cards, seat, out)
    if tries > 0:
        n = sensible(world[WORLD], cards, seat, out, n)
    if n == 1 or tries == 0:
        x = chance.noise(x)
        act(world[WORLD], cards, seat, int64(out[(x * n) >> 32]))
        return x
    reveals = int64(world[WORLD].reveals)
    chosen, completion, x = quick_choice(world, cards, seat, tries, plies, out, more, n, x)
    act(world[WORLD], cards, seat, chosen)
    finish_move(world[WORLD], cards, seat, reveals, plies, more, completion)
    return x


@kernel
def play_game(
    world: Any, cards: Any, blank: Any, key: Any, players: int, options: int, tries: Any, plies: int, out: Any,
    more: Any, snapshots: Any, n: int, points: Any, actors: Any,
) -> int:  # fmt: skip
    """Play one game and store its snapshots from `n` on, the last one of its end; returns the index after the last.

    Returns -1 if `snapshots` is too small.
    """
    begin(world, WORLD, cards, blank, key, players, options)
    x, first = np.int64(chance.word(key, NOISE_AT)) | 1, n
    while world[WORLD].ended == 0:
        seat = first_seat(int64(world[WORLD].waiting))
        n = store_if_new(snapshots, first, n, world, cards[0], seat, points, actors)
        if n < 0:
            return -1
        x = make_move(world, cards[0], seat, int64(tries[seat]), plies, out, more, x)
    store_snapshot(snapshots, n, world, cards[0], int64(NOBODY), points, actors)
    return n + 1


@kernel
def play_games(
    world: Any, cards: Any, blank: Any, keys: Any, players: int, options: int, tries: Any, plies: int, out: Any,
    more: Any, snapshots: Any, points: Any, actors: Any, ends: Any,
) -> int:  # fmt: skip
    """Play the games with the seeds `keys` until `snapshots` is full; returns how many were finished.

    `tries[g, seat]` says how a seat plays game g, `ends[g]` the index after its last snapshot.
    """
    n = 0
    for g in range(len(keys)):
        after = play_game(
            world, cards, blank, keys[g], players, options, tries[g], plies, out, more, snapshots, n, points, actors
        )
        if after < 0:
            return g
        n = after
        ends[g] = n
    return len(keys)
