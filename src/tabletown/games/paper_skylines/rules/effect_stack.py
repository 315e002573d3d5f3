"""The stack of card effects in progress: frames, each with its step, what is left of it, and repetitions (9)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.city import bonus_works, count, survey


@kernel
def push(state: Any, begin: int, times: int) -> None:
    """Begin to resolve an effect list, so many times."""
    frame = int64(state.depth)
    state.depth = frame + 1
    state.begin[frame] = begin
    state.step[frame] = begin
    state.left[frame] = s.FRESH
    state.again[frame] = times


@kernel
def finish_step(state: Any, cards: Any) -> None:
    """The step in progress is complete, or impossible: go on behind it and its block (PS-43)."""
    frame = int64(state.depth) - 1
    state.step[frame] = cards.skip[state.step[frame]]
    state.left[frame] = s.FRESH


@kernel
def finish_list(state: Any) -> None:
    """The list is at its end: once more from the beginning, or back to the list that led here."""
    frame = int64(state.depth) - 1
    state.left[frame] = s.FRESH
    state.again[frame] -= 1
    if state.again[frame] > 0:
        state.step[frame] = state.begin[frame]
        return
    state.begin[frame] = 0
    state.step[frame] = 0
    state.left[frame] = 0
    state.depth = frame


@kernel
def enter_block(state: Any, cards: Any, times: int) -> None:
    """Complete the step in progress and resolve its block, so many times."""
    step = int64(state.step[int64(state.depth) - 1])
    finish_step(state, cards)
    if times > 0 and cards.skip[step] > step + 1:
        push(state, step + 1, times)


@kernel
def amount(state: Any, cards: Any, seat: int, step: int) -> int:
    """How often a step is to be done, counted when it begins (5.2)."""
    if cards.amount[step] == s.FIXED:
        return int64(cards.high[step])
    number = count(state, cards, seat, survey(state, seat), int64(cards.amount[step]), int64(cards.amount_type[step]))
    return min(int64(cards.most[step]), number // int64(cards.divide[step]))


@kernel
def happens(state: Any, cards: Any, seat: int, event: int) -> None:
    """An event is complete: a city that waits for it, and whose card is a top card now, has its bonus (5.6)."""
    city = int64(state.city[seat])
    if cards.event[city] != event or not bonus_works(state, seat):
        return
    if event != s.ON_CLAIM:
        if state.bonus_used:
            return
        state.bonus_used = 1
    push(state, int64(cards.bonus[city]), 1)
