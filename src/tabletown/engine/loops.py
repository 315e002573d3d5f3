"""Native loops over a title's rules, written once for all titles.

Numba caches no function that takes functions as arguments, so this module is a template: `title.py` executes it once
for every title, with that title's kernels under the names of `contract.py`. The loops take arrays of states and an
index, never single records: passing a record from Python takes longer than the rules.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.engine.contract import apply, evaluate, hide, legal, ranking, resample, scores, sensible, setup

NOISE_AT = np.uint64(1 << 63)  # counter in a game's random stream where the playout's noise begins; no game gets there


@kernel
def begin(states: Any, i: int, cards: Any, blank: Any, key: Any, players: int, options: int) -> None:
    """Set up game `i` from the seed `key`."""
    states[i] = blank[0]
    state = states[i]
    state.players = players
    state.options = options
    chance.seed(state, key)
    setup(state, cards[0])


@kernel
def act(state: Any, cards: Any, seat: int, action: int) -> None:
    """Apply a legal action and count the ply."""
    apply(state, cards, seat, action)
    state.ply += 1


@kernel
def step(states: Any, i: int, cards: Any, seat: int, action: int) -> None:
    """Apply a legal action to game `i`."""
    act(states[i], cards[0], seat, action)


@kernel
def moves(states: Any, i: int, cards: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a waiting seat in game `i` to `out`; returns how many."""
    return legal(states[i], cards[0], seat, out)


@kernel
def sensible_moves(states: Any, i: int, cards: Any, seat: int, out: Any) -> int:
    """Write the actions worth considering of a waiting seat in game `i` to `out`; returns how many."""
    return sensible(states[i], cards[0], seat, out, legal(states[i], cards[0], seat, out))


@kernel
def points(states: Any, i: int, cards: Any, out: Any, places: Any) -> None:
    """Write every seat's points and place in game `i`."""
    scores(states[i], cards[0], out)
    ranking(states[i], cards[0], out, places)


@kernel
def view(states: Any, i: int, cards: Any, seat: int) -> None:
    """Turn state `i` into the seat's view of it, in place."""
    states[i].rng[0] = 0
    states[i].rng[1] = 0
    hide(states[i], cards[0], seat)


@kernel
def imagine(states: Any, i: int, cards: Any, seat: int, key: Any) -> None:
    """Fill a seat's view with a random world that agrees with it, in place; `key` is the seed."""
    chance.seed(states[i], key)
    resample(states[i], cards[0], seat)


@kernel
def worth(states: Any, i: int, cards: Any, seat: int) -> float:
    """The title's evaluation of game `i` for a seat."""
    return evaluate(states[i], cards[0], seat)


@kernel
def play_out(state: Any, cards: Any, out: Any, x: int) -> int:
    """Play a game to its end with uniformly random legal actions; returns the next noise."""
    while state.ended == 0:
        seat = first_seat(state.waiting)
        n = legal(state, cards, seat, out)
        x = chance.noise(x)
        act(state, cards, seat, int64(out[(x * n) >> 32]))
    return x


@kernel
def random_game(states: Any, i: int, cards: Any, blank: Any, key: Any, players: int, options: int, out: Any) -> None:
    """Play a whole random game, which depends on its seed alone."""
    begin(states, i, cards, blank, key, players, options)
    x = np.int64(chance.word(key, NOISE_AT)) | 1
    play_out(states[i], cards[0], out, x)


@kernel
def random_games(
    states: Any, cards: Any, blank: Any, seed: int, games: int, players: int, options: int, out: Any
) -> int:
    """Play random games with the seeds seed, seed+1, ... in the slots of `states` in turn; returns the plies made."""
    plies = 0
    slots = len(states)
    for g in range(games):
        random_game(states, g % slots, cards, blank, np.uint64(seed + g), players, options, out)
        plies += states[g % slots].ply
    return plies


@kernel
def begin_all(
    states: Any, cards: Any, blank: Any, keys: Any, players: int, options: int, seats: Any, masks: Any, out: Any
) -> None:
    """Set up a game in every slot; write the seat to act and the mask of its legal actions."""
    for i in range(len(states)):
        begin(states, i, cards, blank, keys[i], players, options)
        offer(states[i], cards[0], i, seats, masks, out)


@kernel
def step_all(states: Any, cards: Any, actions: Any, seats: Any, masks: Any, out: Any) -> int:
    """Apply one action per game and write the next masks; returns how many actions were illegal and not applied.

    `seats[i]` is the seat to act in game i (-1 once it is over), `masks[i, a]` is 1 where action a is legal for it.
    Finished games do not change.
    """
    refused = 0
    for i in range(len(states)):
        if states[i].ended != 0:
            continue
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            refused += 1
            continue
        act(states[i], cards[0], int64(seats[i]), int64(action))
        offer(states[i], cards[0], i, seats, masks, out)
    return refused


@kernel
def offer(state: Any, cards: Any, i: int, seats: Any, masks: Any, out: Any) -> None:
    """Write the seat to act and the mask of its legal actions as row `i`."""
    row = masks[i]
    row[:] = 0
    if state.ended != 0:
        seats[i] = -1
        return
    seats[i] = first_seat(state.waiting)
    for k in range(legal(state, cards, int64(seats[i]), out)):
        row[out[k]] = 1


@kernel
def replay(states: Any, i: int, cards: Any, seats: Any, actions: Any, out: Any) -> int:
    """Apply a list of plies to game `i`; returns the index of the first illegal one, or their number."""
    state = states[i]
    for p in range(len(actions)):
        if state.ended != 0 or (state.waiting >> seats[p]) & 1 == 0:
            return p
        n = legal(state, cards[0], int64(seats[p]), out)
        found = False
        for k in range(n):
            found = found or out[k] == actions[p]
        if not found:
            return p
        act(state, cards[0], int64(seats[p]), int64(actions[p]))
    return len(actions)
