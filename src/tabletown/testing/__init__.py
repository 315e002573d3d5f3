"""For authors of titles: everything that must hold for any game, in one call.

>>> from tabletown.testing import check_game
>>> check_game("uptown", games=1, processes=False)
"""

from tabletown.testing.check import check_game

__all__ = ["check_game"]
