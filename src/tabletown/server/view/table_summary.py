"""Summaries of tables for lists: in the lobby, on the home page, among a player's own games.

Like the page of a table, a summary is made from the reader's view; for strangers, from that of a spectator.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Meta
from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.clock_presets import describe_clock
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Clock, Player
from tabletown.server.view.table_view import waiting_for


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat of a table in a list; `place` and `score` are 0 before the game is over. `points` are those so far."""

    index: int
    name: str
    is_you: bool
    is_open: bool
    is_bot: bool
    turn: bool
    score: int
    place: int
    bot: str = ""  # the name of the bot that plays, if it is one
    points: int = 0  # as the reader sees them now

    @property
    def player(self) -> str:
        """Who plays: the name that a person chose, or the bot's own name instead of the colour of its seat."""
        return self.bot.capitalize() if self.bot and self.name in SEAT_NAMES else self.name


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table in a list."""

    id: str
    name: str  # of the title
    meta: Meta
    status: str
    clock: str
    seats: tuple[SeatSummary, ...]
    yours: bool
    your_turn: bool
    over: bool
    public: bool
    owner: str  # the id of the player whose table it is
    last_public_event: float  # the time of the last event that all readers saw
    note: str = ""  # of its host, while it waits for players
    pace: Literal["live", "days", "none"] = "none"
    rated: bool = False
    withdrawn: bool = False

    @property
    def vacant(self) -> tuple[SeatSummary, ...]:
        """The open seats."""
        return () if self.over or self.withdrawn else tuple(seat for seat in self.seats if seat.is_open)

    @property
    def host(self) -> SeatSummary | None:
        """The first person who sits there."""
        return next((seat for seat in self.seats if not seat.is_open and not seat.is_bot), None)

    @property
    def bots(self) -> int:
        """How many bots play."""
        return sum(seat.is_bot for seat in self.seats)

    @property
    def waiting(self) -> tuple[SeatSummary, ...]:
        """The seats that the table waits for, as far as the reader can see."""
        return tuple(seat for seat in self.seats if seat.turn)

    @property
    def ranking(self) -> tuple[SeatSummary, ...]:
        """The seats from the first place to the last."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.place, seat.index)))

    @property
    def has_names(self) -> bool:
        """Whether a player has a name other than the colour of the seat."""
        return any(seat.name not in SEAT_NAMES for seat in self.seats)


def summarize(table: Table, player: Player | None) -> TableSummary:
    """The summary of a table for a player. Call it under the table's lock."""
    own = table.seats_of(player)
    view = table.game.view(table.viewpoint(own))
    waiting = waiting_for(table, view, own) if table.begun else set()
    outcome, points = view.outcome(), view.scores() if table.begun else [0] * len(table.seats)
    seats = tuple(
        SeatSummary(
            index=index,
            name=table.names[index],
            is_you=index in own,
            is_open=row.kind == "open",
            is_bot=bool(row.bot),
            turn=index in waiting,
            score=outcome.scores[index] if outcome else 0,
            place=outcome.places[index] if outcome else 0,
            bot=row.bot or "",
            points=points[index],
        )
        for index, row in enumerate(table.seats)
    )
    return TableSummary(
        id=table.row.id,
        name=table.title.name,
        meta=table.title.meta,
        status=str(table.title.words.status(view)) if table.begun else "",
        clock=describe_clock(table.row.clock),
        seats=seats,
        yours=bool(own),
        your_turn=any(seat.turn and not seat.is_bot for seat in seats if seat.is_you),
        over=outcome is not None,
        public=table.row.public,
        rated=table.row.rated,
        owner=table.owner,
        last_public_event=table.times[table.visibility.last_seen(())],
        note="" if table.begun else table.row.note,
        pace=pace_of(table.row.clock),
        withdrawn=table.withdrawn,
    )


def pace_of(clock: Clock | None) -> Literal["live", "days", "none"]:
    """How fast a game is: everybody is here, everybody looks in when they can, or nobody says."""
    return "none" if clock is None else "days" if clock.per_move else "live"


def summaries(tables: Tables, ids: Iterable[str], player: Player | None) -> Iterator[TableSummary]:
    """Summaries of tables that can be shown.

    Left out are those of titles that are still being compiled, of rules that only another release knows, and those with
    a broken log.
    """
    for table_id in ids:
        try:
            with tables.at(table_id) as table:
                entry = summarize(table, player)
        except (NotFound, NotReady, OtherRelease):
            continue
        except BrokenLog as error:
            tables.broken.report(table_id, error)
        else:
            yield entry
