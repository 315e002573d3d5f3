"""Points: blocks on the map, and cash where they are equal (MK-53)."""

from typing import Any

import numpy as np

from tabletown.engine.kernel import int64, kernel
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import blocks
from tabletown.games.milton_keynes.rules.squares import contains, neighbour


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """Every seat's blocks."""
    for seat in range(int64(state.players)):
        out[seat] = int64(state.blocks[seat])


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """Most blocks, then most cash; still equal, they share (MK-53). Cash counts at the end, when all of it is open."""
    for seat in range(int64(state.players)):
        out[seat] = 1
        for other in range(int64(state.players)):
            ahead = points[other] > points[seat]
            if points[other] == points[seat] and state.ended:
                ahead = state.cash[other] > state.cash[seat]
            if ahead:
                out[seat] += 1


def sheet(position: Position) -> list[tuple[str, list[int]]]:
    """Where every seat's blocks come from: inside its buildings, on the river, by the marsh, beside neighbours."""
    state, cards = position.state, record(position.cards.data)
    rows = {name: [0] * position.players for name in ("Inside buildings", "River", "Marsh", "Neighbours")}
    for plot in np.flatnonzero(state.owner != s.NONE):
        seat = int(state.owner[plot])
        for direction in range(4):
            other = int(neighbour(int(plot), direction))
            if other < 0:
                continue
            earned = int(blocks.wall(state, cards, int(plot), other))
            if state.owner[other] != s.NONE:
                same = state.anchor[other] == state.anchor[plot]
                rows["Inside buildings" if same else "Neighbours"][seat] += earned
            elif contains(state.river, other):
                rows["River"][seat] += earned
            else:
                rows["Marsh"][seat] += earned
    return list(rows.items())
