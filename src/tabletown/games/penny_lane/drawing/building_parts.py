"""Parts of houses: windows, doors, awnings, columns, signs, and what stands along a street.

They are placed by name in the drawings of `fronts` and `houses`. A name may carry a colour, `awning.brick`, which takes
the place of `@` in the drawing.
"""

from functools import cache

from tabletown.games.penny_lane.drawing.tokens import define

PARTS: dict[str, tuple[float, float, str]] = {
    "win": (12, 16, '<path class="window" d="M.7.7h10.6v14.6H.7Z"/><path class="bare" d="M6 .7v14.6M.7 7h10.6"/>'),
    "arch": (
        12,
        18,
        '<path class="window" d="M.7 17.3V6a5.3 5.3 0 0 1 10.6 0v11.3Z"/><path class="bare" d="M6 .7v16.6M.7 8h10.6"/>',
    ),
    "shop": (26, 20, '<path class="window" d="M.7.7h24.6v18.6H.7Z"/><path class="bare" d="M13 .7v18.6M.7 6h24.6"/>'),
    "door": (18, 28, '<path class="hole" d="M1 27.4V9a8 8 0 0 1 16 0v18.4Z"/>'),
    "col": (10, 40, '<path class="cream" d="M.7.7h8.6v4H8v30.6h1.3v4H.7v-4H2V4.7H.7Z"/>'),
    "awning": (
        96,
        13,
        """<path class="cream" d="M5 .7h86l4.3 8.3a6 6 0 0 1-11.9 0 6 6 0 0 1-11.8 0 6 6 0 0 1-11.8 0 6 6 0 0 1-11.8 0
          6 6
          0 0 1-11.8 0 6 6 0 0 1-11.8 0 6 6 0 0 1-11.8 0 6 6 0 0 1-11.9 0Z"/>
        <path class="@" stroke="none" d="M5.3 1.3h9.5L12.6 9c0 3.5-10.8 4.5-11.2.1ZM25.5 1.3h10.7l-.8 7.9c-.9 4-10.3
          4-11.2 0ZM47 1.3h10.8l1.3 7.9c-.9 4-10.9 4-11.9 0ZM69 1.3h10.6L83 9.2c-.9 4-10.8 4-11.8 0Z"/>""",
    ),
    "crate": (20, 20, '<path class="sand" d="M1 2h18v16H1Z"/><path class="bare" d="M1 6h18M1 14h18M3 13.5l14-7"/>'),
    "shutter": (
        13,
        18,
        '<path class="wood" d="M0 0h13v18H0Z"/><path class="bare" stroke-width=".9" d="M2 5h9M2 9h9M2 13h9"/>',
    ),
    "sheet": (
        11,
        13,
        '<path class="cream" stroke-width=".9" d="M1 2l8-1 1 11-8 1Z"/>'
        '<path class="bare" stroke-width=".6" d="M3 5l4-.5M3.2 7.4l4-.5M3.4 9.6l4-.5"/>',
    ),
    "tree": (
        24,
        34,
        """<path class="wood" d="M10.6 20h2.8v13.3h-2.8Z"/>
        <path class="moss" d="M12 .8c6.5 0 10.5 5.3 10.5 11.7S18 24 12 24 1.5 19 1.5 12.5 5.5.8 12 .8Z"/>
        <path class="light" d="M12 3C7.5 3 4.5 6.5 4.2 11c2-4.5 5-6.5 8.8-7.3Z"/>""",
    ),
    "bush": (
        24,
        14,
        """<path class="moss" d="M2 13.2C-.5 8 4 4.5 7 5.5 8.5.5 16 .5 17 5.5 21 4.5 24 9 22 13.2Z"/>
        <path class="light" d="M5 8c1-2 3-2 4-1 1-3 4-4 6-3-4 0-5 3-6 4-2 0-3 0-4 0Z"/>""",
    ),
    "lamp": (
        24,
        34,
        """<path class="deep" d="M10.8 12h2.4v18h2.8v3.3H8V30h2.8Z"/><path class="glow" d="M8 4h8l-1.5 8.5h-5Z"/>
        <path class="deep" d="M7 4.5 12 1l5 3.5Z"/>""",
    ),
    "flag": (16, 20, '<path class="bare" d="M2 19.5V1"/><path class="@" d="M2.5 1.5 15 4.5 2.5 9Z"/>'),
    "stone": (
        40,
        40,
        """<path class="shade" d="M8.5 4.66 20.5 5.64 32.5 5.08 37.83 11.5 37.9 32.5 31.5 37.11 18.8 36.94 8.5 39.58
          2.73
          33.5 2.65 11.5Z"/>
        <path class="@" d="M8 2.16 20 3.14 32 2.58 37.33 9 37.4 30 31 34.61 18.3 34.44 8 37.08 2.23 31 2.15 9Z"/>""",
    ),
    "stone-first": (
        40,
        40,
        """<path class="shade" d="M8.5 5.89 20.5 6.27 32.5 6.44 38.92 11.5 38.27 32.5 31.5 39.85 18.8 36.99 8.5 38.39
          4.92
          33.5 3.98 11.5Z"/>
        <path class="mustard" d="M8 3.39 20 3.77 32 3.94 38.42 9 37.77 30 31 37.35 18.3 34.49 8 35.89 4.42 31 3.48 9Z"/>
        <path class="bare" stroke-width=".8" stroke-dasharray="2 2" d="M11 6.39 20 6.77 29 6.94 35.42 12 34.77 27 28
          34.35 18.6 31.49 11 32.89 7.42 28 6.48 12Z"/>""",
    ),
}
"""Width, height and drawing of each part."""

