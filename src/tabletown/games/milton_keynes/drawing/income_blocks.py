"""Income blocks on the walls of the map: which seat has them, and where they stand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing.town_plan import ROAD, Plan
from tabletown.games.milton_keynes.rules import blocks
from tabletown.games.milton_keynes.rules.squares import DIRECTIONS, neighbour
from tabletown.render.icons import place

Wall = tuple[int, int]  # two adjacent squares, in label order
KEPT, GAINED, LOST = range(3)
UP_W, UP_H, LYING_W, LYING_H = 18.0, 20.0, 21.5, 14.0
STRIP = 46.0  # how much of a road blocks may take


class Block(Value, frozen=True):
    """An income block: whose it is, the plot that earns it, and whether it lies on an internal wall."""

    seat: int
    plot: int
    lying: bool = False


Walls = Mapping[Wall, tuple[Block, ...]]
_BEYOND = [[int(neighbour(plot, direction)) for direction in range(DIRECTIONS)] for plot in range(s.SQUARES)]
"""What lies beyond the walls of a plot, by direction."""


def blocks_on_walls(state: Any, cards: Any) -> dict[Wall, tuple[Block, ...]]:
    """Every wall with blocks, as the rules count them."""
    incomes = np.zeros((s.SQUARES, DIRECTIONS), np.int64)
    blocks.wall_incomes(state, cards, incomes)
    owner, anchor = state.owner.tolist(), state.anchor.tolist()
    found: dict[Wall, tuple[Block, ...]] = {}
    for plot, direction in np.argwhere(incomes).tolist():
        other = _BEYOND[plot][direction]
        wall = (plot, other) if plot < other else (other, plot)
        block = Block(owner[plot], plot, anchor[plot] == anchor[other])
        found[wall] = found.get(wall, ()) + (block,) * int(incomes[plot, direction])
    return found


def earned_by(walls: Walls, plots: Iterable[int]) -> int:
    """What a building on these plots earns."""
    own = set(plots)
    return sum(block.plot in own for standing in walls.values() for block in standing)


def compare(before: Walls, after: Walls) -> dict[Wall, tuple[tuple[Block, int], ...]]:
    """Every wall with blocks before or after a change, each block as kept, gained or lost."""
    found = {}
    for wall in sorted({*before, *after}):
        had, has = Counter(before.get(wall, ())), Counter(after.get(wall, ()))
        both = had & has
        rows = ((both, KEPT), (has - both, GAINED), (had - both, LOST))
        found[wall] = tuple((block, fate) for counts, fate in rows for block in counts.elements())
    return found


def changed(before: Walls, after: Walls) -> dict[Wall, tuple[tuple[Block, int], ...]]:
    """The walls on which something changes."""
    return {
        wall: standing for wall, standing in compare(before, after).items() if any(fate != KEPT for _, fate in standing)
    }


def strip(plan: Plan, wall: Wall) -> tuple[float, float, float, float]:
    """The piece of road on which the blocks of a wall stand: x, y, width and height."""
    x, y = plan.wall(*wall)
    w, h = (ROAD, STRIP) if _side_by_side(wall) else (STRIP, ROAD)
    return x - w / 2, y - h / 2, w, h


def _side_by_side(wall: Wall) -> bool:
    return wall[1] - wall[0] == 1


def standing(wall: Wall, what: Sequence[tuple[Block, int]]) -> str:
    """The blocks of a wall, drawn on its strip of road."""
    upright = _side_by_side(wall)
    w, h = (ROAD, STRIP) if upright else (STRIP, ROAD)
    sizes = [(LYING_W, LYING_H) if block.lying else (UP_W, UP_H) for block, _ in what]
    gap = 2.0 if len(what) < 3 else -3.0
    length = sum(size[upright] for size in sizes) + gap * (len(what) - 1)
    at = ((h if upright else w) - length) / 2
    drawn = []
    for (block, fate), (bw, bh) in zip(what, sizes, strict=True):
        lean = 0.0 if block.lying else (-2.0 if block.plot == wall[0] else 2.0)  # towards the building that earns
        x, y = ((w - bw) / 2 + lean, at) if upright else (at, (h - bh) / 2 + lean)
        at += (bh if upright else bw) + gap
        drawn.append(place(f"lying-{block.seat}" if block.lying else f"block-{block.seat}", x, y, bw, bh))
        if fate == LOST:
            drawn.append(place("gone", x, y, bw, bh))
    return "".join(drawn)
