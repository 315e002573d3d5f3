"""Partial page updates: parts of a table's page that the browser has already are not sent again.

Zones and the drawings they refer to make up most of a page, and a move changes few of them. Each zone, and each sheet
of drawings, has a mark: a hash of its markup. A script that fetches a board sends the marks that it shows (`X-Shown`).
For a part with one of these marks the server sends an empty placeholder, which `static/parts.js` replaces by the part
that is shown. Marks depend only on what the reader sees, and are the same on every server.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from markupsafe import Markup

from tabletown.engine.seat_marks import Names
from tabletown.render import symbols
from tabletown.render.html import sheet, zone_html
from tabletown.render.scene import Scene, Symbols, Zone

HEADER = "x-shown"
_CACHE_SIZE = 8192  # zones: those of some hundred tables
_SHEETS = 16  # a new card brings two or three drawings, so most sheets stay as they are


@dataclass(frozen=True, slots=True)
class Part:
    """An element with its mark, and the empty placeholder for it."""

    mark: str
    markup: Markup
    placeholder: Markup


def _part(markup: Markup) -> Part:
    mark = hashlib.blake2b(markup.encode(), digest_size=8).hexdigest()
    tag, rest = str(markup)[1:].split(" ", 1)
    placeholder = Markup(f'<{tag} data-same="{mark}"></{tag}>')
    return Part(mark, Markup(f'<{tag} data-is="{mark}" {rest}'), placeholder)


@lru_cache(maxsize=_CACHE_SIZE)
def _zone(zone: Zone, names: Names) -> Part:
    return _part(zone_html(zone, faces=True, names=names))


@lru_cache(maxsize=_CACHE_SIZE)
def _sheets(names: frozenset[str], symbol: Symbols) -> tuple[Part, ...]:
    """The drawings of these names, always on the same number of sheets: the page matches them by order."""
    sheets: list[set[str]] = [set() for _ in range(_SHEETS)]
    for name in names:
        for place, drawn in _needed(name, symbol):
            sheets[place].add(drawn)
    return tuple(_sheet(frozenset(drawn), symbol) for drawn in sheets)


@lru_cache(maxsize=4096)
def _needed(name: str, symbol: Symbols) -> tuple[tuple[int, str], ...]:
    """A drawing and all that it needs, each with its sheet, which never changes."""
    return tuple((crc32(drawn.encode()) % _SHEETS, drawn) for drawn in symbols.defined([name], symbol))


@lru_cache(maxsize=_CACHE_SIZE)
def _sheet(names: frozenset[str], symbol: Symbols) -> Part:
    drawings = symbols.defined(names, symbol)
    return _part(sheet("".join(drawings[name] for name in sorted(names))))


class PageParts:
    """Renders the large parts of a page, with the players' names, for a browser that shows these marks already."""

    def __init__(self, names: Names, shown: Collection[str] = ()) -> None:
        self._names, self._shown = names, shown

    def zone(self, zone: Zone) -> Markup:
        """The markup of a zone, or its placeholder."""
        return self._markup(_zone(zone, self._names))

    def sprite(self, scene: Scene) -> Markup:
        """The drawings that the zones refer to, on several sheets."""
        return Markup("".join(map(self._markup, _sheets(symbols.named_in(scene), scene.symbol))))

    def _markup(self, part: Part) -> Markup:
        return part.placeholder if part.mark in self._shown else part.markup


def shown_in(header: str) -> frozenset[str]:
    """The marks in the header of a request."""
    return frozenset(header.split())
