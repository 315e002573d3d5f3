"""The greedy bot: looks one decision ahead and takes what the title's `evaluate` rates best."""

import random
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.bots import lookahead
from tabletown.bots.bot import Budget, acting_seat
from tabletown.engine.position import MOST_SEED, Position
from tabletown.engine.state import blank

TEMPLATE = Path(lookahead.__file__)
WORLDS = 4


class Greedy:
    """Rates actions with the title's `evaluate`, averaged over a few worlds that agree with its view.

    It considers every legal action, or those that the title's `sensible` leaves.
    """

    name = "greedy"
    blurb = "takes what pays most now"

    def choose(self, view: Position, budget: Budget) -> int:
        """The action with the best rating; ties are broken at random by the budget's seed."""
        if len(only := view.sensible_actions_of(acting_seat(view))) == 1:
            return only[0]
        actions, ratings = self.ratings(view, budget.seed)
        best = [action for action, rating in zip(actions, ratings, strict=True) if rating >= ratings.max() - 1e-9]
        return random.Random(budget.seed).choice(best)

    def ratings(self, view: Position, seed: int = 0) -> tuple[list[int], NDArray[np.float64]]:
        """The actions worth considering and, for each, the estimated lead in points after it."""
        seat = acting_seat(view)
        actions = view.sensible_actions_of(seat)
        ratings = np.zeros(len(actions))
        title, scratch = view.title, self._scratch(view)
        kernels = title.bind(TEMPLATE)
        for world in range(WORLDS):
            imagined = view.imagine((seed * WORLDS + world) % (MOST_SEED + 1))
            kernels.rate(imagined.states, view.cards.data, seat, np.array(actions, np.int32), ratings, *scratch)
        return actions, ratings / WORLDS

    @staticmethod
    def _scratch(view: Position) -> tuple[Any, ...]:
        depth = lookahead.DEPTH
        lists = np.zeros((depth, view.title.max_legal), np.int32)
        return blank(view.title.dtype, depth + 1), lists, *np.zeros((3, depth), np.int64), np.zeros(depth)
