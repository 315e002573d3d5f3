"""The random bot: picks any legal move, as a baseline for measurements."""

import random

from tabletown.bots.bot import Budget, acting_seat
from tabletown.engine.position import Position


class Uniform:
    """Picks a legal action at random, all equally likely."""

    name = "uniform"
    blurb = "any legal move"

    def choose(self, view: Position, budget: Budget) -> int:
        """A random legal action."""
        seat = acting_seat(view)
        return random.Random(budget.seed).choice(view.legal_actions_of(seat))