EMBLEMS: dict[str, str] = {
    "apple": """<path class="brick" d="M12 8c3-2 8.5-1 8.5 4.5 0 5-3.5 9-6 9-1 0-1.5-.5-2.5-.5s-1.5.5-2.5.5c-2.5
        0-6-4-6-9C3.5 7 9 6 12 8Z"/><path class="moss" d="M12.5 6.5c0-3 2-5 5-5 0 3-2 5-5 5Z"/>
        <path class="bare" d="M12 8c0-2-.5-3.5-2-4.5"/>""",
    "book": """<path class="brick" d="M1.5 18V5.5h21V18Z"/>
        <path class="cream" d="M12 6.5C9.5 4.5 6 4 3 4.5v12.2c3-.5 6.5 0 9 2 2.5-2 6-2.5 9-2V4.5c-3-.5-6.5 0-9 2Z"/>
        <path class="bare" d="M12 6.5v12.2"/>""",
    "boot": """<path class="wood" d="M6 2h8.5v9.5c1 2.5 7 2.5 7 6.5v2H5.5c.5-6 .5-12 .5-18Z"/>
        <path class="hole" d="M5 20h17v2.5H5Z"/><path class="bare" d="M14.5 7h-3M14.5 10h-3.5M6 4.5h8.5"/>""",
    "clock": """<circle class="cream" cx="12" cy="12" r="10"/>
        <path class="bare" stroke-width="1.8" d="M12 5.5V12l4.5 3"/><circle class="hole" cx="12" cy="12" r="1.2"/>""",
    "cog": """<path class="slate" d="M10 1.5h4l.6 3 2.3 1 2.6-1.7 2.8 2.8-1.7 2.6 1 2.3 3 .6v.8l-3 1.7-1 2.3 1.7
        2.6-2.8 2.8-2.6-1.7-2.3 1-.6 2.9h-4l-.6-2.9-2.3-1-2.6 1.7-2.8-2.8 1.7-2.6-1-2.3-3-.6v-3.5l3-.6
        1-2.3L1.7 6.6l2.8-2.8 2.6 1.7 2.3-1Z" transform="translate(1.2 1) scale(.9)"/>
        <circle class="cream" cx="12" cy="12" r="3.6"/>""",
    "crate": '<path class="sand" d="M3 4h18v16H3Z"/><path class="bare" d="M3 8h18M3 16h18M5 15.5 19 8.5"/>',
    "flame": """<path class="brick" d="M12 1.5c1 4 7.5 7 7.5 13 0 5-3.5 8-7.5 8s-7.5-3-7.5-7.5c0-3 1.5-5 3-6.5.5 2 1
        3 2 3.5 0-4 .5-7.5 2.5-10.5Z"/>
        <path class="mustard" d="M12 12c.5 2.5 3.5 3.5 3.5 6.5 0 2.5-1.5 4-3.5 4s-3.5-1.5-3.5-4 2.5-3.5 3.5-6.5Z"/>""",
    "flower": """<path class="bare" stroke-width="1.8" d="M12 13v9.5M12 19c-2-3-4-3-5-3M12 20c2-3 4-3 5-3"/>
        <path class="plum" d="M12 7.5c-3-1-3.5-6 0-6s3 5 0 6 6 3 6 0-5-3-6 0 3 6 0 6-1-5 0-6-6-3-6 0 5 3 6 0Z"/>
        <circle class="mustard" cx="12" cy="7.5" r="2.6"/>""",
    "letter": """<path class="cream" d="M2 6h20v13H2Z"/><path class="bare" d="M2 6l10 8 10-8"/>
        <path class="deep" d="M13 3 22.5 12.5l-1.5 1.5-9.5-9.5-.5-2Z"/>""",
    "loaf": """<path class="mustard" d="M2.5 13.5c0-4.5 4-7.5 9.5-7.5s9.5 3 9.5 7.5c0 2-1 3-2.2 3.3V19H4.7v-2.2c-1.2-.3
        -2.2-1.3-2.2-3.3Z"/><path class="bare" d="m8 9.5-1.5 4M12.5 9 11 13.5M17 9.5l-1.5 4"/>""",
    "note": """<path class="hole" d="M8 5.5 20 2.5v13a3.5 3.2 0 1 1-2.3-3V8l-7.4 1.9v8.6a3.5 3.2 0 1 1-2.3-3Z"/>""",
    "paw": """<path class="wood" d="M12 11.5c3.5 0 6.5 4 6.5 7 0 2-1.5 3-3 3s-2.5-.8-3.5-.8-2 .8-3.5.8-3-1-3-3c0-3
        3-7 6.5-7Z"/><circle class="wood" cx="4.5" cy="11" r="2.4"/><circle class="wood" cx="9" cy="6" r="2.6"/>
        <circle class="wood" cx="15" cy="6" r="2.6"/><circle class="wood" cx="19.5" cy="11" r="2.4"/>""",
    "spool": """<path class="wood" d="M4 2.5h16V6H4ZM4 18h16v3.5H4Z"/><path class="plum" d="M6.5 6h11v12h-11Z"/>
        <path class="bare" d="m6.5 9.5 11-2M6.5 12.5l11-2M6.5 15.5l11-2M17.5 16c3 0 3.5 2 5 1.5"/>""",
    "sweet": """<path class="plum" d="m7 9.5-5.5-3v11l5.5-3M17 9.5l5.5-3v11l-5.5-3"/>
        <circle class="rose" cx="12" cy="12" r="5.8"/>
        <path class="bare" d="M9 16.5c0-4 2-7 6-9M7.5 13.5c1-3 2-4.5 4-6"/>""",
    "violin": """<g transform="rotate(35 12 12)"><path class="wood" d="M12 9c2.8 0 4.3 1.2 4.3 3 0 1.3-1.3 1.4-1.3
          2.5s2.3
        1.4 2.3 4.2c0 2.7-2.2 4.3-5.3 4.3s-5.3-1.6-5.3-4.3c0-2.8 2.3-3.1 2.3-4.2s-1.3-1.2-1.3-2.5c0-1.8 1.5-3
        4.3-3Z"/><path class="hole" d="M11 .8h2l.4 14.7h-2.8Z"/>
        <path class="bare" d="M10 19.8h4M9.2 17v1.8M14.8 17v1.8"/>
        </g><path class="bare" d="M3 4.5 17 20.5"/>""",
    "wheel": """<circle class="hole" cx="12" cy="12" r="10"/><circle class="stone" cx="12" cy="12" r="6"/>
        <path class="bare" d="M12 6v12M6.8 9l10.4 6M6.8 15l10.4-6"/><circle class="mustard" cx="12" cy="12" r="2"/>""",
}
"""What hangs out over a shop, each on 24 by 24 units."""

