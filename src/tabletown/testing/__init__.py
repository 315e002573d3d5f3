"""Tests for authors of titles: `check_game` checks all that must hold for any title.

>>> from tabletown.testing import check_game
>>> check_game("uptown", games=1, processes=False)
"""

from tabletown.testing.check import check_game

__all__ = ["check_game"]
