"""The timeline of a game, from which clocks are computed: when each ply was made and by whom, and who was present.

A ply that is taken back is removed with its time: the time since the ply before it is charged to the next decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tabletown.server.store.events import (
    CLOCK,
    FORCED,
    FORCED_IN_SECRET,
    AnyEvent,
    CameBack,
    GaveUp,
    LeftToBot,
    Moved,
    TimeRanOut,
    TookBack,
    WentBack,
)
from tabletown.server.store.protocol import SeatRow

MadeBy = Literal["own", "bot", "clock", "forced"]
"""Who made a ply: the owner of the seat, a bot, the clock (or its bot) after a timeout, or nobody: it was forced."""


@dataclass(frozen=True, slots=True)
class TimedPly:
    """A ply that was not taken back, and when it was made."""

    seat: int
    at: float
    made_by: MadeBy = "own"
    is_open: bool = True  # False for a forced ply of which only its seat knew that it was forced


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """The clocks of these seats were set to so many seconds at some time."""

    at: float
    seconds: dict[int, float]


@dataclass(slots=True)
class Timeline:
    """What the clocks of a table are computed from (see clocks.py). `record` must be called with every event."""

    seats: tuple[SeatRow, ...]
    start: float | None = None  # when the last open seat was taken: clocks run from then on
    plies: list[TimedPly] = field(default_factory=list)
    clock_settings: list[ClockSetting] = field(default_factory=list)
    presence: list[tuple[float, int, bool]] = field(default_factory=list)  # time, seat, whether the owner came or left
    overdue: frozenset[int] = frozenset()  # seats that a bot plays since they ran out of time
    undecided: frozenset[int] = frozenset()  # those of them whose bot has not moved yet

    @classmethod
    def begin(cls, seats: Sequence[SeatRow]) -> "Timeline":
        """The timeline of a new table; seats may be played by bots from the start."""
        return cls(tuple(seats), presence=[(0.0, n, False) for n, seat in enumerate(seats) if seat.bot])

    def copy(self) -> "Timeline":
        """An independent copy."""
        return replace(
            self, plies=list(self.plies), clock_settings=list(self.clock_settings), presence=list(self.presence)
        )

    def record(self, event: AnyEvent, at: float, seats: Sequence[SeatRow]) -> None:
        """Add an event that happened at this time; `seats` are those after it."""
        match event:
            case Moved(seat=seat):
                self.plies.append(TimedPly(seat, at, self._made_by(event), event.by != FORCED_IN_SECRET))
                self.undecided -= {seat}
            case TookBack(seat=seat):
                del self.plies[max(n for n, ply in enumerate(self.plies) if ply.seat == seat)]
            case WentBack(ply=ply):
                del self.plies[ply:]
            case LeftToBot(seat=seat) | GaveUp(seat=seat):
                self.presence.append((at, seat, False))
            case CameBack(seat=seat):
                self.presence.append((at, seat, True))
                self.overdue -= {seat}
                self.undecided -= {seat}
            case TimeRanOut(seat=seat, by=by) if by != CLOCK:
                self.overdue |= {seat}
                self.undecided |= {seat}
        self.seats = tuple(seats)
        if self.start is None and all(seat.kind != "open" for seat in seats):
            self.start = at

    def _made_by(self, event: Moved) -> MadeBy:
        if event.by in (FORCED, FORCED_IN_SECRET):
            return "forced"
        if event.by == CLOCK or event.seat in self.overdue:
            return "clock"
        return "bot" if self.seats[event.seat].bot else "own"

    def set_clocks(self, at: float, seconds: dict[int, float]) -> None:
        """Set the clocks of these seats at this time."""
        self.clock_settings.append(ClockSetting(at, seconds))

    def quiet_since(self) -> float:
        """When something last happened that a player waited for: the start, a ply, or that somebody came back."""
        came_back = [at for at, _, stays in self.presence if stays]
        return max([self.start or 0.0, *(ply.at for ply in self.plies[-1:]), *came_back])

    def thinking_time(self, seat: int, since: float, until: float) -> float:
        """For how much of a span of time the owner of a seat, and not a bot, was playing."""
        there, spent = self.seats[seat].kind != "bot", 0.0
        for at, who, stays in self.presence:
            if who == seat and at < until:
                if there and at > since:
                    spent += at - since
                there, since = stays, max(since, at)
        return spent + until - since if there and until > since else spent
