"""Weakened bots: like the greedy bot, but they overlook some actions and misjudge the others."""

import random

import numpy as np

from tabletown.bots.bot import Budget, acting_seat
from tabletown.bots.greedy import Greedy
from tabletown.engine.position import Position


class Weakened:
    """A weaker greedy bot: it overlooks some actions and rates the others with an error.

    `overlooks` is the chance that an action is not considered at all. `blur` is the standard error of a rating, in
    units of the standard deviation of all ratings of the decision, so that it means the same for every title.
    """

    def __init__(self, name: str, blurb: str, overlooks: float, blur: float) -> None:
        self.name, self.blurb = name, blurb
        self.overlooks, self.blur = overlooks, blur
        self._greedy = Greedy()

    def choose(self, view: Position, budget: Budget) -> int:
        """The action with the best blurred rating among those that were not overlooked."""
        if len(only := view.sensible_actions_of(acting_seat(view))) == 1:
            return only[0]
        actions, ratings = self._greedy.ratings(view, budget.seed)
        noise = random.Random(budget.seed)
        error = self.blur * float(np.std(ratings)) + 1e-6
        seen = [i for i in range(len(actions)) if noise.random() >= self.overlooks] or [noise.randrange(len(actions))]
        return actions[max(seen, key=lambda i: float(ratings[i]) + noise.gauss(0.0, error))]
