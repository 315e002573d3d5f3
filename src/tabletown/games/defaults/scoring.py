"""The score sheet of a title that has none: the points of every seat in one row."""

from tabletown.engine.position import Position


def sheet(position: Position) -> list[tuple[str, list[int]]]:
    """The rows of the score sheet."""
    return [("Points", list(position.scores()))]
