"""Time that tests set: everything in this process lives later by as much as they say, and nobody has to wait."""

import time
from collections.abc import Sequence

import pytest

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.store.protocol import Clock, SeatRow
from tabletown.server.store.sqlite import SqliteStore

from .visitors import Running, Visitor

NAMES = ("Ada", "Bob", "Cyd", "Dot")


class Later:
    """The time of day, which can be put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._real = time.time
        self._by = 0.0
        monkeypatch.setattr(SqliteStore, "now", lambda _: self())

    def __call__(self) -> float:
        return self._real() + self._by

    def pass_by(self, seconds: float) -> None:
        """Let so much time go by."""
        self._by += seconds


def sit_together(
    running: Running, clock: Clock | None, people: int = 2, title: str = "uptown", bots: Sequence[str] = ()
) -> list[Visitor]:
    """People at one table with this clock, beside bots; it begins to run when the last of them sits down."""
    seats = [SeatRow("open", colour) for colour in SEAT_NAMES[:people]]
    seats += [SeatRow("bot", colour, bot=bot) for colour, bot in zip(SEAT_NAMES[people:], bots, strict=False)]
    table = running.site.tables.create(title, seats, clock=clock)
    visitors = []
    for seat in range(people):
        visitor = running.visitor()
        visitor.table = table
        answer = visitor.post(f"/tables/{table}/seats", {"seat": str(seat), "name": NAMES[seat]})
        assert answer.status_code == 303, answer.text
        visitors.append(visitor)
    return visitors


def to_move(visitor: Visitor) -> int:
    """Whose turn it is (of several, the first)."""
    with visitor.site.tables.at(visitor.table) as table:
        assert table.game.turn is not None
        return table.game.turn


def kinds(visitor: Visitor, *wanted: str) -> list[str]:
    """The kinds of the events in a table's log, of all or of those wanted."""
    found = [entry.event.kind for entry in visitor.log()]
    return [kind for kind in found if kind in wanted or not wanted]
