"""Parts of a table's page that a browser may show already: what is the same is named, not sent again.

Zones and the drawings they refer to make up most of a page, and a move changes few of them. Each zone, and each of the
sheets on which drawings are kept, carries a mark, which is a hash of its own markup. A script that asks for a board
says which marks it shows (`X-Shown`), and where one of them would be sent, an empty element stands for it;
`static/parts.js` puts the shown one in its place. Marks are made of what the reader sees, and of nothing else; they are
the same at every server.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from markupsafe import Markup

from tabletown.render import symbols
from tabletown.render.html import sheet, zone_html
from tabletown.render.scene import Scene, Zone

HEADER = "x-shown"
_KEPT = 8192  # zones: those of some hundred tables
_SHEETS = 16  # a new card brings two or three drawings, so most sheets stay as they are


@dataclass(frozen=True, slots=True)
class Part:
    """An element with its mark, and the empty one that stands for it."""

    mark: str
    whole: Markup
    gap: Markup


def _part(markup: Markup) -> Part:
    mark = hashlib.blake2b(markup.encode(), digest_size=8).hexdigest()
    tag, rest = str(markup)[1:].split(" ", 1)
    gap = Markup(f'<{tag} data-same="{mark}"></{tag}>')
    return Part(mark, Markup(f'<{tag} data-is="{mark}" {rest}'), gap)


@lru_cache(maxsize=_KEPT)
def _zone(zone: Zone) -> Part:
    return _part(zone_html(zone))


@lru_cache(maxsize=_KEPT)
def _sheet(drawings: tuple[str, ...]) -> Part:
    return _part(sheet("".join(drawings)))


@lru_cache(maxsize=4096)
def _place(name: str) -> int:
    """On which sheet a drawing is kept: always the same one."""
    return crc32(name.encode()) % _SHEETS


class Parts:
    """Writes the large parts of a page for somebody who shows these marks."""

    def __init__(self, shown: Collection[str] = ()) -> None:
        self._shown = shown

    def zone(self, zone: Zone) -> Markup:
        """A zone."""
        return self._written(_zone(zone))

    def sprite(self, scene: Scene) -> Markup:
        """The drawings that the zones refer to, always on as many sheets: a page knows them by their order."""
        sheets: list[list[str]] = [[] for _ in range(_SHEETS)]
        for name, drawing in sorted(symbols.of_scene(scene).items()):
            sheets[_place(name)].append(drawing)
        return Markup("".join(self._written(_sheet(tuple(drawings))) for drawings in sheets))

    def _written(self, part: Part) -> Markup:
        return part.gap if part.mark in self._shown else part.whole


def shown_in(header: str) -> frozenset[str]:
    """The marks that a request names."""
    return frozenset(header.split())
