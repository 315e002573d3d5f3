"""What the seats of one game see, in one native call: hiding, counting points and encoding together."""

from typing import Any

import numpy as np

from tabletown.engine.feature_program import Floats
from tabletown.engine.game import Game
from tabletown.engine.observer import TitleObserver, as_bytes
from tabletown.engine.state import blank
from tabletown.env.cpu_vector import LOOPS, feature_arrays, standing_seats


class SeatObserver:
    """Observes games of one title, number of players and card set; `see` gives what `observer.flat` gives of a view.

    All memory but the observation itself is kept from one call to the next, so it is not for several threads at once.
    """

    def __init__(self, observer: TitleObserver, cards: Any) -> None:
        title, loops, seen = observer.title, observer.title.loops, blank(observer.title.dtype)
        self._observe = title.bind(LOOPS, begin=loops.begin, act=loops.act, view=loops.view).observe_slots
        self._seat, players = np.zeros(1, np.int64), np.full(1, observer.players, np.int64)
        standing = np.zeros((1, standing_seats(observer)), np.int32)
        self.cards, self._size = cards, observer.size
        self._kept = self._seat, players, seen, as_bytes(seen), standing, *feature_arrays(observer, cards)

    def see(self, game: Game, seat: int) -> Floats:
        """What a seat of the game sees, as an array of its own."""
        out: Floats = np.empty((1, self._size), np.float32)
        self._seat[0] = seat
        self._observe(game.states, self.cards.data, *self._kept, out)
        row: Floats = out[0]
        return row
