"""Stars and the final ranking (PL-44, 61, 62), and where the stars of a lane come from."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules.lane import links, printed_stars, stars, total, uncovered_slots


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """The stars of every lane (PL-44)."""
    for seat in range(state.players):
        out[seat] = stars(state, cards, seat)


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """The place of each seat: by stars, then buildings, then pennies in hand, else shared (PL-61, 62)."""
    for seat in range(state.players):
        place = 1
        for other in range(state.players):
            ahead = points[other] - points[seat]
            if ahead == 0:
                ahead = int64(state.length[other]) - int64(state.length[seat])
            if ahead == 0:
                ahead = int64(state.pennies[other]) - int64(state.pennies[seat])
            if ahead > 0:
                place += 1
        out[seat] = place


def sheet(position: Position) -> list[tuple[str, list[int]]]:
    """Where the stars of every lane come from."""
    state, cards = position.state, record(position.cards.data)
    seats = range(position.players)
    return [
        ("Printed stars", [int(printed_stars(state, cards, seat)) for seat in seats]),
        ("Effects", [int(total(state, cards, seat, s.STAR, 0)) for seat in seats]),
        ("Uncovered slots", [int(uncovered_slots(state, cards, seat)) for seat in seats]),
        ("Point links", [int(links(state, cards, seat, s.POINT)) for seat in seats]),
    ]
