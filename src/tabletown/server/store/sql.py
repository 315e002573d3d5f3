"""A store in any SQL database: what is asked is the same in all of them.

A database adds how it connects, how it runs a transaction, and what it says when it cannot.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from tabletown.server.store import writing
from tabletown.server.store.events import COLUMNS, from_columns
from tabletown.server.store.protocol import (
    Append,
    Awaits,
    Clock,
    Logged,
    Player,
    Receipt,
    Request,
    SeatRow,
    Session,
    TableRow,
)
from tabletown.server.store.writing import Database, Dialect

T = TypeVar("T")
Ask = Callable[[str], Iterable[Sequence[Any]]]
"""Gives the rows of a query, one by one."""


class SqlStore(ABC):
    """A `Store` by SQL. Jobs are functions of a connection; they may be run again if the first try came to nothing."""

    dialect: Dialect

    @abstractmethod
    def write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction; it is durable when this returns, and raises StoreError if it is not done."""

    @abstractmethod
    def read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing. Raises Unavailable."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Ask]:
        """For queries that see everything as it is now, whatever is written meanwhile. Raises Unavailable."""

    @abstractmethod
    def columns(self) -> dict[str, list[str]]:
        """The columns of every table of the database, but for what counts its migrations."""

    @abstractmethod
    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Have `heard` called with tables that other processes changed."""

    @abstractmethod
    def close(self) -> None:
        """Finish what is being written, and let go of the database."""

    # Writing

    def create_table(self, table: TableRow, awaits: Awaits, *, key: str = "", session: Session | None = None) -> str:
        """Keep a new table, or find the one that the key has made."""
        while True:
            try:
                return self.write(lambda db: writing.create_table(db, table, awaits, key, session))
            except writing.MadeMeanwhile:
                continue

    def append(self, append: Append) -> Receipt:
        """Add events, or give the first answer again."""
        return self.write(lambda db: writing.append(db, self.dialect, append))

    def begin(self, session: Session) -> None:
        """Let the holder of a token be a player."""
        self.write(lambda db: writing.begin(db, session))

    def end(self, token_hash: str) -> None:
        """End all sessions of whoever holds this one."""
        self.write(lambda db: writing.end(db, token_hash))

    # Reading

    def made_by(self, key: str) -> str:
        """The table that a key has made."""
        return self.read(lambda db: writing.made_by(db, key))

    def table(self, table_id: str) -> TableRow | None:
        """A table as it was set up."""
        if not _is_text(table_id):
            return None
        rows = self._rows(
            "SELECT id, title, rules, options, seed, salt, commitment, created, public, clock, lesson"
            " FROM tables WHERE id = ?",
            table_id,
        )
        if not rows:
            return None
        seats = self._rows("SELECT kind, name, bot, owner FROM seats WHERE table_id = ? ORDER BY seat", table_id)
        row = rows[0]
        return TableRow(
            id=row[0],
            title=row[1],
            rules=row[2],
            options=json.loads(row[3]),
            seed=int(row[4]),
            salt=row[5],
            commitment=row[6],
            created=row[7],
            seats=tuple(SeatRow(kind, name, bot or "", owner or "") for kind, name, bot, owner in seats),
            public=bool(row[8]),
            clock=Clock(**json.loads(row[9])) if row[9] else None,
            lesson=bool(row[10]),
        )

    def events(self, table_id: str, after: int = 0) -> list[Logged]:
        """The log of a table after a version. Raises BrokenLog."""
        if not _is_text(table_id):
            return []
        rows = self._rows(
            f"SELECT version, at, {', '.join(COLUMNS)} FROM events WHERE table_id = ? AND version > ? ORDER BY version",
            table_id,
            after,
        )
        return [Logged(version, from_columns(event), at) for version, at, *event in rows]

    def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Where these tables are."""
        wanted = json.dumps([table_id for table_id in table_ids if _is_text(table_id)])
        return dict(
            self._rows(
                f"SELECT id, version FROM tables WHERE id IN (SELECT value FROM {self.dialect.items}(?))", wanted
            )
        )

    def awaiting_bots(self) -> list[str]:
        """The tables on which a bot is to move."""
        return self._ids("SELECT id FROM tables WHERE awaits = 'bots'")

    def lobby(self, limit: int = 50) -> list[str]:
        """Public tables with open seats, newest first."""
        return self._ids(
            "SELECT id FROM tables WHERE public = 1 AND open_seats > 0 AND finished IS NULL"
            " ORDER BY created DESC LIMIT ?",
            limit,
        )

    def in_play(self, limit: int = 500) -> list[tuple[str, float]]:
        """Public tables without open seats, newest first, and when something happened there."""
        return self._rows(
            "SELECT id, coalesce("
            " (SELECT at FROM events WHERE table_id = tables.id AND version = tables.version), created)"
            " FROM tables WHERE public = 1 AND open_seats = 0 AND finished IS NULL ORDER BY created DESC LIMIT ?",
            limit,
        )

    def finished(self, public: bool = True, after: float = 0.0, limit: int = 100) -> list[tuple[str, float]]:
        """Tables whose game is over, in the order in which they ended."""
        wanted = "FROM tables WHERE finished > ? AND public >= ?"
        last = f"SELECT finished {wanted} ORDER BY finished LIMIT 1 OFFSET ?"
        return self._rows(
            f"SELECT id, finished {wanted} AND finished <= coalesce(({last}), finished) ORDER BY finished, id",
            after,
            int(public),
            after,
            int(public),
            limit - 1,
        )

    def tables_of(self, player_id: str, limit: int = 50) -> list[str]:
        """The tables at which somebody sits or sat."""
        return self._ids(
            "SELECT id FROM tables WHERE id IN (SELECT table_id FROM seats WHERE owner = ?"
            " UNION SELECT table_id FROM events WHERE kind = 'sit' AND owner = ?)"
            " ORDER BY finished IS NOT NULL, created DESC LIMIT ?",
            player_id,
            player_id,
            limit,
        )

    def due(self, now: float) -> list[str]:
        """The tables on which somebody's time is over."""
        return self._ids("SELECT id FROM tables WHERE deadline <= ?", now)

    def answered(self, table_id: str, request: Request) -> Receipt | None:
        """The first answer to a request."""
        return self.read(lambda db: writing.answered(db, table_id, request))

    def session(self, token_hash: str) -> Player | None:
        """Whose session this is."""
        rows = self._rows(
            "SELECT players.id, players.name FROM sessions JOIN players ON players.id = sessions.player_id"
            " WHERE token_hash = ?",
            token_hash,
        )
        return Player(*rows[0]) if rows else None

    def player(self, player_id: str) -> Player | None:
        """Somebody who has had a session."""
        rows = self._rows("SELECT id, name FROM players WHERE id = ?", player_id)
        return Player(*rows[0]) if rows else None

    def _rows(self, sql: str, *parameters: object) -> list[Any]:
        return self.read(lambda db: db.execute(sql, parameters).fetchall())

    def _ids(self, sql: str, *parameters: object) -> list[str]:
        return [row[0] for row in self._rows(sql, *parameters)]


def _is_text(wanted: str) -> bool:
    """PostgreSQL holds no NUL in a text and refuses to look for one; addresses may hold anything."""
    return "\0" not in wanted
