"""Playout (rollout) kernels of the search, bound to a title like `engine/loops.py`: quick moves, then values by seat.

What a rulebook calls one decision is often several plies (a card, then its site). So a quick move is a whole series of
a seat's plies, up to the point where something is revealed or another seat acts. The seat tries a few random series and
takes the one that the title's `evaluate` rates best.

Where seats decide at the same time, a seat must not see what the others have chosen. It then decides ply by ply, in a
random world that it cannot tell from this one.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.lookahead import move_continues
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.engine.contract import apply, evaluate, hide, legal, ranking, resample, scores, sensible

WORLD, TRIAL, BEST, VIEW, REAL = range(5)  # indices of the states of a search thread
STATES = 5
MARGIN = 0.05  # share of the lead in the value of a finished game, so that a lost game is still played well
TIES = 1e-6  # noise that decides between equals
LEAST_SLOPE, MOST_SLOPE = 0.03, 2.0
MOST_MOVES = 2000  # limit for a game that is played to its end


@kernel
def noise_unit(x: int) -> float:
    """A value of `chance.noise` as a number from 0 to 1."""
    return x / 4294967296.0


@kernel
def ply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Apply a legal action and count the ply."""
    apply(state, cards, seat, action)
    state.ply += 1


@kernel
def finish_move(state: Any, cards: Any, seat: int, reveals: int, plies: int, out: Any, x: int) -> int:
    """Make random plies of the seat until its move ends, `plies` at most; returns the next noise.

    Plies of which only one is worth considering, although others are legal, do not count.
    """
    while plies > 0 and move_continues(state, seat, reveals):
        choices = legal(state, cards, seat, out)
        n = sensible(state, cards, seat, out, choices)
        if n > 1 or choices == 1:
            plies -= 1
        x = chance.noise(x)
        ply(state, cards, seat, int64(out[(x * n) >> 32]))
    return x


@kernel
def estimate_action(
    states: Any, cards: Any, seat: int, action: int, tries: int, plies: int, out: Any, more: Any, x: int
) -> float:
    """Estimate an action: the best evaluation of a few moves that begin with it. Overwrites TRIAL and BEST."""
    reveals = int64(states[WORLD].reveals)
    states[BEST] = states[WORLD]
    ply(states[BEST], cards, seat, action)
    if not move_continues(states[BEST], seat, reveals):
        return evaluate(states[BEST], cards, seat)
    n = sensible(states[BEST], cards, seat, out, legal(states[BEST], cards, seat, out))
    best = -np.inf
    for k in range(min(n, tries)):
        if n > tries:
            x = chance.noise(x)
        second = int64(out[k] if n <= tries else out[(x * n) >> 32])
        states[TRIAL] = states[BEST]
        ply(states[TRIAL], cards, seat, second)
        if move_continues(states[TRIAL], seat, reveals):
            x = finish_move(states[TRIAL], cards, seat, reveals, plies, more, chance.noise(x))
        best = max(best, evaluate(states[TRIAL], cards, seat))
    return best


@kernel
def is_sealed(state: Any, sealed: int) -> bool:
    """Whether seats decide at the same time.

    Several seats are waiting, or several were when `reveals` had the value `sealed` and nothing was revealed since.
    """
    waiting = int64(state.waiting)
    return waiting & (waiting - 1) != 0 or state.reveals == sealed


@kernel
def redeterminize(states: Any, cards: Any, seat: int, x: int) -> None:
    """Replace the state WORLD by a random one that the seat cannot tell from it; REAL keeps the original."""
    states[REAL] = states[WORLD]
    chance.seed(states[WORLD], np.uint64(x))
    hide(states[WORLD], cards, seat)
    resample(states[WORLD], cards, seat)


@kernel
def sealed_ply(states: Any, cards: Any, seat: int, tries: int, plies: int, out: Any, more: Any, x: int) -> int:
    """Make one ply without seeing what others chose: the first of the best of a few moves; returns the next noise."""
    n = sensible(states[WORLD], cards, seat, out, legal(states[WORLD], cards, seat, out))
    chosen = int64(out[0])
    if n > 1:
        x = chance.noise(x)
        redeterminize(states, cards, seat, x)
        best = -np.inf
        for k in range(min(n, tries)):
            x = chance.noise(x)
            action = int64(out[k] if n <= tries else out[(x * n) >> 32])
            states[TRIAL] = states[WORLD]
            ply(states[TRIAL], cards, seat, action)
            x = finish_move(states[TRIAL], cards, seat, int64(states[WORLD].reveals), plies, more, chance.noise(x))
            value = evaluate(states[TRIAL], cards, seat) + TIES * noise_unit(x)
            if value > best:
                best, chosen = value, action
        states[WORLD] = states[REAL]
    ply(states[WORLD], cards, seat, chosen)
    return x


