"""The digest of a game, computed once for a situation.

Whoever makes a move writes down to what it leads, and whoever replays it from the log looks whether it does so: mostly
the same process, a moment later.
"""

from functools import lru_cache

import numpy as np

from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.games import get as get_title

_KEPT = 1024  # situations: more than there are moves on their way to the disk and back


def digest_of(game: Game) -> str:
    """What `game.digest()` says of a game with the cards that come with its title."""
    return _digest(game.title.name, game.states.tobytes())


@lru_cache(maxsize=_KEPT)
def _digest(name: str, state: bytes) -> str:
    title = get_title(name)
    return Position(title, title.cards, np.frombuffer(state, title.dtype)).digest()
