"""The drawing of a title that has none: its board as text on a sheet, the points of every seat, and moves as buttons.

It shows what `words.board` says of a view, so it shows no more than the seat may know.
"""

import textwrap
from collections.abc import Mapping
from functools import lru_cache

from markupsafe import escape

from tabletown.engine.position import Position
from tabletown.engine.title import Meta
from tabletown.games.offered import Offered, scene
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone, no_symbols
from tabletown.render.theme import css

COLUMNS = 44  # characters on a line: with more, they would be too small on a phone
LEAST_LINES, MOST_LINES = 10, 60  # a sheet of few lines would be shown too large
LINE, LETTER, SIZE, EDGE = 46, 16, 30, 32  # a page shows a sheet at about half of its size


class SheetDrawing:
    """What a title's module `drawing.table` defines."""

    TYPES: tuple[str, ...] = ()

    def __init__(self, meta: Meta) -> None:
        self._meta = meta

    symbol = staticmethod(no_symbols)

    def draw(self, position: Position, seat: int, buttons: Mapping[int, Button], **_: object) -> Scene:
        """The table as a seat sees it."""
        offered = Offered(position.title.actions, buttons)
        seats = [Seat((Stat("", str(points), "points", chip=True),)) for points in position.scores()]
        return scene(position, seat, [_sheet(position.title.words.board(position), seat)], seats, offered, self.symbol)

    def gallery(self, cards: object) -> list[tuple[str, list[Piece]]]:
        """No cards can be shown."""
        return []

    def cover(self) -> Shape:
        """The first letter of the game in its colour."""
        return Shape(0, 0, 300, 120, _cover(self._meta.title[:1].upper()))


@lru_cache(maxsize=256)
def _sheet(board: str, seat: int) -> Zone:
    """A text as a sheet of paper."""
    lines = [part for line in board.splitlines() for part in textwrap.wrap(line, COLUMNS) or [""]]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "..."]
    w, h = 2 * EDGE + COLUMNS * LETTER, 2 * EDGE + LINE * max(len(lines), LEAST_LINES)
    words = css("ink-words")
    rows = "".join(
        f'<text x="{EDGE}" y="{EDGE + LINE * (n + 0.7):g}" font-size="{SIZE}" class="{words}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    svg = f'<rect x="0.5" y="0.5" width="{w - 1:g}" height="{h - 1:g}" rx="8" class="{css("paper-under")}"/>{rows}'
    pieces = (Piece(Shape(0, 0, w, h, svg), ". ".join(filter(None, lines))),)
    if seat < 0:
        return Zone("board", "The table", w, h, pieces)
    return Zone("board", "The table", w, h, pieces, "own", seat)  # where there is most room


@lru_cache(maxsize=64)
def _cover(letter: str) -> str:
    return (
        f'<rect width="300" height="120" class="{css("paper-brand")}"/>'
        f'<text x="150" y="84" font-size="68" font-weight="700" text-anchor="middle" class="{css("ink-white serif")}">'
        f"{escape(letter)}</text>"
    )
