"""A cache for digests of games.

The digest of a state is needed when a move is written and again when it is replayed from the log, mostly by the same
process a moment later.
"""

from functools import lru_cache

import numpy as np

from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.games import get as get_title

_CACHE_SIZE = 1024  # states: more than there are moves being written at any time


def digest_of(game: Game) -> str:
    """The same as `game.digest()`, for a game with the cards that its title has for its rules."""
    return _digest(game.title.name, game.states.tobytes())


@lru_cache(maxsize=_CACHE_SIZE)
def _digest(name: str, state: bytes) -> str:
    title = get_title(name)
    states = np.frombuffer(state, title.dtype)
    return Position(title, title.cards_for(*title.rules_in(state)), states).digest()
