"""What the tests of drawings share: a scene with all its moves, its pieces, its markup, and checks of both."""

import re
from xml.etree import ElementTree

from tabletown.engine.position import Position
from tabletown.render import html, theme
from tabletown.render.scene import Button, Piece, Scene, Shape, Symbols
from tabletown.render.symbols import gather

PAINTS = {f"c-{name}" for name in (*theme.PAINTS, *theme.ACCENTS)} | {"c-serif"}
STRANGE_NAMES = ["<b>&\"'", "\u0420\u0435\u0441\u0442\u043e\u0440\u0430\u043d", "x" * 200]


def parse(markup: str) -> ElementTree.Element:
    """The markup as a tree; pages and pictures are both written so that this succeeds."""
    return ElementTree.fromstring(markup)


def classes(markup: str) -> set[str]:
    """Every class that elements of the markup have."""
    return {name for element in parse(markup).iter() for name in element.get("class", "").split()}


def draw(position: Position, viewer: int) -> Scene:
    """The table as a seat sees it, with all its moves."""
    view, title = position.view(viewer), position.title
    actions = view.legal_actions_of(viewer) if viewer >= 0 else []
    buttons = {action: title.words.button(view, viewer, action) for action in actions}
    scene: Scene = title.drawing.draw(view, viewer, buttons)
    return scene


def pieces_of(scene: Scene) -> list[Piece]:
    """All pieces, those that lie on other pieces included."""
    return [piece for zone in scene.zones for piece in zone.walk()]


def offered_by(scene: Scene) -> list[Button]:
    """All buttons, on pieces and on the prompt line."""
    return [piece.button for piece in pieces_of(scene) if piece.button] + list(scene.buttons)


def markup_of(scene: Scene, faces: bool = True) -> str:
    """The part of a page that is renewed with every move; without `faces` that of a replay."""
    return str(html.sprite(scene)) + "".join(str(html.zone_html(zone, faces)) for zone in scene.zones)


def check_svg(svg: str, symbol: Symbols) -> None:
    """Well-formed, painted only with known paints, and referring only to drawings that exist."""
    whole = f"<svg>{gather([svg], symbol)}{svg}</svg>"
    assert classes(whole) <= PAINTS
    ids = {element.get("id") for element in parse(whole).iter()}
    assert set(re.findall(r'href="#([^"]+)"', whole)) <= ids


def check_face(markup: str, symbol: Symbols) -> None:
    """The same of HTML, whose other classes are those of a style sheet."""
    whole = f"<span><svg>{gather([markup], symbol)}</svg>{markup}</span>"
    assert {name for name in classes(whole) if name.startswith("c-")} <= PAINTS
    ids = {element.get("id") for element in parse(whole).iter()}
    assert set(re.findall(r'href="#([^"]+)"', whole)) <= ids


def check_places(scene: Scene) -> None:
    """Every piece lies within its zone, in both layouts."""
    for zone in scene.zones:
        for piece in zone.pieces:
            _check_place(piece.shape, zone.w, zone.h, f"{zone.id}: {piece.label}")
            if piece.small and zone.small_w:
                _check_place(piece.small, zone.small_w, zone.small_h, f"{zone.id}, small: {piece.label}")


def _check_place(shape: Shape, w: float, h: float, what: str) -> None:
    assert -0.01 <= shape.x <= shape.x + shape.w <= w + 0.01, what
    assert -0.01 <= shape.y <= shape.y + shape.h <= h + 0.01, what
