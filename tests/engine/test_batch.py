"""Batches: many games at once, on any number of threads, refuse as a whole."""

import numpy as np
import pytest

from tabletown import games
from tabletown.engine.batch import Batch
from tabletown.engine.errors import IllegalMove

UPTOWN = games.get("uptown")


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_do_not_change_games(threads: int) -> None:
    batch, single = Batch(UPTOWN, 40, 3, threads=threads), Batch(UPTOWN, 40, 3, threads=1)
    for each in (batch, single):
        each.reset(range(40))
        while (each.seats >= 0).any():
            each.step(each.masks.argmax(axis=1))
    assert batch.states.tobytes() == single.states.tobytes()


def test_an_illegal_action_stops_the_whole_step() -> None:
    batch = Batch(UPTOWN, 4, 2)
    batch.reset(range(4))
    actions = batch.masks.argmax(axis=1)
    actions[2] = UPTOWN.actions.encode("pass")
    with pytest.raises(IllegalMove, match="game 2"):
        batch.step(actions)
    assert not batch.states["ply"].any()


def test_shapes_are_checked() -> None:
    batch = Batch(UPTOWN, 4, 2)
    with pytest.raises(ValueError, match="4 games"):
        batch.reset([1, 2])
    batch.reset(range(4))
    with pytest.raises(ValueError, match="4 games"):
        batch.step(np.zeros(3))
