"""Cards that lie open before one seat: its hand beside its city, and cards of which it keeps some."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, City
from tabletown.games.paper_skylines.drawing import captions, card_faces
from tabletown.games.paper_skylines.drawing.captions import Card
from tabletown.games.paper_skylines.drawing.card_faces import SMALL_H, SMALL_W, H, W
from tabletown.games.paper_skylines.text.names import card, members, piece_id
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import text

Find = Callable[[int], Button | None]
"""The button of a card, if it has one."""
PAGE, PHONE, BESIDE = 1012.0, 374.0, 412.0
"""Widths: of the own area, of a phone, and of a hand beside a city."""
GAP, PAD, HEAD, HIGH = 8.0, 8.0, 25.0, 440.0


def hand_of(position: Position, seat: int) -> list[Card]:
    """The hand cards that the viewer knows, by level and type."""
    return sorted((card(position, c) for c in members(position.state.hand[seat])), key=_order)


def _order(found: Card) -> tuple[int, int, int]:
    return (found.level if isinstance(found, Building) else 0, found.type, found.index)


def dealt_cities(position: Position, seat: int) -> list[City]:
    """The two cities of which a seat keeps one."""
    return [position.cards.cities[int(c)] for c in position.state.dealt[seat] if c != s.NONE]


def card_piece(
    position: Position, found: Card, wide: Shape, small: Shape, button: Button | None, chosen: bool = False
) -> Piece:
    """A card that lies open, whole or compact."""
    number = found.index if isinstance(found, Building) else found.card
    label = captions.unsaid(captions.printed(found), found, button)
    return Piece(
        wide, label, id=piece_id(position, number), small=small, button=button,
        state="chosen" if chosen else "card", rule=captions.rule(found), large=card_faces.close_up(found),
    )  # fmt: skip


def spread(
    position: Position,
    title: str,
    cards: Sequence[Card],
    find: Find,
    chosen: Card | None,
    w: float,
    largest: float = 0.96,
) -> Zone:
    """A sheet of this width with cards on it: whole ones as long as they can be read, else compact ones."""
    wide, phone = _whole(len(cards), w, largest), Grid(card_faces.small_shape, SMALL_H, 2, _scale(PHONE, 2, SMALL_W))
    if wide.height(len(cards)) > HIGH:
        wide = _compact(len(cards), w)
    high, low = wide.height(max(1, len(cards))), phone.height(len(cards))
    pieces = [
        Piece(
            Shape(0, 0, w, high, sheet(w, high, title, len(cards))),
            small=Shape(0, 0, PHONE, low, sheet(PHONE, low, title, len(cards))),
            state="backdrop",
        )
    ]
    for n, found in enumerate(cards):
        number = found.index if isinstance(found, Building) else found.card
        pieces.append(
            card_piece(position, found, wide.place(found, n), phone.place(found, n), find(number), chosen is found)
        )
    return Zone("hand", title, w, high, tuple(pieces), "own", small_w=PHONE, small_h=low, bubbles="inwards")


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards in rows below a heading: how they are drawn, how high they are, how many lie in a row, how large."""

    draw: Callable[[Card, float, float, float], Shape]
    h: float
    across: int
    scale: float

    def height(self, number: int) -> float:
        """The height of so many cards with their heading."""
        rows = ceil(number / self.across)
        return HEAD + (rows * (self.h * self.scale + GAP) - GAP if rows else 0) + PAD

    def place(self, found: Card, n: int) -> Shape:
        """The card with this number."""
        shape = self.draw(found, 0, 0, self.scale)
        return replace(shape, x=PAD + n % self.across * (shape.w + GAP), y=HEAD + n // self.across * (shape.h + GAP))


def _scale(w: float, across: int, card_w: float, largest: float = 2.0) -> float:
    return min(largest, round(((w - 2 * PAD + GAP) / across - GAP) / card_w, 3))


def _whole(number: int, w: float, largest: float) -> Grid:
    across = max(1, int((w - 2 * PAD + GAP) // (W * 0.9 + GAP)))
    return Grid(card_faces.shape, H, across, _scale(w, across if number > 2 else 2, W, largest))


def _compact(number: int, w: float) -> Grid:
    across = int((w - 2 * PAD + GAP) // (SMALL_W + GAP))
    while (grid := Grid(card_faces.small_shape, SMALL_H, across, _scale(w, across, SMALL_W, 0.98))).height(
        number
    ) > HIGH:
        across += 1
    return grid


def sheet(w: float, h: float, title: str, number: int) -> str:
    """The paper under cards, and what they are."""
    paper = f'<rect class="c-card-paper" width="{w:g}" height="{h:g}"/>'
    words = text(title, PAD + 2, 17.5, 14, "ink-words serif", anchor="start")
    return paper + words + text(many(number, "card"), w - PAD - 2, 17, 11.5, "ink-quiet", anchor="end", bold=False)


def beside(city: Zone, hand: Zone) -> Zone:
    """A city and a hand as one zone: side by side, on narrow screens one below the other."""
    gap, high = city.w + 12, max(city.h, hand.h)
    drop = city.small_h + 8
    pieces = list(city.pieces)
    for piece in hand.pieces:
        wide, small = piece.shape, piece.small
        if piece.state == "backdrop":
            wide = replace(wide, h=high, svg=sheet(wide.w, high, hand.title, len(hand.pieces) - 1))
        moved = replace(small, y=small.y + drop) if small else None
        pieces.append(replace(piece, shape=replace(wide, x=wide.x + gap), small=moved))
    return replace(city, w=gap + hand.w, h=high, pieces=tuple(pieces), small_h=drop + hand.small_h)
