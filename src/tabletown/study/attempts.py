"""Attempts: the moves that somebody tries in the position of a puzzle, ply by ply, until the move is whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.engine.position import Position
from tabletown.study.decisions import goes_on
from tabletown.study.errors import StudyError
from tabletown.study.puzzles import MOST_PLIES, Puzzle, actions_of


@dataclass(frozen=True)
class Attempt:
    """Plies that were tried, each with the view before it."""

    puzzle: Puzzle
    plies: tuple[tuple[Position, int], ...]
    view: Position  # after them; what they would reveal is not known in it
    whole: bool  # they are a whole move

    @property
    def actions(self) -> tuple[int, ...]:
        """The plies as actions."""
        return tuple(action for _, action in self.plies)

    @property
    def found(self) -> bool:
        """Whether it is the best move, or one that leads to the same position by another order of plies."""
        if not self.whole:
            return False
        start = self.puzzle.view()
        best = actions_of(start, self.puzzle.best)
        return self.actions == best or _same(self.view, _after(start, best))


def try_moves(puzzle: Puzzle, moves: Sequence[str]) -> Attempt:
    """Try moves in the position of a puzzle.

    Raises TabletownError if one is not legal, or if there are more than belong to a move.
    """
    if len(moves) > MOST_PLIES:
        raise StudyError(f"a move has at most {MOST_PLIES} parts, not {len(moves)}")
    view, plies, whole = puzzle.view(), [], False
    for move in moves:
        if whole:
            raise StudyError(f"the move is complete before {move[:40]!r}")
        action = view.parse(move, puzzle.seat)
        after = view.after(puzzle.seat, action)
        plies.append((view, action))
        whole = not goes_on(view, puzzle.seat, action, after)
        view = after
    return Attempt(puzzle, tuple(plies), view, whole)


def _after(view: Position, actions: Sequence[int]) -> Position:
    assert view.seat is not None
    for action in actions:
        view = view.after(view.seat, action)
    return view


def _same(one: Position, other: Position) -> bool:
    return one.states.tobytes() == other.states.tobytes()
