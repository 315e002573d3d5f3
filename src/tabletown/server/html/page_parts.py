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
def _zone(zone: Zone) -> Part:
    return _part(zone_html(zone))


@lru_cache(maxsize=_CACHE_SIZE)
def _sheets(names: frozenset[str], symbol: Symbols) -> tuple[Part, ...]:
    """The drawings of these names, always on the same number of sheets: the page matches them by order."""
    sheets: list[list[str]] = [[] for _ in range(_SHEETS)]
    for name, drawing in sorted(symbols.defined(names, symbol).items()):
        sheets[_place(name)].append(drawing)
    return tuple(_sheet(tuple(drawings)) for drawings in sheets)


@lru_cache(maxsize=_CACHE_SIZE)
def _sheet(drawings: tuple[str, ...]) -> Part:
    return _part(sheet("".join(drawings)))


@lru_cache(maxsize=4096)
def _place(name: str) -> int:
    """The sheet of a drawing, which never changes."""
    return crc32(name.encode()) % _SHEETS


class PageParts:
    """Renders the large parts of a page for a browser that shows these marks already."""

    def __init__(self, shown: Collection[str] = ()) -> None:
        self._shown = shown

    def zone(self, zone: Zone) -> Markup:
        """The markup of a zone, or its placeholder."""
        return self._markup(_zone(zone))

    def sprite(self, scene: Scene) -> Markup:
        """The drawings that the zones refer to, on several sheets."""
        return Markup("".join(map(self._markup, _sheets(symbols.named_in(scene), scene.symbol))))

    def _markup(self, part: Part) -> Markup:
        return part.placeholder if part.mark in self._shown else part.markup


def shown_in(header: str) -> frozenset[str]:
    """The marks in the header of a request."""
    return frozenset(header.split())
