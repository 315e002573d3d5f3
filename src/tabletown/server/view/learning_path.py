"""The learning path of a title: first game, short lessons, puzzles by theme, and the reader's usual mistakes."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.lessons import has_finished_lesson
from tabletown.server.play.own_mistakes import OwnMistakes
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Player
from tabletown.server.view.puzzle_hub import ThemeShelf, theme_shelves
from tabletown.server.view.puzzle_view import path_of
from tabletown.study.mistakes import Mistake, UsualMistake, usual_mistakes
from tabletown.study.short_lessons import ShortLesson, short_lessons_of

TABLES = 50  # of a player, among which the guided first game is looked for


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The reader's guided first game: the table at which it is or was played, if any, and whether it is done."""

    table: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class LessonLink:
    """A short lesson in a list."""

    id: str
    path: str
    name: str
    idea: str
    theme: str


@dataclass(frozen=True, slots=True)
class MistakeLink:
    """A mistake of the reader, with the address of its decision in the review."""

    path: str
    played: str
    better: str
    points: int  # of chance


@dataclass(frozen=True, slots=True)
class MistakesView:
    """Mistakes that are about the same, in points of chance, and what there is to practise them with."""

    theme: str
    times: int
    games: int
    points: int
    average: int
    examples: tuple[MistakeLink, ...]
    lessons: tuple[LessonLink, ...]
    puzzles: ThemeShelf | None


@dataclass(frozen=True, slots=True)
class TitleMistakes:
    """The reader's usual mistakes in a title: what cost most comes first.

    `reviewed` is how many games were looked at. `table` is the newest finished game without a review, if any.
    """

    name: str
    reviewed: int
    usual: tuple[MistakesView, ...]
    table: str = ""


def first_game(tables: Tables, player: Player | None, title: str) -> FirstGame:
    """The guided first game of a title: one that is done rather than one that goes on."""
    found = FirstGame()
    for table_id in tables.store.tables_of(player.id, TABLES) if player else ():
        with suppress(NotFound, NotReady, OtherRelease, BrokenLog), tables.at(table_id) as table:
            if table.row.lesson and table.row.title == title:
                if has_finished_lesson(table):
                    return FirstGame(table_id, done=True)
                found = FirstGame(table_id)
    return found


def lesson_links(title: str) -> tuple[LessonLink, ...]:
    """The short lessons of a title, in their order."""
    return tuple(map(_link, short_lessons_of(title)))


def mistakes_by_title(own: OwnMistakes, titles: Sequence[str]) -> list[TitleMistakes]:
    """The usual mistakes in these titles, in their order."""
    usual = usual_mistakes(own.mistakes)
    return [
        TitleMistakes(
            name=title,
            reviewed=sum(name == title for _, name in own.reviewed),
            usual=tuple(_mistakes(each) for each in usual if each.title == title),
            table=next((table for table, name in own.not_reviewed if name == title), ""),
        )
        for title in titles
    ]


def _mistakes(usual: UsualMistake) -> MistakesView:
    shelves = theme_shelves(usual.title)
    return MistakesView(
        theme=usual.theme,
        times=usual.times,
        games=usual.games,
        points=round(100 * usual.cost),
        average=round(100 * usual.average),
        examples=tuple(map(_example, usual.examples)),
        lessons=tuple(lesson for lesson in lesson_links(usual.title) if lesson.theme == usual.theme),
        puzzles=next((shelf for shelf in shelves if shelf.theme == usual.theme), None),
    )


def _example(mistake: Mistake) -> MistakeLink:
    path = f"/tables/{mistake.game}/review?ply={mistake.ply}&seat={mistake.seat}"
    return MistakeLink(path, mistake.played, mistake.better, round(100 * mistake.cost))


def _link(lesson: ShortLesson) -> LessonLink:
    return LessonLink(lesson.id, path_of(lesson), lesson.name, lesson.idea, lesson.theme)
