"""Tracks and the score track: stepping, hopping, lines (PS-48 to 59).

Constants are handed to kernels as `int64(...)`: Numba compiles a function anew for every constant that it is given.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s


@kernel
def score(state: Any, seat: int, points: int, source: int) -> None:
    """Move the score marker, one step per point, hopping over the others (PS-58)."""
    state.points[seat, source] += points
    at = int64(state.score[seat])
    for _ in range(points):
        at += 1
        other = 0
        while other < state.players:  # every hop may meet another marker, so look again
            if other != seat and state.score[other] == at:
                at += 1
                other = 0
            else:
                other += 1
    state.score[seat] = at


@kernel
def occupied(state: Any, seat: int, track: int, space: int) -> bool:
    """Whether another player's meeple stands there (PS-49)."""
    for other in range(state.players):
        if other != seat and state.track[other, track] == space:
            return True
    return False


@kernel
def step_up(state: Any, cards: Any, seat: int, track: int) -> None:
    """One step, hopping over occupied spaces; lines and the end score at once (PS-48 to 53, 56)."""
    end = int64(cards.track_end)
    space = int64(state.track[seat, track])
    if space == end:
        return
    space += 1
    while space < end and occupied(state, seat, track, space):
        space += 1
    state.track[seat, track] = space
    crossed = 0
    for k in range(cards.lines):
        if state.paid[seat, track] < cards.line[k] and cards.line[k] <= space:
            state.paid[seat, track] = cards.line[k]
            crossed += 1
    if crossed > 0:
        score(state, seat, crossed, s.BY_LINES)
    if space == end and state.ended_by[track] == s.NONE:
        state.ended_by[track] = seat
        score(state, seat, int64(cards.end_points), s.BY_ENDS)


@kernel
def advance(state: Any, cards: Any, seat: int, track: int, steps: int) -> None:
    """Several steps, one after the other; those beyond the end are lost (PS-48, 50)."""
    for _ in range(steps):
        step_up(state, cards, seat, track)


@kernel
def decline(state: Any, seat: int, track: int, steps: int) -> None:
    """Steps down, hopping; on 0 nothing happens, and no points are lost (PS-54, 55)."""
    space = int64(state.track[seat, track])
    for _ in range(steps):
        if space > 0:
            space -= 1
            while space > 0 and occupied(state, seat, track, space):
                space -= 1
            state.track[seat, track] = space


@kernel
def gain(state: Any, cards: Any, seat: int, card: int) -> None:
    """The printed gains of a building: profit, then prestige, then population (PS-27)."""
    for track in range(s.TRACKS):
        advance(state, cards, seat, track, int64(cards.gain[card, track]))


@kernel
def hinder(state: Any, seat: int, track: int, steps: int) -> None:
    """Every opponent declines, in turn order from the left (5.4)."""
    players = int64(state.players)
    for i in range(1, players):
        decline(state, (seat + i) % players, track, steps)


@kernel
def open_tracks(state: Any, cards: Any, seat: int) -> int:
    """A bit mask of the tracks on which a step is possible (PS-57)."""
    mask = 0
    for track in range(s.TRACKS):
        if state.track[seat, track] < cards.track_end:
            mask |= 1 << track
    return mask


@kernel
def lowest(state: Any, seat: int) -> int:
    """The position on the lowest track."""
    low = int64(state.track[seat, 0])
    for track in range(1, s.TRACKS):
        low = min(low, int64(state.track[seat, track]))
    return low


@kernel
def lowest_tracks(state: Any, cards: Any, seat: int) -> int:
    """A bit mask of the tracks that are lowest, if a step is possible there (5.3)."""
    low = lowest(state, seat)
    mask = 0
    for track in range(s.TRACKS):
        if state.track[seat, track] == low and low < cards.track_end:
            mask |= 1 << track
    return mask
