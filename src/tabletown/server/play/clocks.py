"""Clocks: how much time every seat has left, computed from the log of its table and nothing else.

- Clocks run from the moment the last open seat is taken. A seat's clock runs while the table waits for it and somebody
  sits there; bots need none, and while a bot stands in for somebody their clock stands still.
- A bank of time gets its increment whenever the seat's owner has moved and somebody else is to move, or all who decided
  at once have. With a clock per move, every turn (see turns.py) begins with all of it.
- Time belongs to the decisions that stand. Who takes a move back has been thinking since before it, and whoever waited
  for the next move meanwhile gets that time back.
- Nobody's time is over while the table waits for somebody else who still has some: where several decide at once, a flag
  falls for all who are late together, or it would tell who has decided. From the first decision to the reveal, others
  see a clock run as if nobody had decided; one's own is exact, and after the reveal all are.
- After a flag there is a fair rest of time: one increment, at least a minute, never more than there was at the start.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletown.server.play.timeline import Timeline
from tabletown.server.play.turns import Asked, is_shared, since_reveal
from tabletown.server.store.protocol import Clock

_FAIR_REST_S = 60.0
_OVER_S = 0.01  # nobody thinks in the last hundredth of a second
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


@dataclass(frozen=True, slots=True)
class Face:
    """A clock as somebody sees it."""

    left: float  # seconds
    runs: bool
    low: float  # the seconds from which on it is short of time

    @property
    def text(self) -> str:
        """The time left, as it is shown."""
        return in_words(self.left)

    @property
    def is_low(self) -> bool:
        """Whether there is little time left."""
        return self.left <= self.low


def in_words(seconds: float) -> str:
    """An amount of time as a clock shows it; `static/clock.js` does the same.

    >>> in_words(0.2), in_words(75), in_words(3725), in_words(2 * 86400 + 3 * 3600 + 59)
    ('0:01', '1:15', '1:02:05', '2 d 3 h')
    """
    whole = max(0, -int(-seconds // 1))
    if whole >= _DAY:
        return f"{whole // _DAY} d {whole % _DAY // _HOUR} h"
    hours, minutes = f"{whole // _HOUR}:" if whole >= _HOUR else "", whole % _HOUR // _MINUTE
    return f"{hours}{minutes:02}:{whole % _MINUTE:02}" if hours else f"{minutes}:{whole % _MINUTE:02}"


def fair_rest(clock: Clock) -> float:
    """What somebody has left after their time was over."""
    return min(clock.seconds, max(clock.increment, _FAIR_REST_S))


def left(clock: Clock, timeline: Timeline, asked: Asked, now: float) -> list[float]:
    """The seconds that every seat has left, if the table was in these situations while the game took this timeline."""
    seconds = [clock.seconds] * len(timeline.seats)
    if timeline.start is None:
        return seconds
    since, settings, shared = timeline.start, iter(timeline.settings), is_shared(asked[0][0])
    setting = next(settings, None)
    for index, (waiting, revealed) in enumerate(asked):
        ply = timeline.made[index] if index < len(asked) - 1 else None
        until = now if ply is None else ply.at
        while setting is not None and setting.at <= until:
            _spend(seconds, timeline, waiting, since, setting.at)
            for seat, amount in setting.seconds.items():
                seconds[seat] = amount
            since, setting = max(since, setting.at), next(settings, None)
        _spend(seconds, timeline, waiting, since, until)
        since = max(since, until)
        if ply is None:
            break
        follows, news = asked[index + 1][0], asked[index + 1][1] != revealed
        if clock.per_move:
            for seat in _seats(follows if news else follows & ~waiting):
                seconds[seat] = clock.seconds
        elif ply.hand == "own" and ply.at >= timeline.start and ((news and shared) or not follows >> ply.seat & 1):
            seconds[ply.seat] += clock.increment
        shared = is_shared(follows) if news else shared
    return seconds


def _spend(seconds: list[float], timeline: Timeline, waiting: int, since: float, until: float) -> None:
    for seat in _seats(waiting):
        seconds[seat] = max(0.0, seconds[seat] - timeline.present(seat, since, until))


def _seats(bits: int) -> Iterator[int]:
    return (seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def thinking(timeline: Timeline, waiting: int) -> list[int]:
    """The seats whose clocks run while the table waits for these."""
    if timeline.start is None:
        return []
    return [seat for seat in _seats(waiting) if timeline.seats[seat].kind == "human" and not timeline.seats[seat].bot]


def deadline(clock: Clock, timeline: Timeline, asked: Asked, now: float) -> float | None:
    """When the time of all who think now will be over; None if nobody's clock runs."""
    seconds = left(clock, timeline, asked, now)
    return max((now + seconds[seat] for seat in thinking(timeline, asked[-1][0])), default=None)


def late(clock: Clock, timeline: Timeline, asked: Asked, now: float) -> list[int]:
    """The seats for which the flag falls now: all that the table waits for, if none of them has time left."""
    seconds, waited_for = left(clock, timeline, asked, now), thinking(timeline, asked[-1][0])
    return waited_for if all(seconds[seat] <= _OVER_S for seat in waited_for) else []


def faces(clock: Clock, timeline: Timeline, asked: Asked, own: Sequence[int], now: float) -> list[Face | None]:
    """The clocks as the owner of these seats may see them; None where there is none to be seen."""
    begun = since_reveal(asked)
    before = asked[: begun + 1] if is_shared(asked[begun][0]) else asked  # as if nobody had decided
    exact, apparent = (
        (left(clock, timeline, known, now), thinking(timeline, known[-1][0])) for known in (asked, before)
    )
    shown: list[Face | None] = []
    for seat, row in enumerate(timeline.seats):
        seconds, running = exact if seat in own else apparent
        hidden = row.kind != "human" or (clock.per_move and seat not in running)
        shown.append(None if hidden else Face(seconds[seat], seat in running, _low(clock)))
    return shown


def _low(clock: Clock) -> float:
    """From when on it is told that there is little time: the last tenth, for a bank half a minute at most."""
    tenth = clock.seconds / 10
    return tenth if clock.per_move else min(tenth, 30.0)
