"""Achievements and their chips (PS-35 to 39)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.city import count, survey
from tabletown.games.paper_skylines.rules.effect_stack import happens
from tabletown.games.paper_skylines.rules.tracks import score


@kernel
def progress(states: Any, i: int, cards: Any, seat: int, out: Any) -> None:
    """Write what a seat of game `i` has of the things that each achievement counts; for drawings, in one call."""
    state, data = states[i], cards[0]
    seen = survey(state, seat)
    for n in range(s.ACHIEVEMENTS):
        out[n] = count(state, data, seat, seen, int64(data.counter[n]), int64(data.counted[n]))


@kernel
def fulfils(state: Any, cards: Any, seat: int, seen: tuple[int, int, int, int], achievement: int) -> bool:
    """Whether a city that was surveyed meets the condition of an achievement now (PS-38)."""
    counter, kind = int64(cards.counter[achievement]), int64(cards.counted[achievement])
    return count(state, cards, seat, seen, counter, kind) >= cards.needed[achievement]


@kernel
def claimable(state: Any, cards: Any, seat: int) -> int:
    """A bit mask of the achievements that a seat can claim now (PS-35)."""
    mask = 0
    seen = survey(state, seat)
    for achievement in range(s.ACHIEVEMENTS):
        if (state.claimed[seat] >> achievement) & 1 == 0 and fulfils(state, cards, seat, seen, achievement):
            mask |= 1 << achievement
    return mask


@kernel
def claim(state: Any, cards: Any, seat: int, achievement: int) -> None:
    """Stars, then the chip for the first, then the city (PS-36, 37, 39)."""
    state.claimed[seat] |= 1 << achievement
    score(state, seat, int64(cards.stars[achievement]), s.BY_CLAIMS)
    if state.chip_owner[achievement] == s.NONE:
        state.chip_owner[achievement] = seat
        state.reveals += 1
    happens(state, cards, seat, s.ON_CLAIM)
