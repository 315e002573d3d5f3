"""Scraps of paper that everything is put together from: blocks, roundabouts, river discs, reeds, money, papers.

Drawings of this title name paints without their prefix: `class="town-road"` becomes the class of that paint.
"""

import re
from functools import cache

from tabletown.render import icons
from tabletown.render.theme import css

_CLASS = re.compile(r'class="([^"]+)"')


def painted(svg: str) -> str:
    """The names of paints as classes, on one line; what has classes already keeps them."""
    return " ".join(_CLASS.sub(_classes, svg).split()).replace("> <", "><")


def _classes(found: re.Match[str]) -> str:
    return found[0] if found[1].startswith("c-") else f'class="{css(found[1])}"'


def define(id: str, w: float, h: float, body: str, stretch: bool = False) -> str:
    """The definition of a scrap of this size; `stretch` lets it be placed in other proportions."""
    return icons.define(id, w, h, painted(body), stretch)


# --- Ground ---------------------------------------------------------------------------------------------------------

_REEDS = "".join(
    f"""<g transform="translate({at})"><path class="town-reed" d="M0 0C-1-6-4-10-7-13M0 0C0-8 0-12 0-18M0 0C1-6 4-11
    8-12"/><path class="front-wood" d="M-1.5-17h3v-7h-3ZM6.5-11h3v-6h-3Z" transform="rotate(4)"/></g>"""
    for at in ("18 48", "42 32", "47 58", "15 28")
)
_GROUND: dict[str, tuple[float, float, str]] = {
    "ring": (
        32,
        32,
        """<circle class="town-road" cx="16" cy="16" r="15"/><circle class="town-kerb" cx="16" cy="16" r="11.5"/>
        <circle class="front-moss cut" cx="16" cy="16" r="6.5"/>
        <circle class="front-light" cx="14.5" cy="14.5" r="2.2"/>""",
    ),
    "disc": (
        58,
        58,
        """<circle class="front-shade" cx="30.5" cy="31.5" r="26"/>
        <circle class="front-water cut" cx="29" cy="29" r="26"/>
        <path class="town-wave" d="M11 22c4-4 8-4 12 0s8 4 12 0 8-4 12 0M8 31c4-4 8-4 12 0s8 4 12 0 8-4 12 0 5 3 6 2M13
        40c4-4 8-4 12 0s8 4 12 0 6-3 8-2"/>""",
    ),
    "marsh": (
        62,
        62,
        f"""<path class="town-bog cut" d="M4 2h54l2 3v52l-3 3H5l-3-3V5Z"/>
        <path class="town-pool" d="M8 20c8-4 18-3 22 1s-4 8-12 7-14-5-10-8ZM32 46c6-3 16-3 20 0s-2 7-9 7-16-4-11-7Z"/>
        {_REEDS}""",
    ),
    "rock": (
        62,
        62,
        """<path class="front-shade" d="M6 56 14 20 32 9l22 14 6 33Z"/>
        <path class="front-pave cut" d="M3 54 11 18 29 7l22 14 7 33Z"/>
        <path class="front-stone cut" d="M29 7 22 27 11 18ZM29 7l22 14-16 10-13-4ZM35 31l23 23H28Z"/>
        <path class="thread" d="M22 27 3 54M22 27l13 4M22 27l6 27"/>""",
    ),
    "tree": (
        20,
        20,
        """<circle class="front-shade" cx="11.5" cy="12" r="7.5"/>
        <circle class="front-moss cut" cx="10" cy="10" r="7.5"/>
        <circle class="front-light" cx="7.8" cy="7.8" r="2.8"/>""",
    ),
    "cow": (
        34,
        22,
        """<path class="front-cream cut" d="M7 7h17c2 0 3-2 5-2l4 2v4l-4 1-1 2v7h-3v-6H12v6H9v-7c-2-1-3-3-2-7Z"/>
        <path class="front-hole" d="M10 7.6h6c1 3-1 5-4 4.5S9 9 10 7.6ZM20 9c2-1 4 0 4 2s-3 2-4 1Z"/>
        <path class="thread" d="M7 8c-3 0-3 4-4 7"/>""",
    ),
}

# --- Papers and money -----------------------------------------------------------------------------------------------

