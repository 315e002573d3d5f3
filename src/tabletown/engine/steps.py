"""Steps: the plies of a game, grouped to what a person would call a move.

A rich action is made of several plies: choosing a card, then its site. A step is one whole action of one seat. Forced
plies, also those of other seats, belong to the step before them, because nobody decided anything in between.
"""

from collections.abc import Sequence

from tabletown.engine.forced import was_forced
from tabletown.engine.game import Game


def step_ends(game: Game) -> list[int]:
    """For each step of a game's history, how many plies there are up to its end."""
    ends: list[int] = []
    first = game.first_ply
    acting, partial = None, False
    for index, ply in enumerate(game.history):
        before = game.at(first + index)
        begins = not ends or (not was_forced(game, index) and not (partial and ply.seat == acting))
        if begins:
            ends.append(index)
            acting = ply.seat
        if ply.seat == acting:
            partial = bool(before.title.words.partial(before, ply.action))
        ends[-1] = index + 1
    return ends


def next_end(ends: Sequence[int], plies: int) -> int | None:
    """The end of the step that goes on after so many plies; None at the end."""
    return next((end for end in ends if end > plies), None)


def previous_end(ends: Sequence[int], plies: int) -> int:
    """The end of the step before the one that ends after so many plies, or that these are part of; else 0."""
    return max((end for end in ends if end < plies), default=0)
