"""The course of a game on the clock: when each ply that stands was made, by whose hand, and who was there to think.

A ply that is taken back is gone, and with it the time at which it was made: the time since then was spent on the
decision before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tabletown.server.store.events import (
    CLOCK,
    AnyEvent,
    CameBack,
    LeftToBot,
    Moved,
    TimeRanOut,
    TookBack,
    WentBack,
)
from tabletown.server.store.protocol import SeatRow

Hand = Literal["own", "bot", "clock"]
"""Who made a ply: whoever sits there, a bot, or whoever decides for those who ran out of time."""


@dataclass(frozen=True, slots=True)
class Made:
    """A ply that stands."""

    seat: int
    at: float
    hand: Hand = "own"


@dataclass(frozen=True, slots=True)
class Setting:
    """At some time, the clocks of these seats were set to so many seconds."""

    at: float
    seconds: dict[int, float]


@dataclass(slots=True)
class Timeline:
    """What the clocks of a table are computed from (see clocks.py); `record` is told of every event."""

    seats: tuple[SeatRow, ...]
    start: float | None = None  # when the last seat was taken: clocks run from then on
    made: list[Made] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    came_and_went: list[tuple[float, int, bool]] = field(default_factory=list)  # when, who, whether to stay
    overdue: frozenset[int] = frozenset()  # seats that ran out of time and are played by a bot since
    undecided: frozenset[int] = frozenset()  # those of them whose bot has not moved yet

    @classmethod
    def begin(cls, seats: Sequence[SeatRow]) -> "Timeline":
        """The course of a game that has just been set up; somebody may be away from the start."""
        return cls(tuple(seats), came_and_went=[(0.0, n, False) for n, seat in enumerate(seats) if seat.bot])

    def copy(self) -> "Timeline":
        """An independent copy."""
        return replace(self, made=list(self.made), settings=list(self.settings), came_and_went=list(self.came_and_went))

    def record(self, event: AnyEvent, at: float, seats: Sequence[SeatRow]) -> None:
        """Add an event that happened at this time, after which these people sit at the table."""
        match event:
            case Moved(seat=seat):
                self.made.append(Made(seat, at, self._hand(event)))
                self.undecided -= {seat}
            case TookBack(seat=seat):
                del self.made[max(n for n, ply in enumerate(self.made) if ply.seat == seat)]
            case WentBack(ply=ply):
                del self.made[ply:]
            case LeftToBot(seat=seat):
                self.came_and_went.append((at, seat, False))
            case CameBack(seat=seat):
                self.came_and_went.append((at, seat, True))
                self.overdue -= {seat}
                self.undecided -= {seat}
            case TimeRanOut(seat=seat, by=by) if by != CLOCK:
                self.overdue |= {seat}
                self.undecided |= {seat}
        self.seats = tuple(seats)
        if self.start is None and all(seat.kind != "open" for seat in seats):
            self.start = at

    def _hand(self, event: Moved) -> Hand:
        if event.by == CLOCK or event.seat in self.overdue:
            return "clock"
        return "bot" if self.seats[event.seat].bot else "own"

    def set(self, at: float, seconds: dict[int, float]) -> None:
        """Set the clocks of some seats."""
        self.settings.append(Setting(at, seconds))

    def hands(self, seat: int) -> list[Hand]:
        """Who made the plies of a seat, the last one first."""
        return [ply.hand for ply in reversed(self.made) if ply.seat == seat]

    def present(self, seat: int, since: float, until: float) -> float:
        """How long, of a stretch of time, somebody sat there to think for themselves."""
        there, spent = self.seats[seat].kind != "bot", 0.0
        for at, who, stays in self.came_and_went:
            if who == seat and at < until:
                if there and at > since:
                    spent += at - since
                there, since = stays, max(since, at)
        return spent + until - since if there and until > since else spent
