"""Searches in SQL that SQLite and PostgreSQL share: the part of `SqlStore` behind search_protocol.py.

Rows are always locked in the order of their players, and players before searches, so that no two transactions wait for
each other.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from tabletown.server.store import writing
from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.protocol import Awaits, StoreError, TableRow
from tabletown.server.store.search_protocol import Meeting, Search
from tabletown.server.store.writing import must_be_here

T = TypeVar("T")
_COLUMNS = "id, player_id, titles, pace, sizes, rated, began, seen, meeting, title, due, table_id, about_my_strength"
_FREE = "meeting = '', title = '', due = 0"


class _Overtaken(StoreError):
    """Somebody of a meeting has gone, or somebody else was faster: nothing is written."""


class SearchSql(ABC):
    """The methods of `SearchStore`. `SqlStore` adds how to run them."""

    dialect: Dialect

    @abstractmethod
    def write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction."""

    @abstractmethod
    def read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing."""

    @abstractmethod
    def now(self) -> float:
        """The time by the clock that all servers share."""

    def search_of(self, player_id: str) -> Search | None:
        """The search of a player, or None."""
        found = f"SELECT {_COLUMNS} FROM searches WHERE player_id = ?"
        row = self.read(lambda db: db.execute(found, (player_id,)).fetchone())
        return _search(row) if row else None

    def searches(self) -> list[Search]:
        """All searches, the longest first."""
        found = f"SELECT {_COLUMNS} FROM searches ORDER BY began, player_id"
        return [_search(row) for row in self.read(lambda db: db.execute(found).fetchall())]

    def keep_search(self, search: Search) -> None:
        """Begin a search, instead of the one that the player may have."""

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, [search.player_id])
            _end(db, self.dialect, search.player_id)
            db.execute(
                f"INSERT INTO searches ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '', 0, '', ?)",
                (
                    search.id,
                    search.player_id,
                    json.dumps(search.titles),
                    search.pace,
                    json.dumps(search.sizes),
                    int(search.rated),
                    search.began,
                    search.seen,
                    int(search.about_my_strength),
                ),
            )

        self.write(job)

    def end_search(self, player_id: str, unseen_since: float | None = None) -> bool:
        """End the search of a player; those whom they have met go on looking."""
        return self.write(lambda db: _end(db, self.dialect, player_id, unseen_since))

    def note_searches(self, player_ids: Iterable[str], at: float) -> None:
        """Note that these players were seen looking."""
        rows = [(at, player_id) for player_id in sorted(player_ids)]
        note = "UPDATE searches SET seen = ? WHERE player_id = ? AND table_id = ''"
        self.write(lambda db: db.executemany(note, rows))

    def meet(self, meeting: Meeting) -> bool:
        """Let players meet, all of them or none."""

        def job(db: Database) -> None:
            for player_id, search_id in sorted(meeting.searches.items()):
                met = db.execute(
                    "UPDATE searches SET meeting = ?, title = ?, due = ?"
                    " WHERE player_id = ? AND id = ? AND meeting = ''",
                    (meeting.id, meeting.title, meeting.due, player_id, search_id),
                )
                if met.rowcount != 1:
                    raise _Overtaken("one of them has met others")

        return self._done(job)

    def part(self, meeting_id: str) -> None:
        """Let those of a meeting go on looking."""

        def job(db: Database) -> None:
            _lock(db, self.dialect, "meeting = ?", meeting_id)
            db.execute(f"UPDATE searches SET {_FREE} WHERE meeting = ? AND table_id = ''", (meeting_id,))

        self.write(job)

    def seat_meeting(self, meeting_id: str, players: Sequence[str], table: TableRow, awaits: Awaits) -> bool:
        """Lay the table of a meeting, once."""
        now = self.now()

        def job(db: Database) -> None:
            must_be_here(db, self.dialect, players)
            met = _lock(db, self.dialect, "meeting = ?", meeting_id)
            if {search.player_id for search in met} != set(players) or any(search.table for search in met):
                raise _Overtaken("the meeting is over")
            writing.create_table(db, self.dialect, table, awaits, "", None, now)
            db.execute("UPDATE searches SET table_id = ? WHERE meeting = ?", (table.id, meeting_id))

        return self._done(job)

    def _done(self, job: Callable[[Database], None]) -> bool:
        try:
            self.write(job)
        except _Overtaken:
            return False
        return True


def _search(row: Sequence[Any]) -> Search:
    search_id, player_id, titles, pace, sizes, rated, began, seen, meeting, title, due, table, near = row
    titles, sizes = tuple(json.loads(titles)), tuple(json.loads(sizes))
    return Search(
        search_id, player_id, titles, pace, sizes, bool(rated), began, seen, meeting, title, due, table,
        about_my_strength=bool(near),
    )  # fmt: skip


def _lock(db: Database, dialect: Dialect, which: str, *values: object) -> list[Search]:
    """Searches, locked in the order of their players until the transaction ends."""
    found = f"SELECT {_COLUMNS} FROM searches WHERE {which} ORDER BY player_id{dialect.lock}"
    return [_search(row) for row in db.execute(found, values).fetchall()]


def _end(db: Database, dialect: Dialect, player_id: str, unseen_since: float | None = None) -> bool:
    """End a search; those whom the player has met go on looking."""
    row = db.execute("SELECT meeting FROM searches WHERE player_id = ?", (player_id,)).fetchone()
    if row is None:
        return False
    company = _lock(db, dialect, "player_id = ? OR (meeting = ? AND meeting <> '')", player_id, row[0])
    own = next((search for search in company if search.player_id == player_id), None)
    if own is None or (unseen_since is not None and own.seen >= unseen_since):
        return False
    writing.end_searches(db, "player_id = ?", player_id)
    return True
