"""Scores, the final ranking (PS-78 to 80), and where the points came from."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.engine.position import Position
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.city import buildings, tallest

SOURCES = {
    s.BY_LINES: "Lines of the tracks",
    s.BY_ENDS: "First at the end of a track",
    s.BY_CLAIMS: "Achievements",
    s.BY_EFFECTS: "Effects of cards",
    s.BY_AWARDS: "Awards",
    s.BY_CHIPS: "Chips",
}


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """The places of the score markers (PS-58)."""
    for seat in range(int64(state.players)):
        out[seat] = state.score[seat]


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    """The place of each seat: by points, then tallest building, then buildings, else shared (PS-78, 79)."""
    for seat in range(int64(state.players)):
        place = 1
        for other in range(int64(state.players)):
            ahead = points[other] - points[seat]
            if ahead == 0:
                ahead = tallest(state, other) - tallest(state, seat)
            if ahead == 0:
                ahead = buildings(state, other) - buildings(state, seat)
            if ahead > 0:
                place += 1
        out[seat] = place


def sheet(position: Position) -> list[tuple[str, list[int]]]:
    """Where every seat's points came from; what hopping on the score track added is its own line."""
    state, seats = position.state, range(position.players)
    rows = [(name, [int(state.points[seat, source]) for seat in seats]) for source, name in SOURCES.items()]
    if state.options & s.SEAT_HANDICAP:
        rows.append(("Handicap", [int(state.points[seat, s.BY_HANDICAP]) for seat in seats]))
    hopped = [int(state.score[seat]) - int(state.points[seat].sum()) for seat in seats]
    return [*rows, ("Hopping over others", hopped)]
