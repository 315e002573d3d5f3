"""Buildings from above: one silhouette over all plots, a roof that tells the type, a badge with the owner's shape."""

from collections.abc import Iterable
from functools import lru_cache

from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing.paper import define
from tabletown.games.milton_keynes.drawing.town_plan import PLOT, STEP
from tabletown.render.icons import place, seat_shape
from tabletown.render.theme import css

ROOF_W, ROOF_H = 58.0, 54.0
EAVES = (PLOT - ROOF_W) / 2
SIDE = PLOT - ROOF_H  # how much of the front is seen


def _terrace(y: int) -> str:
    return f"""<path class="roof-light" d="M3 {y}h52v10H3Z"/><path class="roof-shade" d="M3 {y + 10}h52v10H3Z"/>
        <path class="roof-line" d="M3 {y}h52v20H3ZM3 {y + 10}h52M16 {y}v20M29 {y}v20M42 {y}v20"/>
        <path class="roof-chimney" d="M10 {y + 3}h4v4h-4ZM36 {y + 3}h4v4h-4Z"/>"""


def _tree(x: float, y: float, r: float) -> str:
    return (
        f'<circle class="roof-tree" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'
        f'<circle class="roof-light" cx="{x - r * 0.3:.1f}" cy="{y - r * 0.35:.1f}" r="{r * 0.38:.1f}"/>'
    )


def _trees(*trees: tuple[float, float, float]) -> str:
    return "".join(_tree(*tree) for tree in trees)


def _beds() -> str:
    return "".join(
        f'<path class="roof-dusk" d="M3 {y}h52v6H3Z"/>'
        + "".join(f'<circle class="roof-sprout" cx="{x}" cy="{y + 3}" r="2.4"/>' for x in range(8, 50, 8))
        for y in range(4, 50, 10)
    )


_ROOFS = {
    s.ESTATE: _terrace(4) + _terrace(29),
    s.NATURE: _trees((13, 13, 9), (34, 9, 6), (47, 19, 8), (27, 26, 8), (10, 36, 6), (44, 41, 9), (24, 44, 6)),
    s.AIR: """<path class="roof-dusk" d="M2 19h54v18H2Z"/><path class="roof-dash" d="M5 28h48"/>
        <path class="roof-light" d="M29 3l3 5 9 4v2l-9-1-1 3h-4l-1-3-9 1v-2l9-4Z"/>
        <path class="roof-line" d="M6 43h10v6H6ZM20 43h10v6H20ZM34 43h10v6H34Z"/>""",
    s.SEWAGE: """<circle class="roof-dusk" cx="17" cy="18" r="12"/><circle class="roof-water" cx="17" cy="18" r="9"/>
        <circle class="roof-dusk" cx="42" cy="35" r="12"/><circle class="roof-water" cx="42" cy="35" r="9"/>
        <path class="roof-line" d="M17 18 24 12M42 35 34 39"/><path class="roof-pipe" d="M29 18h13v5M17 30v8h13"/>
        <path class="roof-light" d="M35 5h16v8H35ZM6 42h14v7H6Z"/>
        <path class="roof-line" d="M35 5h16v8H35ZM6 42h14v7H6Z"/>""",
    s.COMMONS: """<path class="roof-light" d="M3 3h52v48H3Z"/><path class="roof-path" d="M3 27h52M29 3v48"/>"""
    + _trees((29, 27, 12), (11, 11, 5), (47, 11, 5), (11, 43, 5), (47, 43, 5)),
    s.DUMP: """<path class="roof-dusk" d="M3 49 15 27l7 9L33 14l9 16 5-6 8 25Z"/>
        <path class="roof-shade" d="M33 14l9 16 5-6 8 25H36Z"/>
        <path class="roof-light" d="M8 44l4-6 5 3-3 6ZM27 40l3-8 6 2-2 7ZM45 45l2-5 5 1v5Z"/>
        <path class="roof-line" d="M6 10h14M10 5l6 10M40 8l6 5M47 6l-8 8"/>""",
    s.ALLOT: _beds(),
}
SYMBOLS = {f"roof-{kind}": define(f"roof-{kind}", ROOF_W, ROOF_H, body, True) for kind, body in _ROOFS.items()}


def roof(kind: int, x: float, y: float, w: float = ROOF_W, h: float = ROOF_H) -> str:
    """The pattern of a building type, over whatever colour is there."""
    return place(f"roof-{kind}", x, y, w, h)


def _rect(x: float, y: float, w: float, h: float) -> str:
    return f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z"


def _silhouette(plots: frozenset[tuple[int, int]]) -> str:
    """One path over all plots, the roads between them built over."""
    parts = []
    for row, column in sorted(plots):
        x, y = column * STEP + EAVES, row * STEP
        right, below = (row, column + 1) in plots, (row + 1, column) in plots
        parts.append(_rect(x, y, ROOF_W, ROOF_H))
        if right:
            parts.append(_rect(x, y, STEP + ROOF_W, ROOF_H))
        if below:
            parts.append(_rect(x, y, ROOF_W, STEP + ROOF_H))
        if right and below and (row + 1, column + 1) in plots:
            parts.append(_rect(x, y, STEP + ROOF_W, STEP + ROOF_H))
    return "".join(parts)


@lru_cache(maxsize=2048)
def building(plots: frozenset[tuple[int, int]], kind: int, seat: int, ghost: bool = False) -> str:
    """A building on plots given as rows and columns; (0, 0) lies at the origin. A ghost is dashed and see-through."""
    path = _silhouette(plots)
    line = css("outline-dash" if ghost else "outline")
    drawn = [
        f'<path class="{css("cast")}" transform="translate(3 {SIDE + 5:g})" d="{path}"/>',
        f'<path class="{line}" transform="translate(0 {SIDE:g})" d="{path}"/>',
        f'<path class="{css(f"seat-{seat}-side")}" transform="translate(0 {SIDE:g})" d="{path}"/>',
        f'<path class="{line}" d="{path}"/>',
        f'<path class="{css(f"seat-{seat}")}" d="{path}"/>',
    ]
    drawn.extend(roof(kind, column * STEP + EAVES, row * STEP) for row, column in sorted(plots))
    row, column = min(plots)
    drawn.append(badge(seat, column * STEP + 13, row * STEP + 10))
    whole = "".join(drawn)
    return f'<g class="{css("half-there")}">{whole}</g>' if ghost else whole


def badge(seat: int, x: float, y: float, r: float = 10) -> str:
    """The owner's shape on a round badge."""
    return f'<circle class="{css("paper-tag")}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>' + seat_shape(seat, x, y, r * 1.4)


def sample(kind: int, seat: int | None, x: float, y: float, w: float, h: float) -> str:
    """A building of one plot as permits show it, in stone if it has no owner."""
    top, side = ("front-slate", "front-deep") if seat is None else (f"seat-{seat}", f"seat-{seat}-side")
    low = h * 0.16
    return (
        f'<path class="{css(f"{side} cut")}" d="{_rect(x, y + low, w, h - low)}"/>'
        f'<path class="{css(f"{top} cut")}" d="{_rect(x, y, w, h - low)}"/>' + roof(kind, x, y, w, h - low)
    )


def relative(plots: Iterable[int], origin: int) -> frozenset[tuple[int, int]]:
    """Plots as rows and columns, counted from one of the squares."""
    row, column = divmod(origin, s.COLUMNS)
    return frozenset((plot // s.COLUMNS - row, plot % s.COLUMNS - column) for plot in plots)
