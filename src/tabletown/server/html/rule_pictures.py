"""Pictures in the rules ("plates"): images in the Markdown that are drawn from positions or cards.

`![What it shows](plates/links.toml)` is the table of the position in that file, as seat 0 sees it. A `#` limits it to
zones by their ids (`plates/links.toml#lane-0,supply`); `?choices` adds what the seat may choose.
`![What it shows](cards#bakery,cottage)` shows cards of the gallery, by their anchors.
"""

import re
from collections.abc import Sequence

from markupsafe import Markup

from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.render import symbols
from tabletown.render.scene import Scene, Shape
from tabletown.render.svg import excerpt, side_by_side
from tabletown.server.html.gallery import catalogue

FOLDER = "plates"
_IMAGE = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)" ?/?></p>')
_SOURCE = re.compile(r"(?:plates/(?P<file>[\w-]+)\.toml(?P<choices>\?choices)?|cards)(?:#(?P<parts>[\w,-]+))?")
_PREFIX = "plate-"  # the rules open beside a table, whose drawings have the same names


class BadPlate(Exception):
    """A picture that cannot be drawn; the text says why."""


def sources(html: str) -> list[tuple[str, str]]:
    """The pictures in the HTML of rules: the source of each, and its caption."""
    return [(match[1], match[2]) for match in _IMAGE.finditer(html)]


def position(title: Title, file: str) -> Position:
    """The position in the file of a plate. Raises PositionError."""
    return read_position((title.folder / FOLDER / f"{file}.toml").read_text(encoding="utf-8"), get_title)


def draw(title: Title, source: str) -> Shape:
    """Draw the picture of a source in the rules of a title. Raises BadPlate."""
    found = _SOURCE.fullmatch(source)
    if found is None:
        raise BadPlate(f"{source} is neither a position among the plates nor cards of the gallery")
    parts = tuple(filter(None, (found["parts"] or "").split(",")))
    try:
        if found["file"] is None:
            pieces = {card.anchor: card.piece for card in catalogue(title)}
            return side_by_side([pieces[anchor] for anchor in parts])
        return excerpt(_scene(position(title, found["file"]), bool(found["choices"])), parts)
    except (KeyError, OSError) as missing:
        raise BadPlate(f"{source} shows something that is not there: {missing}") from missing


def _scene(shown: Position, choices: bool) -> Scene:
    view = shown.view(0) if shown.seat is None else shown
    button, legal = view.title.words.button, view.legal_actions_of(0) if choices and 0 in view.waiting else []
    scene: Scene = view.title.drawing.draw(view, 0, {action: button(view, 0, action) for action in legal})
    return scene


def illustrate(title: Title, html: str) -> Markup:
    """The HTML of rules with its pictures drawn, after a sprite of the definitions that they share."""
    drawn = {source: draw(title, source) for source, _ in sources(html)}
    numbers = iter(range(1, len(html)))

    def figure(match: re.Match[str]) -> str:
        return _figure(drawn[match[1]], match[2], next(numbers))

    return Markup(_sprite(title, list(drawn.values())) + _IMAGE.sub(figure, html))


def without_pictures(html: str) -> Markup:
    """The HTML of rules with captions instead of pictures, while the title is not compiled yet."""
    return Markup(_IMAGE.sub(r'<p class="plate-to-come">\2</p>', html))


def _sprite(title: Title, shapes: Sequence[Shape]) -> str:
    if not shapes:
        return ""
    defs = symbols.gather([shape.svg for shape in shapes], title.drawing.symbol)
    hidden = 'class="sprite" width="0" height="0" aria-hidden="true" focusable="false"'
    return f"<svg {hidden}><defs>{symbols.renamed(defs, _PREFIX)}</defs></svg>"


def _figure(shape: Shape, caption: str, number: int) -> str:
    """A picture in a frame that scrolls on narrow pages. `caption` is HTML."""
    name = f"{_PREFIX}{number}"
    return (
        f'<figure class="plate" style="--w:{shape.w:.0f}px">'
        f'<div class="plate-frame" tabindex="0" role="img" aria-labelledby="{name}">'
        f'<svg viewBox="0 0 {shape.w:g} {shape.h:g}" aria-hidden="true" focusable="false">'
        f"{symbols.renamed(shape.svg, _PREFIX)}</svg></div>"
        f'<figcaption id="{name}">{caption}</figcaption></figure>'
    )
