"""The puzzle hub: the puzzle of the day, and what there is for each title."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from tabletown.engine.title import Meta
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.render.scene import Scene
from tabletown.server.view.puzzle_view import puzzle_scene, question_of
from tabletown.study.puzzle_shelf import puzzle_of_the_day, puzzles_of, themes_of
from tabletown.study.puzzles import Puzzle


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day. Question and board are empty while its title is being compiled."""

    puzzle: Puzzle
    meta: Meta
    day: str  # "Wednesday 18 November"
    question: str
    scene: Scene | None


@dataclass(frozen=True, slots=True)
class ThemeShelf:
    """The puzzles of a theme."""

    theme: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TitleShelf:
    """The puzzles of a title by theme. `any_id` is one of medium difficulty."""

    name: str
    meta: Meta
    ids: tuple[str, ...]
    themes: tuple[ThemeShelf, ...]
    any_id: str


def today() -> date:
    """The day, the same all over the world."""
    return datetime.now(UTC).date()


def daily_puzzle(day: date, is_ready: Callable[[str], bool]) -> DailyPuzzle | None:
    """The puzzle of a day as pages show it; None if there are no puzzles."""
    puzzle = puzzle_of_the_day(day)
    if puzzle is None:
        return None
    ready = is_ready(puzzle.title)
    return DailyPuzzle(
        puzzle,
        get_title(puzzle.title).meta,
        in_words(day),
        question_of(puzzle) if ready else "",
        puzzle_scene(puzzle) if ready else None,
    )


def days_of(puzzle: Puzzle, day: date) -> str:
    """How a puzzle is called if it is that of this day or of the day before; else empty."""
    if puzzle_of_the_day(day) == puzzle:
        return f"Puzzle of the day, {in_words(day)}"
    before = day - timedelta(days=1)
    return f"Puzzle of {in_words(before)}" if puzzle_of_the_day(before) == puzzle else ""


def title_shelves() -> list[TitleShelf]:
    """The titles that have puzzles, the shortest game first."""
    stocked = [get_title(name) for name in title_names() if puzzles_of(name)]
    return [_shelf(title.name, title.meta) for title in sorted(stocked, key=lambda title: title.meta.minutes)]


def theme_shelves(title: str) -> tuple[ThemeShelf, ...]:
    """The puzzles of a title by theme."""
    return tuple(ThemeShelf(theme, tuple(each.id for each in found)) for theme, found in themes_of(title).items())


def in_words(day: date) -> str:
    """A day as people say it: "Wednesday 18 November"."""
    return f"{day:%A} {day.day} {day:%B}"


def _shelf(name: str, meta: Meta) -> TitleShelf:
    puzzles = puzzles_of(name)
    medium = min(puzzles, key=lambda puzzle: abs(puzzle.difficulty - 3))
    return TitleShelf(name, meta, tuple(puzzle.id for puzzle in puzzles), theme_shelves(name), medium.id)
