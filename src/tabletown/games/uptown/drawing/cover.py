"""The picture on the box: a street at its best, made of the same floors as every other street."""

import tomllib
from functools import cache
from importlib.resources import files

from tabletown.games.uptown.cards import read_cards
from tabletown.games.uptown.drawing import floors, scenery, symbols
from tabletown.games.uptown.drawing.roofs import roof_of
from tabletown.render.scene import Shape
from tabletown.render.symbols import inline

STREET: tuple[tuple[str, ...], ...] = (
    ("roastery", "record-shop", "garret"),
    ("city-park",),
    ("restaurant", "cinema", "sky-lounge"),
    ("flower-stall", "kindergarten", "twin-flats", "insurance-tower"),
    ("boutique-hotel", "city-hotel"),
)
PITCH, HIGH, ROAD = 172, 340, 26


@cache
def picture() -> Shape:
    """The cover, 860 by 340; it carries its own drawings and needs no sprite."""
    table = files("tabletown.games.uptown").joinpath("cards.toml").read_text(encoding="utf-8")
    cards = read_cards(tomllib.loads(table))
    by_name = {project.slug: project for project in cards.projects.values()}
    wide, ground = PITCH * len(STREET), HIGH - ROAD
    drawn = [scenery.sky(wide, ground), scenery.road(wide, ROAD, ground)]
    for site, names in enumerate(STREET):
        for level, name in enumerate(names):
            project, top = by_name[name], level == len(names) - 1
            standing = floors.Standing(
                sum(term.n for term in project.income),
                sum(term.n for term in project.prestige),
                roof_of(project) if top else "",
                site if top and site < 4 else 0 if top else None,
                not top,
            )
            y = ground - floors.H * (level + 1)
            drawn.append(f'<g transform="translate({site * PITCH + 6} {y})">{floors.large(project, standing)}</g>')
    drawn.append(f'<path class="c-ground-line" d="M0 {ground}h{wide}"/>')
    return Shape(0, 0, wide, HIGH, inline("".join(drawn), symbols.symbol, "uptown-cover-"))
