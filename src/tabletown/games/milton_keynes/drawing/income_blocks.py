"""Income blocks on the walls of the map: which seat has them, and where they stand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing.town_plan import ROAD, Plan
from tabletown.games.milton_keynes.rules import blocks
from tabletown.games.milton_keynes.rules.squares import DIRECTIONS, neighbour
from tabletown.games.milton_keynes.text.names import squares
from tabletown.render.icons import place

Wall = tuple[int, int]  # two adjacent squares, in label order
KEPT, GAINED, LOST = range(3)
UP_W, UP_H, LYING_W, LYING_H = 18.0, 20.0, 21.5, 14.0
STRIP = 46.0  # how much of a road blocks may take


@dataclass(frozen=True, slots=True)
class Block:
    """An income block: whose it is, the plot that earns it, and whether it lies on an internal wall."""

    seat: int
    plot: int
    lying: bool = False


Walls = Mapping[Wall, tuple[Block, ...]]
_NEIGHBOURS = [
    [other for direction in range(DIRECTIONS) if (other := int(neighbour(plot, direction))) >= 0]
    for plot in range(s.SQUARES)
]


def blocks_on_walls(state: Any, cards: Any) -> dict[Wall, tuple[Block, ...]]:
    """Every wall with blocks, as the rules count them."""
    return recounted({}, state, cards, squares(state.built))


def recounted(before: Walls, state: Any, cards: Any, plots: Iterable[int]) -> dict[Wall, tuple[Block, ...]]:
    """The walls of a map on which only certain plots have changed; a map that was known before saves counting it."""
    changed_plots = set(plots)
    owner, anchor = state.owner.tolist(), state.anchor.tolist()
    found = {wall: row for wall, row in before.items() if changed_plots.isdisjoint(wall)}
    around = {(min(plot, other), max(plot, other)) for plot in changed_plots for other in (_NEIGHBOURS[plot])}
    for one, other in sorted(around):
        row: list[Block] = []
        lying = owner[one] != s.NONE and anchor[one] == anchor[other]
        for plot, beyond in ((one, other), (other, one)):
            if owner[plot] != s.NONE:
                row.extend([Block(owner[plot], plot, lying)] * int(blocks.wall(state, cards, plot, beyond)))
        if row:
            found[one, other] = tuple(row)
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
