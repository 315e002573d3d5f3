"""The kernel `evaluate` of a title that has none: how many points a seat is ahead of the best other seat.

It is executed once for each such title, with the title's own `scores` in its place (see `engine/contract.py`).
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.engine.kernel import kernel
from tabletown.engine.state import MAX_SEATS

if TYPE_CHECKING:
    from tabletown.engine.contract import scores


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """The lead in points over the best other seat; alone, the points."""
    points = np.zeros(MAX_SEATS, np.int32)
    scores(state, cards, points)
    if state.players == 1:
        return float(points[seat])
    best = points[(seat + 1) % state.players]
    for other in range(state.players):
        if other != seat and points[other] > best:
            best = points[other]
    return float(points[seat]) - float(best)
