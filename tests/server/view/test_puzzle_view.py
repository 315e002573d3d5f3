"""Puzzles of every title as their pages show them: all plies are offered, and every state can be drawn."""

import re

import pytest

from tabletown import games
from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.html.page_parts import PageParts
from tabletown.server.html.templates import Templates
from tabletown.server.play.puzzle_answers import find_consequence
from tabletown.server.view.puzzle_view import HINTS, PuzzleView, question_of, view_puzzle
from tabletown.study.attempts import try_moves
from tabletown.study.puzzle_shelf import puzzles_of
from tabletown.study.puzzles import Puzzle

STOCKED = [title for title in games.names() if puzzles_of(title)]


def some(title: str) -> list[Puzzle]:
    """The first puzzles of a title, and the one whose best move has most plies."""
    return [*puzzles_of(title)[:3], max(puzzles_of(title), key=lambda puzzle: len(puzzle.best))]


def shown(puzzle: Puzzle, moves: tuple[str, ...], hints: int = 0) -> PuzzleView:
    attempt = try_moves(puzzle, moves)
    tempting = find_consequence(puzzle, try_moves(puzzle, puzzle.tempting).actions)
    tried = find_consequence(puzzle, attempt.actions) if attempt.whole else None
    return view_puzzle(puzzle, attempt, hints, False, tried, tempting)


def rendered(seen: PuzzleView) -> str:
    parts = PageParts(seen.names)
    return Templates().render("_puzzle.html", puzzle=seen, problem="", called="", parts=parts, most_hints=HINTS)


@pytest.mark.parametrize("title", STOCKED)
def test_every_ply_on_the_way_is_offered(title: str) -> None:
    for puzzle in some(title):
        for number in range(len(puzzle.best)):
            view = try_moves(puzzle, puzzle.best[:number]).view
            page = rendered(shown(puzzle, puzzle.best[:number]))
            offered = set(re.findall(r'name="move" value="([^"]+)"', page))
            legal = {view.say(action, puzzle.seat) for action in view.legal_actions_of(puzzle.seat)}
            typed = {move for move in legal if re.sub(r"\d+", "#", move) in offered}
            assert legal - offered - typed == set(), (puzzle.id, number)


@pytest.mark.parametrize("title", STOCKED)
def test_the_end_says_what_was_won(title: str) -> None:
    for puzzle in some(title):
        solved, wrong = shown(puzzle, puzzle.best), shown(puzzle, puzzle.tempting)
        assert (solved.state, wrong.state) == ("solved", "wrong")
        assert solved.solution is not None
        assert wrong.solution is None
        assert solved.solution.best_percent == round(100 * puzzle.chance)
        assert 1 <= len(solved.solution.why) <= 3
        assert [one.best for one in solved.solution.candidates] == [True] + [False] * (
            len(solved.solution.candidates) - 1
        )
        assert sum(one.tempting for one in solved.solution.candidates) == 1
        assert wrong.percent == round(100 * puzzle.tempting_chance)
        for seen in (solved, wrong):
            assert 'name="move"' not in rendered(seen)


@pytest.mark.parametrize("title", STOCKED)
def test_hints_and_the_question_are_sentences(title: str) -> None:
    for puzzle in some(title):
        seen = shown(puzzle, (), HINTS)
        assert len(seen.hints) == HINTS
        assert shown(puzzle, ()).theme == ""
        assert seen.theme == puzzle.theme
        for text in (*seen.hints, question_of(puzzle)):
            assert text.endswith(".")
            assert not re.search("[\ue000-\ue02f]", text)  # no mark of a seat is left
        assert f"You are {SEAT_NAMES[puzzle.seat]}" in question_of(puzzle)
