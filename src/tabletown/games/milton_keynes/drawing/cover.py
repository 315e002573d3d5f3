"""The picture on the box: a corner of the town, with all seven roofs in the colours of all five seats."""

from functools import cache

from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing import income_blocks, roofs, symbols
from tabletown.games.milton_keynes.drawing.income_blocks import KEPT, Block
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.town_ground import ground
from tabletown.games.milton_keynes.drawing.town_plan import RIM, ROAD, STEP, Plan
from tabletown.games.milton_keynes.text.names import square_of
from tabletown.render.scene import Shape
from tabletown.render.symbols import inline

WIDE, HIGH = 860, 340
COURSE = "a9 b9 c8 d7 d6 e5 e4"
BUILDINGS = (
    ("b1 b2 c2", s.NATURE, 2),
    ("a3 a4 b4", s.ESTATE, 0),
    ("b5", s.COMMONS, 3),
    ("a6 a7 a8", s.AIR, 1),
    ("c4 c5 d4 d5", s.ESTATE, 4),
    ("b6 b7", s.DUMP, 3),
    ("d2 d3", s.ALLOT, 0),
    ("c7 c8", s.SEWAGE, 2),
    ("c9 d9", s.ESTATE, 1),
)
BLOCKS = {
    "b1 b2": "2-", "b2 c2": "2-", "b1 c1": "22", "a3 a4": "0-", "a4 b4": "0-", "b4 b5": ".33", "b5 c5": "33",
    "a6 a7": "1-", "a7 a8": "1-", "a8 a9": "1", "a6 b6": ".3", "a7 b7": ".3", "b4 c4": "04", "c4 c5": "4-",
    "d4 d5": "4-", "c4 d4": "4-", "c5 d5": "4-", "d5 d6": "4", "b6 b7": "3-", "d3 d4": ".44", "c7 c8": "2-",
    "c8 b8": "", "b9 c9": ".1", "c9 d9": "1-", "c8 c9": "21", "c2 d2": "22",
}  # fmt: skip
"""By wall: whose blocks stand there, those of the first plot before a dot; "-" lies on an internal wall."""


def _square(name: str) -> int:
    square = square_of(name)
    if square is None:
        raise ValueError(name)
    return square


@cache
def picture() -> Shape:
    """The cover, 860 by 340; it carries its own drawings and needs no sprite."""
    course = tuple(map(_square, COURSE.split()))
    marsh = frozenset({_square("c1")})
    plan = Plan(5, s.COLUMNS, frozenset(range(45)) - {*course} - marsh, frozenset(course), marsh, course)
    drawn = [ground(plan)]
    for plots, kind, seat in BUILDINGS:
        here = [_square(plot) for plot in plots.split()]
        x, y = plan.at(here[0])
        body = roofs.building(roofs.relative(here, here[0]), kind, seat)
        drawn.append(f'<g transform="translate({x:g} {y:g})">{body}</g>')
    for wall, marks in BLOCKS.items():
        one, other = sorted(map(_square, wall.split()))
        x, y, _, _ = income_blocks.strip(plan, (one, other))
        blocks = income_blocks.standing((one, other), _blocks(one, other, marks))
        drawn.append(f'<g transform="translate({x:g} {y:g})">{blocks}</g>')
    town = s.COLUMNS * STEP + ROAD
    window = f"{RIM:g} {RIM + 8:g} {town:g} {town * HIGH / WIDE:.1f}"
    return Shape(
        0,
        0,
        WIDE,
        HIGH,
        inline(
            f'<svg width="{WIDE}" height="{HIGH}" viewBox="{window}">{painted("".join(drawn))}</svg>',
            symbols.symbol,
            "milton-keynes-cover-",
        ),
    )


def _blocks(one: int, other: int, marks: str) -> list[tuple[Block, int]]:
    if marks.endswith("-"):
        return [(Block(int(marks[0]), one, lying=True), KEPT)]
    first, _, second = marks.partition(".")
    if not second and len(set(first)) == 2:  # one for each side
        first, second = first[0], first[1]
    return [(Block(int(seat), one), KEPT) for seat in first] + [(Block(int(seat), other), KEPT) for seat in second]
