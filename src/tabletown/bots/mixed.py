"""Mixed bots: now one bot answers, now another, which makes an opponent of any strength between the two."""

import random

from tabletown.bots.bot import Bot, Budget, acting_seat
from tabletown.engine.position import Position


class Mixed:
    """Plays a share of its decisions like the `strong` bot and the others like the `weak` one, as the seed decides.

    >>> from tabletown import bots
    >>> halfway = bots.Mixed("halfway", "has good days", bots.get("greedy"), bots.get("reflex"), share=0.5)
    """

    def __init__(self, name: str, blurb: str, weak: Bot, strong: Bot, share: float) -> None:
        if not 0 <= share <= 1:
            raise ValueError(f"a share is a number from 0 to 1, not {share}")
        self.name, self.blurb = name, blurb
        self.weak, self.strong, self.share = weak, strong, share

    def choose(self, view: Position, budget: Budget) -> int:
        """What one of the two bots chooses."""
        acting_seat(view)
        lucky = random.Random(f"mixed {budget.seed}").random() < self.share
        return (self.strong if lucky else self.weak).choose(view, budget)
