"""What a game was worth to its players, in the same numbers for every kind of environment."""

from tabletown.engine.position import Outcome


def rewards(outcome: Outcome) -> list[float]:
    """What every seat gets at the end: the winners share 1, the others get 0."""
    return [1 / len(outcome.winners) if place == 1 else 0.0 for place in outcome.places]
