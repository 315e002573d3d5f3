"""Where cards and chips of declared fields lie: groups with a caption, side by side on a sheet, at two sizes.

A zone is laid out for the box that a page has for it, as large as it fits there: whole cards if there is room for them,
slips of those that offer no move, slips of all. On narrow screens it is as wide as the page and as high as it must be.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import fit, text, width
from tabletown.render.theme import css

NARROW = 360.0  # the width of a zone on a narrow screen
EDGE, GAP, BETWEEN, LINE = 10.0, 8.0, 22.0, 12.0  # around a zone, between items, groups and lines of groups
CAPTION, SIZE = 22.0, 14.0
STRIP, THUMB = 30.0, 44.0  # how high a move below a card is, and where it is tapped
ALL_CARDS, MOVES_AS_CARDS, ALL_SLIPS = range(3)
TRIES = (
    *((ALL_CARDS, scale) for scale in (1.5, 1.3, 1.15, 1.0)),
    *((MOVES_AS_CARDS, scale) for scale in (1.15, 1.0)),
    *((ALL_SLIPS, scale) for scale in (1.0, 0.9)),
)
"""How a zone is tried to fit: what are cards, and how large."""


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of a group, as a card and as a slip, with the moves that lie on it.

    One move makes it a button; several lie below it, with these words.
    """

    label: str
    card: Shape
    slip: Shape | None = None
    id: str = ""
    moves: tuple[tuple[str, Button], ...] = ()
    large: Shape | None = None
    state: str = ""
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Computed once: a zone is found by its items whenever it is drawn."""
        if not self._hash:
            shapes = (self.card, self.slip, self.large)
            object.__setattr__(self, "_hash", hash((self.label, shapes, self.id, self.moves, self.state)) or 1)
        return self._hash


@dataclass(frozen=True, slots=True)
class Group:
    """What one field shows, or several that need no caption."""

    caption: str
    note: str
    label: str
    items: tuple[Item, ...]

    @property
    def has_moves(self) -> bool:
        """Whether a move lies on one of its items."""
        return any(item.moves for item in self.items)


@dataclass(frozen=True, slots=True)
class Box:
    """How a zone is shown: its size on a page of 1440 by 900, and what it has on a narrow screen."""

    w: float
    h: float
    role: str
    span: int = 1
    narrow: int = MOVES_AS_CARDS


@lru_cache(maxsize=2048)  # between two moves most zones stay as they are
def zone(id: str, title: str, seat: int | None, groups: tuple[Group, ...], box: Box) -> Zone:
    """The groups as a zone."""
    wide, w, h = _fitting(groups, box)
    narrow, small_h = _placed(groups, NARROW, box.narrow, THUMB)
    under = Piece(_sheet(w, h), state="backdrop", small=_sheet(NARROW, small_h))
    pieces = [under]
    for (piece, shape), (_, small) in zip(wide, narrow, strict=True):
        pieces.append(replace(piece, shape=shape, small=small))
    return Zone(
        id, title, w, h, tuple(pieces), box.role, seat, small_w=NARROW, small_h=small_h, span=box.span,
        bubbles="" if box.role == "own" else "down",
    )  # fmt: skip


def _fitting(groups: tuple[Group, ...], box: Box) -> tuple[list[tuple[Piece, Shape]], float, float]:
    """The pieces at their places, as large as they fit into the box, and the size of the sheet."""
    for cards, scale in TRIES:
        w, most = box.w / scale, box.h / scale
        placed, high = _placed(groups, w, cards, STRIP)
        if high <= most and all(shape.x + shape.w <= w for _, shape in placed):
            return placed, w, most
    placed, high = _placed(groups, box.w, ALL_SLIPS, STRIP)
    return placed, box.w, max(high, box.h)


def _placed(groups: Iterable[Group], w: float, cards: int, strip: float) -> tuple[list[tuple[Piece, Shape]], float]:
    """Every piece with its place on a sheet of this width, and the height of the sheet."""
    found: list[tuple[Piece, Shape]] = []
    x, y, line = EDGE, EDGE, 0.0
    for group in groups:
        slips = cards == ALL_SLIPS or (cards == MOVES_AS_CARDS and not group.has_moves)
        inside, wide, high = _group(group, w - 2 * EDGE, slips, strip)
        if x > EDGE and x + wide > w - EDGE:
            x, y, line = EDGE, y + line + LINE, 0.0
        found += [(piece, replace(shape, x=x + shape.x, y=y + shape.y)) for piece, shape in inside]
        x, line = x + wide + BETWEEN, max(line, high)
        if not group.caption:  # chips have a line of their own
            x, y, line = EDGE, y + line + LINE, 0.0
    return found, y + line + (EDGE if line else EDGE - LINE)


def _group(group: Group, room: float, slips: bool, strip: float) -> tuple[list[tuple[Piece, Shape]], float, float]:
    """The pieces of a group with their places in it, and its size."""
    found: list[tuple[Piece, Shape]] = []
    y = widest = 0.0
    if group.caption:
        caption = _caption(group.caption, group.note, room)
        found.append((Piece(caption, group.label), caption))
        y, widest = CAPTION, caption.w
    x = row = 0.0
    for item in group.items:
        shape = item.slip if slips and item.slip else item.card
        if x and x + shape.w > room:
            x, y, row = 0.0, y + row + GAP, 0.0
        found.append((_piece(item, shape), replace(shape, x=x, y=y)))
        high = shape.h
        for words, button in item.moves if len(item.moves) > 1 else ():
            high += GAP
            found.append((Piece(shape, button.sentence, button=button), _strip(words, x, y + high, shape.w, strip)))
            high += strip
        widest, row = max(widest, x + shape.w), max(row, high)
        x += shape.w + GAP
    return found, widest, y + row


def _piece(item: Item, shape: Shape) -> Piece:
    button = item.moves[0][1] if len(item.moves) == 1 else None
    return Piece(shape, item.label, item.id, button=button, state=item.state, large=item.large)


@lru_cache(maxsize=1024)
def _caption(words: str, note: str, room: float) -> Shape:
    noted = width(note, 13) + 8 if note else 0.0
    words, size = fit(words, room - noted, SIZE, 13, bold=True)
    x = width(words, size, bold=True)
    drawn = text(words, 0, 15, size, "ink-words", anchor="start")
    drawn += text(note, x + 8, 15, 13, "ink-quiet", anchor="start", bold=False) if note else ""
    return Shape(0, 0, min(room, x + noted + 2), CAPTION - 2, drawn)


@lru_cache(maxsize=1024)
def _strip(words: str, x: float, y: float, w: float, h: float) -> Shape:
    """A move below a card."""
    words, size = fit(words, w - 10, 13, 12, bold=True)
    box = f'<rect class="{css("paper-brand")}" width="{w:g}" height="{h:g}" rx="5"/>'
    return Shape(x, y, w, h, box + text(words, w / 2, h / 2 + 4.5, size, "ink-white"))


@lru_cache(maxsize=64)
def _sheet(w: float, h: float) -> Shape:
    """The paper below everything."""
    box = f'<rect class="{css("paper-under")}" x=".5" y=".5" width="{w - 1:g}" height="{h - 1:g}" rx="8"/>'
    return Shape(0, 0, w, h, box)


def in_lines(chips: Sequence[Item]) -> Iterator[Group]:
    """Chips as a group without a caption, if there are any."""
    if chips:
        yield Group("", "", "", tuple(chips))
