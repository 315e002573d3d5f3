"""Clock presets: the time controls that the form for a new table offers, by the names it uses."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from tabletown.server.errors import Malformed
from tabletown.server.store.protocol import Clock

_MINUTE, _DAY = 60.0, 86_400.0

NO_CLOCK = "none"
LIVE: Mapping[str, Clock] = MappingProxyType(
    {
        "live-5": Clock(5 * _MINUTE, increment=5.0),
        "live-15": Clock(15 * _MINUTE, increment=10.0),
        "live-30": Clock(30 * _MINUTE, increment=15.0),
    }
)
"""For live games: a bank of time for each seat, and an increment with every move."""
BY_DAYS: Mapping[str, Clock] = MappingProxyType(
    {f"day-{days}": Clock(days * _DAY, per_move=True) for days in (1, 3, 7)}
)
"""For games over days: a time limit for every decision."""

_ON_FLAG: Mapping[str, Literal["bot", "pass"]] = MappingProxyType({"bot": "bot", "pass": "pass"})


def clock_from_form(clock: str, on_flag: str) -> Clock | None:
    """The clock of a form's fields `clock` and `on_flag`; raises Malformed.

    >>> clock_from_form("day-3", "pass")
    Clock(seconds=259200.0, increment=0.0, per_move=True, on_flag='pass')
    """
    if on_flag not in _ON_FLAG:
        raise Malformed("When time is over, a bot takes the seat or the turn is passed.")
    if clock == NO_CLOCK:
        return None
    choice = LIVE.get(clock) or BY_DAYS.get(clock)
    if choice is None:
        raise Malformed("There is no such clock here.")
    return Clock(choice.seconds, choice.increment, choice.per_move, _ON_FLAG[on_flag])


def describe_clock(clock: Clock | None) -> str:
    """A clock in a few words, for lists and forms.

    >>> describe_clock(LIVE["live-15"]), describe_clock(BY_DAYS["day-1"]), describe_clock(None)
    ('15 min each', '1 day a move', 'no clock')
    """
    if clock is None:
        return "no clock"
    if clock.per_move:
        return f"{_amount(clock.seconds)} a move"
    return f"{_amount(clock.seconds)} each"


def _amount(seconds: float) -> str:
    if seconds < _DAY:
        return f"{max(1, round(seconds / _MINUTE))} min"
    days = round(seconds / _DAY)
    return "1 day" if days == 1 else f"{days} days"
