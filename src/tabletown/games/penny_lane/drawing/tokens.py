"""Tokens and signs: pennies, points, citizens, types, and rows of them that say what a card does.

Drawings of this title write classes short: `class="brick"` is the paint `front-brick`. A part is placed by a line in
brackets, `[win 23 40 12 16]`: its name, x, y, width and height. `spell` turns both into markup.
"""

import re
from collections.abc import Sequence
from functools import cache

from tabletown.render import icons
from tabletown.render.icons import place
from tabletown.render.text import text, width

_OTHER_PAINTS = {"k": "cut", "bare": "front-bare", "shade": "front-shade"}
_CLASS = re.compile(r'class="([^"]+)"')
_PART = re.compile(r"\[([a-z]\S*) ([-\d. ]+)\]")


def spell(svg: str) -> str:
    """Short classes and bracketed parts, as markup on one line."""
    whole = _CLASS.sub(lambda found: f'class="{" ".join(map(_paint, found[1].split()))}"', svg)
    whole = _PART.sub(lambda found: _placed(found[1], [float(n) for n in found[2].split()]), whole)
    return " ".join(whole.split()).replace("> <", "><")


def _placed(name: str, at: list[float]) -> str:
    x, y, w = at[:3]
    return place(name if name.startswith("i-") else f"p-{name}", x, y, w, at[3] if len(at) > 3 else None)


def _paint(name: str) -> str:
    return name if name.startswith("c-") else f"c-{_OTHER_PAINTS.get(name, f'front-{name}')}"


def define(id: str, w: float, h: float, body: str, stretch: bool = False) -> str:
    """The definition of a part of this size; `stretch` lets it be placed in other proportions."""
    return icons.define(id, w, h, spell(body), stretch)


# --- Tokens ---------------------------------------------------------------------------------------------------------

_STAR = "M12 1.4 14.94 8.55 22.65 9.14 16.76 14.15 18.58 21.66 12 17.6 5.42 21.66 7.24 14.15 1.35 9.14 9.06 8.55Z"
_CITIZEN = "M8 1.2a4.1 4.1 0 0 1 2.5 7.4c2.6 1 3.9 4 4.3 14.2H1.2C1.6 12.6 2.9 9.6 5.5 8.6A4.1 4.1 0 0 1 8 1.2Z"
_HOUSE = "M12 6.8 16.6 11h-1.2v5h-6.8v-5H7.4Z"


def _penny(tone: str, marked: bool = True) -> str:
    inner = 7.8 if marked else 8.6
    return (
        f'<circle class="c-penny{tone}" cx="12" cy="12" r="11"/>'
        f'<circle class="c-penny{tone}-face" cx="12" cy="12" r="{inner}"/>'
        + (f'<path class="c-penny{tone}-mark" d="{_HOUSE}"/>' if marked else "")
    )


_ON_24: dict[str, str] = {
    "i-penny": _penny(""),
    "penny-pale": _penny("-pale"),
    "penny-blank": _penny("", marked=False),
    "i-point": f'<path class="c-point" d="{_STAR}"/>',
    "point-pale": f'<path class="c-point-pale" d="{_STAR}"/>',
    "point-off": f'<path class="c-point-off" d="{_STAR}"/>',
    "i-income": (
        f'<g transform="translate(-1.5 1.5) scale(.92)">{_penny("")}</g>'
        '<path class="c-cream c-edge" d="M16 1h4.4v3.6H24V9h-3.6v3.6H16V9h-3.6V4.6H16Z"/>'
    ),
    "i-citizen": f'<path transform="translate(4)" d="{_CITIZEN}"/>',
    "i-gifted": (
        '<path d="M3 9h8v4H3Zm10 0h8v4h-8ZM4.2 14.4H11V21H4.2Zm8.8 0h6.8V21H13Z"/>'
        '<path class="c-ink-line" d="M12 8C8 8 6.6 6.6 7.2 4.6 8 2.6 11.4 4 12 8c.6-4 4-5.4 4.8-3.4C17.4 6.6 16 8 12 '
        '8Z"/>'
    ),
    "i-quiet": (
        '<path d="M12 2 1.5 11h2.7v10.5h15.6V11h2.7Z" opacity=".35"/>'
        '<path class="c-ink-line" d="M12 2.5 2 11h2.5v10h15V11H22ZM10 21v-7h4v7"/>'
    ),
    "i-buildings": '<path fill-rule="evenodd" d="M2 21V9l5-5 5 5v3l3-3h7v12Zm4-9v3h2v-3Zm0 5v4h2v-4Zm10-5v2.6h3V12Z"/>',
    "i-card": (
        '<rect class="c-cut c-front-brick" x="4.5" y="1.5" width="15" height="21" rx="2"/>'
        '<path class="c-thread-cream" d="M8 13.5V10l4-3.5 4 3.5v3.5Z"/>'
    ),
    "i-swap": '<path d="M3 8.5h12V4l7 6-7 1.5H3Zm18 9H9V22l-7-6 7-1.5h12Z"/>',
}
_ON_16: dict[str, str] = {
    "i-store": (
        "M2 2h12l1.5 4.5a2 2 0 0 1-3.75 0 2 2 0 0 1-3.75 0 2 2 0 0 1-3.75 0 2 2 0 0 1-3.75 0ZM2.5 9.2c1.4.4 2.5 0 "
        "3.4-.8 1.2 1 3 1 4.2 0 .9.8 2 1.2 3.4.8V14h-3.5v-3.5h-4V14H2.5Z"
    ),
    "i-workshop": "M1 14V6.5L5.3 3v3.5L9.6 3v3.5L13 3.8V1.5h2V14Zm3-4.5v2.3h2.2V9.5Zm5 0v2.3h2.2V9.5Z",
    "i-attraction": (
        "M7.4 1h1L12 2.4 8.6 3.8v1.3L15 9.5H13.6V14H10c0-2.2-.7-3.7-2-4.7-1.3 1-2 2.5-2 4.7H2.4V9.5H1l6.4-4.4Z"
    ),
    "i-housing": "M8 1.5 15.5 8h-2v6.5H9.8V10H6.2v4.5H2.5V8h-2L3 5.8V2.5h2V4Z",
}
_MAYOR = """<g class="k">
    <path class="deep" d="M3 31c.5-10 2.3-14.5 9-14.5s8.5 4.5 9 14.5Z"/>
    <path class="mustard" d="M6.5 18.5c1.5 5 4 7.5 5.5 9 1.5-1.5 4-4 5.5-9l-2.3-1.2c-.7 2.8-1.9 4.7-3.2 6.2-1.3-1.5
      -2.5-3.4-3.2-6.2Z"/>
    <circle class="cream" cx="12" cy="12" r="5"/><path class="hole" d="M7.5 9V1.8h9V9h3v2h-15V9Z"/>
    <circle class="mustard" cx="12" cy="28" r="2.4"/></g>"""
