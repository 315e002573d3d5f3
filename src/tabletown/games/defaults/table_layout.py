"""Where cards and chips of declared fields lie: groups with a caption, side by side on a sheet, at two sizes.

A zone is laid out for the box that a page has for it, as large as it fits there: whole cards if there is room for them,
slips of those that offer no move, slips of all. On narrow screens it is as wide as the page and as high as it must be.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tabletown.engine.value import Value, replace
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import fit, text, width
from tabletown.render.theme import css

BETWEEN, LINE = 22.0, 12.0  # between groups, and between lines of them
CAPTION, SIZE = 21.0, 14.0
BELOW = 6.0  # between a card and the moves below it
NARROW, NARROW_SHEET = 360.0, 342.0  # the width of a zone on a narrow screen, and on a sheet of its own there
NARROWEST = 80.0  # room in which a group may still lie beside others
WIDE = 600.0  # from this width on chips may stand beside the cards


class Screen(Value, frozen=True):
    """What a screen asks for: how far from the edge and from each other things lie, and how high a move below is."""

    edge: float
    gap: float
    strip: float


DESK, PHONE, PHONE_SHEET = Screen(9, 8, 30), Screen(6, 6, 44), Screen(1, 6, 44)
CARD, BRIEF, SLIP, TAG = range(4)
"""The forms of a card, from large to small: whole, without its text, as a slip, as a tag."""
Forms = tuple[int, int, int]
"""The form of the groups on which moves lie, of the other cards, and of chips."""
TRIES: tuple[tuple[Forms, float], ...] = (
    *(((CARD, CARD, CARD), scale) for scale in (1.6, 1.4, 1.2, 1.0)),
    ((CARD, SLIP, CARD), 1.2),
    ((CARD, SLIP, CARD), 1.0),
    ((CARD, SLIP, TAG), 1.0),
    *(((BRIEF, BRIEF, CARD), scale) for scale in (1.2, 1.0)),
    ((BRIEF, BRIEF, TAG), 1.0),
    ((BRIEF, SLIP, CARD), 1.0),
    ((BRIEF, SLIP, TAG), 1.0),
    ((BRIEF, TAG, TAG), 1.0),
    ((SLIP, SLIP, CARD), 1.0),
    ((SLIP, SLIP, TAG), 1.0),
    ((SLIP, TAG, TAG), 1.0),
    *(((TAG, TAG, TAG), scale) for scale in (1.0, 0.9, 0.8, 0.7)),
)
"""How a zone is tried to fit: in which form things lie there, and how large."""


class Item(Value, frozen=True):
    """A piece of a group in each of the forms that it may have, with its move, and further ones below it."""

    label: str
    shapes: tuple[Shape, Shape, Shape, Shape]  # by form
    id: str = ""
    button: Button | None = None
    below: tuple[tuple[str, Button], ...] = ()  # with the words on them
    large: Shape | None = None
    state: str = ""


class Group(Value, frozen=True):
    """What one field shows, or several that need no caption."""

    caption: str
    note: str
    label: str
    items: tuple[Item, ...]
    offers: bool = False  # whether moves may lie on its items


class Box(Value, frozen=True):
    """How a zone is shown: its size on a page of 1440 by 900, and what it has on a narrow screen."""

    w: float
    h: float
    role: str
    span: int = 1
    narrow: Forms = (CARD, SLIP, TAG)


Placed = list[tuple[Piece, Shape, float, float]]
"""Pieces with their drawings, and where these lie."""


@lru_cache(maxsize=2048)  # between two moves most zones stay as they are
def zone(id: str, title: str, seat: int | None, groups: tuple[Group, ...], box: Box, level: int) -> Zone:
    """The groups as a zone, laid out in one of the ways to fit."""
    forms, scale = TRIES[level]
    w, h = box.w / scale, box.h / scale
    wide, high = _best(groups, w, h, forms)
    shared = box.role == "common"  # it lies on a sheet of the page
    small_w = NARROW_SHEET if shared else NARROW
    narrow, small_h = _placed(groups, small_w, box.narrow, PHONE_SHEET if shared else PHONE)
    h = high if shared else max(h, high)
    pieces = [] if shared else [Piece(_sheet(w, h), state="backdrop", small=_sheet(small_w, small_h))]
    for (piece, shape, x, y), (_, small, small_x, small_y) in zip(wide, narrow, strict=True):
        pieces.append(replace(piece, shape=_at(shape, x, y), small=_at(small, small_x, small_y)))
    bubbles = "" if box.role == "own" else "down"
    return Zone(id, title, w, h, tuple(pieces), box.role, seat, small_w, small_h, span=box.span, bubbles=bubbles)


def _at(shape: Shape, x: float, y: float) -> Shape:
    return Shape(x, y, shape.w, shape.h, shape.svg)


@lru_cache(maxsize=2048)
def level_of(groups: tuple[Group, ...], box: Box) -> int:
    """The first way in which the groups fit into a box; the last one if none does."""
    for level, (forms, scale) in enumerate(TRIES):
        w, h = box.w / scale, box.h / scale
        placed, high = _best(groups, w, h, forms)
        if high <= h and all(x + shape.w <= w for _, shape, x, _ in placed):
            return level
    return len(TRIES) - 1


@lru_cache(maxsize=64)  # a zone is drawn where its level was found
def _best(groups: tuple[Group, ...], w: float, h: float, forms: Forms) -> tuple[Placed, float]:
    """The groups with their chips above the cards, or beside them if that alone fits."""
    placed, high = _placed(groups, w, forms)
    if high > h and w >= WIDE:
        other, other_high = _placed(groups, w, forms, beside=True)
        if other_high <= h:
            return other, other_high
    return placed, high


def _placed(
    groups: Iterable[Group], w: float, forms: Forms, screen: Screen = DESK, beside: bool = False
) -> tuple[Placed, float]:
    """Every piece with its place on a sheet of this width, and the height of the sheet.

    Chips, which have no caption, have lines of their own above the cards, or a column beside them.
    """
    found: Placed = []
    left = margin = x = y = screen.edge
    line = lowest = row = down = 0.0
    after_tags = False
    for group in groups:
        form = forms[2 if not group.caption else 0 if group.offers else 1]
        column = beside and not group.caption
        room = max((item.shapes[form].w for item in group.items), default=0.0) if column else w - left - screen.edge
        if form == TAG and not column:
            if not after_tags:
                margin, row, down = x, 0.0, 0.0
            for piece, shape, more in _tags(group, screen):
                if x > left and x + shape.w + more > w - screen.edge:
                    if margin > left and (x == margin or down + row + 3 + shape.h > line):  # they are below the cards
                        margin, y, line, down = left, y + line + screen.gap, 0.0, -row - 3
                    x, down, row = margin, down + row + 3, 0.0
                found.append((piece, shape, x, y + down))
                x, row = x + shape.w + screen.gap, max(row, shape.h)
                line = max(line, down + row)
            x, lowest, after_tags = x + screen.gap, max(lowest, y + line), True
            continue
        inside, wide, high = _group(group, room, form, screen)
        if x > left and (after_tags or x + wide > w - screen.edge):
            narrower = None if after_tags else _beside(group, w - screen.edge - x, form, screen, line, high)
            if narrower:
                inside, wide, high = narrower
            else:
                x, y, line = left, y + line + (screen.gap if after_tags else LINE), 0.0
        after_tags = False
        found += [(piece, shape, x + across, y + below) for piece, shape, across, below in inside]
        lowest = max(lowest, y + high)
        if column:
            left = x = x + wide + BETWEEN
        elif not group.caption:
            x, y = left, y + high + LINE
        else:
            x, line = x + wide + BETWEEN, max(line, high)
    return found, lowest + screen.edge


def _beside(
    group: Group, room: float, form: int, screen: Screen, line: float, high: float
) -> tuple[Placed, float, float] | None:
    """A group in the room that a line has left, if all is less high so than with the group below the line."""
    if room < NARROWEST:
        return None
    inside, wide, taller = _group(group, room, form, screen)
    return (inside, wide, taller) if wide <= room and max(line, taller) < line + LINE + high else None


@lru_cache(maxsize=4096)  # one field changes, others stay
def _tags(group: Group, screen: Screen) -> tuple[tuple[Piece, Shape, float], ...]:
    """The pieces of a group as tags in a line, with how much more must fit beside each."""
    return tuple(_each_tag(group, screen))


def _each_tag(group: Group, screen: Screen) -> Iterator[tuple[Piece, Shape, float]]:
    if group.caption:
        caption = _caption(group.caption, group.note, NARROW / 2, small=True)
        first = group.items[0].shapes[TAG].w if group.items else 0.0
        yield Piece(caption, group.label), caption, screen.gap + first
    for item in group.items:
        yield _piece(item, item.shapes[TAG]), item.shapes[TAG], 0.0
        for words, button in item.below:
            wide = min(NARROW / 2, width(words, 13, bold=True) + 16)
            piece = _strip(words, button, wide, screen.strip)
            yield piece, piece.shape, 0.0


@lru_cache(maxsize=4096)
def _group(group: Group, room: float, form: int, screen: Screen) -> tuple[Placed, float, float]:
    """The pieces of a group with their places in it, and its size."""
    found: Placed = []
    x = y = row = widest = 0.0
    if group.caption:
        caption = _caption(group.caption, group.note, room, small=False)
        found.append((Piece(caption, group.label), caption, 0.0, 0.0))
        y, widest = CAPTION, caption.w
    tallest = max((item.shapes[form].h for item in group.items), default=0.0)
    for item in group.items:
        shape = item.shapes[form]
        if x and x + shape.w > room:
            x, y, row = 0.0, y + row + screen.gap, 0.0
        found.append((_piece(item, shape), shape, x, y))
        high = tallest if item.below else shape.h
        for words, button in item.below:
            piece = _strip(words, button, shape.w, screen.strip)
            found.append((piece, piece.shape, x, y + high + BELOW))
            high += BELOW + screen.strip
        widest, row = max(widest, x + shape.w), max(row, high)
        x += shape.w + screen.gap
    return found, widest, y + row


def _piece(item: Item, shape: Shape) -> Piece:
    """An item as a piece. Its close-up says all, so no words stand beside that."""
    return Piece(
        shape,
        item.label,
        item.id,
        button=item.button,
        state=item.state,
        large=item.large,
        worded=item.large is not None,
    )


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


def _strip(words: str, button: Button, w: float, h: float) -> Piece:
    """A move below a card."""
    return Piece(Shape(0, 0, w, h, _strip_art(words, w, h)), button.sentence, button=button)


@lru_cache(maxsize=1024)
def _strip_art(words: str, w: float, h: float) -> str:
    words, size = fit(words, w - 10, 13, 12, bold=True)
    box = f'<rect class="{css("sheet")}" x=".5" y=".5" width="{w - 1:g}" height="{h - 1:g}" rx="5"/>'
    return box + text(words, w / 2, h / 2 + 4.5, size, "ink-words")


@lru_cache(maxsize=64)
def _sheet(w: float, h: float) -> Shape:
    """The paper below everything."""
    box = f'<rect class="{css("paper-under")}" x=".5" y=".5" width="{w - 1:g}" height="{h - 1:g}" rx="8"/>'
    return Shape(0, 0, w, h, box)


def in_lines(chips: Sequence[Item]) -> Iterator[Group]:
    """Chips as a group without a caption, if there are any."""
    if chips:
        yield Group("", "", "", tuple(chips))
