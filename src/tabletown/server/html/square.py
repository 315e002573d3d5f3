"""The square on the page for finding opponents: an evening, with a lit window for everybody who looks.

At a table under a lamp sits the reader; a chair waits for each other player, and whoever was found sits there. Colours
are classes, which `find.css` has in pairs.
"""

import math
from functools import cache

from markupsafe import Markup

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.html.home_picture import scrap

_FIGURE = "M0-23a4.1 4.1 0 0 1 2.5 7.4C5-14.5 6.4-11.5 6.8-1H-6.8C-6.4-11.5-5-14.5-2.5-15.6A4.1 4.1 0 0 1 0-23z"
_CHAIRS = (320, 424, 262, 490, 556)
"""Where they sit, from the left to the right of the lamp, the reader first."""

_HOUSES = (
    ("sh", "M18.4 186h92v76h-92z"),
    ("brick", "M76.4 178.3v-29h11v29z"),
    ("rose", "M12 186h92v76h-92z"),
    ("deep", "M3.7 186L58 147.4L112.3 186z"),
    ("sh", "M12 186h92v4.9h-92z"),
    ("hole", "M47 262v-15a11 11 0 0 1 22.1 0v15z"),
    ("sh", "M122.7 154h82v108h-82z"),
    ("slate", "M117 154h82v108h-82z"),
    ("deep", "M109.6 154L123.6 129.9H192.4L206.4 154zM123.6 129.9L141.6 119.6H174.4L192.4 129.9z"),
    ("sh", "M117 154h82v4.7h-82z"),
    ("hole", "M148.2 262v-14.3a9.8 9.8 0 0 1 19.7 0v14.3z"),
    ("sh", "M215.3 190h90v72h-90z"),
    ("o", "M254 156v-14.4"),
    ("mustard", "M248.6 139.8a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0-10.8 0z"),
    ("sage", "M209 190h90v72h-90z"),
    ("moss", "M205.8 190C209 142.8 299 142.8 302.2 190z"),
    ("sh", "M209 190h90v4.7h-90z"),
    ("hole", "M243.2 262v-14.3a10.8 10.8 0 0 1 21.6 0v14.3z"),
    ("sh", "M467.3 186h90v76h-90z"),
    ("mustard", "M461 186h90v76h-90z"),
    ("brick", "M456.9 186v-11.3h18v-11.3h18v-13.2h26.1v13.2h18v11.3h18v11.3z"),
    ("sh", "M461 186h90v4.9h-90z"),
    ("hole", "M495.2 262v-15a10.8 10.8 0 0 1 21.6 0v15z"),
    ("sh", "M567.9 157h84v105h-84z"),
    ("o", "M604 125.2v-21.8M593.1 114.3h21.8"),
    ("brick", "M593.9 106.8l6.7 5h8.4l5 -7.6v10.1l-6.7 4.2h-8.4z"),
    ("rose", "M562 157h84v105h-84z"),
    ("plum", "M554.4 158.7C574.6 144.7 587.2 125.2 604 123.5C620.8 125.2 633.4 144.7 653.6 158.7z"),
    ("sh", "M562 157h84v4.5h-84z"),
    ("hole", "M593.9 262v-13.9a10.1 10.1 0 0 1 20.2 0v13.9z"),
    ("sh", "M664.4 186h92v76h-92z"),
    ("brick", "M722.4 178.3v-29h11v29z"),
    ("brick", "M658 186h92v76h-92z"),
    ("deep", "M649.7 186L678.2 155.1H729.8L758.3 186z"),
    ("sh", "M658 186h92v4.9h-92z"),
    ("hole", "M693 262v-15a11 11 0 0 1 22.1 0v15z"),
)
"""The parts of the houses, each with its paint, from the back to the front."""

