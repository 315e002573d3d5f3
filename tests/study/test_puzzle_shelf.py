"""The puzzles that titles ship with: they are sound, can be found, and one of them is that of the day."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from tabletown import games
from tabletown.engine.errors import IllegalMove, TabletownError
from tabletown.study.attempts import try_moves
from tabletown.study.continuation import after_move, play_on
from tabletown.study.errors import StudyError
from tabletown.study.puzzle_shelf import (
    all_puzzles,
    find_puzzle,
    following,
    puzzle_of_the_day,
    puzzles_of,
    themes_of,
)
from tabletown.study.puzzles import MARGIN, Puzzle, theme_of

STOCKED = [title for title in games.names() if puzzles_of(title)]
DAYS = [date(2026, 11, 18) + timedelta(days=n) for n in range(60)]


@pytest.mark.parametrize("title", games.names())
def test_every_title_ships_a_hundred_puzzles(title: str) -> None:
    assert len({puzzle.id for puzzle in puzzles_of(title)}) >= 100


def test_ids_are_unique_and_found() -> None:
    ids = [puzzle.id for puzzle in all_puzzles()]
    assert len(set(ids)) == len(ids)
    assert len(ids) == sum(len(puzzles_of(title)) for title in games.names())
    assert all(find_puzzle(puzzle.id) == puzzle for puzzle in all_puzzles())
    assert find_puzzle("nothing") is None


@pytest.mark.parametrize("title", STOCKED)
def test_every_puzzle_is_sound(title: str) -> None:
    for puzzle in puzzles_of(title):
        view = puzzle.view()
        assert (puzzle.title, puzzle.players) == (title, view.players) == (view.title.name, puzzle.players)
        assert view.seat == puzzle.seat
        assert puzzle.seat in view.waiting
        assert 1 <= puzzle.difficulty <= 5
        assert puzzle.theme == theme_of(view, puzzle.line())
        chances = [puzzle.chance, *puzzle.rival_chances, puzzle.tempting_chance]
        assert all(0 <= chance <= 1 for chance in chances)
        assert len(puzzle.rivals) == len(puzzle.rival_chances) > 0
        assert puzzle.chance - max(chances[1:]) >= MARGIN - 0.001, puzzle.id  # they are rounded


@pytest.mark.parametrize("title", STOCKED)
def test_every_move_of_every_puzzle_is_legal_and_whole(title: str) -> None:
    for puzzle in puzzles_of(title):
        assert try_moves(puzzle, puzzle.best).found, puzzle.id
        for moves in (*puzzle.rivals, puzzle.tempting):
            attempt = try_moves(puzzle, moves)
            assert attempt.whole, (puzzle.id, moves)
            assert not attempt.found, (puzzle.id, moves)


def some(title: str, steps: int) -> Puzzle:
    """A puzzle whose best move has several plies, or one."""
    return next(puzzle for puzzle in puzzles_of(title) if len(puzzle.best) == steps)


def test_an_attempt_that_is_no_move_is_refused() -> None:
    puzzle = some("uptown", 2)
    half = try_moves(puzzle, puzzle.best[:1])
    assert not half.whole
    assert not half.found
    with pytest.raises(TabletownError):
        try_moves(puzzle, ["dance"])
    with pytest.raises(IllegalMove):
        try_moves(puzzle, ["site 1"])
    with pytest.raises(StudyError, match="complete"):
        try_moves(puzzle, (*puzzle.best, "pass"))
    with pytest.raises(StudyError, match="at most"):
        try_moves(puzzle, ["pass"] * 1000)


def test_another_order_of_the_same_plies_is_found_too() -> None:
    """Two swaps of a tower lead to the same lane, whichever comes first."""
    puzzle = next(
        (each for each in puzzles_of("penny_lane") if len(set(map(frozenset, each.rivals))) < len(each.rivals)), None
    )
    if puzzle is None:
        pytest.skip("no puzzle has two orders of one move")
    one, other = next((a, b) for a in puzzle.rivals for b in puzzle.rivals if a != b and frozenset(a) == frozenset(b))
    turned = Puzzle(**{**vars(puzzle), "best": one})
    assert try_moves(turned, other).found


def test_what_follows_is_the_same_for_the_same_seed() -> None:
    puzzle = some("uptown", 2)
    view, actions = puzzle.view(), puzzle.line()
    told = play_on(view, actions, 7)
    assert told == play_on(view, actions, 7)
    assert told.own >= 1
    assert told.steps[0].sentence.seat == puzzle.seat
    assert any(step.sentence.seat not in (puzzle.seat, -1) for step in told.steps[told.own :])
    assert all(len(step.scores) == puzzle.players for step in told.steps)
    after = after_move(view, actions, 7)
    assert after.seat == puzzle.seat
    assert after.ply > view.ply


# The puzzle of the day


def test_a_day_has_one_puzzle_and_the_next_day_another() -> None:
    daily = [puzzle_of_the_day(day) for day in DAYS]
    assert daily == [puzzle_of_the_day(day) for day in DAYS]
    assert None not in daily
    assert all(one != other for one, other in pairwise(daily))


def test_titles_take_turns_and_no_puzzle_comes_twice_too_soon() -> None:
    daily = [puzzle for day in DAYS if (puzzle := puzzle_of_the_day(day))]
    turn = len(STOCKED)
    for start in range(len(daily) - turn):
        assert {puzzle.title for puzzle in daily[start : start + turn]} == set(STOCKED)
    for title in STOCKED:
        own = [puzzle.id for puzzle in daily if puzzle.title == title][: len(puzzles_of(title))]
        assert len(set(own)) == len(own)


def test_themes_and_order() -> None:
    for title in STOCKED:
        themes = themes_of(title)
        assert sorted(puzzle.id for found in themes.values() for puzzle in found) == sorted(
            puzzle.id for puzzle in puzzles_of(title)
        )
        sizes = [len(found) for found in themes.values()]
        assert sizes == sorted(sizes, reverse=True)
        for theme, found in themes.items():
            assert {puzzle.theme for puzzle in found} == {theme}
            assert [puzzle.difficulty for puzzle in found] == sorted(puzzle.difficulty for puzzle in found)
        shelf = puzzles_of(title)
        assert [following(puzzle) for puzzle in shelf] == [*shelf[1:], shelf[0]]


def test_a_title_without_a_file_has_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.study.puzzle_shelf.FILE", "nothing.jsonl")
    puzzles_of.cache_clear()
    try:
        assert puzzles_of("uptown") == ()
        assert puzzle_of_the_day(DAYS[0]) is None
    finally:
        puzzles_of.cache_clear()
