"""Signs: types, sites, tracks and actions as icons on a grid of 24, and rows of them that say what a card does."""

from collections.abc import Sequence
from functools import cache

from tabletown.games.paper_skylines.vocabulary import SITE_NAMES, TRACK_NAMES, TYPE_NAMES
from tabletown.render.icons import stroke, symbol, use
from tabletown.render.text import text, width

_STAR = "m12 2 2.9 6.4 7 .8-5.2 4.7 1.4 6.9L12 17.3l-6.1 3.5 1.4-6.9L2.1 9.2l7-.8Z"
_EVEN = 'fill-rule="evenodd"'


def _p(d: str, more: str = "") -> str:
    return f'<path {more}{" " if more else ""}d="{d}"/>'


_FADED, _PALE = 'opacity=".45"', 'opacity=".55"'

_BODIES: dict[str, str] = {
    # types
    "civic": _p("M12 2.5 22 8.2v2.3H2V8.2Z") + _p("M4 11.8h3.2V18H4Zm6.4 0h3.2V18h-3.2Zm6.4 0H20V18h-3.2Z")
    + '<rect x="1.8" y="19" width="20.4" height="2.7" rx=".6"/>',
    "commercial": _p(
        "M4.6 3.5h14.8L22.3 10c0 1.7-1.1 2.8-2.6 2.8-1.4 0-2.5-1-2.5-2.2 0 1.2-1.1 2.2-2.6 2.2-1.4 0-2.6-1-2.6-2.2 0 "
        "1.2-1.2 2.2-2.6 2.2-1.5 0-2.6-1-2.6-2.2 0 1.2-1.1 2.2-2.5 2.2-1.5 0-2.6-1.1-2.6-2.8Z"
    ) + _p("M3.8 14.6h16.4v6.6H3.8Zm9.2 1.5v5.1h4v-5.1Z", _EVEN),
    "industrial": _p("M2.5 21V10.5l5 3.6v-3.6l5 3.6v-3.6l3.7 2.6V3.5h4.3l1 17.5Z"),
    "park": _p("M12 2.3a5 5 0 0 1 4.8 3.6 5 5 0 0 1-.6 9.8h-2.7v5.6h-3v-5.6H7.8a5 5 0 0 1-.6-9.8A5 5 0 0 1 12 2.3Z"),
    "residential": _p("M12 2.5 1.8 11.2h2.8V21h14.8v-9.8h2.8l-3.7-3.2V4h-2.8v1.6ZM10 14h4v7h-4Z", _EVEN),
    # sites
    "arts": _p(
        "M12 3.6c-5 0-9 3.5-9 8.1 0 4.5 3.9 8 8.5 8 1.5 0 2.2-1 1.9-2.2-.4-1.4.4-2.4 1.8-2.4h2.3c2.2 0 3.5-1.6 "
        "3.5-3.7 0-4.7-4-7.8-9-7.8ZM7.3 9.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm4-3.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 "
        "0 0 1 0-3.2Zm5 2.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Z", _EVEN
    ),
    "sport": _p(
        "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm-.9 2.1a7 7 0 0 0-4.1 2 9.8 9.8 0 0 1 2.3 4h1.8Zm1.8 0v6h1.8a9.8 9.8 0 "
        "0 1 2.3-4 7 7 0 0 0-4.1-2ZM5.8 8.7a7 7 0 0 0-.8 2.4h2.4a8 8 0 0 0-1.6-2.4Zm12.4 0a8 8 0 0 0-1.6 2.4H19a7 7 0 "
        "0 0-.8-2.4ZM5 12.9a7 7 0 0 0 .8 2.4 8 8 0 0 0 1.6-2.4Zm4.3 0a9.8 9.8 0 0 1-2.3 4 7 7 0 0 0 4.1 2v-6Zm3.6 0v6a"
        "7 7 0 0 0 4.1-2 9.8 9.8 0 0 1-2.3-4Zm3.7 0a8 8 0 0 0 1.6 2.4 7 7 0 0 0 .8-2.4Z", _EVEN
    ),
    "transit": _p(
        "M8 2.8h8A3.5 3.5 0 0 1 19.5 6.3v8.4A3.3 3.3 0 0 1 16.2 18H7.8a3.3 3.3 0 0 1-3.3-3.3V6.3A3.5 3.5 0 0 1 8 "
        "2.8Zm-1 4v4.7h10V6.8Zm1.5 6.4a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6Zm7 0a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 "
        "0-2.6Z", _EVEN
    ) + stroke("m7.5 18.5-2 2.8M16.5 18.5l2 2.8"),
    "water": stroke(
        "M2.5 8.5c2.4-2.6 4.7-2.6 7.1 0s4.7 2.6 7.1 0c1.6-1.7 3.2-2.3 4.8-1.7M2.5 13.5c2.4-2.6 4.7-2.6 7.1 0s4.7 2.6 "
        "7.1 0c1.6-1.7 3.2-2.3 4.8-1.7M2.5 18.5c2.4-2.6 4.7-2.6 7.1 0s4.7 2.6 7.1 0c1.6-1.7 3.2-2.3 4.8-1.7", 2.3
    ),
    "heritage": _p("M5 3h3v2.2h2.4V3h3.2v2.2H16V3h3v6l-1.8 1.6V21h-3.4v-4.2a1.8 1.8 0 0 0-3.6 0V21H6.8V10.6L5 9Z"),
    # what is counted on tracks, and chips
    "profit": '<circle class="c-profit" cx="12" cy="12" r="9.3"/>'
    '<circle class="c-profit-line" cx="12" cy="12" r="6.3"/>' + _p("M12 8.3v7.4M10 9.8l2-1.5", 'class="c-profit-line"'),
    "prestige": _p(
        "M12 20.8C5.8 16.6 2.6 13 2.6 8.9a5 5 0 0 1 9.4-2.4 5 5 0 0 1 9.4 2.4c0 4.1-3.2 7.7-9.4 11.9Z",
        'class="c-prestige"',
    ) + _p("M6.2 9.2a2.2 2.2 0 0 1 2-2.4", 'class="c-prestige-line"'),
    "population": _p("M3.8 21.2c0-5.3 3.3-8.2 8.2-8.2s8.2 2.9 8.2 8.2Z", 'class="c-population"')
    + '<circle class="c-population-face" cx="12" cy="7.8" r="5"/>',
    "chip": '<circle class="c-chip" cx="12" cy="12" r="10"/><circle class="c-chip-rim" cx="12" cy="12" r="6.5"/>'
    + _p("m12 8.5 1.1 2.3 2.5.3-1.9 1.7.6 2.5L12 14.1l-2.3 1.2.6-2.5-1.9-1.7 2.5-.3Z", 'class="c-ink-white"'),
    # what an action does
    "draw": _p("M5 2.5h8a2 2 0 0 1 2 2v8h-3.3V19H5a2 2 0 0 1-2-2V4.5a2 2 0 0 1 2-2Z")
    + stroke("M18.5 12.8v8.4M14.3 17h8.4", 2.6),
    "peek": f'<rect x="4.5" y="2" width="15" height="6.5" rx="1.8" {_FADED}/>' + _p(
        "M12 9.5c4.7 0 8.2 2.7 10 6-1.8 3.3-5.3 6-10 6s-8.2-2.7-10-6c1.8-3.3 5.3-6 10-6Zm0 2.6a3.4 3.4 0 1 0 0 6.8 3.4 "
        "3.4 0 0 0 0-6.8Zm0 1.9a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z", _EVEN
    ),
    "declare": _p(
        "M5 3h14a2.5 2.5 0 0 1 2.5 2.5v9A2.5 2.5 0 0 1 19 17h-6.5L7 21.5V17H5a2.5 2.5 0 0 1-2.5-2.5v-9A2.5 2.5 0 0 1 5 "
        "3Zm6 9.7v2.3h2.2v-2.3Zm1-7.7c-2 0-3.4 1.2-3.5 3h2.2c.1-.7.5-1.1 1.3-1.1.7 0 1.2.4 1.2 1 0 1.3-2.1 1.4-2.1 "
        "3.7h2c0-1.4 2.3-1.7 2.3-3.8C15.4 6.2 14 5 12 5Z", _EVEN
    ),
    "sweep": stroke("M3.5 11A8.5 8.5 0 0 1 19 7.5M20.5 13A8.5 8.5 0 0 1 5 16.5", 2.4)
    + _p("M20.8 3v6.5h-6.5ZM3.2 21v-6.5h6.5Z"),
    "tuck": _p("M3 2.5h18v8H3Z") + stroke("M6 12.5h12v6.5a1.6 1.6 0 0 1-1.6 1.6H7.6A1.6 1.6 0 0 1 6 19Z")
    + stroke("M12 12.5v5M9.7 15.3l2.3 2.3 2.3-2.3", 1.8),
    "trade": '<rect x="7" y="1.8" width="10" height="12.5" rx="1.8" transform="rotate(12 12 8)"/>'
    + stroke("M12 16v5M8.5 18.5 12 22l3.5-3.5", 2.3),
    "advance": _p("M12 2.5 20.5 12H15v9.5H9V12H3.5Z"),
    "decline": _p("M12 21.5 3.5 12H9V2.5h6V12h5.5Z"),
    "hinder": '<circle cx="7" cy="5.5" r="3.5"/>' + _p("M1 17c0-4.5 2.2-7 6-7 2 0 3.6.7 4.6 2v5Z")
    + _p("M17.5 21.5 12.8 15.8h3V7h3.4v8.8h3Z"),
    "score": _p(_STAR),
    "regain": stroke("M18.8 8.5A8 8 0 1 0 20 13.5", 2.6) + _p("M20.5 3v7h-7Z") + '<circle cx="12" cy="12.5" r="3"/>',
    "build": _p("M10.5 4.5 1.5 12.3h2.7V21h12.6v-5H14v-3.7h5.5Z") + stroke("M19 3v8M15 7h8", 2.6),
    "raze": _p(
        "M10.5 4.5 1.5 12.3h2.7V21h5l1.3-4-2-2.5 3.3-3.2Zm2.3 2 1.2 4.5-2.5 3.3 2.3 2.7-1.3 4h4.8v-8.7h2.7Z"
    ) + stroke("M16 4h7", 2.6),
    "seize": _p("M14.5 6 7 12.5h2.2V21H19.8v-8.5H22Z") + stroke("M12 3.5H2.5M6 .8 2.5 3.5 6 6.8", 2.2),
    "steal": _p(
        "M12.8 4h7.4A1.8 1.8 0 0 1 22 5.8v11.9a1.8 1.8 0 0 1-1.8 1.8h-7.4a1.8 1.8 0 0 1-1.8-1.8v-3h6.5V9.3H11V5.8A1.8 "
        "1.8 0 0 1 12.8 4Z"
    ) + stroke("M14.5 12H3M7 8l-4 4 4 4", 2.3),
    "visit": '<circle cx="8" cy="6" r="3.6"/>' + _p("M2 20.5c0-6 2.5-9.5 6-9.5s6 3.5 6 9.5Z")
    + stroke("M15.5 7.5h6M18.8 4l3.4 3.5-3.4 3.5", 2.2),
    "copy": f'<rect x="2.5" y="2.5" width="12" height="15" rx="2" {_PALE}/>'
    + '<rect x="9" y="6.5" width="12.5" height="15" rx="2"/>',
    "actions": _p(
        "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19Zm-1.4 4.5v3.6H7v2.8h3.6V17h2.8v-3.6H17v-2.8h-3.6V7Z", _EVEN
    ),
    "claim": _p("M7 2.5h10v7a5 5 0 0 1-10 0Z")
    + stroke("M7 4.5H3.3c0 4 1.5 6 4.4 6.3M17 4.5h3.7c0 4-1.5 6-4.4 6.3", 1.8)
    + _p("M10.7 14.5h2.6V18h3.2v3.5h-9V18h3.2Z"),
    "may": '<g fill="none" stroke="currentColor"><circle cx="12" cy="12" r="9" stroke-width="2" '
    'stroke-dasharray="3.5 3.5"/></g>' + stroke("m7.8 12.3 3 3 5.5-6.5", 2.4),
    # where cards come from and go to, and which tracks
    "deck": f'<rect x="5.5" y="6.5" width="14" height="15" rx="1.8" {_FADED}/>'
    + '<rect x="4" y="2.5" width="14" height="15" rx="1.8"/>',
    "next": f'<rect x="4" y="5" width="11" height="16.5" rx="1.8" {_PALE}/>'
    + stroke("M18.5 13.5V4M14.5 7.5l4-4.5 4 4.5", 2.4),
    "row": '<rect x="1" y="6.5" width="6.5" height="11" rx="1.2"/>'
    '<rect x="8.8" y="6.5" width="6.5" height="11" rx="1.2"/><rect x="16.6" y="6.5" width="6.5" height="11" rx="1.2"/>',
    "pile": f'<rect x="5" y="4" width="13" height="16" rx="1.8" transform="rotate(-14 11 12)" {_FADED}/>'
    '<rect x="6" y="4" width="13" height="16" rx="1.8" transform="rotate(8 12 12)"/>',
    "hand": f'<rect x="2.5" y="6" width="9" height="13" rx="1.5" transform="rotate(-18 7 19)" {_PALE}/>'
    '<rect x="7.5" y="4" width="9" height="14" rx="1.5" opacity=".8"/>'
    '<rect x="12.5" y="6" width="9" height="13" rx="1.5" transform="rotate(18 17 19)"/>',
    "here": '<circle cx="12" cy="5.8" r="3.7"/>' + _p("M6.5 17.5c0-5 2-7.3 5.5-7.3s5.5 2.3 5.5 7.3Z")
    + '<rect x="2.5" y="18.8" width="19" height="3" rx="1"/>',
    "any": stroke("M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9", 2.8),
    "over": f'<rect x="5.5" y="13" width="13" height="8.5" {_FADED}/><rect x="5.5" y="3" width="13" height="8.5"/>',
    "sprawl": f'<rect x="2" y="8" width="8.5" height="13.5" {_FADED}/><rect x="13" y="8" width="8.5" height="13.5"/>',
    "lowest": _p("M4 21.5v-11h4.2v11Z", _FADED) + _p("M15.8 21.5v-14H20v14Z", _FADED)
    + '<rect x="9.9" y="16" width="4.2" height="5.5"/>' + stroke("M12 4v8M8.9 9.2 12 12.5l3.1-3.3", 2.1),
    "each": _p("M3 21.5v-13h4.6v13Zm6.7 0v-13h4.6v13Zm6.7 0v-13H21v13Z") + stroke("M3 4.5h18", 2.4),
    "one": _p("M3 21.5v-7h4.6v7Z", _FADED) + _p("M16.4 21.5v-7H21v7Z", _FADED) + _p("M9.7 21.5V3h4.6v18.5Z"),
    "own": _p("M3 21.5V8.5L12 2l9 6.5v13h-6.5V14h-5v7.5Z"),
    "rival": '<circle cx="8.5" cy="7" r="4"/><circle cx="17.5" cy="8.5" r="3" opacity=".55"/>'
    + _p("M2 20.5c0-6 2.5-8.5 6.5-8.5s6.5 2.5 6.5 8.5Z") + _p("M16.5 20.5H22c0-5-1.5-7.5-4.5-7.8Z", _PALE),
    # what is counted
    "types": '<rect class="c-civic-deep" x="1" y="9" width="7" height="7"/>'
    '<rect class="c-commercial-deep" x="8.5" y="9" width="7" height="7"/>'
    '<rect class="c-residential-deep" x="16" y="9" width="7" height="7"/>'
    '<rect class="c-park-deep" x="4.7" y="1.5" width="7" height="7"/>'
    '<rect class="c-industrial-deep" x="12.2" y="1.5" width="7" height="7"/>' + stroke("M3 20.5h18", 2.4),
    "type": _p("M8.5 1.5h7v6h-7ZM8.5 9h7v6h-7ZM1 9h6v6H1ZM17 9h6v6h-6Z") + stroke("M3 20.5h18", 2.4),
    "site": _p("M12 1.5 15.9 3.7v4.6L12 10.5 8.1 8.3V3.7ZM6.5 11.5l3.9 2.2v4.6l-3.9 2.2-3.9-2.2v-4.6ZM17.5 11.5l3.9 "
    "2.2v4.6l-3.9 2.2-3.9-2.2v-4.6Z"),
    "height": _p("M3 2.5h10v19H3Z") + stroke("M18.5 3v18M15.3 6.3l3.2-3.5 3.2 3.5M15.3 17.7l3.2 3.5 3.2-3.5"),
    "sites": _p("M12 2 20.7 7v10L12 22l-8.7-5V7Zm0 4.5L7.2 9.3v5.4L12 17.5l4.8-2.8V9.3Z", _EVEN),
}  # fmt: skip
SYMBOLS: dict[str, str] = {f"i-{name}": symbol(name, body) for name, body in _BODIES.items()}
"""Definitions by id."""


