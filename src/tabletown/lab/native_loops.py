"""Kernels that play whole games for the lab, many in one call, bound to a title like `engine/loops.py`.

Every seat plays uniformly at random or makes quick moves: the best of a few random moves by the title's `evaluate`. A
snapshot of the state is kept whenever another seat is to act or something was revealed: enough to say later who was
ahead when, which cards were on offer, and who took them. All of that depends on a game's seed alone.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.playout import REAL, TIES, TRIAL, WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.loops import NOISE_AT
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.bots.playout import finish_move, noise_unit, redeterminize
    from tabletown.engine.contract import evaluate, legal, scores, sensible
    from tabletown.engine.loops import act, begin

NOBODY = -1


@kernel
def store_snapshot(snapshots: Any, n: int, world: Any, cards: Any, seat: int, points: Any, actors: Any) -> None:
    """Store snapshot `n`: the state, every seat's points, and the seat to act."""
    snapshots[n] = world[WORLD]
    scores(world[WORLD], cards, points[n])
    actors[n] = seat


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
    x = np.int64(chance.word(key, NOISE_AT)) | 1
    reveals, last = int64(-1), int64(-1)
    while world[WORLD].ended == 0:
        seat = first_seat(int64(world[WORLD].waiting))
        if seat != last or world[WORLD].reveals != reveals:
            if n + 1 >= len(snapshots):
                return -1
            store_snapshot(snapshots, n, world, cards[0], seat, points, actors)
            n += 1
            last, reveals = seat, int64(world[WORLD].reveals)
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
