"""The bot that picks any legal move: the floor under every measurement."""

import random

from tabletown.bots.bot import Budget, must_be_view
from tabletown.engine.position import Position


class Uniform:
    """Picks a legal action at random, all equally likely."""

    name = "uniform"
    blurb = "any legal move"

    def choose(self, view: Position, budget: Budget) -> int:
        """A random legal action."""
        seat = must_be_view(view)
        return random.Random(budget.seed).choice(view.legal_actions(seat))
