"""The plan of the town: where plots, roads and walls lie."""

from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import mask_of, squares_in
from tabletown.games.plain_state import plain

RIM, ROAD, PLOT = 22.0, 20.0, 62.0
STEP = ROAD + PLOT


class Plan(Value, frozen=True):
    """The map of one game: its size, what is river and marsh, and the course of the river."""

    rows: int
    columns: int
    land: frozenset[int]
    river: frozenset[int]
    marsh: frozenset[int]
    course: tuple[int, ...]

    @property
    def w(self) -> float:
        """Width of the map, its rim included."""
        return 2 * RIM + ROAD + self.columns * STEP

    @property
    def h(self) -> float:
        """Height of the map, its rim included."""
        return 2 * RIM + ROAD + self.rows * STEP

    def at(self, square: int) -> tuple[float, float]:
        """The upper left corner of a plot."""
        row, column = divmod(square, s.COLUMNS)
        return RIM + ROAD + column * STEP, RIM + ROAD + row * STEP

    def middle(self, square: int) -> tuple[float, float]:
        """The middle of a plot."""
        x, y = self.at(square)
        return x + PLOT / 2, y + PLOT / 2

    def wall(self, one: int, other: int) -> tuple[float, float]:
        """The middle of the wall between two adjacent plots."""
        (x, y), (x2, y2) = self.middle(one), self.middle(other)
        return (x + x2) / 2, (y + y2) / 2

    @property
    def inside(self) -> list[int]:
        """Every square within the rim, rock included."""
        return [row * s.COLUMNS + column for row in range(self.rows) for column in range(self.columns)]


def plan_of(position: Position) -> Plan:
    """The plan of a position."""
    state = plain(position)
    laid = state.laid
    masks = (mask_of(words) for words in (state.land, state.river, state.marsh))
    return _plan(*masks, tuple(state.tiles[:laid]))


@lru_cache(maxsize=256)
def _plan(land_mask: int, river_mask: int, marsh_mask: int, laid: tuple[int, ...]) -> Plan:
    land, river, marsh = (frozenset(squares_in(mask)) for mask in (land_mask, river_mask, marsh_mask))
    used = land | river | marsh
    rows, columns = max(used) // s.COLUMNS + 1, max(square % s.COLUMNS for square in used) + 1
    return Plan(rows, columns, land, river, marsh, laid or _course(river))


def in_line(one: int, other: int) -> bool:
    """Whether two squares lie in the same row or column."""
    return one // s.COLUMNS == other // s.COLUMNS or one % s.COLUMNS == other % s.COLUMNS


def _near(one: int, other: int) -> bool:
    down, right = one // s.COLUMNS - other // s.COLUMNS, one % s.COLUMNS - other % s.COLUMNS
    return max(abs(down), abs(right)) == 1


@lru_cache(maxsize=256)
def _course(river: frozenset[int]) -> tuple[int, ...]:
    """The tiles of a printed river in a row, each beside the next; tiles that touch no end are left out."""
    ends = [tile for tile in sorted(river) if sum(_near(tile, other) for other in river) == 1]
    if not ends:
        return ()
    way = [ends[0]]
    while following := [tile for tile in sorted(river) if _near(tile, way[-1]) and tile not in way]:
        way.append(following[0])
    return tuple(way)
