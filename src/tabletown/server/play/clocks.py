"""Clocks: how much time every seat has left, computed from the log of its table and nothing else.

- Clocks run from the moment the last open seat is taken. A seat's clock runs while the table waits for the seat and its
  owner plays. Bots have no clock, and while a bot stands in for a player, that player's clock stands still.
- A bank of time gets its increment when the seat's owner has moved and another seat is to move, or, where several seats
  decide at once, when all of them have decided. A forced ply (see forced.py) alone brings none. With a clock per move,
  every turn (see turns.py) begins with all of it.
- Time is charged to the moves that were not taken back. A player who takes a move back is charged from before that
  move, and the seat that waited for the next move gets that time back.
- No seat runs out of time while the table waits for another seat that still has some. Where several decide at once, all
  late seats run out of time together, or it would tell who has decided. From the first decision to the reveal, other
  readers see a clock run as if nobody had decided; a player's own clock is exact, and after the reveal all are.
- After a timeout a seat has some time again: one increment, at least a minute, never more than at the start.
"""

from collections.abc import Iterator, Sequence

from tabletown.engine.value import Value
from tabletown.server.play.timeline import Timeline
from tabletown.server.play.turns import Situations, is_shared, since_reveal
from tabletown.server.store.protocol import Clock

_TIME_AFTER_TIMEOUT_S = 60.0
_NO_TIME_S = 0.01  # less than this counts as none
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


class ShownClock(Value, frozen=True):
    """The clock of a seat as a reader sees it."""

    seconds_left: float
    runs: bool
    low: float  # with this many seconds or fewer, the clock is shown as low

    @property
    def text(self) -> str:
        """The time left, in words."""
        return format_time(self.seconds_left)

    @property
    def is_low(self) -> bool:
        """Whether the clock is shown as low."""
        return self.seconds_left <= self.low


def format_time(seconds: float) -> str:
    """An amount of time as a clock shows it. `static/clock.js` does the same and must agree.

    >>> format_time(0.2), format_time(75), format_time(3725), format_time(2 * 86400 + 3 * 3600 + 59)
    ('0:01', '1:15', '1:02:05', '2 d 3 h')
    """
    whole = max(0, -int(-seconds // 1))
    if whole >= _DAY:
        return f"{whole // _DAY} d {whole % _DAY // _HOUR} h"
    hours, minutes = f"{whole // _HOUR}:" if whole >= _HOUR else "", whole % _HOUR // _MINUTE
    return f"{hours}{minutes:02}:{whole % _MINUTE:02}" if hours else f"{minutes}:{whole % _MINUTE:02}"


def time_after_timeout(clock: Clock) -> float:
    """How many seconds a seat gets after it ran out of time."""
    return min(clock.seconds, max(clock.increment, _TIME_AFTER_TIMEOUT_S))


def seconds_left(clock: Clock, timeline: Timeline, situations: Situations, now: float) -> list[float]:
    """The seconds that every seat has left at the time `now`.

    The last of the situations is the one now; each one before it ended with the ply of the same index.
    """
    seconds = [clock.seconds] * len(timeline.seats)
    if timeline.start is None:
        return seconds
    since, clock_settings, shared = timeline.start, iter(timeline.clock_settings), is_shared(situations[0][0])
    setting = next(clock_settings, None)
    moved = 0  # the seats, as bits, whose owners have chosen something since their last increment
    for index, (waiting, revealed) in enumerate(situations):
        ply = timeline.plies[index] if index < len(situations) - 1 else None
        until = now if ply is None else ply.at
        while setting is not None and setting.at <= until:
            _spend(seconds, timeline, waiting, since, setting.at)
            for seat, amount in setting.seconds.items():
                seconds[seat] = amount
            since, setting = max(since, setting.at), next(clock_settings, None)
        free = 1 << ply.seat if ply is not None and ply.made_by == "forced" and ply.is_open else 0
        _spend(seconds, timeline, waiting & ~free, since, until)
        since = max(since, until)
        if ply is None:
            break
        follows, news = situations[index + 1][0], situations[index + 1][1] != revealed
        if clock.per_move:
            for seat in _seats(follows if news else follows & ~waiting):
                seconds[seat] = clock.seconds
        else:
            moved |= (ply.made_by == "own") << ply.seat
            ends = (news and shared) or not follows >> ply.seat & 1
            if ends and ply.made_by in ("own", "forced") and moved >> ply.seat & 1 and ply.at >= timeline.start:
                seconds[ply.seat] += clock.increment
                moved &= ~(1 << ply.seat)
        shared = is_shared(follows) if news else shared
    return seconds


def _spend(seconds: list[float], timeline: Timeline, waiting: int, since: float, until: float) -> None:
    for seat in _seats(waiting):
        seconds[seat] = max(0.0, seconds[seat] - timeline.thinking_time(seat, since, until))


def _seats(bits: int) -> Iterator[int]:
    return (seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def thinking_seats(timeline: Timeline, waiting: int) -> list[int]:
    """Of the seats that the table waits for (as bits), those whose clocks run."""
    if timeline.start is None:
        return []
    return [seat for seat in _seats(waiting) if timeline.seats[seat].kind == "human" and not timeline.seats[seat].bot]


def deadline(clock: Clock, timeline: Timeline, situations: Situations, now: float) -> float | None:
    """When all seats whose clocks run will be out of time; None if no clock runs."""
    seconds = seconds_left(clock, timeline, situations, now)
    return max((now + seconds[seat] for seat in thinking_seats(timeline, situations[-1][0])), default=None)


def late(clock: Clock, timeline: Timeline, situations: Situations, now: float) -> list[int]:
    """The seats that run out of time now: all that the table waits for, if none of them has time left."""
    seconds, waited_for = seconds_left(clock, timeline, situations, now), thinking_seats(timeline, situations[-1][0])
    return waited_for if all(seconds[seat] <= _NO_TIME_S for seat in waited_for) else []


def shown_clocks(
    clock: Clock, timeline: Timeline, situations: Situations, own: Sequence[int], now: float
) -> list[ShownClock | None]:
    """The clocks as the owner of the seats `own` may see them; None for a seat that shows no clock."""
    begun = since_reveal(situations)
    before = situations[: begun + 1] if is_shared(situations[begun][0]) else situations  # as if nobody had decided
    exact, apparent = (
        (seconds_left(clock, timeline, known, now), thinking_seats(timeline, known[-1][0]))
        for known in (situations, before)
    )
    shown: list[ShownClock | None] = []
    for seat, row in enumerate(timeline.seats):
        seconds, running = exact if seat in own else apparent
        hidden = row.kind != "human" or (clock.per_move and seat not in running)
        shown.append(None if hidden else ShownClock(seconds[seat], seat in running, _low(clock)))
    return shown


def _low(clock: Clock) -> float:
    """At how many seconds a clock is low: the last tenth; for a bank of time at most half a minute."""
    tenth = clock.seconds / 10
    return tenth if clock.per_move else min(tenth, 30.0)
