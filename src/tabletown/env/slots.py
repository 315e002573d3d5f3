"""The arrays of a vector environment: one row per slot, made once, written in place by every step."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.state import MAX_SEATS
from tabletown.engine.title import Title

Counts = NDArray[np.int8]
"""The number of players of every slot."""

Options = NDArray[np.int32]
"""The options of every slot, as bits."""


@dataclass(frozen=True)
class Slots:
    """The arrays of a vector environment, in main memory or on a device."""

    players: Any  # int8: how many play
    options: Any  # int32: the options, as bits
    seats: Any  # int8: the seat to act
    masks: Any  # uint8, slots x actions: 1 where an action is legal for that seat
    choices: Any  # int32, slots x max_legal: the same actions as a list, ascending
    counts: Any  # int32: how long that list is
    rewards: Any  # float32, slots x players
    dones: Any  # bool: a game has ended in this step
    points: Any  # int32, slots x MAX_SEATS: of the game that ended last
    places: Any
    seeds: Any  # uint64: of the game being played
    episodes: Any  # int64: games dealt so far
    noise: Any  # int64: the generator of random actions
    actions: Any  # int32: random actions
    observations: Any  # float32, slots x floats

    def part(self, rows: slice) -> "Slots":
        """Some of the slots, in the same memory."""
        return Slots(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})


def make_slots(title: Title, players: Counts, options: Options, floats: int, allocate: Callable[[Any], Any]) -> Slots:
    """Allocate all arrays for slots with these players and options; `allocate(array)` places one where it is used."""
    size = len(players)

    def zeros(shape: Any, dtype: Any) -> Any:
        return allocate(np.zeros(shape, dtype))

    return Slots(
        players=allocate(players),
        options=allocate(options),
        seats=zeros(size, np.int8),
        masks=zeros((size, title.actions.count), np.uint8),
        choices=zeros((size, title.max_legal), np.int32),
        counts=zeros(size, np.int32),
        rewards=zeros((size, int(players.max())), np.float32),
        dones=zeros(size, np.bool_),
        points=zeros((size, MAX_SEATS), np.int32),
        places=zeros((size, MAX_SEATS), np.int32),
        seeds=zeros(size, np.uint64),
        episodes=zeros(size, np.int64),
        noise=zeros(size, np.int64),
        actions=zeros(size, np.int32),
        observations=zeros((size, floats), np.float32),
    )