_PAPERS: dict[str, tuple[float, float, str]] = {
    "i-cash": (
        26,
        22,
        """<path class="thread-bold" d="M9 6V2.5h8V6"/><path class="front-wood cut" d="M1.5 6h23v14.5h-23Z"/>
        <path class="front-sand cut" d="M11 11h4v4h-4Z"/><path class="thread" d="M1.5 12H11M15 12h9.5"/>""",
    ),
    "i-chair": (
        24,
        26,
        """<path class="front-brick cut" d="M6 2h12a2 2 0 0 1 2 2v10H4V4a2 2 0 0 1 2-2Z"/>
        <path class="front-brick cut" d="M2 11h4v6h12v-6h4v10H2Z"/>
        <path class="front-wood cut" d="M4 21h3v4H4ZM17 21h3v4h-3Z"/>""",
    ),
    "i-deed": (
        18,
        22,
        """<path class="front-cream cut" d="M1 1h16v20H1Z"/><path class="thread" stroke-width=".9" d="M4 11h10M4 14h10M4
        17h10M9 11v7"/><path class="front-moss" d="M4 4h6v4H4Z"/>""",
    ),
    "i-permit": (
        18,
        22,
        """<path class="card-paper cut" d="M1 1h16v20H1Z"/><path class="front-mustard" d="M1.6 1.6h14.8v5H1.6Z"/>
        <circle class="front-brick cut" cx="12.5" cy="15.5" r="3"/><path class="thread" d="M4 10h9M4 13h4"/>""",
    ),
    "i-income": (
        24,
        24,
        """<path class="town-bridge" d="M0 12h24v7H0Z"/><circle class="town-bridge" cx="12" cy="15.5" r="7.5"/>
        <circle class="front-sage cut" cx="12" cy="15.5" r="4.5"/><path class="thread-bold" d="M12 2v9"/>
        <path class="front-mustard cut" d="M12 1.5 20 4.5 12 7.5Z"/>""",
    ),
    "paper-deed": (
        18,
        22,
        """<path class="front-shade" d="M2.5 2.5h16v20h-16Z"/><path class="front-cream cut" d="M1 1h16v20H1Z"/>
        <path class="town-land cut" d="M4 4h10v9H4Z"/><path class="thread-soft" d="M4 16.5h10M4 18.5h7"/>""",
    ),
    "paper-permit": (
        18,
        22,
        """<path class="front-shade" d="M2.5 2.5h16v20h-16Z"/><path class="card-paper cut" d="M1 1h16v20H1Z"/>
        <path class="front-sand cut" d="M1 1h16v5.5H1Z"/><path class="front-slate cut" d="M4.5 9h9v8h-9Z"/>
        <path class="thread-soft" d="M4.5 13h9M9 9v8"/>""",
    ),
}

# --- What a simple permit does instead of building, on 24 by 24 ------------------------------------------------------

_ACTIONS: dict[str, str] = {
    "do-inquiry": """<path fill-rule="evenodd" d="M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15Zm0 3a4.5 4.5 0 1 0 0 9
        4.5 4.5 0 0 0 0-9Z"/><path d="m14 16.3 2.3-2.3 6 6-2.3 2.3Z"/>""",
    "do-lobby": """<path d="M3 9.5h4l9-5v15l-9-5H3ZM7 14.5 9 21h3.5l-1.7-6"/>
        <path class="ink-line" d="M19 8c1.6 1.2 2.4 2.5 2.4 4s-.8 2.8-2.4 4"/>""",
    "do-demolish": """<path class="ink-line" d="M4 3h12v3M16 6v5"/><circle cx="16" cy="15" r="4.5"/>
        <path d="M2 21v-9h7v9Z"/><path class="ink-line" d="m11 19 3 2M20 20l2 1.5"/>""",
    "do-redevelop": """<path d="M4 20v-8l8-6 8 6v8Z" opacity=".35"/>
        <path class="ink-line" d="M3 12 12 5l9 7M5 11v9.5h14V11M12 19v-7M9 14.5l3-3 3 3"/>""",
    "do-extension": """<path d="M2 21V9h9v12Z"/><path class="ink-line" d="M11 21h10.5V9H11M16 12v6M13 15h6"/>""",
}

# --- Blocks and envelopes, by seat ------------------------------------------------------------------------------------


def _standing(seat: int) -> str:
    return f"""<path class="front-shade" d="M3 8h15v12H3Z"/><path class="seat-{seat} cut" d="M1.5 6.5h15v12h-15Z"/>
        <path class="seat-{seat} cut" d="M1.5 6.5 4 1.5h10l2.5 5Z"/>
        <path class="front-light" d="M2.3 6 4.4 2h9.2l2.1 4Z"/>"""


def _lying(seat: int) -> str:
    return f"""<path class="block-halo" d="M0 5 3 .2h15L21.2 5v8.8H0Z"/>
        <path class="seat-{seat}-pale cut" d="M1.5 5.5h18v7h-18Z"/>
        <path class="seat-{seat}-pale cut" d="M1.5 5.5 4 1.5h13l2.5 4Z"/>
        <path class="front-light" d="M2.6 5 4.4 2h12.2l1.8 3Z"/>"""


def _sealed(seat: int) -> str:
    return (
        """<path class="front-shade" d="M6 8h112v70H6Z"/><path class="front-sand cut" d="M2 3h114v70H2Z"/>
        <path class="front-cream cut" d="M2 73l44-38h26l44 38Z"/><path class="front-sand cut" d="M2 3l57 46L116 3Z"/>
        <path class="front-light" d="M8 5l51 41L110 5Z"/>"""
        f'<circle class="seat-{seat} cut" cx="59" cy="46" r="15"/>' + icons.seat_shape(seat, 59, 46, 19)
    )


SYMBOLS: dict[str, str] = {
    **{id: define(id, *drawn) for id, drawn in (*_GROUND.items(), *_PAPERS.items())},
    **{id: define(id, 24, 24, body) for id, body in _ACTIONS.items()},
    "gone": define("gone", 18, 20, '<path class="gone" d="M3 4l12 13M15 4 3 17"/>'),
}
_BY_SEAT = {
    "block": (18.0, 20.0, _standing),
    "i-block": (18.0, 20.0, _standing),
    "lying": (21.5, 14.0, _lying),
    "envelope": (120.0, 80.0, _sealed),
}


@cache
def symbol(id: str) -> str | None:
    """A scrap by its id; those of a seat carry its number: `block-2`."""
    name, _, seat = id.rpartition("-")
    if name in _BY_SEAT and seat.isdigit():
        w, h, draw = _BY_SEAT[name]
        return define(id, w, h, draw(int(seat)))
    return SYMBOLS.get(id)
