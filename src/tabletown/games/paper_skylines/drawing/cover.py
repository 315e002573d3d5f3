"""The picture on the box: a city at its best, made of the same cards as every other city, and a track above it."""

import tomllib
from functools import cache
from importlib.resources import files

from tabletown.games.paper_skylines.cards import Building, read_cards
from tabletown.games.paper_skylines.drawing import city_buildings, symbols
from tabletown.games.paper_skylines.drawing.city_buildings import LARGE
from tabletown.games.paper_skylines.drawing.mayors_and_markers import marker, mayor
from tabletown.games.paper_skylines.drawing.scenery import landscape
from tabletown.render.scene import Shape
from tabletown.render.symbols import inline

WIDE, HIGH, GROUND, SCALE = 860, 340, 318, 0.98
CITY = (
    ("botanical-garden",),
    ("row-houses", "condo-tower"),
    ("post-office", "county-clinic", "city-hall"),
    ("diner", "savings-bank", "department-store", "office-tower"),
    ("zoo",),
    ("brickworks", "steel-mill"),
    ("skating-pond", "fairground"),
)
"""Towers from left to right, each from its lowest card to its top card."""
MAYOR = 2
TRACK, LINES, MARKERS = 14, (4, 8, 11), {2: 0, 5: 1, 6: 2, 9: 3}


@cache
def picture() -> Shape:
    """The cover, 860 by 340; it carries its own drawings and needs no sprite."""
    table = files("tabletown.games.paper_skylines").joinpath("cards.toml").read_text(encoding="utf-8")
    by_name = {building.slug: building for building in read_cards(tomllib.loads(table)).buildings}
    drawn = [landscape(WIDE, ((0, GROUND, HIGH),)), _track()]
    for n, names in enumerate(CITY):
        cards = [by_name[name] for name in names]
        x = (n + 0.5) * WIDE / len(CITY) - LARGE.w * SCALE / 2
        drawn.append(f'<g transform="translate({x:.1f} {GROUND}) scale({SCALE})">{_tower(cards, n == MAYOR)}</g>')
    return Shape(0, 0, WIDE, HIGH, inline("".join(drawn), symbols.symbol, "paper-skylines-cover-"))


def _tower(cards: list[Building], governed: bool) -> str:
    """A tower that stands on y = 0."""
    *below, top = cards
    storeys = [city_buildings.storey(found, LARGE, LARGE.storey) for found in below]
    drawn = [
        f'<g transform="translate(0 {-LARGE.storey * (n + 1):g})">{storey}</g>' for n, storey in enumerate(storeys)
    ]
    up = LARGE.storey * len(below)
    drawn.append(f'<g transform="translate(0 {-up - LARGE.roof(top):g})">{city_buildings.roof(top, LARGE)}</g>')
    if governed:
        x, height = city_buildings.stands(top, LARGE)
        drawn.append(mayor(0, x, -up - height, 46))
    return "".join(drawn)


def _track() -> str:
    """Spaces in a row with markers of four seats, one of them hopping over two others."""
    step = WIDE / TRACK
    spaces = "".join(
        f'<circle class="c-card-paper c-cut" cx="{step * (n + 0.5):.1f}" cy="30" r="14"/>' for n in range(TRACK)
    )
    lines = "".join(
        f'<rect class="c-paper-brand" x="{step * n - 1.5:.1f}" y="12" width="3" height="36"/>' for n in LINES
    )
    markers = "".join(marker(seat, step * (space + 0.5), 42, 30) for space, seat in MARKERS.items())
    start, goal = step * 5.5, step * 7.5
    hop = f'<path class="c-hop" d="M{start:.1f} 10Q{(start + goal) / 2:.1f}-12 {goal:.1f} 14"/>'
    return spaces + lines + markers + hop
