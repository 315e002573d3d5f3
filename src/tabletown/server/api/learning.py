"""Operations for learning: the short lessons of a title, and the caller's usual mistakes."""

from collections.abc import Iterator

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.puzzles import puzzle_move
from tabletown.server.errors import NotFound, TooMany
from tabletown.server.play.own_mistakes import MistakeFinder
from tabletown.server.play.titles import find_title
from tabletown.study.mistakes import Mistake, usual_mistakes
from tabletown.study.short_lessons import ShortLesson, short_lessons_of


class LearningOperations:
    """Operations that only read."""

    def __init__(self, mistakes: MistakeFinder) -> None:
        self._mistakes = mistakes

    def operations(self) -> Iterator[Operation]:
        """The operations for learning."""
        tag = "Learning"
        yield Operation(
            "GET", "/lessons", self.list_lessons, tag, responses.learning.ShortLessons,
            auth="none", query=requests.LessonQuery, errors=(NotFound,),
        )  # fmt: skip
        yield Operation(
            "GET", "/players/me/mistakes", self.get_mistakes, tag, responses.learning.UsualMistakes, errors=(TooMany,)
        )

    def list_lessons(self, call: Call) -> responses.learning.ShortLessons:
        """List the short lessons of a game, with their answers; a game that has none has an empty list."""
        title = find_title(call.query.title)
        return responses.learning.ShortLessons(lessons=[_lesson(lesson) for lesson in short_lessons_of(title.name)])

    def get_mistakes(self, call: Call) -> responses.learning.UsualMistakes:
        """Read your usual mistakes: your costly decisions in finished games that were reviewed, by theme.

        Guided first games, and games that go on with another one, do not count.
        """
        own = self._mistakes.of(call.caller)
        found = [
            responses.learning.UsualMistake(
                title=each.title,
                theme=each.theme,
                times=each.times,
                games=each.games,
                cost=round(each.cost, 4),
                examples=list(map(_mistake, each.examples)),
            )
            for each in usual_mistakes(own.mistakes)
        ]
        return responses.learning.UsualMistakes(reviewed=len(own.reviewed), mistakes=found)


def _lesson(lesson: ShortLesson) -> responses.learning.ShortLesson:
    puzzle = lesson.puzzle
    return responses.learning.ShortLesson(
        id=lesson.id,
        name=lesson.name,
        idea=lesson.idea,
        question=lesson.question,
        hints=list(lesson.hints),
        why=lesson.why,
        players=puzzle.players,
        seat=puzzle.seat,
        position=puzzle.position,
        theme=puzzle.theme,
        best=puzzle_move(puzzle.best, puzzle.chance),
        tempting=puzzle_move(puzzle.tempting, puzzle.tempting_chance),
    )


def _mistake(mistake: Mistake) -> responses.learning.Mistake:
    return responses.learning.Mistake(
        table=mistake.game,
        seat=mistake.seat,
        ply=mistake.ply,
        cost=round(mistake.cost, 4),
        played=mistake.played,
        better=mistake.better,
    )
