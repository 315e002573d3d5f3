"""Portraits of the bots: a face each, and a house with the face in its window. The houses grow with their strength.

The drawings are in the folder `portraits`: `NAME.svg` and `NAME-house.svg`, painted by `static/portraits.css`. A bot
that was not drawn yet has its first letter instead of a face, and a plain house (`house.svg`).
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

FOLDER = Path(__file__).parents[1] / "portraits"
TINTS = {
    "tourist": "#cfe6ef",
    "tenant": "#f3dfae",
    "shopkeeper": "#d5e3c0",
    "greedy": "#f5e0b5",
    "builder": "#f2cdbd",
    "search": "#d7dce2",
    "reflex": "#c9e8dc",
    "master": "#e0d4ee",
}
"""What is behind the face of each bot."""

SEAT_TINTS = ("#f4d48c", "#b3ddf5", "#8cd3c0", "#ecb78c", "#e8c3d7")
"""What is behind the letter of a person, by seat: the pale colours of the seats."""

_INNER = re.compile(r"<svg[^>]*>(.*)</svg>\s*", re.DOTALL)


@cache
def _drawing(name: str) -> str:
    """The inside of an SVG file of the folder; empty if there is none."""
    path = FOLDER / f"{name}.svg"
    found = _INNER.fullmatch(path.read_text()) if path.is_file() else None
    return found.group(1) if found else ""


def faces_sprite(bots: Iterable[str]) -> Markup:
    """The hidden element with the faces of these bots, to which `face` and `house` refer."""
    drawn = {bot: _drawing(bot) for bot in sorted(set(bots))}
    symbols = (f'<symbol id="bot-{bot}" viewBox="0 0 64 64">{svg}</symbol>' for bot, svg in drawn.items() if svg)
    hidden = 'class="sprite" width="0" height="0" aria-hidden="true" focusable="false"'
    return Markup(f"<svg {hidden}><defs>{''.join(symbols)}</defs></svg>")


def face(name: str, bot: str = "", seat: int = 0) -> Markup:
    """A player in a round frame: the face of a bot, the first letter of a person."""
    if bot in TINTS:
        inner = f'<svg viewBox="6 4 52 52"><use href="#bot-{bot}" width="64" height="64"/></svg>'
        tint = TINTS[bot]
    else:
        inner, tint = str(escape(name[:1].upper())), SEAT_TINTS[seat % len(SEAT_TINTS)]
    return Markup(f'<span class="face" style="--tint: {tint}" title="{escape(name)}" aria-hidden="true">{inner}</span>')


def house(bot: str) -> Markup:
    """The house of a bot, with its face in the window."""
    if bot in TINTS:
        inside = f'<use href="#bot-{bot}" width="64" height="64"/>'
    else:
        inside = f'<text x="32" y="42" text-anchor="middle">{escape(bot[:1].upper())}</text>'
    drawing = (_drawing(f"{bot}-house") or _drawing("house")).replace("></svg>", f">{inside}</svg>", 1)
    return Markup(f'<svg class="house" viewBox="0 0 150 212" aria-hidden="true" focusable="false">{drawing}</svg>')
