"""Short lessons: every title has some, and the title's mind confirms every answer."""

from dataclasses import replace

import pytest

from tabletown import games
from tabletown.bots.advice import advise
from tabletown.bots.bot import Budget
from tabletown.bots.minds.mind import mind_of
from tabletown.study import short_lessons
from tabletown.study.attempts import try_moves
from tabletown.study.errors import StudyError
from tabletown.study.judge import Judge
from tabletown.study.puzzle_shelf import find_puzzle
from tabletown.study.puzzles import actions_of, theme_of
from tabletown.study.short_lessons import ShortLesson, find_short_lesson, lesson_after, short_lessons_of

LOOKS, SEED = 240, 11  # of the mind
WORLDS = 64  # in which games are played on
CLOSE = 0.03  # the mind's own choice may be better by so much
BEHIND = 0.08  # the tempting move wins so much less

LESSONS = [lesson for title in games.names() for lesson in short_lessons_of(title)]


def objection(lesson: ShortLesson) -> str:
    """What the mind has against the answer of a lesson; empty if it confirms it."""
    puzzle, view = lesson.puzzle, lesson.puzzle.view()
    mind = mind_of(view.title)
    assert mind is not None
    first = advise(view, Budget(iterations=LOOKS, seed=SEED))[0].actions
    lines = [puzzle.line(), actions_of(view, puzzle.tempting)]
    lines += [first] if first not in lines else []
    won = Judge(mind).playouts(view, lines, WORLDS, SEED)[:, :, puzzle.seat].mean(axis=1)
    best, tempting, advised = won[0], won[1], won[lines.index(first)]
    if advised > best + CLOSE:
        return f"the mind would rather play {first}: {advised:.2f} instead of {best:.2f}"
    if best - tempting < BEHIND:
        return f"the tempting move is as good: {tempting:.2f} instead of {best:.2f}"
    return ""


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_mind_confirms_every_answer(lesson: ShortLesson) -> None:
    assert objection(lesson) == ""


def test_the_mind_objects_to_a_wrong_answer() -> None:
    lesson = short_lessons_of("uptown")[0]
    puzzle = lesson.puzzle
    swapped = replace(puzzle, best=puzzle.tempting, tempting=puzzle.best)
    assert "would rather play" in objection(replace(lesson, puzzle=swapped))
    alike = replace(puzzle, tempting=puzzle.best)
    assert "as good" in objection(replace(lesson, puzzle=alike))


@pytest.mark.parametrize("title", games.names())
def test_every_title_has_a_few(title: str) -> None:
    lessons = short_lessons_of(title)
    assert 3 <= len(lessons) <= 5
    assert len({lesson.theme for lesson in lessons}) >= 2
    for lesson in lessons:
        puzzle = lesson.puzzle
        assert puzzle.title == title
        assert puzzle.view().seat == puzzle.seat
        assert len(puzzle.view().waiting) == 1
        assert puzzle.view().players == puzzle.players
        assert puzzle.theme == theme_of(puzzle.view(), puzzle.line())
        assert try_moves(puzzle, puzzle.best).found
        for moves in (puzzle.tempting, *puzzle.rivals):
            tried = try_moves(puzzle, moves)
            assert tried.whole
            assert not tried.found
        assert puzzle.chance - max(puzzle.tempting_chance, *puzzle.rival_chances) >= BEHIND


def test_the_words_are_short_and_whole() -> None:
    for lesson in LESSONS:
        assert len(lesson.name) <= 30
        assert 1 <= lesson.idea.count(". ") <= 3, lesson.id
        assert len(lesson.hints) == 2
        assert "?" in lesson.question or lesson.question.endswith(".")
        assert len(lesson.question) <= 200
        for text in (lesson.idea, lesson.why, *lesson.hints):
            assert text.endswith((".", "?")), lesson.id
            assert "\n" not in text
            assert "  " not in text


def test_ids_are_addresses_of_their_own() -> None:
    ids = [lesson.id for lesson in LESSONS]
    assert len(set(ids)) == len(ids)
    assert all(id.replace("-", "").isalpha() and id.islower() for id in ids)
    assert not any(find_puzzle(id) for id in ids)


def test_one_follows_the_other() -> None:
    first, second, *_, last = short_lessons_of("penny_lane")
    assert find_short_lesson("penny_lane", first.id) is first
    assert find_short_lesson("uptown", first.id) is None
    assert lesson_after(first) is second
    assert lesson_after(last) is None


def test_a_lesson_that_lacks_something_is_refused() -> None:
    row = {"id": "x", "name": "X", "idea": "An idea.", "question": "", "hints": ["One."], "why": "So."}
    with pytest.raises(StudyError, match="lacks its question"):
        short_lessons._read("uptown", row)
    with pytest.raises(StudyError, match="field is missing"):
        short_lessons._read("uptown", row | {"question": "What?"})
