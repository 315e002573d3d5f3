"""Market drawn: the row as one zone, every seat as a number."""

from collections.abc import Mapping

from tabletown.engine.position import Position
from tabletown.games.offered import Offered, scene
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone, no_symbols

from .. import state as s
from ..cards import Building, CardSet
from ..text.words import building_at

symbol = no_symbols
TYPES: tuple[str, ...] = ()


def _piece(building: Building, x: float = 0, button: Button | None = None) -> Piece:
    shape = Shape(x, 0, 60, 80, f'<rect width="60" height="80"/><text x="30" y="45">{building.points}</text>')
    return Piece(shape, f"{building.name}: {building.points} points", button=button)


def draw(position: Position, seat: int, buttons: Mapping[int, Button]) -> Scene:
    """The table."""
    offered = Offered(s.ACTIONS, buttons)
    row = ((place, building_at(position, place)) for place in range(s.ROW))
    pieces = tuple(_piece(found, 70 * place, offered.take("take", place)) for place, found in row if found)
    seats = [Seat((Stat("", str(score), "points", chip=True),)) for score in position.scores()]
    return scene(position, seat, [Zone("row", "The row", 140, 80, pieces)], seats, offered, symbol)


def gallery(cards: CardSet) -> list[tuple[str, list[Piece]]]:
    """Every building."""
    return [("Buildings", [_piece(building) for building in cards.buildings])]


def cover() -> Shape:
    """A picture of the game."""
    return Shape(0, 0, 60, 80, '<rect width="60" height="80"/>')
