"""Player boards: the seat's own house above the street, the bench of the bonus citizen below it."""

from functools import lru_cache
from math import cos, pi, sin

from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.drawing.card_faces import LINK, WHOLE, Look, W, cut
from tabletown.games.penny_lane.drawing.tokens import citizen, link, spell, vacancy
from tabletown.render.icons import place, seat_shape
from tabletown.render.scene import Shape
from tabletown.render.text import number, text

Sides = tuple[tuple[int, int], tuple[int, int]]
"""Something for the left and the right side, each for the upper and the lower row."""


class Board(Value, frozen=True):
    """A board as it lies: its half links, those that are whole, and what it counts."""

    seat: int
    links: Sides
    lit: Sides = ((0, 0), (0, 0))
    stars: int = 0
    income: int = 1
    bonus: int = 0
    mayor: bool = False


def height(look: Look) -> float:
    """The height of a board: two rows and the road between them."""
    return 2 * look.h + look.road


@lru_cache(maxsize=2048)
def face(board: Board, look: Look = WHOLE, numbered: bool = True) -> str:
    """A board of 120 units width; a page that writes the number of stars itself has it drawn without one."""
    high, low = height(look), look.h + look.road
    house = _small_house(board, numbered) if not look.band else _house(board, look)
    garden = _small_garden(board, low, look) if not look.band else _garden(board, low, look)
    corner = f"a4 4 0 0 1 4-4h{W - 9.2:g}a4 4 0 0 1 4 4"
    frame = f"M.6 {look.h:g}V4.6{corner}V{look.h:g}M.6 {low:g}V{high - 4.6:g}"
    frame += f"a4 4 0 0 0 4 4h{W - 9.2:g}a4 4 0 0 0 4-4V{low:g}"
    return (
        _sheet(board.seat, 0, look)
        + _sheet(board.seat, low, look)
        + f'{house}{garden}{_links(board, look)}<path class="c-cut-card" d="{frame}"/>'
    )


def _sheet(seat: int, y: float, look: Look) -> str:
    """The paper of one half of a board; the road runs through between them."""
    box = f'y="{y:g}" width="{W:g}" height="{look.h:g}" rx="3"'
    return f'<rect class="c-card-paper" {box}/><rect class="c-seat-{seat}" {box} opacity=".25"/>'


def shape(board: Board, look: Look, x: float, y: float, scale: float) -> Shape:
    """A board at a place, so many times its size."""
    high = height(look)
    return Shape(x, y, W * scale, high * scale, cut(face(board, look), W, high, scale))


def _links(board: Board, look: Look) -> str:
    drawn = []
    for side, x in enumerate((0.0, W)):
        for row, top in ((s.UPPER, 0.0), (s.LOWER, look.h + look.road)):
            kind, lit = board.links[side][row], bool(board.lit[side][row])
            drawn.append(link(kind, x, top + look.link_y(row), LINK, lit))
    return "".join(drawn)


def _house(board: Board, look: Look) -> str:
    """The seat's house with an arc of ten stars around the number of those it has."""
    stars = []
    for n in range(s.STARS_TO_END):
        angle = pi * (0.94 - 0.88 * n / (s.STARS_TO_END - 1))
        x, y = 60 + 41 * cos(angle), 118 - 41 * sin(angle)
        lit = "i-point" if n < board.stars else "point-off"
        stars.append(place(lit, round(x - 6.5, 1), round(y - 6.5, 1), 13))
    drawn = f"""<g class="k">
        <path class="shade" d="M14 58h98v86H14Z"/><path class="c-card-paper" d="M10 54h100v90H10Z"/>
        <path class="c-seat-{board.seat}" d="M4 56 60 14l56 42Z"/>
        <path class="hole" d="M34 144v-22a26 26 0 0 1 52 0v22Z"/><circle class="cream" cx="60" cy="38" r="13"/></g>"""
    mayor = place("mayor", 89, 148 - look.h, 24, 32) if board.mayor else ""
    inner = (
        spell(drawn)
        + seat_shape(board.seat, 60, 38, 17)
        + "".join(stars)
        + text(str(board.stars), 60, 135, 28, "ink-white serif")
        + mayor
    )
    return f'<g transform="translate(0 {look.h - 144:g})">{inner}</g>'


def _garden(board: Board, y: float, look: Look) -> str:
    """The bench of the bonus citizen and what the next upkeep brings."""
    drawn = f"""<g class="k"><path class="c-card-paper" d="M10 {y + 12:g}h100v{look.h - 22:g}H10Z"/>
        <path class="sage" d="M34 {y + 58:g}v-18a26 26 0 0 1 52 0v18Z"/>
        <path class="wood" d="M30 {y + 58:g}h60v6H30ZM36 {y + 64:g}h5v10h-5ZM79 {y + 64:g}h5v10h-5Z"/>
        <path class="sand" d="M22 {y + 92:g}h76v26H22Z"/></g>"""
    who = citizen(50, y + 28, 30, board.seat) if board.bonus else vacancy(50, y + 28, 30)
    words = number(board.income, sign=True)
    return (
        spell(drawn)
        + who
        + text("bonus citizen", 60, y + 85, 9.5, "ink-quiet", bold=False)
        + place("i-penny", 27, y + 96, 18)
        + text(words, 48, y + 111, 16, "ink-coin serif", anchor="start")
        + text("next", 94, y + 109, 9.5, "ink-coin", anchor="end", bold=False)
    )


def _small_house(board: Board, numbered: bool) -> str:
    drawn = f"""<g class="k"><path class="c-card-paper" d="M16 44h88v58H16Z"/>
        <path class="c-seat-{board.seat}" d="M8 46 60 8l52 38Z"/>
        <path class="hole" d="M32 102V80a28 24 0 0 1 56 0v22Z"/><circle class="cream" cx="60" cy="31" r="14"/></g>"""
    mayor = place("mayor", 84, 0, 33, 44) if board.mayor else ""
    stars = text(str(board.stars), 60, 98, 34, "ink-white serif") if numbered else ""
    return spell(drawn) + seat_shape(board.seat, 60, 31, 19) + stars + mayor


def _small_garden(board: Board, y: float, look: Look) -> str:
    drawn = f'<path class="k c-card-paper" d="M20 {y + 14:g}h80v{look.h - 28:g}H20Z"/>'
    who = citizen(46, y + 28, 44, board.seat) if board.bonus else vacancy(46, y + 28, 44, dim=True)
    return spell(drawn) + who


def caption(board: Board, own: bool) -> str:
    """A board in words."""
    whose = "Your board" if own else f"{the_seat(board.seat)}'s board"
    bonus = "bonus citizen at home" if board.bonus else "no bonus citizen"
    sides = [
        f"{row} {side} {('', 'penny', 'point')[board.links[n][m]]}"
        for n, side in enumerate(("left", "right"))
        for m, row in enumerate(("upper", "lower"))
    ]
    mayor = "; the Mayor" if board.mayor else ""
    return (
        f"{whose}: {board.stars} of {s.STARS_TO_END} stars, {bonus}, next upkeep brings {board.income}{mayor}; "
        f"half links {', '.join(sides)}."
    )
