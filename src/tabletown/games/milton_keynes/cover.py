"""The picture on the box: a corner of the town, with all seven roofs in the colours of all five seats."""

from functools import cache

from tabletown.games.milton_keynes import art, roofs, walls
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.scraps import painted
from tabletown.games.milton_keynes.town_ground import ground
from tabletown.games.milton_keynes.town_plan import Plan
from tabletown.games.milton_keynes.walls import KEPT, Block
from tabletown.render.scene import Shape
from tabletown.render.symbols import inline

WIDE, HIGH = 860, 340
LEFT, TOP = -34.0, -46.0  # where the town lies under the window of the cover


def _square(text: str) -> int:
    return "ABCDEFGHI".index(text[0]) * s.COLUMNS + int(text[1]) - 1


def _squares(text: str) -> frozenset[int]:
    return frozenset(map(_square, text.split()))


COURSE = tuple(map(_square, "A9 B9 C8 D7 D6 E5 E4".split()))
BUILDINGS = (
    ("B1 B2 C2", s.NATURE, 2),
    ("A3 A4 B4", s.ESTATE, 0),
    ("B5", s.COMMONS, 3),
    ("A6 A7 A8", s.AIR, 1),
    ("C4 C5 D4 D5", s.ESTATE, 4),
    ("B6 B7", s.DUMP, 3),
    ("D2 D3", s.ALLOT, 0),
    ("C7 D8", s.SEWAGE, 2),
    ("C9 D9", s.ESTATE, 1),
)
BLOCKS = {
    "B1 B2": "2-", "B2 C2": "2-", "A3 A4": "0-", "A4 B4": "0-", "B4 B5": "33", "B5 B6": "", "A6 A7": "1-", "A7 A8": "1-",
    "B5 C5": "33", "C4 C5": "4-", "D4 D5": "4-", "C4 D4": "4-", "C5 D5": "4-", "B6 B7": "3-", "B4 C4": "04",
    "D3 D4": "44", "A6 B6": "3", "A7 B7": "3", "D5 D6": "4", "C9 D9": "1-", "C8 C9": "1",
}  # fmt: skip


@cache
def picture() -> Shape:
    """The cover, 860 by 340; it carries its own drawings and needs no sprite."""
    river, marsh = frozenset(COURSE), _squares("C1")
    land = frozenset(range(45)) - river - marsh
    plan = Plan(5, 11, land, river, marsh, COURSE)
    drawn = [ground(plan)]
    for plots, kind, seat in BUILDINGS:
        here = sorted(_squares(plots))
        x, y = plan.at(here[0])
        for part in _parts(here):
            x, y = plan.at(part[0])
            body = roofs.building(roofs.relative(part, part[0]), kind, seat)
            drawn.append(f'<g transform="translate({x:g} {y:g})">{body}</g>')
    for wall, marks in BLOCKS.items():
        one, other = map(_square, wall.split())
        blocks = _blocks(one, other, marks)
        x, y, _, _ = walls.strip(plan, (one, other))
        drawn.append(f'<g transform="translate({x:g} {y:g})">{walls.standing((one, other), blocks)}</g>')
    inner = painted("".join(drawn))
    window = f'<svg width="{WIDE}" height="{HIGH}" viewBox="{-LEFT:g} {-TOP:g} {WIDE} {HIGH}">{inner}</svg>'
    return Shape(0, 0, WIDE, HIGH, inline(window, art.symbol, "milton-keynes-cover-"))


def _parts(plots: list[int]) -> list[list[int]]:
    return [plots]


def _blocks(one: int, other: int, marks: str) -> list[tuple[Block, int]]:
    if marks.endswith("-"):
        return [(Block(int(marks[0]), one, lying=True), KEPT)]
    return [(Block(int(mark), one if n == 0 else other), KEPT) for n, mark in enumerate(marks)]
