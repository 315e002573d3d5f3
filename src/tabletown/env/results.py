"""Rewards: the same for every kind of environment."""

from tabletown.engine.position import Outcome


def rewards(outcome: Outcome) -> list[float]:
    """Every seat's reward at the end of a game: the winners share 1, the others get 0."""
    return [1 / len(outcome.winners) if place == 1 else 0.0 for place in outcome.places]
