"""Decisions: the plies of a game, grouped to what a seat decided in one piece.

A decision is a whole action of one seat, or the part of it up to a surprise: what comes after something was turned over
is a decision of its own, because the seat knows more then. Where seats decide at once, the plies of others may stand in
between: they are secret, so they end nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tabletown.engine.game import Game
from tabletown.engine.position import Position


@dataclass(frozen=True)
class Decision:
    """What a seat did in one piece: its plies, each as an action and by how many plies of the game came before."""

    seat: int
    plies: tuple[int, ...]
    actions: tuple[int, ...]
    forced: bool  # whether there was nothing else to do

    @property
    def first(self) -> int:
        """How many plies there are before it."""
        return self.plies[0]

    @property
    def last(self) -> int:
        """How many plies there are up to its end."""
        return self.plies[-1] + 1


def goes_on(before: Position, seat: int, action: int, after: Position) -> bool:
    """Whether a seat goes on with the same decision after an action: it is part of a move, and nothing was revealed."""
    known = not _reveals(before, after)
    return known and seat in after.waiting and bool(before.title.words.partial(before, action))


def decisions_of(game: Game) -> Iterator[Decision]:
    """The decisions of a game, in the order in which they end: all its plies.

    Made in this order, each in one piece, they lead to where the game ended: as long as nothing is revealed, plies of
    different seats can change places.
    """
    unfinished: dict[int, _Unfinished] = {}
    after = game.root()
    for number, ply in enumerate(game.history, game.first_ply):
        before, after = after, game.at(number + 1)
        own = unfinished.setdefault(ply.seat, _Unfinished(ply.seat))
        own.add(number, ply.action, before)
        if goes_on(before, ply.seat, ply.action, after):
            continue
        del unfinished[ply.seat]
        if _reveals(before, after):
            yield from _cut_off(unfinished)
        yield own.decision()
    yield from _cut_off(unfinished)


def decided(game: Game, ply: int, seat: int) -> tuple[int, ...]:
    """What a seat decided in one piece from a ply of a game on, whatever others decided at the same time.

    Empty if something was revealed, or the game ended, before it did anything.
    """
    actions = list[int]()
    after = game.at(ply)
    for number, made in enumerate(game.history[ply - game.first_ply :], ply):
        before, after = after, game.at(number + 1)
        if made.seat == seat:
            actions.append(made.action)
            if not goes_on(before, seat, made.action, after):
                break
        elif _reveals(before, after):
            break
    return tuple(actions)


class _Unfinished:
    """A decision that goes on."""

    def __init__(self, seat: int) -> None:
        self._seat, self._plies, self._actions, self._forced = seat, list[int](), list[int](), True

    def add(self, number: int, action: int, before: Position) -> None:
        self._plies.append(number)
        self._actions.append(action)
        self._forced = self._forced and len(before.legal_actions_of(self._seat)) == 1

    def decision(self) -> Decision:
        return Decision(self._seat, tuple(self._plies), tuple(self._actions), self._forced)


def _cut_off(unfinished: dict[int, _Unfinished]) -> list[Decision]:
    """End all decisions, because their seats know more now, or because the game is over."""
    found = [one.decision() for one in unfinished.values()]
    unfinished.clear()
    return sorted(found, key=lambda decision: decision.last)


def _reveals(before: Position, after: Position) -> bool:
    return int(after.states["reveals"][0]) != int(before.states["reveals"][0])
