"""Which symbols drawings refer to: gathered for the sprite of a page or the `defs` of a picture."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from tabletown.render import icons
from tabletown.render.scene import Piece, Scene, Symbols

_REFERENCE = re.compile(r'href="#([^"]+)"')
_NAMES = re.compile(r'(\bid="|href="#)')


def drawings(pieces: Iterable[Piece]) -> Iterator[str]:
    """The SVG of every shape of the pieces."""
    for piece in pieces:
        for shape in (piece.shape, piece.small, piece.ghost, piece.small_ghost, piece.large):
            if shape is not None:
                yield shape.svg
        yield from drawings(piece.parts)


def scene_drawings(scene: Scene) -> Iterator[str]:
    """The SVG of every piece of a scene, and references to the icons that its headings name."""
    for zone in scene.zones:
        yield from drawings(zone.pieces)
    for seat in scene.seats:
        for stat in seat.stats:
            yield f'href="#i-{stat.icon}"'


@lru_cache(maxsize=8192)
def _references(svg: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_REFERENCE.findall(svg)))


def gather(svgs: Iterable[str], symbol: Symbols) -> str:
    """The definitions that the drawings need, those that other definitions need included."""
    found: dict[str, str] = {}
    waiting = [name for svg in svgs for name in _references(svg)]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        body = icons.SYMBOLS.get(name) or symbol(name)
        if body is None:
            continue
        found[name] = body
        waiting.extend(_references(body))
    return "".join(found[name] for name in sorted(found))


def inline(svg: str, symbol: Symbols, prefix: str) -> str:
    """A drawing that carries all definitions it needs, under ids of its own, to be put anywhere on a page."""
    return renamed(f"<defs>{gather([svg], symbol)}</defs>{svg}", prefix)


def renamed(svg: str, prefix: str) -> str:
    """Drawings or definitions with this prefix before every id, so that they share a page with others of the title."""
    return _NAMES.sub(rf"\g<1>{prefix}", svg)
