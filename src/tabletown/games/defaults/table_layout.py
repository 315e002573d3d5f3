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
CARD, BRIEF, SLIP, TAG = range(4)
"""The forms of a card, from large to small: whole, without its text, as a slip, as a tag."""
Forms = tuple[int, int, int]
"""The form of the groups on which moves lie, of the other cards, and of chips."""
TRIES: tuple[tuple[Forms, float], ...] = (
    *(((CARD, CARD, CARD), scale) for scale in (1.6, 1.45, 1.3, 1.15, 1.0)),
    *(((BRIEF, BRIEF, CARD), scale) for scale in (1.3, 1.15, 1.0)),
    ((BRIEF, BRIEF, TAG), 1.0),
    *(((BRIEF, SLIP, CARD), scale) for scale in (1.15, 1.0)),
    ((BRIEF, SLIP, TAG), 1.0),
    ((BRIEF, TAG, TAG), 1.0),
    ((SLIP, SLIP, CARD), 1.0),
    ((SLIP, TAG, TAG), 1.0),
    *(((TAG, TAG, TAG), scale) for scale in (1.0, 0.9, 0.8)),
)
"""How a zone is tried to fit: in which form things lie there, and how large."""
WIDE = 600.0  # from this width on chips may stand beside the cards
LEAST = 0.7  # a zone with too much in it is drawn smaller, down to this size


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of a group in each of the forms that it may have, with its move, and further ones below it."""

    label: str
    shapes: tuple[Shape, Shape, Shape, Shape]  # by form
    id: str = ""
    button: Button | None = None
    below: tuple[tuple[str, Button], ...] = ()  # with the words on them
    large: Shape | None = None
    state: str = ""
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Computed once: a zone is found by its items whenever it is drawn."""
        if not self._hash:
            moves = (self.button, self.below)
            object.__setattr__(self, "_hash", hash((self.label, self.shapes, self.id, moves, self.state)) or 1)
        return self._hash


@dataclass(frozen=True, slots=True)
class Group:
    """What one field shows, or several that need no caption."""

    caption: str
    note: str
    label: str
    items: tuple[Item, ...]
    offers: bool = False  # whether moves may lie on its items


@dataclass(frozen=True, slots=True)
class Box:
    """How a zone is shown: its size on a page of 1440 by 900, and what it has on a narrow screen."""

    w: float
    h: float
    role: str
    span: int = 1
    narrow: Forms = (CARD, SLIP, CARD)


Placed = list[tuple[Piece, Shape]]


@lru_cache(maxsize=2048)  # between two moves most zones stay as they are
def zone(id: str, title: str, seat: int | None, groups: tuple[Group, ...], box: Box) -> Zone:
    """The groups as a zone."""
    wide, w, h = _fitting(groups, box)
    narrow, small_h = _placed(groups, NARROW, box.narrow, THUMB, beside=False)
    pieces = [Piece(_sheet(w, h), state="backdrop", small=_sheet(NARROW, small_h))]
    for (piece, shape), (_, small) in zip(wide, narrow, strict=True):
        pieces.append(replace(piece, shape=shape, small=small))
    bubbles = "" if box.role == "own" else "down"
    return Zone(
        id, title, w, h, tuple(pieces), box.role, seat, NARROW, small_h, span=box.span, bubbles=bubbles
    )  # fmt: skip


def _fitting(groups: tuple[Group, ...], box: Box) -> tuple[Placed, float, float]:
    """The pieces at their places, as large as they fit into the box, and the size of the sheet."""
    for forms, scale in TRIES:
        w, most = box.w / scale, box.h / scale
        for beside in (False, True) if w >= WIDE else (False,):
            placed, high = _placed(groups, w, forms, STRIP, beside)
            if high <= most and all(shape.x + shape.w <= w for _, shape in placed):
                return placed, w, most
    w = box.w / LEAST
    placed, high = _placed(groups, w, (TAG, TAG, TAG), STRIP, beside=False)
    return placed, w, max(high, box.h / LEAST)


