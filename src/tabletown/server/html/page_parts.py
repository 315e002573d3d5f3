"""Partial page updates: parts of a table's page that the browser has already are not sent again.

Zones and the drawings they refer to make up most of a page, and a move changes few of them; in a zone that it changes,
most pieces stay as they are. Nor does it change the settings, the chat or what was told of earlier rounds. Each of
these parts, and each larger piece of a zone, has a mark: a hash of its markup. A script that fetches a board sends the
marks that it shows (`X-Shown`). For a part with one of these marks the server sends an empty placeholder, which
`static/parts.js` replaces by the part that is shown. Drawings have no placeholders: a browser keeps all that it was
ever sent, so it has those of every piece that it shows, and gets what new ones need beside them. Marks depend only on
what the reader sees, and are the same on every server.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup

from tabletown.engine.seat_marks import Names
from tabletown.engine.value import Value
from tabletown.render import symbols
from tabletown.render.html import zone_fragments
from tabletown.render.names import named_markup
from tabletown.render.scene import Scene, Seat, Symbols, Zone
from tabletown.server.html.log import Chapter, chapters
from tabletown.server.play.table import Line

HEADER = "x-shown"
_CACHE_SIZE = 8192  # zones: those of some hundred tables
_PIECES = 4 * _CACHE_SIZE
_LEAST_PIECE = 800  # characters of a piece that is a part: less costs more to keep account of than to send again
_DRAWINGS = 'class="sprite" width="0" height="0" aria-hidden="true" focusable="false"'


class Part(Value, frozen=True):
    """An element with its mark, and the empty placeholder for it."""

    mark: str
    markup: Markup
    placeholder: Markup


def part(markup: str, table_id: str = "", rest: str = "") -> Part:
    """The part that begins with the first element of some markup, which has an attribute.

    The id of the table is the same on the whole page, so it is left out of the mark: it tells what a part says. If the
    markup is only the beginning, `rest` stands for what follows.
    """
    mark = _mark((markup.replace(table_id, "") if table_id else markup) + rest)
    tag, rest = markup[1:].split(" ", 1)
    placeholder = Markup(f'<{tag} data-same="{mark}"></{tag}>')
    return Part(mark, Markup(f'<{tag} data-is="{mark}" {rest}'), placeholder)


def _mark(markup: str) -> str:
    """48 bits are few to send, as a browser may show hundreds, and enough for none of these to be alike."""
    return urlsafe_b64encode(hashlib.blake2b(markup.encode(), digest_size=6).digest()).decode()


class ZonePart(Value, frozen=True):
    """A zone with its mark, its placeholder, and what it is made of: larger pieces are parts, the rest has no marks."""

    mark: str
    fragments: tuple[Part, ...]
    placeholder: Markup

    def markup(self, shown: Container[str]) -> str:
        """The zone, with placeholders for the pieces whose marks are shown."""
        return "".join([one.placeholder if one.mark in shown else one.markup for one in self.fragments])


@lru_cache(maxsize=_CACHE_SIZE)
def _zone(zone: Zone, names: Names) -> ZonePart:
    beginning, *rest = zone_fragments(zone, faces=True)
    fragments = [_fragment(markup, names) for markup in rest]
    opened = named_markup(beginning, names)
    whole = part(opened, rest="".join([one.mark or one.markup for one in fragments]))
    return ZonePart(whole.mark, (_unmarked(whole.markup), *fragments), whole.placeholder)


@lru_cache(maxsize=_PIECES)
def _fragment(markup: str, names: Names) -> Part:
    """A piece of a zone as a part, or something smaller without a mark."""
    named = named_markup(markup, names)
    return part(named) if len(named) >= _LEAST_PIECE else _unmarked(named)


def _unmarked(markup: str) -> Part:
    """Markup that is always sent."""
    return Part("", Markup(markup), Markup(markup))


@lru_cache(maxsize=_CACHE_SIZE)
def _chapter(chapter: Chapter, names: Names, title: str) -> Part:
    return part(chapter.html(names, title))


class Drawings(Value, frozen=True):
    """The drawings that something refers to, with all that they need: their marks, and their markup by these."""

    marks: frozenset[str]
    markup: Mapping[str, Markup]


@lru_cache(maxsize=_PIECES)
def _drawings_in(markup: str, symbol: Symbols) -> Drawings:
    """The drawings that some markup refers to."""
    return _drawings(symbols.named_in_markup(markup), symbol)


@lru_cache(maxsize=64)
def _icons(seats: tuple[Seat, ...], symbol: Symbols) -> Drawings:
    """The icons that stand in the headings of the seats."""
    return _drawings({f"i-{stat.icon}" for seat in seats for stat in seat.stats}, symbol)


def _drawings(names: Iterable[str], symbol: Symbols) -> Drawings:
    found: dict[str, Markup] = {}
    for name in sorted(names):
        found.update(_drawing(name, symbol))
    return Drawings(frozenset(found), found)


@lru_cache(maxsize=4096)
def _drawing(name: str, symbol: Symbols) -> Mapping[str, Markup]:
    """The drawing of this name, and all that it needs, by their marks."""
    parts = map(part, symbols.defined([name], symbol).values())
    return {drawing.mark: drawing.markup for drawing in parts}


class PageParts:
    """Renders the large parts of a page, with the players' names, for a browser that shows these marks already.

    `template` makes a part of the template with a name and the values that it depends on.
    """

    def __init__(
        self, names: Names, shown: frozenset[str] = frozenset(), template: Callable[..., Part] | None = None
    ) -> None:
        self._names, self._shown, self._template = names, shown, template

    def zone(self, zone: Zone) -> Markup:
        """The markup of a zone, or its placeholder."""
        found = _zone(zone, self._names)
        return found.placeholder if found.mark in self._shown else Markup(found.markup(self._shown))

    def sprite(self, scene: Scene) -> Markup:
        """The drawings that the zones refer to, as far as the browser does not have them."""
        missing: dict[str, Markup] = {}
        for drawings in self._drawings(scene):
            if not drawings.marks <= self._shown:  # a browser that has followed the game lacks few
                missing |= {mark: markup for mark, markup in drawings.markup.items() if mark not in self._shown}
        return Markup(f'<svg id="drawings" {_DRAWINGS}><defs>{"".join(missing.values())}</defs></svg>')

    def _drawings(self, scene: Scene) -> Iterator[Drawings]:
        """The drawings that are needed beside what the browser shows: a piece that it shows brings none."""
        yield _icons(scene.seats, scene.symbol)
        for zone in scene.zones:
            found = _zone(zone, self._names)
            if found.mark not in self._shown:
                for fragment in found.fragments:
                    if fragment.mark not in self._shown:
                        yield _drawings_in(fragment.markup, scene.symbol)

    def log(self, log: Sequence[Line], names: Names, title: str) -> Markup:
        """The log as list items, newest first; every round of it is a part. `names` are those that the reader reads."""
        return Markup("".join([self._markup(_chapter(chapter, names, title)) for chapter in chapters(log)]))

    def template(self, name: str, /, **values: object) -> Markup:
        """The markup of a template that depends only on these values, or its placeholder."""
        assert self._template is not None
        return self._markup(self._template(name, **values))

    def _markup(self, part: Part) -> Markup:
        return part.placeholder if part.mark in self._shown else part.markup


def shown_in(header: str) -> frozenset[str]:
    """The marks in the header of a request."""
    return frozenset(header.split())
