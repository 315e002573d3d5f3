"""Who has seen what: every reader of a table counts the events that changed what they see, and no others.

The store numbers all events. Whoever heard these numbers could count what others do in secret, so pages, forms and
streams use the reader's own number. A reader is known by the seats they own: none for a spectator, several for people
who share a screen, who see what any of their seats sees. An event is always seen by the seat that caused it, so a
number is answered by one move at most.
"""

from collections.abc import Sequence

from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.state import NOBODY
from tabletown.server.store.events import AnyEvent, Moved, Said, TookBack, WentBack

_EVERYBODY = 1  # the bit of a spectator: what a spectator sees, all see
_ALL_SEATS = -1


class Visibility:
    """The events of one table as its readers see them; `record` is told of each as it is replayed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._views = self._look()
        self._segment = self._now()
        self._seen: list[int] = []  # by event, a bit mask of those who saw it: spectators, then seats
        self._decides: list[int] = []  # by event, a bit mask of the seats whose choices are others since
        self._talk: set[int] = set()  # events that are heard by all and change nothing

    def _look(self) -> list[Position]:
        return [self._game.view(seat) for seat in range(NOBODY, self._game.players)]

    def view(self, seat: int) -> Position:
        """What a seat (-1: a spectator) sees of the game now: for all who only look."""
        return self._views[seat - NOBODY]

    def _now(self) -> tuple[bool, int]:
        return self._game.sealed, int(self._game.states["reveals"][0])

    def record(self, event: AnyEvent) -> None:
        """The game is now as this event left it."""
        if not isinstance(event, Moved | TookBack | WentBack):
            self._seen.append(_EVERYBODY)
            self._decides.append(0)
            if isinstance(event, Said):
                self._talk.add(len(self._seen))
            return
        before, self._views = self._views, self._look()
        seen = enumerate(zip(before, self._views, strict=True))
        changed = sum(1 << n for n, (was, now) in seen if was.states.tobytes() != now.states.tobytes())
        self._seen.append(_EVERYBODY if isinstance(event, WentBack) else changed | _bit(event.seat))
        (sealed, reveals), self._segment = self._segment, self._now()
        independent = sealed and self._segment[1] == reveals and not isinstance(event, WentBack)
        self._decides.append(1 << event.seat if independent else _ALL_SEATS)

    def is_public(self) -> bool:
        """Whether everybody saw the last event."""
        return bool(self._seen[-1] & _EVERYBODY)

    def version(self, own: Sequence[int], events: int | None = None) -> int:
        """How many events the owner of these seats has seen, of all or of the first so many."""
        eyes = _eyes(own)
        return sum(1 for seen in self._seen[:events] if seen & eyes)

    def moved(self, own: Sequence[int], seat: int) -> int:
        """The version, for the owner of these seats, since which a seat has the choices that it has now.

        Where seats decide independently of each other, only what they do themselves changes their choices.
        """
        changed = (n for n in range(len(self._decides), 0, -1) if self._decides[n - 1] >> seat & 1)
        return self.version(own, next(changed, 0))

    def last(self, own: Sequence[int]) -> int:
        """The store's number of the last event that the owner of these seats has seen, talk apart.

        Not for their eyes.
        """
        eyes = _eyes(own)
        return next((n for n in range(len(self._seen), 0, -1) if self._seen[n - 1] & eyes and n not in self._talk), 0)


def _bit(seat: int) -> int:
    return 1 << seat - NOBODY


def _eyes(own: Sequence[int]) -> int:
    return _EVERYBODY | sum(_bit(seat) for seat in own)
