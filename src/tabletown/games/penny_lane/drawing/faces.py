"""Faces: cards, boards, cells and locations as HTML, for a page that fits the window (`static/fit-penny_lane.css`).

Pictures fill their box. Names and numbers are words of the page, and a row of signs is as high as these words, so that
a card may shrink while its words do not. Where a row of signs is wider than its card, the sheet shows an (i) instead:
its class says how many ems it needs.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from math import ceil

from markupsafe import escape

from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import TYPE_NAMES, Building, Location
from tabletown.games.penny_lane.drawing import captions, card_faces, main_street_fronts, player_boards
from tabletown.games.penny_lane.drawing.building_parts import hills
from tabletown.games.penny_lane.drawing.card_faces import BARE, PICTURE, Standing, W
from tabletown.games.penny_lane.drawing.player_boards import Board
from tabletown.games.penny_lane.drawing.tokens import Signs, citizen, link, signs, signs_width, vacancy
from tabletown.render.icons import place
from tabletown.render.scene import Gain
from tabletown.render.text import number

_SIZE, _ROW = 11.0, 16.0
"""The type of a row of signs, and its height; the sheet makes a row as high as its type then is that of the page."""
_MOST_EMS = 19


def svg(css: str, w: float, h: float, body: str, more: str = "") -> str:
    """A drawing of w by h units that fills its box."""
    box = f'viewBox="0 0 {w:g} {h:g}"'
    return f'<svg class="{css}" {box}{more} aria-hidden="true" focusable="false">{body}</svg>'


@cache
def icon(name: str, paint: str = "") -> str:
    """An icon as large as the words around it."""
    return svg("icon", 24, 24, place(f"i-{name}", 0, 0, 24, paint=paint))


@lru_cache(maxsize=4096)
def _signs(row: Signs, css: str, more: float = 0) -> str:
    """A row of signs; its class says how many ems it needs, together with what stands beside it."""
    wide = signs_width(row, _SIZE) + 2
    ems = min(_MOST_EMS, ceil((wide + 4) / _SIZE + more))
    return svg(f"pl-signs {css} ems-{ems}", round(wide, 1), _ROW, signs(row, 1, _ROW / 2, _SIZE))


# --- Buildings ------------------------------------------------------------------------------------------------------


def css(building: Building) -> str:
    """The CSS classes of a building card: above or below the street, and its type."""
    return f"pl-card pl-{TYPE_NAMES[building.type]} {row_css(building.row)}"


def row_css(row: int) -> str:
    """The CSS class of a row."""
    return "pl-upper" if row == s.UPPER else "pl-lower"


@lru_cache(maxsize=8192)
def card(building: Building, standing: Standing | None = None) -> str:
    """A card; without a standing as it is on offer."""
    kind = TYPE_NAMES[building.type]
    return (
        '<span class="pl-in"><span class="pl-band">'
        + svg("pl-kind", 16, 16, place(f"i-{kind}", 0, 0, 16, paint="ink-words"))
        + f'<b class="pl-name">{escape(building.name)}</b></span>'
        + f'<span class="pl-facts">{_facts(building)}</span>'
        + svg("pl-picture", W, PICTURE, card_faces.face(building, standing, BARE))
        + "</span>"
        + f'<span class="pl-cost">{_penny()}<b>{building.cost}</b></span>'
    )


@cache
def _penny() -> str:
    return svg("pl-penny", 24, 24, place("penny-blank", 0, 0, 24))


def _facts(building: Building) -> str:
    stars = f"<b>{building.stars}</b>{icon('point')}" if building.stars else ""
    row = captions.signs(building)
    return (_signs(row, "pl-effect", 2 if stars else 0) if row else "") + stars


# --- Lanes ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def board(shown: Board, own: bool) -> str:
    """A board: stars above, the house, the bench, and below it what the next upkeep brings."""
    drawn = player_boards.face(shown, BARE, numbered=False)
    comes = "" if shown.bonus else f'<span class="pl-comes">+1{icon("citizen", "ink-words")}</span>'
    upkeep = f'<span class="pl-comes">{number(shown.income, sign=True)}{icon("penny")}</span>'
    whose = '<i class="pl-words">upkeep</i>' if own else ""
    return (
        f'<span class="pl-top">{icon("point")}<b>{shown.stars}</b><i class="pl-words">of {s.STARS_TO_END}</i></span>'
        + svg("pl-house", W, player_boards.height(BARE), drawn)
        + f'<b class="pl-stars">{shown.stars}</b><span class="pl-bottom">{whose}{upkeep}{comes}</span>'
    )


@cache
def ground(first: int, columns: int) -> str:
    """Lawn and road; on the road the number of each column, as moves name it."""
    marks = "".join(
        f'<span class="pl-mark" style="--c:{n}"><i>{number(first + n, sign=True)}</i></span>'
        for n in range(columns)
        if first + n
    )
    trees = "".join(
        svg(f"pl-trees at-{side}", 62, 34, place("p-tree", 0, 0, 24, 34) + place("p-lamp", 32, 0, 24, 34))
        for side in ("left", "right")
    )
    return f'{trees}<span class="pl-road"></span><span class="pl-marks">{marks}</span>'


@cache
def seam(kind: int, worth: int) -> str:
    """A whole link on the seam of two cards."""
    halo = '<circle class="c-halo" cx="16" cy="16" r="16"/>'
    return svg("pl-link", 32, 32, halo + link(kind, 16, 16, 28, True)) + _twice(worth)


@cache
def crossing(kind: int, worth: int) -> str:
    """A whole link across the street, on a crossing."""
    stripes = "".join(f"M{x} 1v26" for x in (9, 17, 31, 39))
    drawn = f'<path class="c-lane-zebra" d="{stripes}"/>' + link(kind, 24, 14, 26, True)
    return svg("pl-link", 48, 28, drawn) + _twice(worth)


def _twice(worth: int) -> str:
    return '<b class="pl-twice">2</b>' if worth > 1 else ""


@lru_cache(maxsize=1024)
def cell(where: str, links: tuple[int, ...], gains: tuple[Gain, ...]) -> str:
    """An empty cell: where on the lane it lies, the links that a building would complete there, and what it earns."""
    made = "".join(icon("penny" if kind == s.PENNY else "point") for kind in links)
    words = f'<span>{made}<i class="pl-words">{"link" if len(links) == 1 else "links"}</i></span>'
    none = '<span class="pl-quiet">no link</span>'
    return f'<span class="pl-cell-in"><b>{where}</b>{words if links else none}{_gains(gains[:2])}</span>'


def _gains(gains: Iterable[Gain]) -> str:
    return "".join(f"<span>{number(gain.amount, sign=True)}{icon(gain.icon)}</span>" for gain in gains)


@lru_cache(maxsize=1024)
def choice(said: str, gains: tuple[Gain, ...]) -> str:
    """A button for a lane as a whole."""
    return f"<b>{said}</b>{_gains(gains)}"


@cache
def chip(kind: str) -> str:
    """A small button on a building: a citizen that can leave it, or two arrows to swap it."""
    figure = svg("pl-figure", 24, 24, place(f"i-{'swap' if kind == 'swap' else 'citizen'}", 2, 2, 20))
    return figure if kind == "swap" else figure + "<i>\N{RIGHTWARDS ARROW}</i>"


# --- Main Street ----------------------------------------------------------------------------------------------------


@cache
def street() -> str:
    """Hills behind the fronts, and the pavement before them."""
    return svg("pl-hills", 1000, 88, hills(1000, 88), ' preserveAspectRatio="none"')


@lru_cache(maxsize=1024)
def location(shown: Location, spaces: int, used: int, is_job: bool, door: tuple[float, float] | None) -> str:
    """A location: its front, the stones of its spaces, its name, and what it does in signs."""
    w, h = main_street_fronts.W, main_street_fronts.H
    drawn = place(f"front-{shown.id}", 0, 0, w, h)
    if door and used:
        x, high = door
        drawn += citizen(round(x - high / 3, 2), round(h - high - 2, 2), high, None, dark=True)
    row, first = captions.location_signs(shown)
    short, more, rest = first.partition(" for ")
    tag = f'<span class="pl-first">{short}{f"<i>{more}{rest}</i>" if more else ""}</span>' if first else ""
    return (
        svg("pl-front", w, h, drawn, ' preserveAspectRatio="xMidYMax meet"')
        + svg("pl-stones", 30 * spaces, 30, _stones(shown, spaces, used, is_job))
        + f'<b class="pl-where">{escape(shown.name)}</b>'
        + f'<span class="pl-does">{_signs(row, "", len(first) * 0.52 + 1.4 if first else 0)}{tag}</span>'
    )


def _stones(shown: Location, spaces: int, used: int, is_job: bool) -> str:
    drawn = ""
    for n in range(spaces):
        golden = n == 0 and shown.priority and not is_job
        drawn += place("p-stone-first" if golden else "p-stone", 30 * n, 0, 30)
        if is_job:
            at = 30 * n + 15 - 7.2, 3.3
            drawn += citizen(*at, 21.6, None) if n < used else vacancy(*at, 21.6, dim=True)
        elif n < used:
            drawn += place("i-penny", 30 * n + 4.8, 4.2, 20.4)
    return drawn


@cache
def plate(words: str, figures: int = 0) -> str:
    """A plate on a location: so many citizens, or so many swaps."""
    return icon("citizen", "ink-words") * figures if figures else f"<b>{words}</b>"


# --- Supply ---------------------------------------------------------------------------------------------------------


@cache
def back(left: int, counted: bool) -> str:
    """Cards face down, with their number if they are the deck."""
    words = f"<b>{left}</b>" if counted else ""
    return svg("pl-back", W, 144, card_faces.back(left)) + words


@cache
def no_cards() -> str:
    """The place of the deck when it is empty."""
    return '<span class="pl-quiet">no cards left</span>'
