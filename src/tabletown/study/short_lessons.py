"""Short lessons: what strong players do. Each is an idea, a position, a question, and an answer that the mind confirms.

They are in the file `short_lessons.toml` of a title, in the order in which they are best taken. (The guided first game,
`lesson.toml`, is another thing.) A lesson is a puzzle with words of its own: it is tried, answered and compared by the
same code.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from tabletown import games
from tabletown.study.errors import StudyError
from tabletown.study.puzzles import Puzzle, from_data

FILE = "short_lessons.toml"
_WORDS = ("name", "idea", "question", "hints", "why")


@dataclass(frozen=True)
class ShortLesson:
    """An idea, and the position that shows it. The id of the puzzle is that of the lesson."""

    name: str
    idea: str  # what strong players do, in two or three sentences
    question: str
    hints: tuple[str, ...]  # two; the page adds the first ply as the third
    why: str  # the answer is right, and what the tempting move loses
    puzzle: Puzzle

    @property
    def id(self) -> str:
        """Its name in addresses; no other lesson of any title has it."""
        return self.puzzle.id

    @property
    def title(self) -> str:
        """The name of the title that it is about."""
        return self.puzzle.title

    @property
    def theme(self) -> str:
        """What it is about, in the title's words."""
        return self.puzzle.theme


@cache
def short_lessons_of(title: str) -> tuple[ShortLesson, ...]:
    """The short lessons of a title in the order of its file; none if it has no file. They are read once.

    Raises StudyError if one is not a lesson.
    """
    path = games.get(title).folder / FILE
    if not path.is_file():
        return ()
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["lesson"]
    return tuple(_read(title, row) for row in rows)


def find_short_lesson(title: str, id: str) -> ShortLesson | None:
    """The lesson of a title with an id; None if there is no such lesson."""
    return next((lesson for lesson in short_lessons_of(title) if lesson.id == id), None)


def lesson_after(lesson: ShortLesson) -> ShortLesson | None:
    """The lesson of the same title that comes next; None after the last one."""
    lessons = short_lessons_of(lesson.title)
    number = lessons.index(lesson) + 1
    return lessons[number] if number < len(lessons) else None


def _read(title: str, row: dict[str, Any]) -> ShortLesson:
    missing = [word for word in _WORDS if not row.get(word)]
    if missing:
        raise StudyError(f"a lesson of {title} lacks its {missing[0]}")
    words = {word: row[word] for word in _WORDS}
    words["hints"] = tuple(row["hints"])
    position = {name: value for name, value in row.items() if name not in _WORDS}
    return ShortLesson(**words, puzzle=from_data(position | {"title": title, "difficulty": 1}))
