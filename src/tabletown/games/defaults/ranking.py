"""The kernel `ranking` of a title that has none: most points win, and equal points share a place."""

from typing import Any

from tabletown.engine.kernel import kernel


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """Places by points, 1 for the most."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if points[other] > points[seat]:
                out[seat] += 1
