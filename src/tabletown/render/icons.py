"""Icons and tokens that any title may use, each drawn on a grid of 24 units, and the helpers to place them.

An icon is a symbol with the id `i-<name>`, placed by reference (`use`). Icons take the colour of the class they are
placed with; tokens (coin, star) and seats bring their own paints.
"""

from functools import cache

from markupsafe import Markup

from tabletown.engine.seats import SEAT_SHAPES
from tabletown.render.theme import css

_LINE = 'stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" fill="none"'
_STAR = "M0-10.8 3.9-4.9 10.7-3.1 6.3 2.4 6.6 9.5 0 7-6.6 9.5-6.3 2.4-10.7-3.1-3.9-4.9Z"


def stroke(path: str, width: float = 2) -> str:
    """A line of an icon, in the icon's colour."""
    return f'<path d="{path}" stroke-width="{width:g}" {_LINE}/>'


def define(id: str, w: float, h: float, body: str, stretch: bool = False) -> str:
    """The definition of a drawing of this size; `stretch` lets it be placed in other proportions."""
    ratio = ' preserveAspectRatio="none"' if stretch else ""
    return f'<symbol id="{id}" viewBox="0 0 {w:g} {h:g}"{ratio}>{body}</symbol>'


def place(id: str, x: float, y: float, w: float, h: float | None = None, paint: str = "") -> str:
    """Place a drawing by reference, its corner at x, y; without a height it is square."""
    painted = f' class="{css(paint)}"' if paint else ""
    return f'<use{painted} href="#{id}" x="{x:g}" y="{y:g}" width="{w:g}" height="{w if h is None else h:g}"/>'


def symbol(name: str, body: str) -> str:
    """An icon's definition: its drawing on 24 by 24 units."""
    return define(f"i-{name}", 24, 24, body)


_BODIES: dict[str, str] = {
    "undo": stroke("M8 4.5 3.5 9 8 13.5", 2.2) + stroke("M4 9h9.5a6 6 0 0 1 0 12H9", 2.2),
    "clock": f'<circle cx="12" cy="12" r="9" stroke-width="2" {_LINE}/>' + stroke("M12 6.8V12l3.5 2.3"),
    "book": stroke(
        "M12 6c-2.5-1.8-5.5-2.2-9-2v14.5c3.5-.2 6.5.2 9 2 2.5-1.8 5.5-2.2 9-2V4c-3.5-.2-6.5.2-9 2Zm0 0v14.5"
    ),
    "theme": f'<circle cx="12" cy="12" r="8.8" stroke-width="2" {_LINE}/><path d="M12 3.2a8.8 8.8 0 0 1 0 17.6Z"/>',
    "think": '<circle cx="5" cy="12" r="2.2"/><circle cx="12" cy="12" r="2.2"/><circle cx="19" cy="12" r="2.2"/>',
    "check": stroke("m4.5 12.5 5 5 10-11", 2.8),
    "bin": '<path d="M5 7.5h14l-1.3 13.5H6.3Z"/>' + stroke("M3.5 5.5h17M9.5 3h5"),
    "plus": stroke("M12 5v14M5 12h14", 2.4),
    "roof": '<path d="M12 4 23 14.2H1Z"/><rect x="2.5" y="15.8" width="19" height="3.4" rx=".8"/>',
    "gift": (
        '<path fill-rule="evenodd" d="M3 8h7.6v4H3Zm10.4 0H21v4h-7.6ZM4.2 13.2h6.4V21H4.2Zm9.2 0h6.4V21h-6.4Z"/>'
        + stroke("M12 7.3C9 7.3 6.8 6.3 7.3 4.3 7.9 2.2 11.3 3.6 12 7.3c.7-3.7 4.1-5.1 4.7-3 .5 2-1.7 3-4.7 3Z", 1.7)
    ),
    "coin": (
        '<g transform="translate(12 12)"><circle class="c-coin" r="9.5"/><circle class="c-coin-rim" r="7.3"/></g>'
    ),
    "coin-red": '<circle class="c-coin-red" cx="12" cy="12" r="9.5"/>',
    "star": f'<path class="c-star" transform="translate(12 12)" d="{_STAR}"/>',
    "star-red": f'<path class="c-star-red" transform="translate(12 12)" d="{_STAR}"/>',
    "seat-circle": '<circle cx="12" cy="12" r="9.5"/>',
    "seat-square": '<rect x="3.5" y="3.5" width="17" height="17" rx="1"/>',
    "seat-triangle": '<path d="M12 2.5 22.5 20.5h-21Z"/>',
    "seat-diamond": '<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z"/>',
    "seat-pentagon": '<path d="M12 2 22.3 9.6 18.4 21.5H5.6L1.7 9.6Z"/>',
}
SYMBOLS: dict[str, str] = {f"i-{name}": symbol(name, body) for name, body in _BODIES.items()}
"""Definitions by id, for the sprite of a page or the `defs` of a picture."""


def use(name: str, x: float, y: float, size: float, paint: str = "") -> str:
    """Place an icon or token inside a drawing, its corner at x, y."""
    return place(f"i-{name}", x, y, size, paint=paint)


def centred(name: str, x: float, y: float, size: float, paint: str = "") -> str:
    """Place an icon or token inside a drawing, its middle at x, y."""
    return use(name, x - size / 2, y - size / 2, size, paint)


def seat_shape(seat: int, x: float, y: float, size: float) -> str:
    """A seat's shape in its colour, inside a drawing, its middle at x, y."""
    return centred(f"seat-{SEAT_SHAPES[seat]}", x, y, size, f"seat-{seat} edge")


@cache
def icon(name: str) -> Markup:
    """An icon or token as an inline element of a page, as tall as the words around it.

    Shared icons are drawn in place; those of a title refer to the sprite of the page.
    """
    body = _BODIES.get(name, f'<use href="#i-{name}"/>')
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{body}</svg>')


@cache
def seat_icon(seat: int) -> Markup:
    """A seat's shape in its colour, as an inline element of a page."""
    body = _BODIES[f"seat-{SEAT_SHAPES[seat]}"]
    return Markup(
        '<svg class="icon seat-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        f'<g class="c-seat-{seat} c-edge">{body}</g></svg>'
    )
