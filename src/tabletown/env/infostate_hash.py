"""What a seat has lived through: its views in order and its own actions, as one short hash.

Two courses of a game have the same hash for a seat exactly if the seat cannot tell them apart, though it remembers
everything it has ever seen and done. That is what game theory calls an information state.
"""

import hashlib
from dataclasses import dataclass

from tabletown.engine.game import Game
from tabletown.engine.position import Position


@dataclass
class Memory:
    """One seat's memory of one game, brought up to date when somebody asks for it."""

    seat: int
    chain: bytes = b""
    seen: bytes = b""  # the view that the chain ends with
    ply: int = -1  # how far the game was followed

    def recall(self, game: Game) -> str:
        """The hash of what the seat has seen and done in this game so far; the game may only have gone on."""
        first = game.ply - len(game.history)
        for ply in range(max(self.ply + 1, first), game.ply + 1):
            made = game.history[ply - 1 - first] if ply > first else None
            if made is not None and made.seat == self.seat:
                self._add(b"did", made.action.to_bytes(4, "big"))
            self._see(game.at(ply))
        self.ply = game.ply
        return self.chain.hex()

    def _see(self, position: Position) -> None:
        """Look at the table; what others do in secret changes no view and leaves no trace."""
        view = position.view(self.seat).states.tobytes()
        if view != self.seen:
            self._add(b"saw", view)
            self.seen = view

    def _add(self, what: bytes, data: bytes) -> None:
        self.chain = hashlib.sha256(self.chain + what + data).digest()
