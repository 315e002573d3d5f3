"""A lane as drawings need it: which building stands in which cell, and which half links have met."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tabletown.engine.position import Position
from tabletown.engine.value import Value
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import Building, CardSet
from tabletown.games.penny_lane.drawing.card_faces import Standing
from tabletown.games.penny_lane.drawing.player_boards import Board, Sides
from tabletown.games.penny_lane.text.lane_numbers import LaneNumbers, lane_numbers
from tabletown.games.plain_state import plain

Cell = tuple[int, int]
"""Row and column."""


class Joint(Value, frozen=True):
    """A whole link: beside a cell to its right, or across the street from it."""

    row: int
    column: int  # of the left cell, or of both
    across: bool
    kind: int
    worth: int = 1


@dataclass(frozen=True, eq=False)  # `street_of` returns the same object for the same lane
class Street:
    """The lane of a seat."""

    seat: int
    cells: Mapping[Cell, Building]
    citizens: Mapping[int, int]
    board: Sides
    doubling: frozenset[int]  # buildings whose links count twice
    piece_ids: tuple[str, ...]  # by building

    @cached_property
    def reach(self) -> tuple[int, int]:
        """The first and the last column that holds something."""
        columns = [0, *(column for _, column in self.cells)]
        return min(columns), max(columns)

    def edge(self, row: int, column: int, edge: int) -> int:
        """The half link on an edge of a cell, or of the board, which has none on the street."""
        if column == 0:
            return s.NO_LINK if edge == s.STREET else self.board[0 if edge == s.LEFT else 1][row]
        found = self.cells.get((row, column))
        return found.links[edge] if found else s.NO_LINK

    def meets(self, row: int, column: int, edge: int, kind: int) -> bool:
        """Whether a half link of this kind on an edge of a cell meets its like."""
        if kind == s.NO_LINK:
            return False
        if edge == s.STREET:
            return self.edge(s.UPPER + s.LOWER - row, column, s.STREET) == kind
        if edge == s.LEFT:
            return self.edge(row, column - 1, s.RIGHT) == kind
        return self.edge(row, column + 1, s.LEFT) == kind

    def lit(self, building: Building, row: int, column: int) -> tuple[bool, bool, bool]:
        """Which edges of a building have a whole link if it stands in a cell."""
        left, right, street = (
            self.meets(row, column, edge, building.links[edge]) for edge in (s.LEFT, s.RIGHT, s.STREET)
        )
        return left, right, street

    @cached_property
    def lit_board(self) -> Sides:
        """Which half links of the board are whole."""
        (a, b), (c, d) = (
            [int(self.meets(row, 0, edge, self.edge(row, 0, edge))) for row in (s.UPPER, s.LOWER)]
            for edge in (s.LEFT, s.RIGHT)
        )
        return (a, b), (c, d)

    def standing(self, row: int, column: int) -> Standing:
        """The building of a cell as it stands."""
        building = self.cells[row, column]
        return Standing(self.seat, self.citizens[building.index], self.lit(building, row, column))

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """Every whole link, once."""
        return tuple(self._joints())

    def _joints(self) -> Iterator[Joint]:
        first, last = self.reach
        for row in (s.UPPER, s.LOWER):
            for column in range(first, last):
                kind = self.edge(row, column, s.RIGHT)
                if self.meets(row, column, s.RIGHT, kind):
                    yield Joint(row, column, False, kind, self._worth((row, column), (row, column + 1)))
        for row, column in self.cells:
            kind = self.edge(row, column, s.STREET)
            if row == s.UPPER and self.meets(row, column, s.STREET, kind):
                yield Joint(row, column, True, kind, self._worth((row, column), (s.LOWER, column)))

    def _worth(self, *cells: Cell) -> int:
        found = (self.cells.get(cell) for cell in cells)
        return 2 if any(building and building.index in self.doubling for building in found) else 1


def street_of(position: Position, seat: int, numbers: LaneNumbers | None = None) -> Street:
    """The lane of a seat as it stands; `numbers` are what it counts, if the caller has them already."""
    state = plain(position)
    cards = tuple(state.lane[seat][: state.length[seat]])
    columns, citizens = tuple([state.column[card] for card in cards]), tuple([state.citizens[card] for card in cards])
    doubling = (numbers or lane_numbers(position, seat)).doubling
    return _street(position.cards, seat, cards, columns, citizens, state.board[seat], doubling)


@lru_cache(maxsize=4096)
def _street(
    cards: CardSet,
    seat: int,
    numbers: tuple[int, ...],
    columns: tuple[int, ...],
    citizens: tuple[int, ...],
    board: int,
    doubling: int,
) -> Street:
    """A lane with these building cards, the column and the citizens of each."""
    buildings = [cards.buildings[number] for number in numbers]
    cells = {(building.row, column): building for building, column in zip(buildings, columns, strict=True)}
    people = dict(zip(numbers, citizens, strict=True))
    doubled = frozenset(number for number in numbers if doubling >> number & 1)
    return Street(seat, cells, people, cards.boards[board], doubled, cards.piece_ids)


def board_of(position: Position, street: Street, numbers: LaneNumbers) -> Board:
    """The board of a lane with what it counts."""
    state, seat = plain(position), street.seat
    return Board(
        seat,
        street.board,
        street.lit_board,
        numbers.stars,
        numbers.income,
        state.bonus[seat],
        state.mayor == seat,
    )
