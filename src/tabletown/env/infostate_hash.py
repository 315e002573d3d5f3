"""Information states as hashes: all that a seat has seen and done in a game so far (perfect recall), in one hash.

Two games have the same hash for a seat if, and only if, the seat cannot tell them apart by its views and its own
actions so far.
"""

import hashlib
from dataclasses import dataclass

from tabletown.engine.game import Game
from tabletown.engine.position import Position


@dataclass
class InfostateHash:
    """The information state of one seat of one game; `update` follows the game."""

    seat: int
    digest: bytes = b""  # a hash chain over views and own actions
    last_view: bytes = b""  # the view that was added last
    ply: int = -1  # the last ply that was added

    def update(self, game: Game) -> str:
        """Add the plies since the last call; returns the hash. No ply may have been taken back in between."""
        first, history = game.first_ply, game.history
        for ply in range(max(self.ply + 1, first), game.ply + 1):
            made = history[ply - 1 - first] if ply > first else None
            if made is not None and made.seat == self.seat:
                self._add(b"did", made.action.to_bytes(4, "big"))
            self._add_view(game.at(ply))
        self.ply = game.ply
        return self.digest.hex()

    def _add_view(self, position: Position) -> None:
        """Add the seat's view if it changed: what others do in secret changes no view, so it does not count."""
        view = position.view(self.seat).states.tobytes()
        if view != self.last_view:
            self._add(b"saw", view)
            self.last_view = view

    def _add(self, what: bytes, data: bytes) -> None:
        self.digest = hashlib.sha256(self.digest + what + data).digest()
