"""Visibility: which reader of a table sees which events, and the version that each reader counts.

The store numbers all events. A reader who knew these numbers could count the secret decisions of others, so pages,
forms and streams use the reader's own version: the number of events that changed what the reader sees. A reader is
described by the seats they own: none for a spectator, several for people who share a screen and see what any of their
seats sees. The seat that caused an event always sees it, so each version is answered by one move at most.
"""

from collections.abc import Sequence

from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.state import NOBODY
from tabletown.engine.takebacks import is_sealed
from tabletown.server.store.events import (
    AnyEvent,
    ForcedPlies,
    Joined,
    Moved,
    NameTaken,
    RemarkRemoved,
    Said,
    TookBack,
    WentBack,
)

_EVERYBODY = 1  # the bit of a spectator, whom all readers include
_ALL_SEATS = -1


class Visibility:
    """The events of one table as its readers see them. `record` must be called with each event after its replay."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._views = self._all_views()
        self._segment = self._now()
        self._seen: list[int] = []  # by event, who saw it, as bits: spectators, then seats
        self._versions: dict[int, int] = {}  # by reader, as bits: how many of these events they saw
        self._changes_choices: list[int] = []  # by event, the seats whose choices it changed, as bits
        self._asides: set[int] = set()  # numbers of events with which no game goes on: remarks, settings, joins

    def _all_views(self) -> list[Position]:
        return [self._game.view(seat) for seat in range(NOBODY, self._game.players)]

    def view(self, seat: int) -> Position:
        """The view of a seat (-1: a spectator) on the game now. It is shared: do not change it."""
        return self._views[seat - NOBODY]

    def _now(self) -> tuple[bool, int]:
        return is_sealed(self._game), int(self._game.states["reveals"][0])

    def record(self, event: AnyEvent) -> None:
        """Add an event; the game is now as it left it."""
        if not isinstance(event, Moved | TookBack | WentBack):
            self._add(_EVERYBODY)
            self._changes_choices.append(0)
            if isinstance(event, Said | ForcedPlies | Joined | RemarkRemoved | NameTaken):
                self._asides.add(len(self._seen))
            return
        before, self._views = self._views, self._all_views()
        seen = enumerate(zip(before, self._views, strict=True))
        changed = sum(1 << n for n, (was, now) in seen if was.states.tobytes() != now.states.tobytes())
        self._add(_EVERYBODY if isinstance(event, WentBack) else changed | _bit(event.seat))
        (sealed, reveals), self._segment = self._segment, self._now()
        independent = sealed and self._segment[1] == reveals and not isinstance(event, WentBack)
        self._changes_choices.append(1 << event.seat if independent else _ALL_SEATS)

    def _add(self, seen: int) -> None:
        self._seen.append(seen)
        for reader in self._versions:
            self._versions[reader] += bool(seen & reader)

    def is_public(self) -> bool:
        """Whether all readers saw the last event."""
        return bool(self._seen[-1] & _EVERYBODY)

    def version(self, own: Sequence[int], events: int | None = None) -> int:
        """The version for the owner of these seats: how many events they saw, of all or of the first `events`."""
        reader = _reader_bits(own)
        if events is not None:
            return sum(1 for seen in self._seen[:events] if seen & reader)
        if reader not in self._versions:
            self._versions[reader] = sum(1 for seen in self._seen if seen & reader)
        return self._versions[reader]

    def choices_since(self, own: Sequence[int], seat: int) -> int:
        """The version, for the owner of these seats, since which a seat has the choices that it has now.

        While seats decide in secret, the decision of one does not change the choices of another.
        """
        changed = (n for n in range(len(self._changes_choices), 0, -1) if self._changes_choices[n - 1] >> seat & 1)
        return self.version(own, next(changed, 0))

    def seen_moves(self, own: Sequence[int]) -> int:
        """How many events the owner of these seats saw, not counting remarks and settings."""
        reader = _reader_bits(own)
        return sum(1 for n, seen in enumerate(self._seen, 1) if seen & reader and n not in self._asides)

    def last_seen(self, own: Sequence[int]) -> int:
        """The store's number of the last event that the owner of these seats saw, not counting remarks and settings.

        Do not show it to readers: it would tell how many events are hidden from them.
        """
        reader = _reader_bits(own)
        return next(
            (n for n in range(len(self._seen), 0, -1) if self._seen[n - 1] & reader and n not in self._asides), 0
        )


def _bit(seat: int) -> int:
    return 1 << seat - NOBODY


def _reader_bits(own: Sequence[int]) -> int:
    return _EVERYBODY | sum(_bit(seat) for seat in own)