def _placed(groups: Iterable[Group], w: float, forms: Forms, strip: float, beside: bool) -> tuple[Placed, float]:
    """Every piece with its place on a sheet of this width, and the height of the sheet.

    Chips, which have no caption, have lines of their own above the cards, or a column beside them.
    """
    found: Placed = []
    left = x = y = EDGE
    line = lowest = 0.0
    for group in groups:
        form = forms[2 if not group.caption else 0 if group.offers else 1]
        column = beside and not group.caption
        room = max((item.shapes[form].w for item in group.items), default=0.0) if column else w - left - EDGE
        if form == TAG and not column:
            for piece, shape, more in _tags(group, room, strip):
                if x > left and x + shape.w + more > w - EDGE:
                    x, y, line = left, y + line + 3, 0.0
                found.append((piece, replace(shape, x=x, y=y)))
                x, line = x + shape.w + GAP, max(line, shape.h)
            x += GAP
            lowest = max(lowest, y + line)
            continue
        inside, wide, high = _group(group, room, form, strip)
        if x > left and x + wide > w - EDGE:
            x, y, line = left, y + line + LINE, 0.0
        found += [(piece, replace(shape, x=x + shape.x, y=y + shape.y)) for piece, shape in inside]
        lowest = max(lowest, y + high)
        if column:
            left = x = x + wide + BETWEEN
        elif not group.caption:
            x, y = left, y + high + LINE
        else:
            x, line = x + wide + BETWEEN, max(line, high)
    return found, lowest + EDGE


def _tags(group: Group, room: float, strip: float) -> Iterator[tuple[Piece, Shape, float]]:
    """The pieces of a group as tags in a line, with how much more must fit beside each."""
    if group.caption:
        caption = _caption(group.caption, group.note, room, small=True)
        yield Piece(caption, group.label), caption, GAP + max((item.shapes[TAG].w for item in group.items), default=0.0)
    for item in group.items:
        yield _piece(item, item.shapes[TAG]), item.shapes[TAG], 0.0
        for words, button in item.below:
            wide = min(room, width(words, 13, bold=True) + 16)
            yield (
                Piece(item.shapes[TAG], button.sentence, button=button),
                _strip(words, 0, 0, wide, min(strip, 30)),
                0.0,
            )


def _piece(item: Item, shape: Shape) -> Piece:
    return Piece(shape, item.label, item.id, button=item.button, state=item.state, large=item.large)


def _group(group: Group, room: float, form: int, strip: float) -> tuple[Placed, float, float]:
    """The pieces of a group with their places in it, and its size."""
    found: Placed = []
    x = y = row = widest = 0.0
    if group.caption:
        caption = _caption(group.caption, group.note, room, small=False)
        found.append((Piece(caption, group.label), caption))
        y, widest = CAPTION, caption.w
    for item in group.items:
        shape = item.shapes[form]
        if x and x + shape.w > room:
            x, y, row = 0.0, y + row + GAP, 0.0
        found.append((_piece(item, shape), replace(shape, x=x, y=y)))
        high = shape.h
        for words, button in item.below:
            found.append(
                (Piece(shape, button.sentence, button=button), _strip(words, x, y + high + GAP, shape.w, strip))
            )
            high += GAP + strip
        widest, row = max(widest, x + shape.w), max(row, high)
        x += shape.w + GAP
    return found, widest, y + row


@lru_cache(maxsize=1024)
def _caption(words: str, note: str, room: float, small: bool) -> Shape:
    """The words of a field above its cards, or where they are tags before them."""
    size, high = (12.0, 22.0) if small else (SIZE, CAPTION - 2)
    noted = width(note, 13) + 8 if note and not small else 0.0
    words, size = fit(words, room - noted, size, 12, bold=True)
    x, y = width(words, size, bold=True), high - (6.5 if small else 5)
    drawn = text(words, 0, y, size, "ink-words", anchor="start")
    drawn += text(note, x + 8, y, 13, "ink-quiet", anchor="start", bold=False) if noted else ""
    return Shape(0, 0, min(room, x + noted + 2), high, drawn)


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