_WINDOWS = (
    ("M23 233.9h18.4v19.8h-18.4z", "M32.2 233.9v19.8M23 243.8h18.4"),
    ("M74.6 233.9h18.4v19.8h-18.4z", "M83.8 233.9v19.8M74.6 243.8h18.4"),
    ("M33.5 195.9h18.4v19.8h-18.4z", "M42.7 195.9v19.8M33.5 205.8h18.4"),
    ("M64.1 195.9h18.4v19.8h-18.4z", "M73.3 195.9v19.8M64.1 205.8h18.4"),
    ("M126.8 254.1v-10.3a8.2 8.2 0 0 1 16.4 0v10.3z", ""),
    ("M172.8 254.1v-10.3a8.2 8.2 0 0 1 16.4 0v10.3z", ""),
    ("M136.1 218.1v-10.3a8.2 8.2 0 0 1 16.4 0v10.3z", ""),
    ("M163.5 218.1v-10.3a8.2 8.2 0 0 1 16.4 0v10.3z", ""),
    ("M136.1 182.1v-10.3a8.2 8.2 0 0 1 16.4 0v10.3z", ""),
    ("M163.5 182.1v-10.3a8.2 8.2 0 0 1 16.4 0v10.3z", ""),
    ("M219.8 235.4h18v18.7h-18z", "M228.8 235.4v18.7M219.8 244.7h18"),
    ("M270.2 235.4h18v18.7h-18z", "M279.2 235.4v18.7M270.2 244.7h18"),
    ("M230 199.4h18v18.7h-18z", "M239 199.4v18.7M230 208.7h18"),
    ("M260 199.4h18v18.7h-18z", "M269 199.4v18.7M260 208.7h18"),
    ("M471.8 233.9h18v19.8h-18z", "M480.8 233.9v19.8M471.8 243.8h18"),
    ("M522.2 233.9h18v19.8h-18z", "M531.2 233.9v19.8M522.2 243.8h18"),
    ("M482 195.9h18v19.8h-18z", "M491 195.9v19.8M482 205.8h18"),
    ("M512 195.9h18v19.8h-18z", "M521 195.9v19.8M512 205.8h18"),
    ("M572.1 254.3v-10a8.4 8.4 0 0 1 16.8 0v10z", ""),
    ("M619.1 254.3v-10a8.4 8.4 0 0 1 16.8 0v10z", ""),
    ("M581.6 219.3v-10a8.4 8.4 0 0 1 16.8 0v10z", ""),
    ("M609.6 219.3v-10a8.4 8.4 0 0 1 16.8 0v10z", ""),
    ("M581.6 184.3v-10a8.4 8.4 0 0 1 16.8 0v10z", ""),
    ("M609.6 184.3v-10a8.4 8.4 0 0 1 16.8 0v10z", ""),
    ("M669 233.9h18.4v19.8h-18.4z", "M678.2 233.9v19.8M669 243.8h18.4"),
    ("M720.6 233.9h18.4v19.8h-18.4z", "M729.8 233.9v19.8M720.6 243.8h18.4"),
    ("M679.5 195.9h18.4v19.8h-18.4z", "M688.7 195.9v19.8M679.5 205.8h18.4"),
    ("M710.1 195.9h18.4v19.8h-18.4z", "M719.3 195.9v19.8M710.1 205.8h18.4"),
)
"""The panes and the bars of each window."""

_STEP = 7
"""Windows light up here and there: the next one is so many further. It has no factor in common with their number."""


def square(people: int, players: int = 0, found: int = 0) -> Markup:
    """The picture, when so many `people` look. At the table are chairs for `players`, of which `found` are taken.

    Without `players`, nobody sits there.
    """
    lit = {n * _STEP % len(_WINDOWS) for n in range(min(people, len(_WINDOWS)))}
    windows = "".join(
        scrap("lit" if n in lit else "pane", pane) + (scrap("o", bars) if bars else "")
        for n, (pane, bars) in enumerate(_WINDOWS)
    )
    houses = "".join(scrap(paint, path) for paint, path in _HOUSES)
    return Markup(
        '<svg class="square" viewBox="0 0 760 372" preserveAspectRatio="xMidYMax slice" role="img" focusable="false"'
        f' aria-label="{_in_words(people, players, found)}">'
        f'{_SKY}<g class="k">{houses}{windows}{_TREES}</g>{_GROUND}'
        f'<g class="k">{_LAMP}{_people(players, found)}{_TABLE}</g></svg>'
    )


