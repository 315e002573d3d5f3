"""The rules of Market as kernels."""

from .scoring import evaluate, ranking, scores
from .turn import apply, hide, legal, resample, setup

__all__ = ["apply", "evaluate", "hide", "legal", "ranking", "resample", "scores", "setup"]
