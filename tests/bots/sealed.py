"""A tiny game of sealed choices: both seats commit at once, then all is shown. It is there for the search alone.

The hider names one of four numbers, or plays safe; the seeker names a number. The seeker wins by naming the same one.
Who plays safe wins two times in five. So the hider should name any number (and win three times in four), unless the
seeker can see it; and a seeker who cannot see it should expect to lose.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.chance import below
from tabletown.engine.game import Game
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import blank, state_dtype
from tabletown.engine.title import Meta, Title

HIDER, SEEKER = 0, 1
NUMBERS = 4
SAFE = NUMBERS
NOTHING = 9

STATE = state_dtype([("named", np.uint8, 2), ("winner", np.uint8)])
CARDS = np.dtype([("numbers", np.uint8)])


@kernel
def setup(state: Any, cards: Any) -> None:
    state.named[HIDER] = NOTHING
    state.named[SEEKER] = NOTHING
    state.phase = 1
    state.waiting = 3


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    n = NUMBERS + 1 if seat == HIDER else NUMBERS
    for i in range(n):
        out[i] = i
    return n


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    state.named[seat] = action
    state.waiting = int64(state.waiting) & ~(1 << seat)
    if state.waiting == 0:
        state.reveals += 1
        state.ended = 1
        if state.named[HIDER] == SAFE:
            state.winner = HIDER if below(state, 5) < 2 else SEEKER
        else:
            state.winner = SEEKER if state.named[HIDER] == state.named[SEEKER] else HIDER


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = 1 if state.ended != 0 and state.winner == seat else 0


@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = 2 - points[seat]


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    for other in range(2):
        if other != seat and state.ended == 0:
            state.named[other] = NOTHING


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    for other in range(2):
        if other != seat and (int64(state.waiting) >> other) & 1 == 0:
            state.named[other] = below(state, NUMBERS)


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    if state.ended == 0:
        return 0.0
    return 1.0 if state.winner == seat else -1.0


KERNELS = {f.__name__: f for f in (setup, legal, apply, scores, ranking, hide, resample, evaluate)}


def new_game() -> Game:
    """The game, dealt; as a title it has no words and no drawing."""
    title = Title(
        name="sealed",
        meta=Meta("Sealed", 1, (2, 2), 1, "light", "", ("", ""), {}),
        folder=Path(__file__).parent,
        dtype=STATE,
        actions=Actions(name=(NUMBERS,), safe=()),
        max_legal=NUMBERS + 1,
        kernels=KERNELS,
        read_cards=lambda _: None,
        words=None,
        scoring=None,
        positions=None,
        load_drawing=None,  # type: ignore[arg-type]
        picture=None,  # type: ignore[arg-type]
        bitmap=None,  # type: ignore[arg-type]
        find=None,  # type: ignore[arg-type]
    )
    return Game.new(title, 2, seed=1, cards=SimpleNamespace(data=blank(CARDS)))
