"""What a situation is worth to a seat: cheap, for the greedy bot and for playouts."""

from typing import Any

from tabletown.engine.kernel import int64, kernel


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """Blocks ahead of the best rival."""
    best = 0
    for other in range(int64(state.players)):
        if other != seat:
            best = max(best, int64(state.blocks[other]))
    return float(int64(state.blocks[seat]) - best)
