"""The arrays of a vector environment: one row per slot, made once, written in place by every step."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from tabletown.engine.state import MAX_SEATS
from tabletown.engine.title import Title


@dataclass(frozen=True)
class Slots:
    """What every slot knows of its game, as arrays of the host or of a device."""

    seats: Any  # int8: who acts
    masks: Any  # uint8, slots x actions: 1 where an action is legal for them
    choices: Any  # int32, slots x most choices: the same as a list, ascending
    counts: Any  # int32: how long that list is
    rewards: Any  # float32, slots x players
    dones: Any  # bool: a game has ended in this step
    points: Any  # int32, slots x MAX_SEATS: of the game that ended last
    places: Any
    seeds: Any  # uint64: of the game being played
    episodes: Any  # int64: games dealt so far
    noise: Any  # int64: where the stream of random choices is
    actions: Any  # int32: room for random ones
    observations: Any  # float32, slots x floats

    def part(self, rows: slice) -> "Slots":
        """The same memory, some of the slots."""
        return Slots(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})


def make_slots(title: Title, size: int, players: int, floats: int, zeros: Callable[[Any, Any], Any]) -> Slots:
    """All arrays for so many slots; `zeros(shape, dtype)` allocates one."""
    return Slots(
        seats=zeros(size, np.int8),
        masks=zeros((size, title.actions.count), np.uint8),
        choices=zeros((size, title.max_legal), np.int32),
        counts=zeros(size, np.int32),
        rewards=zeros((size, players), np.float32),
        dones=zeros(size, np.bool_),
        points=zeros((size, MAX_SEATS), np.int32),
        places=zeros((size, MAX_SEATS), np.int32),
        seeds=zeros(size, np.uint64),
        episodes=zeros(size, np.int64),
        noise=zeros(size, np.int64),
        actions=zeros(size, np.int32),
        observations=zeros((size, floats), np.float32),
    )
