"""The rules of Penny Lane as kernels: the rulebook in code. This file exports the eight names of the contract."""

from tabletown.games.penny_lane.rules.evaluation import evaluate
from tabletown.games.penny_lane.rules.hidden import hide, resample
from tabletown.games.penny_lane.rules.rounds import apply, legal, setup
from tabletown.games.penny_lane.rules.scoring import ranking, scores

__all__ = ["apply", "evaluate", "hide", "legal", "ranking", "resample", "scores", "setup"]