@kernel
def quick_move(states: Any, cards: Any, seat: int, tries: int, plies: int, out: Any, more: Any, x: int) -> int:
    """Make the best of a few random moves of the seat in the state WORLD; returns the next noise."""
    reveals = int64(states[WORLD].reveals)
    n = sensible(states[WORLD], cards, seat, out, legal(states[WORLD], cards, seat, out))
    if n == 1 or tries == 1:
        x = chance.noise(x)
        ply(states[WORLD], cards, seat, int64(out[(x * n) >> 32]))
        return x
    best = -np.inf
    for k in range(tries if tries >= 2 * n else min(n, tries)):
        x = chance.noise(x)
        first = int64(out[k % n] if n <= tries else out[(x * n) >> 32])
        states[TRIAL] = states[WORLD]
        ply(states[TRIAL], cards, seat, first)
        if move_continues(states[TRIAL], seat, reveals):
            x = finish_move(states[TRIAL], cards, seat, reveals, plies, more, x)
        x = chance.noise(x)
        value = evaluate(states[TRIAL], cards, seat) + TIES * noise_unit(x)
        if value > best:
            best = value
            states[BEST] = states[TRIAL]
    states[WORLD] = states[BEST]
    return x


@kernel
def play_on(
    states: Any, cards: Any, sealed: int, moves: int, tries: int, plies: int, out: Any, more: Any, x: int
) -> int:
    """Make `moves` quick moves of the seats to act, fewer if the game ends; for `sealed` see `is_sealed`."""
    for _ in range(moves):
        if states[WORLD].ended != 0:
            break
        seat = first_seat(int64(states[WORLD].waiting))
        if is_sealed(states[WORLD], sealed):
            sealed = int64(states[WORLD].reveals)
            x = sealed_ply(states, cards, seat, tries, plies, out, more, x)
        else:
            x = quick_move(states, cards, seat, tries, plies, out, more, x)
    return x


@kernel
def win_chances(state: Any, cards: Any, slope: float, leads: Any, values: Any) -> None:
    """Write every seat's evaluation to `leads` and its chance to win to `values`: a softmax, which adds up to 1."""
    most = -np.inf
    for seat in range(int64(state.players)):
        leads[seat] = evaluate(state, cards, seat)
        most = max(most, leads[seat])
    total = 0.0
    for seat in range(int64(state.players)):
        values[seat] = np.exp(slope * (leads[seat] - most))
        total += values[seat]
    for seat in range(int64(state.players)):
        values[seat] /= total


@kernel
def win_shares(state: Any, cards: Any, points: Any, places: Any, values: Any) -> None:
    """Write the result of a finished game: 1 for the winner, shared if several won."""
    scores(state, cards, points)
    ranking(state, cards, points, places)
    winners = 0
    for seat in range(int64(state.players)):
        winners += places[seat] == 1
    for seat in range(int64(state.players)):
        values[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@kernel
def state_values(state: Any, cards: Any, slope: float, points: Any, places: Any, leads: Any, values: Any) -> None:
    """Write the value of a state for every seat: the result of a finished game, else the chances to win."""
    win_chances(state, cards, slope, leads, values)
    if state.ended != 0:
        for seat in range(int64(state.players)):
            leads[seat] = values[seat]
        win_shares(state, cards, points, places, values)
        for seat in range(int64(state.players)):
            values[seat] += MARGIN * (leads[seat] - values[seat])


@kernel
def learn_slope(
    states: Any, cards: Any, slope: float, weight: float, tries: int, plies: int, out: Any, more: Any, x: int,
    points: Any, places: Any, leads: Any, values: Any,
) -> tuple[float, float, int]:  # fmt: skip
    """Play the state WORLD to its end and learn how much a lead is worth (one step of logistic regression).

    One point of lead adds `slope` to the logarithm of the chance to win; `weight` is the weight of what was learned
    before. Returns the new slope, the new weight and the next noise.
    """
    if states[WORLD].ended != 0:
        return slope, weight, x
    win_chances(states[WORLD], cards, slope, leads, values)
    mean = 0.0
    for seat in range(int64(states[WORLD].players)):
        mean += values[seat] * leads[seat]
    spread = 0.0
    for seat in range(int64(states[WORLD].players)):
        spread += values[seat] * (leads[seat] - mean) ** 2
    x = play_on(states, cards, -1, MOST_MOVES, tries, plies, out, more, x)
    if states[WORLD].ended == 0:
        return slope, weight, x
    win_shares(states[WORLD], cards, points, places, values)
    error = -mean
    for seat in range(int64(states[WORLD].players)):
        error += values[seat] * leads[seat]
    weight += spread
    slope = min(max(slope + error / weight, LEAST_SLOPE), MOST_SLOPE)
    return slope, weight, x
