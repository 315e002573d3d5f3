"""Decisions: the plies of a game, grouped to what a seat decided in one piece.

A decision is a whole action of one seat, or the part of it up to a surprise: what comes after something was turned over
is a decision of its own, because the seat knows more then.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tabletown.engine.game import Game
from tabletown.engine.position import Position


@dataclass(frozen=True)
class Decision:
    """What a seat did in one piece: its plies, and how many plies of the game came before."""

    seat: int
    first: int  # plies before it
    actions: tuple[int, ...]
    forced: bool  # whether there was nothing else to do

    @property
    def last(self) -> int:
        """How many plies there are up to its end."""
        return self.first + len(self.actions)


def goes_on(before: Position, seat: int, action: int, after: Position) -> bool:
    """Whether a seat goes on with the same decision after an action: it is part of a move, and nothing was revealed."""
    known = int(after.states["reveals"][0]) == int(before.states["reveals"][0])
    return known and seat in after.waiting and bool(before.title.words.partial(before, action))


def decisions_of(game: Game) -> Iterator[Decision]:
    """The decisions of a game, one after the other: all its plies."""
    begun = game.first_ply
    first, actions, forced = begun, [], True
    history = game.history
    for index, ply in enumerate(history):
        before, after = game.at(begun + index), game.at(begun + index + 1)
        actions.append(ply.action)
        forced = forced and len(before.legal_actions_of(ply.seat)) == 1
        following = history[index + 1].seat if index + 1 < len(history) else None
        if following != ply.seat or not goes_on(before, ply.seat, ply.action, after):
            yield Decision(ply.seat, first, tuple(actions), forced)
            first, actions, forced = begun + index + 1, [], True
