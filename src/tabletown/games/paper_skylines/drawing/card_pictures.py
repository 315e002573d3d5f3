"""Pictures of cards by their names, 110 wide, standing on their lower edge; from `pictures.toml`.

A card that nobody drew gets the picture of its type.
"""

import tomllib
from functools import cache
from importlib.resources import files

from tabletown.games.paper_skylines.cards import Building, City
from tabletown.games.paper_skylines.drawing.building_parts import build, spell
from tabletown.games.paper_skylines.drawing.props import PROPS
from tabletown.games.paper_skylines.vocabulary import TYPE_NAMES

W, H = 110, 76


@cache
def steps() -> dict[str, str]:
    """What every picture is made of."""
    text = files("tabletown.games.paper_skylines").joinpath("pictures.toml").read_text(encoding="utf-8")
    found: dict[str, str] = {name: line.replace("'", '"') for name, line in tomllib.loads(text).items()}
    return found


def picture_of(card: Building | City) -> str:
    """The id of the picture of a card."""
    kind = TYPE_NAMES[card.type]
    return f"b-{kind}-{card.slug if card.slug in steps() else f'any-{kind}'}"


def steps_of(card: Building | City) -> str:
    """What the picture of a card is made of."""
    return steps()[picture_of(card).split("-", 2)[2]]


def symbol(id: str) -> str | None:
    """The definition of a picture or a prop; None for any other id."""
    if id.startswith("p-"):
        body = PROPS.get(id[2:])
        return f'<g id="{id}">{_tidy(spell(body))}</g>' if body else None
    if not id.startswith("b-"):
        return None
    kind, _, name = id[2:].partition("-")
    return _picture(id, kind, name) if kind in TYPE_NAMES and name in steps() else None


@cache
def _picture(id: str, kind: str, name: str) -> str:
    return f'<g id="{id}">{_tidy(build(steps()[name], kind))}</g>'


def _tidy(markup: str) -> str:
    return " ".join(markup.split()).replace("> <", "><")


def picture(card: Building | City, x: float, y: float, scale: float = 1) -> str:
    """A card's picture, its lower left corner at x, y."""
    sized = f" scale({scale:g})" if scale != 1 else ""
    return f'<use href="#{picture_of(card)}" transform="translate({x:g} {y:g}){sized}"/>'
