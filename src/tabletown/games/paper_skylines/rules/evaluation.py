"""How good a position of Paper Skylines is for a seat (`evaluate`): quick, for the greedy bot and for playouts."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.claims import claimable
from tabletown.games.paper_skylines.rules.sets import hand_size

# Weights in points. Roofs are actions for the rest of the game, hand cards pay for more of them, and both are worth
# nothing at the end; a step is worth a part of the next line.
STEP = 0.26
CARD = 0.34
TOP = 0.42
ICON = 0.12
OPEN_CLAIM = 0.75  # of the stars of an achievement that only has to be claimed
EXTRA_ACTION = 0.8
BY_LEVEL = (1.0, 1.0, 0.9, 0.55)


@kernel
def outlook(state: Any, cards: Any, seat: int) -> float:
    """What a seat's score, tracks, city and hand promise, in points."""
    value = 1.0 * state.score[seat]
    for track in range(s.TRACKS):
        value += STEP * state.track[seat, track]
    engine = 0.0
    for slot in range(int64(state.slots[seat])):
        card = int64(state.top[seat, slot])
        if card < s.BUILDINGS:
            engine += TOP * int64(cards.level[card])
        if card != s.NONE:
            engine += ICON * int64(state.height[seat, slot])
    hand = 0
    for level in range(s.LEVELS):
        hand += int64(state.hand_levels[seat, level]) * (2 + level)
    size = hand_size(state, seat)
    engine += CARD * (0.25 * hand + 0.5 * min(size, 6))
    if state.current == seat:
        engine += 0.5 * CARD * (int64(state.held) < s.BUILDINGS) - CARD * int64(state.price)
        engine += EXTRA_ACTION * int64(state.actions_left)
    if state.ended == 0:
        value += engine * BY_LEVEL[int64(state.level) - 1]
    if state.ended == 0 and state.phase != s.CITY:  # a seat without a city has nothing to count
        open_claims = claimable(state, cards, seat)
        for achievement in range(s.ACHIEVEMENTS):
            if (open_claims >> achievement) & 1:
                value += OPEN_CLAIM * int64(cards.stars[achievement])
    return value


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """Points ahead of the best opponent, counting what is certain now."""
    best = -1e9
    for other in range(int64(state.players)):
        if other != seat:
            best = max(best, outlook(state, cards, other))
    return outlook(state, cards, seat) - best
