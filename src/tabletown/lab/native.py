"""Whole games of native policies (`bots/native.py`), many in one call."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tabletown.bots import playout
from tabletown.bots.minds.mind import Mind, mind_of
from tabletown.bots.native import LOOKS, PLIES, binding, quick_kernels, reflex_kernel, reflex_scratch
from tabletown.engine.state import MAX_SEATS, Records, blank
from tabletown.engine.title import Title
from tabletown.lab import mind_loops, native_loops
from tabletown.lab.errors import LabError
from tabletown.lab.snapshots import Snapshots

SNAPSHOT_BYTES = 24 << 20  # of snapshots that are analysed together
LEAST_SNAPSHOTS = 20_000  # memory for at least so many, whatever their size; no game has more

TEMPLATE, MIND_TEMPLATE = Path(native_loops.__file__), Path(mind_loops.__file__)


def kernels(title: Title) -> Any:
    """The kernels of native policies, bound to a title. Safe to call from several threads."""
    quick, loops = quick_kernels(title), title.loops
    with binding:
        return title.bind(TEMPLATE, begin=loops.begin, act=loops.act, **quick)


def kernels_with_mind(title: Title, mind: Mind) -> Any:
    """The kernels for games in which a mind plays some seats, bound to a title. Safe to call from several threads."""
    native, reflex, loops = kernels(title), reflex_kernel(title, mind), title.loops
    with binding:
        names = {name: getattr(native, name) for name in ("make_move", "store_if_new", "store_snapshot")}
        return title.bind(MIND_TEMPLATE, begin=loops.begin, act=loops.act, reflex_choice=reflex, **names)


def play_keys(
    title: Title, cards: Any, blanks: Records, players: int, options: int, keys: Any, tries: Any
) -> Iterator[Snapshots]:
    """Play the games with the seeds `keys`, some at a time; `tries[g, seat]` says how a seat plays game g.

    The snapshots share their memory with the next ones, so each must be used before the next is asked for. Raises
    LabError for a game that does not end.
    """
    room = max(LEAST_SNAPSHOTS, SNAPSHOT_BYTES // title.dtype.itemsize)
    snapshots, points, actors = blank(title.dtype, room), np.zeros((room, MAX_SEATS), np.int32), np.zeros(room, np.int8)
    world, lists = blank(title.dtype, playout.STATES), (title.scratch(), title.scratch())
    native, eyes = kernels(title), ()
    if (tries == LOOKS).any() and (mind := mind_of(title)):
        native = kernels_with_mind(title, mind)
        eyes = reflex_scratch(mind, world, cards)
    ends, done = np.zeros(len(keys), np.int64), 0
    while done < len(keys):
        finished = native.play_games(
            world, cards.data, blanks, keys[done:], players, options, tries[done:], PLIES, *lists, snapshots, points,
            actors, ends, *eyes,
        )  # fmt: skip
        if not finished:
            raise LabError(f"the game with the seed {keys[done]} is longer than {room} turns; does it ever end?")
        used = int(ends[finished - 1])
        yield Snapshots(snapshots[:used], points[:used], actors[:used], ends[:finished].copy())
        done += finished