def _in_words(people: int, players: int, found: int) -> str:
    windows = "No window is lit" if not people else "One window is lit" if people == 1 else f"{people} windows are lit"
    chairs = f" At a table under a lamp {found} of {players} chairs are taken." if players else ""
    return f"A town square in the evening. {windows}.{chairs}"


def _people(players: int, found: int) -> str:
    figures = []
    for chair in range(min(players, len(_CHAIRS))):
        paint = f"of-{SEAT_NAMES[chair].lower()}" if chair < found else "ghost"
        figures.append(f'<g transform="translate({_CHAIRS[chair]} 318) scale(2.5)">{scrap(paint, _FIGURE)}</g>')
    return "".join(figures)


def _leaves(x: float, y: float, scale: float) -> str:
    trunk, crown = "M10.6 20h2.8v12h-2.8z", "M12 1c6 0 10 5 10 11s-4 11-10 11S2 18 2 12 6 1 12 1z"
    return f'<g transform="translate({x} {y}) scale({scale})">{scrap("wood", trunk)}{scrap("moss", crown)}</g>'


_SKY = (
    scrap("n dusk-1", "M0 0h760v372H0z")
    + scrap("n moon", "M660 34a30 30 0 1 0 16 46 25 25 0 0 1-16-46z")
    + scrap(
        "n star",
        "M90 40h3v3h-3zM180 70h2v2h-2zM300 34h3v3h-3zM420 60h2v2h-2zM540 30h3v3h-3zM720 110h2v2h-2zM40 96h2v2h-2z",
    )
    + scrap("n dusk-2", "M0 176c140-50 260-44 400-14s240-20 360-30v240H0z")
)
_TREES = _leaves(302, 206, 1.75) + _leaves(422, 200, 1.95) + _leaves(-18, 214, 1.5)
_GROUND = (
    scrap("n ground", "M0 262h760v110H0z")
    + scrap("lane", "M0 276h760")
    + '<ellipse class="n pool" cx="380" cy="328" rx="262" ry="42"/>'
)
_LAMP = (
    '<circle class="n breathe" cx="380" cy="152" r="62"/><circle class="n breathe" cx="380" cy="152" r="38"/>'
    + scrap("deep", "M376.5 176h7v120h-7zM366 294h28v8h-28z")
    + scrap("glow", "M366 138h28l-5 34h-18z")
    + scrap("deep", "M362 138l18-14 18 14z")
)
_TABLE = (
    '<ellipse class="n sh" cx="380" cy="364" rx="176" ry="7"/>'
    + scrap("wood", "M214 306h332l14 16H200z")
    + scrap("walnut", "M200 322h360v8H200z")
    + scrap("wood", "M226 330h12v34h-12zM522 330h12v34h-12z")
    + scrap("cream", "M352 310h26l3 8h-31zM388 309h26l3 9h-28z")
    + scrap("brick", "M430 302h14v10h-14zM446 306h9v6h-9z")
)


@cache
def small_table(players: int) -> Markup:
    """A small round table, seen from above, with so many players around it."""
    around = "".join(
        f'<circle class="of-{SEAT_NAMES[seat].lower()}" cx="{28 + 19 * math.sin(turn):.1f}"'
        f' cy="{24 - 19 * math.cos(turn):.1f}" r="4.5"/>'
        for seat in range(players)
        for turn in [2 * math.pi * seat / players + (math.pi / 2 if players == 2 else 0)]
    )
    table = '<circle class="wood" cx="28" cy="24" r="11"/>'
    return Markup(
        f'<svg class="around" viewBox="0 0 56 48" aria-hidden="true" focusable="false"><g class="k">{table}{around}</g>'
        "</svg>"
    )
