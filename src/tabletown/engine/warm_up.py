"""Warming up: compile or load the kernels of a title before anybody waits for them.

The first time on a machine that takes a while; later they come from the cache within a second.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from tabletown.engine.compile_errors import compile_error, is_of_compiler
from tabletown.engine.errors import BadTitle
from tabletown.engine.game import Game
from tabletown.engine.state import MAX_SEATS, blank, first_seat
from tabletown.engine.title import Title

Progress = Callable[[int, int, str], None]
"""Hears how far it is: how many parts are done, of how many, and the name of the next."""
Calls = list[tuple[str, Callable[[], Any]]]


def compile_title(title: Title, progress: Progress = lambda *_: None, *, batches: bool = False) -> None:
    """Compile or load every kernel that play needs; with `batches`, also the loops over many games.

    Raises BadTitle, with the file and the line, if a kernel cannot be compiled.
    """
    calls = _play(title) + (_batches(title) if batches else [])
    for done, (name, call) in enumerate(calls):
        progress(done, len(calls), name)
        try:
            call()
        except (NumbaError, KeyError) as error:
            if isinstance(error, KeyError) and not is_of_compiler(error):
                raise
            raise BadTitle(compile_error(error, title.folder)) from error
    progress(len(calls), len(calls), "ready")


def _play(title: Title) -> Calls:
    """What `Game` and `Position` call."""
    loops, cards, states, out = title.loops, title.cards.data, blank(title.dtype), title.scratch()
    play = title.turn_loops.play
    key, none = np.uint64(1), np.zeros(0, np.int32)
    numbers = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)

    def turn() -> int:
        seat: int = first_seat(int(states["waiting"][0]))
        return seat

    return [
        ("begin", lambda: loops.begin(states, 0, cards, title.blank, key, title.meta.players[0], 0)),
        ("moves", lambda: loops.moves(states, 0, cards, turn(), out)),
        ("sensible_moves", lambda: loops.sensible_moves(states, 0, cards, turn(), out)),
        ("play", lambda: play(states, cards, turn(), int(out[0]), out)),
        ("points", lambda: loops.points(states, 0, cards, *numbers)),
        ("view", lambda: loops.view(states, 0, cards, 0)),
        ("imagine", lambda: loops.imagine(states, 0, cards, 0, key)),
        ("replay", lambda: loops.replay(states, 0, cards, none, none, out)),
        ("words", lambda: str(Game.new(title, seed=0))),
    ]


def _batches(title: Title) -> Calls:
    """What tests, benchmarks and the lab call: many games in one call."""
    loops, cards, states, out = title.loops, title.cards.data, blank(title.dtype), title.scratch()
    players, keys, actions = title.meta.players[0], np.ones(1, np.uint64), np.full(1, -1, np.int32)
    seats, masks = np.zeros(1, np.int8), np.zeros((1, title.actions.count), np.uint8)
    return [
        ("random_games", lambda: loops.random_games(states, cards, title.blank, 1, 1, players, 0, out)),
        ("begin_all", lambda: loops.begin_all(states, cards, title.blank, keys, players, 0, seats, masks, out)),
        ("step_all", lambda: loops.step_all(states, cards, actions, seats, masks, out)),
    ]