# --- Plates ---------------------------------------------------------------------------------------------------------


@cache
def plate(kind: int, x: float, y: float, size: float) -> str:
    """The icon of a type on its plate, the corner at x, y."""
    name, inner = TYPE_NAMES[kind], round(size * 0.72, 2)
    at = round((size - inner) / 2, 2)
    return (
        f'<rect class="c-{name}-deep c-plate" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" '
        f'rx="{size * 0.18:.3g}"/>' + use(name, x + at, y + at, inner, "ink-white")
    )


@cache
def hexagon(site: int, x: float, y: float, size: float) -> str:
    """The icon of a site on its hexagon, the corner at x, y."""
    half, side, quarter = size / 2, size * 0.445, size / 4
    inner = round(size * 0.6, 2)
    path = f"M{x + half:.4g} {y:.4g}l{side:.4g} {quarter:.4g}v{size / 2:.4g}l{-side:.4g} {quarter:.4g}"
    path += f"{-side:.4g} {-quarter:.4g}v{-size / 2:.4g}Z"
    at = (size - inner) / 2
    icon = use(SITE_NAMES[site], round(x + at, 2), round(y + at, 2), inner, "ink-white")
    return f'<path class="c-site" d="{path}"/>{icon}'


def hexagons(sites: Sequence[int], right: float, y: float, size: float) -> str:
    """The sites of a card, side by side, the last one ending at `right`."""
    step = size + 1
    return "".join(hexagon(site, right - step * (len(sites) - n) + 1, y, size) for n, site in enumerate(sites))


