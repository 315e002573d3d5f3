"""The advanced set-up: the players lay out river and marsh themselves (ADV-1 to 6)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.squares import contains, put, remove

TOP, LEFT_SIDE, BOTTOM, RIGHT_SIDE = 1, 2, 4, 8  # edges, as bits
AROUND = 8


@kernel
def rows(state: Any) -> int:
    """Rows of the used map."""
    n = 0
    for square in range(0, s.SQUARES, s.COLUMNS):
        if is_used(state, square):
            n += 1
    return n


@kernel
def columns(state: Any) -> int:
    """Columns of the used map."""
    n = 0
    for square in range(s.COLUMNS):
        if is_used(state, square):
            n += 1
    return n


@kernel
def is_used(state: Any, square: int) -> bool:
    """Whether a square belongs to the map."""
    return contains(state.land, square) or contains(state.river, square) or contains(state.marsh, square)


@kernel
def edges(state: Any, square: int) -> int:
    """The edges of the used map on which a square lies."""
    row, column = square // s.COLUMNS, square % s.COLUMNS
    found = 0
    if row == 0:
        found |= TOP
    if column == 0:
        found |= LEFT_SIDE
    if row == rows(state) - 1:
        found |= BOTTOM
    if column == columns(state) - 1:
        found |= RIGHT_SIDE
    return found


@kernel
def nearer(state: Any, start: int, square: int, last: int) -> bool:
    """Whether a square is nearer to a starting edge than the last tile (ADV-3 iii)."""
    down, right = square // s.COLUMNS - last // s.COLUMNS, square % s.COLUMNS - last % s.COLUMNS
    if start & TOP and down < 0:
        return True
    if start & BOTTOM and down > 0:
        return True
    return (start & LEFT_SIDE != 0 and right < 0) or (start & RIGHT_SIDE != 0 and right > 0)


@kernel
def heading(last: int, square: int) -> int:
    """The direction of a step to one of the eight squares around, in eighths of a turn; -1 for any other square."""
    down, right = square // s.COLUMNS - last // s.COLUMNS, square % s.COLUMNS - last % s.COLUMNS
    if max(abs(down), abs(right)) != 1:
        return -1
    if down == -1:
        return right + 1  # 0, 1, 2: up-left, up, up-right
    if down == 0:
        return 3 if right == 1 else 7
    return 5 - right  # 4, 5, 6: down-right, down, down-left


@kernel
def bend(one: int, other: int) -> int:
    """How far two directions are apart, in eighths of a turn."""
    apart = abs(one - other)
    return min(apart, AROUND - apart)


@kernel
def may_follow(state: Any, start: int, before: int, last: int, square: int) -> bool:
    """Whether a tile may be laid after the last one, the end of the river aside (ADV-3 i to iv)."""
    if not is_used(state, square) or contains(state.river, square):
        return False
    way = heading(last, square)
    if way < 0 or nearer(state, start, square, last):
        return False
    return before == s.NONE or bend(heading(before, last), way) <= 1


@kernel
def step_to(last: int, way: int) -> int:
    """The square one step away in a direction; -1 off the board."""
    down = -1 if way <= 2 else (0 if way in (3, 7) else 1)
    if way in (1, 5):
        right = 0
    else:
        right = 1 if way in (2, 3, 4) else -1
    row, column = last // s.COLUMNS + down, last % s.COLUMNS + right
    if row < 0 or column < 0 or column >= s.COLUMNS or row * s.COLUMNS >= s.SQUARES:
        return -1
    return row * s.COLUMNS + column


@kernel
def can_finish(state: Any, start: int, before: int, last: int, tiles: int) -> bool:
    """Whether the river can still reach another edge with the tiles that are left (ADV-3 v).

    Going straight on, or bending once and then going straight, is the shortest way to any edge; a river of ten tiles
    that has a way at all has one like that, because every bend only turns it further from its course.
    """
    if edges(state, last) & ~start:
        return True
    for first_way in range(AROUND):
        for later_way in range(AROUND):
            if bend(first_way, later_way) > 1:
                continue
            for turn_at in range(s.RIVER_TILES):
                if reaches_edge(state, start, before, last, tiles, first_way, later_way, turn_at):
                    return True
    return False


@kernel
def reaches_edge(
    state: Any, start: int, before: int, last: int, tiles: int, first_way: int, later_way: int, turn_at: int
) -> bool:
    """Whether a river reaches another edge by so many steps one way and then going another."""
    steps = 0
    while tiles > 0:
        square = step_to(last, first_way if steps < turn_at else later_way)
        if square < 0 or not may_follow(state, start, before, last, square):
            return False
        if edges(state, square) & ~start:
            return True
        before, last = last, square
        tiles -= 1
        steps += 1
    return False


@kernel
def river_menu(state: Any, out: Any) -> int:
    """Where the next river tile may lie (ADV-2, 3)."""
    n = 0
    laid = int64(state.laid)
    if laid == 0:
        for square in range(s.SQUARES):
            if is_used(state, square) and edges(state, square):
                out[n] = s.TILE + square
                n += 1
        return n
    start, last = edges(state, int64(state.tiles[0])), int64(state.tiles[laid - 1])
    before = int64(state.tiles[laid - 2]) if laid > 1 else s.NONE
    for square in range(s.SQUARES):
        good = may_follow(state, start, before, last, square)
        if good and can_finish(state, start, last, square, s.RIVER_TILES - laid - 1):
            out[n] = s.TILE + square
            n += 1
    return n


@kernel
def lay_river(state: Any, square: int) -> bool:
    """Lay a river tile; returns whether the river is complete (ADV-4)."""
    complete = state.laid > 0 and edges(state, square) & ~edges(state, int64(state.tiles[0])) != 0
    state.tiles[state.laid] = square
    state.laid += 1
    remove(state.land, square)
    put(state.river, square)
    return complete


@kernel
def marsh_menu(state: Any, out: Any) -> int:
    """Where a marsh may lie: any free square of the rim (ADV-5)."""
    n = 0
    for square in range(s.SQUARES):
        if contains(state.land, square) and edges(state, square):
            out[n] = s.TILE + square
            n += 1
    return n
