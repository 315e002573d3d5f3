"""The rules of Milton Keynes as kernels: the rulebook in code. This file exports the names of the contract."""

from tabletown.games.milton_keynes.rules.evaluation import evaluate
from tabletown.games.milton_keynes.rules.hidden import hide, resample
from tabletown.games.milton_keynes.rules.scoring import ranking, scores
from tabletown.games.milton_keynes.rules.sensible import sensible
from tabletown.games.milton_keynes.rules.year import apply, legal, setup

__all__ = ["apply", "evaluate", "hide", "legal", "ranking", "resample", "scores", "sensible", "setup"]
