"""The puzzle shelf: the puzzles that each title ships with (`puzzles.jsonl` in its folder), and the one of each day."""

import hashlib
import json
from collections.abc import Iterator
from datetime import date
from functools import cache

from tabletown import games
from tabletown.study.puzzles import Puzzle, from_data

FILE = "puzzles.jsonl"


@cache
def puzzles_of(title: str) -> tuple[Puzzle, ...]:
    """The puzzles of a title, in the order of its file; none if it has no file. They are read once.

    Raises StudyError if a line of the file is no puzzle.
    """
    path = games.get(title).folder / FILE
    if not path.is_file():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(from_data(json.loads(line)) for line in lines if line.strip())


def all_puzzles() -> Iterator[Puzzle]:
    """The puzzles of all titles."""
    for title in games.names():
        yield from puzzles_of(title)


def find_puzzle(id: str) -> Puzzle | None:
    """The puzzle of an id; None if there is no such puzzle."""
    return _by_id().get(id)


def themes_of(title: str) -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles of a title by theme: the theme with most of them first, in each the easiest first."""
    found: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles_of(title):
        found.setdefault(puzzle.theme, []).append(puzzle)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return {theme: tuple(sorted(puzzles, key=lambda puzzle: puzzle.difficulty)) for theme, puzzles in ordered}


def following(puzzle: Puzzle) -> Puzzle:
    """The puzzle of the same title that comes after this one; after the last one the first."""
    shelf = puzzles_of(puzzle.title)
    return shelf[(shelf.index(puzzle) + 1) % len(shelf)]


def puzzle_of_the_day(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody; None if no title has puzzles.

    Titles take turns from day to day. The puzzles of a title come in an order that looks random, and none of them comes
    again before all others had their day.
    """
    stocked = [title for title in sorted(games.names()) if puzzles_of(title)]
    if not stocked:
        return None
    turn, place = divmod(day.toordinal(), len(stocked))
    shuffled = _shuffled(stocked[place])
    return shuffled[turn % len(shuffled)]


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in all_puzzles()}


@cache
def _shuffled(title: str) -> tuple[Puzzle, ...]:
    """The puzzles of a title in the order of a hash, which has nothing to do with the games they are from."""
    return tuple(sorted(puzzles_of(title), key=lambda puzzle: hashlib.sha256(f"day {puzzle.id}".encode()).digest()))