_FAR_HILL = "M0 74C90 40 180 38 290 60S480 92 600 58s190-40 300-10 190 40 290 12 170-30 250-4v64H0Z"
_NEAR_HILL = "M0 96c120-34 230-30 340-10s230 16 330-8 240-22 340 2 240 12 430-10v50H0Z"


def hills(w: float, h: float) -> str:
    """Two rows of hills on a light ground, as large as this."""
    return (
        f'<rect class="c-lawn" width="{w:g}" height="{h:g}"/>'
        f'<svg width="{w:g}" height="{h:g}" viewBox="0 0 1440 120" preserveAspectRatio="none">'
        f'<path class="c-hill-far" d="{_FAR_HILL}"/><path class="c-hill-near" d="{_NEAR_HILL}"/></svg>'
    )


_STRETCHED = {"shop", "col", "door", "awning"}


@cache
def symbol(id: str) -> str | None:
    """A part by its id: `p-win`, `p-awning.brick`, `p-sign-loaf`."""
    name, _, colour = id.removeprefix("p-").partition(".")
    if not id.startswith("p-"):
        return None
    if name.startswith("sign-"):
        return define(id, 24, 24, f'<g class="k">{EMBLEMS[name[5:]]}</g>') if name[5:] in EMBLEMS else None
    if name not in PARTS:
        return None
    w, h, body = PARTS[name]
    return define(id, w, h, f'<g class="k">{body.replace("@", colour or "stone")}</g>', name in _STRETCHED)
