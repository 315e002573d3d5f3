"""A table in a few words, for those who are not looking at it: in the lobby, on the home page, among one's own games.

Like a page of the table, an entry is made from the view of whoever asks; for strangers, from that of a spectator.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Meta
from tabletown.server.errors import NotFound, NotReady
from tabletown.server.play.clock_presets import in_words
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Player
from tabletown.server.view.table_view import waiting_for

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a table in a list; `place` and `score` count when the game is over."""

    index: int
    name: str
    is_you: bool
    is_open: bool
    is_bot: bool
    turn: bool
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table in a list."""

    id: str
    name: str  # of the title
    meta: Meta
    status: str
    clock: str
    seats: tuple[Place, ...]
    yours: bool
    your_turn: bool
    over: bool
    public: bool
    touched: float  # when something happened that everybody saw

    @property
    def vacant(self) -> tuple[Place, ...]:
        """The seats that anybody may take."""
        return () if self.over else tuple(seat for seat in self.seats if seat.is_open)

    @property
    def bots(self) -> int:
        """How many bots play."""
        return sum(seat.is_bot for seat in self.seats)

    @property
    def waiting(self) -> tuple[Place, ...]:
        """For whom the table waits, as far as whoever asks can see."""
        return tuple(seat for seat in self.seats if seat.turn)

    @property
    def ranking(self) -> tuple[Place, ...]:
        """The seats from the first place to the last."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.place, seat.index)))

    @property
    def named(self) -> bool:
        """Whether anybody has a name of their own."""
        return any(seat.name not in SEAT_NAMES for seat in self.seats)


def listed(table: Table, player: Player | None) -> TableSummary:
    """A table as somebody sees it in a list. Call it under the table's lock."""
    own = table.seats_of(player)
    view = table.game.view(table.viewpoint(own))
    waiting = waiting_for(table, view, own)
    outcome = view.outcome()
    seats = tuple(
        Place(
            index=index,
            name=row.name,
            is_you=index in own,
            is_open=row.kind == "open",
            is_bot=bool(row.bot),
            turn=index in waiting,
            score=outcome.scores[index] if outcome else 0,
            place=outcome.places[index] if outcome else 0,
        )
        for index, row in enumerate(table.seats)
    )
    return TableSummary(
        id=table.row.id,
        name=table.title.name,
        meta=table.title.meta,
        status=str(table.title.words.status(view)),
        clock=in_words(table.row.clock),
        seats=seats,
        yours=bool(own),
        your_turn=any(seat.turn and not seat.is_bot for seat in seats if seat.is_you),
        over=outcome is not None,
        public=table.row.public,
        touched=table.times[table.visibility.last(())],
    )


def summaries(tables: Tables, ids: Iterable[str], player: Player | None) -> Iterator[TableSummary]:
    """Tables by their ids, less those of titles that are still being set up; one that is broken spoils no list."""
    for table_id in ids:
        try:
            with tables.at(table_id) as table:
                entry = listed(table, player)
        except (NotFound, NotReady):
            continue
        except BrokenLog as error:
            log.warning("left out of a list: %s", error)
        else:
            yield entry
