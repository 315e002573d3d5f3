"""Memory: what a reader of a table knows from the whole game, beyond what its present view shows.

A title whose words have a class `Memory` remembers by it: `Memory(view)` begins with the first view of a reader, and
`see(view)` goes on to the next one. Views are all that it gets, so it knows nothing that the reader could not know.
"""

from dataclasses import dataclass
from typing import Any

from tabletown.engine.game import Game, Ply


@dataclass(slots=True)
class Remembered:
    """The memory of a reader after so many plies. What was revealed by then can only be taken back by all."""

    memory: Any
    plies: int = 0
    last: Ply | None = None  # of these plies


def recall(game: Game, seat: int, known: dict[int, Remembered]) -> Any:
    """What a seat (-1: a spectator) knows at this point of a game; None if the title remembers nothing.

    `known` keeps what was found, by seat; it is brought up to date.
    """
    begin = getattr(game.title.words, "Memory", None)
    if begin is None:
        return None
    history, first = game.history, game.first_ply
    found = known.get(seat)
    if found is None or not _continues(history, found):
        found = known[seat] = Remembered(begin(game.at(first).view(seat)))
    asked = game.asked()
    for plies in range(found.plies + 1, len(history) + 1):
        if asked[plies][1] != asked[plies - 1][1]:  # between two reveals nothing is learned
            found.memory.see(game.at(first + plies - 1).view(seat))
            found.memory.see(game.at(first + plies).view(seat))
            found.plies, found.last = plies, history[plies - 1]
    found.memory.see(game.view(seat))
    return found.memory


def _continues(history: list[Ply], found: Remembered) -> bool:
    """Whether a game has gone on from where a memory is, and was not taken back to before it."""
    return not found.plies or (len(history) >= found.plies and history[found.plies - 1] is found.last)
