"""The map of a position as one value: the ground, the buildings, and the income blocks on their walls."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tabletown.engine.position import Position
from tabletown.engine.state import Records, blank, record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing.income_blocks import Walls, blocks_on_walls
from tabletown.games.milton_keynes.drawing.town_plan import Plan, plan_of
from tabletown.games.milton_keynes.text.names import words_of


@dataclass(frozen=True, eq=False)  # compared by identity, so that it is a cheap part of the key of a cache
class Town:
    """A map with its buildings: `town_of` returns the same object until something on the map changes."""

    cards: CardSet
    plan: Plan
    players: int
    owner: bytes  # by square, NONE where nothing stands
    kind: bytes  # the type of the building
    anchor: bytes  # the first label of the building
    extent: bytes  # the size of the building
    walls: Walls

    def states(self) -> Records:
        """A state with nothing but this map in it, for kernels."""
        return _states(self.plan, self.owner, self.kind, self.anchor, self.extent)


def town_of(position: Position) -> Town:
    """The map of a position."""
    owner, kind, anchor, extent = (position.states[name].tobytes() for name in ("owner", "kind", "anchor", "extent"))
    return _town(position.cards, plan_of(position), position.players, owner, kind, anchor, extent)


@lru_cache(maxsize=512)
def _town(cards: CardSet, plan: Plan, players: int, owner: bytes, kind: bytes, anchor: bytes, extent: bytes) -> Town:
    states = _states(plan, owner, kind, anchor, extent)
    walls = blocks_on_walls(record(states), record(cards.data))
    return Town(cards, plan, players, owner, kind, anchor, extent, walls)


def _states(plan: Plan, owner: bytes, kind: bytes, anchor: bytes, extent: bytes) -> Records:
    states = blank(s.STATE)
    for name, numbers in (("owner", owner), ("kind", kind), ("anchor", anchor), ("extent", extent)):
        states[name][0] = np.frombuffer(numbers, np.uint8)
    built = [square for square, seat in enumerate(owner) if seat != s.NONE]
    for name, squares in (("land", plan.land), ("river", plan.river), ("marsh", plan.marsh), ("built", built)):
        states[name][0] = words_of(_mask(squares))
    return states


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)
