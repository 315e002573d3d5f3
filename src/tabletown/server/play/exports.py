"""Export (the open database): records of all finished games of public tables, oldest first.

Games are replayed one at a time and none is kept, so that memory stays small whatever the size of the database.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from tabletown.server.errors import OtherRelease
from tabletown.server.play.broken_tables import BrokenTables
from tabletown.server.play.records import file_name, record_of
from tabletown.server.play.table import Table
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Store

_AT_ONCE = 100  # ids per query


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A finished game. `ended` is in seconds since 1970; a later export can continue after it."""

    id: str
    ended: float
    title: str
    rules: str
    players: tuple[str, ...]
    bots: tuple[str, ...]  # by seat, the bot that played there at the end; empty for a player
    scores: tuple[int, ...]
    plies: int
    file: str  # the name of the record's file
    record: str

    def line(self) -> str:
        """The game as one line of JSON."""
        facts = {name: getattr(self, name) for name in self.__slots__ if name != "file"}
        return json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n"


def finished_games(store: Store, after: float = 0.0, broken: BrokenTables | None = None) -> Iterator[ExportedGame]:
    """All finished public games that ended later than `after`, oldest first.

    A game that cannot be replayed, because only another release knows its title or rules, or its log is damaged, is
    left out and reported to `broken`.
    """
    broken = broken or BrokenTables()
    for table_id, ended in _ids(store, after):
        try:
            game = _exported(store, table_id, ended)
        except (OtherRelease, BrokenLog) as error:
            broken.report(table_id, error)
            continue
        if game is not None:
            yield game


def _exported(store: Store, table_id: str, ended: float) -> ExportedGame | None:
    """A finished game; None if it is not public. Raises BrokenLog."""
    row = store.table(table_id)
    if row is None or not row.public:
        return None
    table = Table(row)
    table.catch_up(store.events(table_id))
    if not table.game.is_game_over():
        raise BrokenLog(f"{table} is stored as finished, but its moves do not lead to an end")
    return ExportedGame(
        id=row.id,
        ended=ended,
        title=row.title,
        rules=row.rules,
        players=tuple(seat.name for seat in table.seats),
        bots=tuple(seat.bot for seat in table.seats),
        scores=tuple(table.game.scores()),
        plies=table.game.ply,
        file=file_name(table),
        record=record_of(table),
    )


def _ids(store: Store, after: float) -> Iterator[tuple[str, float]]:
    """Ids and end times of all finished public tables, fetched in small queries."""
    while found := store.finished(True, after, _AT_ONCE):
        yield from found
        after = found[-1][1]
