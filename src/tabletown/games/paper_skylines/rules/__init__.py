"""The rules of Paper Skylines as kernels: the rulebook in code. This file exports the eight names of the contract."""

from tabletown.games.paper_skylines.rules.evaluation import evaluate
from tabletown.games.paper_skylines.rules.hidden import hide, resample
from tabletown.games.paper_skylines.rules.scoring import ranking, scores
from tabletown.games.paper_skylines.rules.turn import apply, legal, setup

__all__ = ["apply", "evaluate", "hide", "legal", "ranking", "resample", "scores", "setup"]
