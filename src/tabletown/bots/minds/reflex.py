"""The reflex bot: one look of the title's mind, and the action that it likes best."""

import random

from tabletown.bots.bot import Budget, acting_seat
from tabletown.bots.minds.mind import Mind, mind_of
from tabletown.bots.minds.network import POWERS
from tabletown.bots.search import Search
from tabletown.engine.position import Position

LIKELY = 1024  # an action this far (in units of a logit) below the best is never drawn


class Reflex:
    """Plays the action that a mind likes best, after a single look.

    Where seats decide in secret at once, always doing the best would be guessed: there it draws an action by its odds,
    among those that are at least about a third as likely as the best. `mind` is by default the mind of each title; for
    a title without one, `search` plays.
    """

    blurb = "has played millions of games and trusts its first look"

    def __init__(self, mind: Mind | None = None, name: str = "reflex") -> None:
        self._mind, self.name = mind, name

    def choose(self, view: Position, budget: Budget) -> int:
        """The best action, or one by its odds where seats decide at once."""
        actions = view.sensible_actions_of(acting_seat(view))
        if len(actions) == 1:
            return actions[0]
        mind = self._mind or mind_of(view.title)
        if mind is None:
            return Search().choose(view, budget)
        logits = mind.look(view).logits(actions)
        if len(view.waiting) == 1:
            return actions[int(logits.argmax())]
        best = int(logits.max())
        odds = [int(POWERS[best - logit]) if best - logit <= LIKELY else 0 for logit in logits.tolist()]
        return random.Random(budget.seed).choices(actions, odds)[0]
