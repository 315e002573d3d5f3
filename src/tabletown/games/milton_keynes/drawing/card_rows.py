"""Cards laid out in rows: as large as the sheet allows, for wide and for narrow screens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tabletown.engine.value import Value, replace
from tabletown.games.milton_keynes.drawing.card_faces import card
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.render.scene import Button, Counts, Piece, Shape, Zone

WIDE, NARROW = 612.0, 358.0
"""The widths of sheets on wide and on narrow screens."""
GAP = 8.0
Take = Callable[..., Button | None]
"""Finds the move of a card by its verb and argument, once; None if there is none."""


class Card(Value, frozen=True):
    """A drawing of this size that will become a piece; `piece` says everything else about it."""

    w: float
    h: float
    svg: str
    piece: Piece


NOWHERE = Shape(0, 0, 0, 0, "")


def laid(cards: Sequence[Card], room: float, scale: float, least: float = 0.6, most_rows: int = 2) -> list[Shape]:
    """Rows of cards, set smaller as long as there are too many rows; cards of a row stand on one line."""
    rows = _rows(cards, room, scale)
    while len(rows) > most_rows and scale > least:
        scale = max(least, scale - 0.05)
        rows = _rows(cards, room, scale)
    shapes, y = [], 0.0
    for row in rows:
        x, high = 0.0, max(one.h for one in row) * scale
        for one in row:
            shapes.append(card(one.svg, one.w, one.h, x, y + high - one.h * scale, scale))
            x += one.w * scale + GAP
        y += high + GAP
    return shapes


def _rows(cards: Sequence[Card], room: float, scale: float) -> list[list[Card]]:
    rows: list[list[Card]] = [[]]
    left = room
    for one in cards:
        if rows[-1] and one.w * scale > left + 0.01:
            rows.append([])
            left = room
        rows[-1].append(one)
        left -= one.w * scale + GAP
    return rows


def height(shapes: Sequence[Shape]) -> float:
    """How high laid cards are."""
    return max((shape.y + shape.h for shape in shapes), default=0.0)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """A shape further right and down."""
    return replace(shape, x=shape.x + dx, y=shape.y + dy)


def _paper(w: float, h: float) -> Shape:
    return Shape(0, 0, w, h, painted(f'<rect class="card-paper" width="{w:g}" height="{h:g}"/>'))


@dataclass
class Sheet:
    """A zone that is filled from top to bottom, in both widths at once."""

    wide: float = WIDE
    narrow: float = NARROW
    margin: float = 6.0  # so that rings around pieces stay on the sheet
    backdrop: bool = False  # a sheet of paper under the cards

    def __post_init__(self) -> None:
        self.pieces: list[Piece] = []
        self.y = [self.margin, self.margin]

    def rows(self, cards: Sequence[Card], scales: tuple[float, float] = (1.0, 1.0), most_rows: int = 2) -> None:
        """Add rows of cards."""
        if not cards:
            return
        wide, narrow = (
            laid(cards, room - 2 * self.margin, scale, most_rows=most_rows)
            for room, scale in zip((self.wide, self.narrow), scales, strict=True)
        )
        for one, shape, small in zip(cards, wide, narrow, strict=True):
            at = moved(shape, self.margin, self.y[0])
            self.pieces.append(replace(one.piece, shape=at, small=moved(small, self.margin, self.y[1])))
        self.y[0] += height(wide) + GAP
        self.y[1] += height(narrow) + GAP

    def zone(
        self,
        id: str,
        title: str,
        role: str = "common",
        seat: int | None = None,
        note: str = "",
        bubbles: str = "",
        counts: Counts = (),
    ) -> Zone:
        """The finished zone."""
        tall = [max(y - GAP + self.margin, 24.0) for y in self.y]
        if self.backdrop:
            wide, narrow = (_paper(w, h) for w, h in zip((self.wide, self.narrow), tall, strict=True))
            self.pieces.insert(0, Piece(wide, small=narrow, state="backdrop"))
        return Zone(
            id,
            title,
            self.wide,
            tall[0],
            tuple(self.pieces),
            role,
            seat,
            self.narrow,
            tall[1],
            note,
            span=2,
            bubbles=bubbles,
            counts=counts,
        )
