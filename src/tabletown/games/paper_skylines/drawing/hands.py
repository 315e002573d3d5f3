"""Cards that lie open before one seat: its hand beside its city, and cards of which it keeps some."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.engine.value import Value, replace
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, CardSet, City
from tabletown.games.paper_skylines.drawing import captions, card_faces, faces
from tabletown.games.paper_skylines.drawing.captions import Card
from tabletown.games.paper_skylines.drawing.card_faces import SMALL_H, SMALL_W, H, W
from tabletown.games.paper_skylines.text.names import members, piece_id
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Counts, Face, Piece, Shape, Zone
from tabletown.render.text import text

PAGE, PHONE, BESIDE = 1012.0, 374.0, 412.0
"""Widths: of the own area, of a phone, and of a hand beside a city."""
GAP, PAD, HEAD, HIGH = 8.0, 8.0, 25.0, 440.0
_PAIRS, _LONG = 10, 100  # cards that lie two in a row where they are flat; letters of a long sentence

_GROUP = "ps-hand"


class Cards(Value, frozen=True):
    """Cards that lie on a sheet: its heading, the cards with their buttons, and which of them has been chosen."""

    title: str
    cards: tuple[Card, ...]
    buttons: tuple[Button | None, ...]
    chosen: Card | None = None


def hand_of(position: Position, seat: int) -> tuple[Building, ...]:
    """The hand cards that the viewer knows, by level and type."""
    return _in_order(position.cards, members(plain(position).hand[seat]))


@lru_cache(maxsize=4096)
def _in_order(cards: CardSet, numbers: tuple[int, ...]) -> tuple[Building, ...]:
    found = (cards.buildings[number] for number in numbers)
    return tuple(sorted(found, key=lambda card: (card.level, card.type, card.index)))


def dealt_cities(position: Position, seat: int) -> list[City]:
    """The two cities of which a seat keeps one."""
    return [position.cards.cities[c] for c in plain(position).dealt[seat] if c != s.NONE]


# --- Layout ---------------------------------------------------------------------------------------------------------


class Grid(Value, frozen=True):
    """Cards in rows below a heading: how they are drawn, their size, how many lie in a row, how large."""

    draw: Callable[[Card, float, float, float], Shape]
    w: float
    h: float
    across: int
    scale: float

    def height(self, number: int) -> float:
        """The height of so many cards with their heading."""
        rows = ceil(number / self.across)
        return HEAD + (rows * (self.h * self.scale + GAP) - GAP if rows else 0) + PAD

    def place(self, found: Card, n: int, right: float, down: float) -> Shape:
        """The card with this number; the sheet lies so far to the right and down."""
        x = PAD + n % self.across * (self.w * self.scale + GAP) + right
        return self.draw(found, x, HEAD + n // self.across * (self.h * self.scale + GAP) + down, self.scale)


def _scale(w: float, across: int, card_w: float, largest: float = 2.0) -> float:
    return min(largest, round(((w - 2 * PAD + GAP) / across - GAP) / card_w, 3))


def _whole(number: int, w: float, largest: float) -> Grid:
    across = max(1, int((w - 2 * PAD + GAP) // (W * 0.9 + GAP)))
    return Grid(card_faces.shape, W, H, across, _scale(w, across if number > 2 else 2, W, largest))


def _compact(number: int, w: float) -> Grid:
    across = int((w - 2 * PAD + GAP) // (SMALL_W + GAP))
    while (grid := Grid(card_faces.small_shape, SMALL_W, SMALL_H, across, _scale(w, across, SMALL_W, 0.98))).height(
        number
    ) > HIGH:
        across += 1
    return grid


class Sheet(Value, frozen=True):
    """So many cards on a sheet of a width: where they lie, on a wide page and on a phone, and how high that is."""

    w: float
    wide: Grid
    phone: Grid
    h: float
    small_h: float


@lru_cache(maxsize=256)
def layout(number: int, w: float, largest: float = 0.96) -> Sheet:
    """A sheet for so many cards: whole ones as long as they can be read, else compact ones."""
    wide = _whole(number, w, largest)
    phone = Grid(card_faces.small_shape, SMALL_W, SMALL_H, 2, _scale(PHONE, 2, SMALL_W))
    if wide.height(number) > HIGH:
        wide = _compact(number, w)
    return Sheet(w, wide, phone, wide.height(max(1, number)), phone.height(number))


# --- Zones ----------------------------------------------------------------------------------------------------------


def card_piece(
    found: Card, wide: Shape, small: Shape, button: Button | None, chosen: bool = False, group: str = ""
) -> Piece:
    """A card that lies open, whole or compact."""
    label = captions.unsaid(captions.printed(found), found, button)
    return Piece(
        wide, label, id=piece_id(found), small=small, button=button, state="chosen" if chosen else "card",
        rule=captions.rule(found), large=card_faces.close_up(found),
        face=Face(faces.card(found), faces.card_classes(found), group),
    )  # fmt: skip


@lru_cache(maxsize=512)
def spread(shown: Cards, w: float, largest: float = 0.96) -> Zone:
    """A sheet of this width with cards on it."""
    sheet = layout(len(shown.cards), w, largest)
    pieces = tuple(_pieces(shown, sheet, sheet.h))
    return Zone(
        "hand", shown.title, w, sheet.h, pieces, "own", small_w=PHONE, small_h=sheet.small_h,
        bubbles="inwards", counts=counts(shown.cards),
    )  # fmt: skip


def beside(city: Zone, shown: Cards) -> Zone:
    """A city and a hand as one zone: side by side, on narrow screens one below the other."""
    sheet = layout(len(shown.cards), BESIDE)
    gap, high = city.w + 12, max(city.h, sheet.h)
    drop = city.small_h + 8
    pieces = (*city.pieces, *_pieces(shown, sheet, high, gap, drop))
    more = counts(shown.cards)
    return replace(
        city, w=gap + sheet.w, h=high, pieces=pieces, small_h=drop + sheet.small_h, counts=(*city.counts, *more)
    )


def counts(cards: Sequence[Card]) -> Counts:
    """What a style sheet needs to lay out cards: their number, how many lie in a row, when they can be shown whole.

    The less room whole cards need, the smaller is that last number: a row of three, two rows of cards with short
    sentences, two rows, three; 0 is too many.
    """
    number = len(cards)
    long = max((len(captions.does(found)) for found in cards), default=0) > _LONG
    rows = ceil(number / 3)
    whole = 1 if rows < 2 else 2 + long if rows == 2 else 4 if rows == 3 else 0
    return ("cards", number), ("across", 2 if number <= _PAIRS else 3), ("whole", whole)


def _pieces(shown: Cards, sheet: Sheet, high: float, right: float = 0.0, down: float = 0.0) -> Iterator[Piece]:
    """The paper, so high, and the cards on it; all of it so far to the right, or on narrow screens so far down."""
    number = len(shown.cards)
    yield Piece(
        Shape(right, 0, sheet.w, high, paper(sheet.w, high, shown.title, number)),
        small=Shape(0, down, PHONE, sheet.small_h, paper(PHONE, sheet.small_h, shown.title, number)),
        state="backdrop",
        face=Face(faces.sheet(shown.title, many(number, "card")), "ps-sheet", _GROUP),
    )
    for n, (found, button) in enumerate(zip(shown.cards, shown.buttons, strict=True)):
        wide, small = sheet.wide.place(found, n, right, 0), sheet.phone.place(found, n, 0, down)
        yield card_piece(found, wide, small, button, shown.chosen is found, _GROUP)


@lru_cache(maxsize=256)
def paper(w: float, h: float, title: str, number: int) -> str:
    """The paper under cards, and what they are."""
    sheet = f'<rect class="c-card-paper" width="{w:g}" height="{h:g}"/>'
    words = text(title, PAD + 2, 17.5, 14, "ink-words serif", anchor="start")
    return sheet + words + text(many(number, "card"), w - PAD - 2, 17, 11.5, "ink-quiet", anchor="end", bold=False)
