"""Boards to look at: one zone of a table as a small picture in a page, without moves, hints or keyboard stops."""

from functools import lru_cache

from markupsafe import Markup, escape

from tabletown.engine.value import replace
from tabletown.render import symbols
from tabletown.render.html import sheet, zone_html
from tabletown.render.scene import Piece, Scene, Symbols, Zone

_CACHE_SIZE = 1024


def main_zone(scene: Scene) -> Zone:
    """The zone that shows best how a game stands: the large map if there is one, else the own area."""
    by_importance = sorted(scene.zones, key=lambda zone: (not zone.zoom, zone.role != "own"))
    return by_importance[0]


def board_peek(scene: Scene, prefix: str) -> Markup:
    """The main zone of a scene. `prefix` goes before all ids, so that several boards can stand on one page."""
    return _peek(main_zone(scene), scene.symbol, prefix)


@lru_cache(maxsize=_CACHE_SIZE)
def _peek(zone: Zone, symbol: Symbols, prefix: str) -> Markup:
    zone = _without_surroundings(zone)
    pieces = tuple(_plain(piece) for piece in zone.pieces if not piece.echo)
    plain = replace(zone, role="own", zoom=False, note="", alert="", small_w=0.0, small_h=0.0, pieces=pieces)
    drawings = sheet(symbols.gather(symbols.drawings(pieces), symbol))
    # a picture, not a part of the page's outline
    board = str(zone_html(plain)).replace("<section ", "<div ").replace("</section>", "</div>")
    markup = symbols.renamed(f"{drawings}{board}", prefix)
    return Markup(f'<div class="peek" inert data-of="{escape(zone.id)}">{markup}</div>')


def _without_surroundings(zone: Zone) -> Zone:
    """A zone cut to the ground on which its buildings stand: without what lies beside it, such as a hand of cards."""
    ground = next((piece.shape for piece in zone.pieces if piece.state == "backdrop"), None)
    if ground is None or ground.x or ground.y:
        return zone
    inside = (piece for piece in zone.pieces if piece.shape.x < ground.w and piece.shape.y < ground.h)
    return replace(zone, w=ground.w, h=ground.h, pieces=tuple(inside))


def _plain(piece: Piece) -> Piece:
    """A piece as scenery."""
    parts = tuple(_plain(part) for part in piece.parts)
    state = piece.state if piece.state in ("backdrop", "card", "old", "figure", "blocked") else ""
    return Piece(piece.shape, state=state, parts=parts)
