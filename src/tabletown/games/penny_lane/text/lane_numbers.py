"""What a lane counts, for words and drawings: stars, income, citizens, links."""

from typing import NamedTuple

import numpy as np

from tabletown.engine.position import Position
from tabletown.games.penny_lane.rules import lane


class LaneNumbers(NamedTuple):
    """The numbers of a lane, in the order in which `rules.lane.show` writes them."""

    stars: int
    income: int
    citizens: int
    penny_links: int
    point_links: int
    doubling: int  # bit mask of the buildings that double their links


def lane_numbers(position: Position, seat: int) -> LaneNumbers:
    """What the lane of a seat counts now."""
    found = np.zeros(len(LaneNumbers._fields), np.int64)
    lane.show(position.states, 0, position.cards.data, seat, found)
    return LaneNumbers(*found.tolist())
