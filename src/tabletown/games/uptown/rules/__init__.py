"""The rules of UpTown as kernels: the rulebook in code. This file exports the eight names of the contract."""

from tabletown.games.uptown.rules.evaluation import evaluate
from tabletown.games.uptown.rules.hidden import hide, resample
from tabletown.games.uptown.rules.scoring import ranking, scores
from tabletown.games.uptown.rules.turn import apply, legal, setup

__all__ = ["apply", "evaluate", "hide", "legal", "ranking", "resample", "scores", "setup"]
