"""Points: what the buildings of a seat are worth."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.engine.position import Position
from tabletown.engine.state import record

from .. import state as s


@kernel
def worth(state: Any, cards: Any, seat: int) -> int:
    """The points of a seat."""
    total = 0
    for kind in range(s.KINDS):
        total += int64(state.held[seat, kind]) * int64(cards.points[kind])
    return total


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """The points of every seat."""
    for seat in range(state.players):
        out[seat] = worth(state, cards, seat)


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """Most points win; a draw is shared."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if points[other] > points[seat]:
                out[seat] += 1


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """The lead in points over the best other seat."""
    best = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, worth(state, cards, other))
    return float(worth(state, cards, seat) - best)


def sheet(position: Position) -> list[tuple[str, list[int]]]:
    """The score sheet."""
    held, cards = position.state.held, record(position.cards.data)
    return [
        (building.name, [int(held[seat, kind]) * int(cards.points[kind]) for seat in range(position.players)])
        for kind, building in enumerate(position.cards.buildings)
    ]
