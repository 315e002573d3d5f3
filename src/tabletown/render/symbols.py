"""SVG symbols: collects the definitions that drawings refer to, for the sprite of a page or the `defs` of a picture."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tabletown.render import icons
from tabletown.render.scene import Piece, Scene, Symbols, Zone

_REFERENCE = re.compile(r'href="#([^"]+)"')
_NAMES = re.compile(r'(\bid="|href="#)')


def drawings(pieces: Iterable[Piece]) -> Iterator[str]:
    """The SVG of every shape of the pieces, and their HTML."""
    for piece in pieces:
        for shape in (piece.shape, piece.small, piece.ghost, piece.small_ghost, piece.large):
            if shape is not None:
                yield shape.svg
        if piece.face is not None:
            yield piece.face.html
            yield piece.face.ghost
        yield from drawings(piece.parts)


def of_scene(scene: Scene) -> dict[str, str]:
    """The definitions that the pieces of a scene need, and the icons that its headings name, by their ids."""
    return defined(named_in(scene), scene.symbol)


def named_in(scene: Scene) -> frozenset[str]:
    """The ids that the pieces of a scene refer to, and those of the icons in its headings."""
    icons_of_stats = {f"i-{stat.icon}" for seat in scene.seats for stat in seat.stats}
    return frozenset(icons_of_stats.union(*map(named_in_zone, scene.zones)))


@lru_cache(maxsize=4096)
def named_in_zone(zone: Zone) -> frozenset[str]:
    """What the pieces of a zone refer to; most zones are the same from one move to the next."""
    choices = (words for found in zone.filters for _, words in found.choices)
    return frozenset(name for svg in (*drawings(zone.pieces), *choices) for name in _references(svg))


def named_in_markup(markup: str) -> frozenset[str]:
    """What some markup refers to."""
    return frozenset(_REFERENCE.findall(markup))


@lru_cache(maxsize=8192)
def _references(svg: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_REFERENCE.findall(svg)))


def gather(svgs: Iterable[str], symbol: Symbols) -> str:
    """The definitions that the drawings need, those that other definitions need included."""
    return joined(defined({name for svg in svgs for name in _references(svg)}, symbol))


def joined(definitions: Mapping[str, str]) -> str:
    """Definitions in the order of their ids."""
    return "".join(definitions[name] for name in sorted(definitions))


def defined(names: Iterable[str], symbol: Symbols) -> dict[str, str]:
    """The definitions of these names and of all that they need, by their ids."""
    found: dict[str, str] = {}
    for name in names:
        if name not in found:
            found.update(_definitions(name, symbol))
    return found


@lru_cache(maxsize=4096)
def _definitions(name: str, symbol: Symbols) -> Mapping[str, str]:
    """The definition of a name and all that it needs, by name; empty for an unknown name."""
    found: dict[str, str] = {}
    waiting = [name]
    while waiting:
        wanted = waiting.pop()
        body = None if wanted in found else icons.SYMBOLS.get(wanted) or symbol(wanted)
        if body is not None:
            found[wanted] = body
            waiting.extend(_references(body))
    return found


def inline(svg: str, symbol: Symbols, prefix: str) -> str:
    """A drawing with all definitions that it needs, their ids prefixed, to be put anywhere on a page."""
    return renamed(f"<defs>{gather([svg], symbol)}</defs>{svg}", prefix)


def renamed(svg: str, prefix: str) -> str:
    """Drawings or definitions with this prefix before every id, so that they share a page with others of the title."""
    return _NAMES.sub(rf"\g<1>{prefix}", svg)