SYMBOLS: dict[str, str] = {
    **{id: define(id, 24, 24, body) for id, body in _ON_24.items()},
    **{id: define(id, 16, 16, f'<path fill-rule="evenodd" d="{path}"/>') for id, path in _ON_16.items()},
    "citizen": define("citizen", 16, 24, f'<path d="{_CITIZEN}"/>'),
    "mayor": define("mayor", 24, 32, _MAYOR),
}


def citizen(x: float, y: float, h: float, seat: int | None, dark: bool = False) -> str:
    """A citizen of a seat, or of nobody, its corner at x, y; `dark` if it stands in the dark."""
    paint = f"seat-{seat}" if seat is not None else "front-sand" if dark else "nobody"
    return place("citizen", x, y, h * 2 / 3, h, f"{paint} cut")


def vacancy(x: float, y: float, h: float, dim: bool = False) -> str:
    """The outline of a citizen that is missing."""
    return place("citizen", x, y, h * 2 / 3, h, "vacant-dim" if dim else "vacant")


def link(kind: int, x: float, y: float, size: float, lit: bool) -> str:
    """A penny or a point, its middle at x, y; pale unless lit."""
    name = ("i-penny" if lit else "penny-pale", "i-point" if lit else "point-pale")[kind - 1]
    return place(name, round(x - size / 2, 2), round(y - size / 2, 2), size)


# --- Rows of signs --------------------------------------------------------------------------------------------------

Signs = tuple[str, ...]
"""A row of words, of icons (":penny") and of arrows (">")."""
_TOKENS = ("penny", "point")


def signs_width(signs: Signs, size: float) -> float:
    """How wide a row of signs is at a font size."""
    return sum(_sign_width(sign, size) for sign in signs) + size * 0.22 * max(0, len(signs) - 1)


def _sign_width(sign: str, size: float) -> float:
    if sign == ">":
        return size * 0.75
    if sign.startswith(":"):
        return size * (0.8 if sign == ":citizen" else 1.25)
    return width(sign, size, bold=True)


@cache
def signs(row: Signs, x: float, y: float, size: float, paint: str = "ink-words") -> str:
    """A row of signs that begins at x; y is its middle line."""
    drawn = []
    for sign in row:
        wide = _sign_width(sign, size)
        if sign == ">":
            drawn.append(_arrow(x, y, size, paint))
        elif sign == ":citizen":
            high = size * 1.25
            drawn.append(citizen(round(x, 2), round(y - high / 2, 2), round(high, 2), None))
        elif sign.startswith(":"):
            side = round(size * 1.25, 2)
            plain = sign[1:] in _TOKENS or sign == ":card"
            drawn.append(
                place(f"i-{sign[1:]}", round(x, 2), round(y - side / 2, 2), side, paint="" if plain else paint)
            )
        else:
            drawn.append(text(sign, round(x, 2), round(y + size * 0.36, 2), size, paint, anchor="start"))
        x += wide + size * 0.22
    return "".join(drawn)


def _arrow(x: float, y: float, size: float, paint: str) -> str:
    unit, line = size / 10, "ink-line" if paint == "ink-words" else "thread"
    path = f"M{x:.2f} {y:g}h{6.5 * unit:.2f}m{-2.8 * unit:.2f}{-2.8 * unit:.2f} {2.8 * unit:.2f} {2.8 * unit:.2f}"
    return f'<path class="c-{line}" d="{path} {-2.8 * unit:.2f} {2.8 * unit:.2f}"/>'


def centred_signs(row: Sequence[str], x: float, y: float, size: float, room: float, paint: str = "ink-words") -> str:
    """A row of signs around x, set smaller if it needs more room than there is."""
    row = tuple(row)
    wide = signs_width(row, size)
    if wide > room:
        size, wide = size * room / wide, room
    return signs(row, round(x - wide / 2, 2), y, round(size, 2), paint)
