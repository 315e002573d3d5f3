"""Continuations: how a game goes on after a move, if all seats play as the title's mind would at a single look.

What nobody can know from the view is imagined, the same for the same seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletown import bots
from tabletown.engine.game import Ply
from tabletown.engine.log_sentences import LogSentence, tell
from tabletown.engine.position import Position

PLAYER = "reflex"
MOST_PLIES = 24  # that are played on
SENTENCES = 5  # after which nobody reads on


@dataclass(frozen=True)
class Step:
    """A sentence about what happens, and every seat's points after it."""

    sentence: LogSentence
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Continuation:
    """What happens after a move. The first `own` steps are the move itself."""

    steps: tuple[Step, ...]
    own: int


def after_move(view: Position, actions: Sequence[int], seed: int) -> Position:
    """What the seat of a view sees after a move of its own, with what the move turns over imagined."""
    assert view.seat is not None
    world = view.imagine(seed)
    for action in actions:
        world = world.after(view.seat, action)
    return world.view(view.seat)


def play_on(view: Position, actions: Sequence[int], seed: int, sentences: int = SENTENCES) -> Continuation:
    """A move of the seat whose view this is, and what comes after it, told to that seat."""
    assert view.seat is not None
    reader, world, steps = view.seat, view.imagine(seed), list[Step]()
    for action in actions:
        world = _play(world, reader, action, reader, steps)
    own, player = len(steps), bots.get(PLAYER)
    for number in range(MOST_PLIES):
        seat = world.turn
        if seat is None or len(steps) >= own + sentences:
            break
        action = player.choose(world.view(seat), bots.Budget(seed=seed + number))
        world = _play(world, seat, action, reader, steps)
    return Continuation(tuple(steps[: own + sentences]), own)


def _play(world: Position, seat: int, action: int, reader: int, steps: list[Step]) -> Position:
    """Play an action, and note what the reader hears of it."""
    after = world.after(seat, action)
    told = tell(world.view(reader), after.view(reader), Ply(seat, action), world) or ()
    steps += [Step(sentence, tuple(after.scores())) for sentence in told]
    return after
