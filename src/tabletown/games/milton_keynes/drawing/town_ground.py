"""The ground of the town map: roads with roundabouts, empty plots, the river with its bridges, marsh and rock."""

import random
from functools import cache, lru_cache
from itertools import pairwise

from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.town_plan import PLOT, RIM, ROAD, STEP, Plan, in_line
from tabletown.games.milton_keynes.text.names import label
from tabletown.render.icons import place
from tabletown.render.text import text

RING, DISC = 32.0, 58.0
LABEL = 17.0  # the size of words on the map: large enough to be read on the smallest window; pages may set it smaller
MIDDLE = RIM + ROAD / 2  # of the outermost road
COWS = 10  # where the cows of the town stand until a building takes the plot


@lru_cache(maxsize=64)
def ground(plan: Plan) -> str:
    """Everything that lies under buildings and marks, as large as the plan."""
    w, h = plan.w - 2 * RIM, plan.h - 2 * RIM
    drawn = [
        f'<rect class="town-mat" x=".5" y=".5" width="{plan.w - 1:g}" height="{plan.h - 1:g}" rx="14"/>',
        f'<rect class="town-road" x="{RIM:g}" y="{RIM:g}" width="{w:g}" height="{h:g}" rx="10"/>',
        _plots(plan),
        _dashes(plan),
        _stream(plan),
        *(place("ring", x - RING / 2, y - RING / 2, RING) for x, y in _crossings(plan)),
        _bridges(plan),
        *(_scenery(plan, square) for square in plan.inside),
    ]
    return painted("".join(drawn))


@cache
def rim(rows: int, columns: int, size: float) -> str:
    """Letters and numbers around the map."""
    w, h = 2 * RIM + ROAD + columns * STEP, 2 * RIM + ROAD + rows * STEP
    drawn = []
    for column in range(columns):
        x = RIM + ROAD + column * STEP + PLOT / 2
        for y in (RIM / 2, h - RIM / 2):
            drawn.append(text(str(column + 1), x, y + size * 0.35, size, "ink-quiet serif"))
    for row in range(rows):
        y = RIM + ROAD + row * STEP + PLOT / 2
        for x in (RIM / 2, w - RIM / 2):
            drawn.append(text("ABCDEFGHI"[row], x, y + size * 0.35, size, "ink-quiet serif"))
    return "".join(drawn)


def _plots(plan: Plan) -> str:
    corners = [plan.at(square) for square in plan.inside]
    path = "".join(f"M{x:g} {y:g}h{PLOT:g}v{PLOT:g}h{-PLOT:g}Z" for x, y in corners)
    return f'<path class="town-land" d="{path}"/><path class="town-kerb" d="{path}"/>'


def _dashes(plan: Plan) -> str:
    rows = "".join(f"M{MIDDLE:g} {MIDDLE + row * STEP:g}h{plan.columns * STEP:g}" for row in range(plan.rows + 1))
    columns = "".join(
        f"M{MIDDLE + column * STEP:g} {MIDDLE:g}v{plan.rows * STEP:g}" for column in range(plan.columns + 1)
    )
    return f'<path class="town-dash" d="{rows}{columns}"/>'


def _crossings(plan: Plan) -> list[tuple[float, float]]:
    return [
        (MIDDLE + column * STEP, MIDDLE + row * STEP)
        for row in range(plan.rows + 1)
        for column in range(plan.columns + 1)
    ]


# --- The river ------------------------------------------------------------------------------------------------------


def _stream(plan: Plan) -> str:
    """The water under the discs: from edge to edge, bending between the tiles."""
    if not plan.course:
        return ""
    points = [plan.middle(tile) for tile in plan.course]
    start, end = _mouth(plan, plan.course[0], plan.course[1:2]), _mouth(plan, plan.course[-1], plan.course[-2:-1])
    halves = [((x + x2) / 2, (y + y2) / 2) for (x, y), (x2, y2) in pairwise(points)]
    way = "M{:g} {:g}".format(*(start or points[0]))
    for n, point in enumerate(points):
        goal = halves[n] if n < len(halves) else (end if len(points) > 1 else None) or point
        way += "Q{:g} {:g} {:g} {:g}".format(*point, *goal)
    return f'<path class="town-bank" d="{way}"/><path class="town-stream" d="{way}"/>'


def _mouth(plan: Plan, tile: int, before: tuple[int, ...]) -> tuple[float, float] | None:
    """Where the river leaves the town beside a tile, in the direction it comes from; None if the tile is no end."""
    x, y = plan.middle(tile)
    row, column = divmod(tile, s.COLUMNS)
    right = column - before[0] % s.COLUMNS if before else 0
    down = row - before[0] // s.COLUMNS if before else 0
    exits = {
        (RIM, y): (column == 0, -right),
        (plan.w - RIM, y): (column == plan.columns - 1, right),
        (x, RIM): (row == 0, -down),
        (x, plan.h - RIM): (row == plan.rows - 1, down),
    }
    found = [(ahead, point) for point, (open_, ahead) in exits.items() if open_]
    return max(found)[1] if found else None


def _bridges(plan: Plan) -> str:
    """Where two tiles share a side the road between them crosses the water."""
    drawn = []
    for one, other in pairwise(plan.course):
        if in_line(one, other):
            x, y = plan.wall(one, other)
            w, h = (ROAD, 40.0) if one // s.COLUMNS == other // s.COLUMNS else (40.0, ROAD)
            drawn.append(f'<path class="town-bridge" d="M{x - w / 2:g} {y - h / 2:g}h{w:g}v{h:g}h{-w:g}Z"/>')
    return "".join(drawn)


# --- What lies and grows on the plots ---------------------------------------------------------------------------------


def _scenery(plan: Plan, square: int) -> str:
    x, y = plan.at(square)
    if square in plan.river:
        return place("disc", x + (PLOT - DISC) / 2, y + (PLOT - DISC) / 2, DISC)
    if square in plan.marsh:
        return place("marsh", x, y, PLOT)
    if square not in plan.land:
        return place("rock", x, y, PLOT)
    name = text(label(square), x + 5, y + PLOT - 5, LABEL, "ink-quiet", anchor="start", bold=False)
    if square == COWS:
        return name + place("cow", x + 10, y + 18, 34, 22) + place("cow", x + 34, y + 38, 22, 14)
    return name + "".join(place("tree", x + dx, y + dy, size) for dx, dy, size in _trees(square))


@cache
def _trees(square: int) -> tuple[tuple[float, float, float], ...]:
    """A few trees, the same ones for a plot in every game."""
    chance = random.Random(square * 7919)
    return tuple(
        (
            round(chance.uniform(4, PLOT - 24), 1),
            round(chance.uniform(3, PLOT - 34), 1),
            chance.choice((12.0, 15.0, 18.0)),
        )
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3)))
    )
