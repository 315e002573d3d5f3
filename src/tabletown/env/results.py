"""Rewards at the end of a game: the same for every kind of environment."""

from typing import Literal, get_args

from tabletown.engine.position import Outcome
from tabletown.env.errors import EnvError

Reward = Literal["win", "place", "points"]
"""What a game is played for: victories, which the winners share; places, from 1 for the first to 0 for the last, with
the mean for those who tie; or points."""


def reward_number(reward: Reward) -> int:
    """The number that kernels have for a kind of reward (`vector_loops.py`); raises EnvError for another word."""
    if reward not in get_args(Reward):
        raise EnvError(f"rewards are {', '.join(map(repr, get_args(Reward)))}, not {reward!r}")
    return get_args(Reward).index(reward)


def rewards(outcome: Outcome, reward: Reward = "win") -> list[float]:
    """Every seat's reward at the end of a game."""
    if reward == "points":
        return [float(points) for points in outcome.scores]
    if reward == "place":
        places = outcome.places
        return [
            (sum(p > own for p in places) + sum(p == own for p in places) / 2 - 0.5) / (len(places) - 1)
            for own in places
        ]
    return [1 / len(outcome.winners) if place == 1 else 0.0 for place in outcome.places]
