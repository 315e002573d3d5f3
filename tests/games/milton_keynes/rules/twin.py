"""Section 7 of the rules once more, in plain Python: what every wall earns, building by building."""

from collections.abc import Iterable
from dataclasses import dataclass

Square = tuple[int, int]
TYPES = ("estate", "nature", "air", "sewage", "commons", "dump", "allotments")
MOST = {"commons": 1, "dump": 3}
SIZES = {2: (7, 8), 3: (8, 8), 4: (8, 9), 5: (9, 9)}
ROCK = (4, 8)
TILES = 10


@dataclass(eq=False)
class Building:
    """An owner, a type and plots; two buildings are the same only if they are the same object."""

    owner: int
    type: str
    plots: frozenset[Square]

    @property
    def size(self) -> int:
        return len(self.plots)


class Town:
    """A map with river, marsh and buildings."""

    def __init__(self, river: Iterable[Square], marsh: Iterable[Square], buildings: list[Building]) -> None:
        self.river = frozenset(river)
        self.marsh = frozenset(marsh)
        self.buildings = buildings
        self.on = {plot: building for building in buildings for plot in building.plots}

    def blocks(self, players: int) -> list[int]:
        """Everybody's income blocks; an internal wall is looked at from both sides and counted once."""
        total = [0] * players
        for building in self.buildings:
            twice = 0
            for row, column in building.plots:
                for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    earned = self.wall_income((row, column), other)
                    if self.on.get(other) is building:
                        twice += earned
                    else:
                        total[building.owner] += earned
            total[building.owner] += twice // 2
        return total

    def wall_income(self, p_square: Square, q_square: Square) -> int:
        p, q = self.on.get(p_square), self.on.get(q_square)
        if p is None:
            return 0
        if q is p:
            return 0 if p.type == "allotments" else 1
        if q is not None:
            return versus(p, q)
        if q_square in self.river:
            return 0 if p.type == "allotments" else 1
        if q_square in self.marsh:
            return 2 if p.type == "nature" else 0
        return 0


def normal(p: Building, q: Building) -> int:
    """By size."""
    difference = p.size - q.size
    return 2 if difference >= 2 else 0 if difference <= -2 else 1


def versus(p: Building, q: Building) -> int:
    """What a building earns on a wall with another one."""
    if p.type == q.type == "allotments":
        return 1
    if q.type == "allotments":
        return 2
    if p.type == "allotments" or p.owner == q.owner or q.type == "dump":
        return 0
    if p.type == "commons":
        return 1 if q.type == "commons" else 2
    if q.type == "commons" and p.type != "dump":
        return 0
    return normal(p, q)


class Rivers:
    """The advanced river by plain search: every way that the rest of ten tiles could take is tried."""

    def __init__(self, players: int) -> None:
        self.rows, self.columns = SIZES[players]
        every = {(row, column) for row in range(self.rows) for column in range(self.columns)}
        self.used = every - {ROCK}

    def edges(self, square: Square) -> set[str]:
        row, column = square
        on = {"top": row == 0, "left": column == 0, "bottom": row == self.rows - 1, "right": column == self.columns - 1}
        return {edge for edge, here in on.items() if here}

    def first(self) -> list[Square]:
        return sorted(square for square in self.used if self.edges(square))

    def followers(self, tiles: list[Square]) -> list[Square]:
        """Where a tile may follow, by ADV-3 i to iv."""
        start, (row, column) = self.edges(tiles[0]), tiles[-1]
        found = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                square = (row + down, column + right)
                nearer = {"top": down < 0, "bottom": down > 0, "left": right < 0, "right": right > 0}
                if square not in self.used or square in tiles or any(nearer[edge] for edge in start):
                    continue
                if len(tiles) > 1:
                    before = (row - tiles[-2][0], column - tiles[-2][1])
                    if (before[0] - down) ** 2 + (before[1] - right) ** 2 > 1:  # more than an eighth of a turn
                        continue
                found.append(square)
        return sorted(found)

    def complete(self, tiles: list[Square]) -> bool:
        return bool(self.edges(tiles[-1]) - self.edges(tiles[0])) and len(tiles) > 1

    def can_finish(self, tiles: list[Square]) -> bool:
        if self.complete(tiles):
            return True
        if len(tiles) == TILES:
            return False
        return any(self.can_finish([*tiles, square]) for square in self.followers(tiles))

    def choices(self, tiles: list[Square]) -> list[Square]:
        """Where the next tile may lie, by ADV-2 and 3."""
        if not tiles:
            return self.first()
        return [square for square in self.followers(tiles) if self.can_finish([*tiles, square])]
