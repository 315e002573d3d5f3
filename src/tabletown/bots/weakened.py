"""Bots that make the mistakes of people: they overlook some of what they could do and misjudge the rest."""

import random

import numpy as np

from tabletown.bots.bot import Budget, must_be_view
from tabletown.bots.greedy import Greedy
from tabletown.engine.position import Position


class Mistaken:
    """Rates actions as the greedy bot does, but sees only some of them, and these not quite as they are.

    `overlooks` is the chance that an action is not seen at all. `blur` is the error of a rating, in units of how much
    the ratings of the decision differ, so that it means the same for every title.
    """

    def __init__(self, name: str, blurb: str, overlooks: float, blur: float) -> None:
        self.name, self.blurb = name, blurb
        self.overlooks, self.blur = overlooks, blur
        self._greedy = Greedy()

    def choose(self, view: Position, budget: Budget) -> int:
        """The action that seems best among those that come to mind."""
        if len(only := view.legal_actions(must_be_view(view))) == 1:
            return only[0]
        actions, ratings = self._greedy.ratings(view, budget.seed)
        mood = random.Random(budget.seed)
        error = self.blur * float(np.std(ratings)) + 1e-6
        seen = [i for i in range(len(actions)) if mood.random() >= self.overlooks] or [mood.randrange(len(actions))]
        return actions[max(seen, key=lambda i: float(ratings[i]) + mood.gauss(0.0, error))]