# --- Rows of signs --------------------------------------------------------------------------------------------------

Signs = tuple[str, ...]
"""A row of words, of icons (":draw", "~deck" where they say where from), of bars ("|") and of arrows (">")."""
COLOURED = (*TRACK_NAMES, "chip")
"""Icons that have colours of their own."""
PLATES = {f":{name}": n for n, name in enumerate(TYPE_NAMES)}
"""The types by their signs."""


def _sign_width(sign: str, size: float) -> float:
    if sign == "|":
        return size * 0.35
    if sign == ">":
        return size * 0.5
    if sign[0] in ":~":
        return size * (1.22 if sign[0] == ":" else 1.12)
    return width(sign, size, bold=True)


def signs_width(row: Signs, size: float) -> float:
    """How wide a row of signs is at a font size."""
    return sum(_sign_width(sign, size) for sign in row) + size * 0.16 * max(0, len(row) - 1)


@cache
def signs(row: Signs, x: float, y: float, size: float, room: float, paint: str = "ink-words") -> str:
    """A row of signs that begins at x, set smaller if it needs more room than there is; y is its middle line."""
    wide = signs_width(row, size)
    size = size * min(1.0, room / wide) if wide else size
    drawn = []
    for sign in row:
        across = _sign_width(sign, size)
        if sign == "|":
            at = x + across / 2
            drawn.append(f'<path class="c-rule-thin" d="M{at:.2f} {y - size * 0.55:.2f}v{size * 1.1:.2f}"/>')
        elif sign == ">":
            unit = size / 13
            path = f"M{x:.2f} {y:g}h{5 * unit:.2f}m{-2.4 * unit:.2f}{-2.6 * unit:.2f} {2.6 * unit:.2f} {2.6 * unit:.2f}"
            drawn.append(f'<path class="c-ink-line" d="{path} {-2.6 * unit:.2f} {2.6 * unit:.2f}"/>')
        elif sign in PLATES:
            side = across * 0.92
            drawn.append(plate(PLATES[sign], round(x + across * 0.04, 2), round(y - side / 2, 2), round(side, 2)))
        elif sign[0] in ":~":
            name = sign[1:]
            tone = "" if name in COLOURED else paint if sign[0] == ":" else "ink-quiet"
            drawn.append(use(name, round(x, 2), round(y - across / 2, 2), round(across, 2), tone))
        else:
            drawn.append(text(sign, round(x, 2), round(y + size * 0.36, 2), round(size, 2), paint, anchor="start"))
        x += across + size * 0.16
    return "".join(drawn)


def inscription(row: Signs, x: float, y: float, size: float, room: float, middle: bool = False) -> str:
    """A row of signs from x, or in the middle of the room; one that would become too small is broken in two lines."""
    lines, step = [row], 0.0
    bars = [n for n, sign in enumerate(row) if sign in "|>"]
    if signs_width(row, size) * 0.72 > room and bars:
        half = min(bars, key=lambda n: abs(signs_width(row[:n], 1) - signs_width(row[n:], 1)))
        lines = [row[:half], row[half + 1 :] if row[half] == "|" else row[half:]]
        size, step = size * 0.78, size * 0.42
    drawn = []
    for n, line in enumerate(lines):
        indent = max(0.0, room - signs_width(line, size)) / 2 if middle else 0.0
        drawn.append(signs(line, round(x + indent, 2), round(y + step * (2 * n - 1), 2), round(size, 2), room))
    return "".join(drawn)
