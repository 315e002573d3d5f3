"""What is written, in SQL that SQLite and PostgreSQL understand alike: parameters are `?`, and each function runs
inside a transaction of its caller.
"""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from tabletown.server.store.events import COLUMNS, AnyEvent, SatDown, to_columns
from tabletown.server.store.protocol import (
    Append,
    Awaits,
    Behind,
    KeyReused,
    Receipt,
    Request,
    Session,
    SessionOver,
    StoreError,
    TableRow,
)


class Rows(Protocol):
    """What a statement leads to."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""


class Database(Protocol):
    """A connection, as far as both databases agree."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Rows:
        """Run one statement."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> object:
        """Run one statement with many parameters."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where the databases do not agree."""

    lock: str  # ends a SELECT whose row nobody else may change before the transaction ends
    items: str  # the function that gives the items of a JSON array as rows with a `value`


def create_table(db: Database, table: TableRow, awaits: Awaits, key: str, session: Session | None) -> str:
    """Keep a new table and begin a session, or find the table that the key stands for."""
    if key and (made := made_by(db, key)):
        return made
    if session is not None:
        begin(db, session)
    inserted = db.execute(
        "INSERT INTO tables (id, title, rules, options, seed, salt, commitment, created, version, awaits,"
        " public, clock, lesson, open_seats, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (key) DO NOTHING",
        (
            table.id,
            table.title,
            table.rules,
            json.dumps(dict(table.options), sort_keys=True),
            str(table.seed),  # up to 64 bits without a sign, more than an integer holds
            table.salt,
            table.commitment,
            table.created,
            awaits,
            int(table.public),
            table.clock and json.dumps(asdict(table.clock), sort_keys=True),
            int(table.lesson),
            sum(seat.kind == "open" for seat in table.seats),
            key or None,
        ),
    )
    if inserted.rowcount == 0:
        raise MadeMeanwhile
    db.executemany(
        "INSERT INTO seats (table_id, seat, kind, name, bot, owner) VALUES (?, ?, ?, ?, ?, ?)",
        [(table.id, i, s.kind, s.name, s.bot or None, s.owner or None) for i, s in enumerate(table.seats)],
    )
    return table.id


class MadeMeanwhile(StoreError):
    """Another process made the table of this key in this moment: begin again, and find it."""


def made_by(db: Database, key: str) -> str:
    """The table that a key has made."""
    row = db.execute("SELECT id FROM tables WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def append(db: Database, dialect: Dialect, append: Append) -> Receipt:
    """Add events, or give the first answer again."""
    request = append.request
    row = db.execute(f"SELECT version FROM tables WHERE id = ?{dialect.lock}", (append.table,)).fetchone()
    if row is None:
        raise StoreError("there is no such table")
    if request is not None and (receipt := answered(db, append.table, request)):
        return receipt
    if row[0] != append.after:
        raise Behind(row[0])
    if append.session is not None:
        begin(db, append.session)
    now = time.time()
    last = append.after + len(append.events)
    db.executemany(
        f"INSERT INTO events (table_id, version, {', '.join(COLUMNS)}, key_seat, key, body, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            # the key stands on the last event, whose version is the answer
            _row(append.table, version, event, request if version == last else None, now)
            for version, event in enumerate(append.events, append.after + 1)
        ],
    )
    taken = sum(isinstance(event, SatDown) for event in append.events)
    over = now if append.awaits == "nobody" else None
    db.execute(
        "UPDATE tables SET version = ?, awaits = ?, open_seats = open_seats - ?, deadline = ?,"
        " finished = coalesce(finished, ?) WHERE id = ?",
        (last, append.awaits, taken, append.deadline, over, append.table),
    )
    return Receipt(last)


def _row(table_id: str, version: int, event: AnyEvent, keyed: Request | None, now: float) -> tuple[Any, ...]:
    return (
        table_id,
        version,
        *to_columns(event),
        keyed and keyed.seat,
        keyed and keyed.key,
        keyed and keyed.body,
        now,
    )


def answered(db: Database, table_id: str, request: Request) -> Receipt | None:
    """The first answer to a request."""
    row = db.execute(
        "SELECT version, body FROM events WHERE table_id = ? AND key_seat = ? AND key = ?",
        (table_id, request.seat, request.key),
    ).fetchone()
    if row is None:
        return None
    if row[1] != request.body:
        raise KeyReused("this key was used for another request")
    return Receipt(row[0], repeated=True)


def begin(db: Database, session: Session) -> None:
    """Let the holder of a token be a player."""
    now = time.time()
    player = session.player
    if session.replaces and db.execute("DELETE FROM sessions WHERE token_hash = ?", (session.replaces,)).rowcount != 1:
        raise SessionOver("the session has been replaced already")
    if session.beside and not db.execute("SELECT 1 FROM sessions WHERE player_id = ?", (player.id,)).fetchall():
        raise SessionOver("the player has signed out")
    db.execute(
        "INSERT INTO players (id, name, created) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        (player.id, player.name, now),
    )
    db.execute(
        "INSERT INTO sessions (token_hash, player_id, created) VALUES (?, ?, ?)",
        (session.token_hash, player.id, now),
    )


def end(db: Database, token_hash: str) -> None:
    """End all sessions of whoever holds this one."""
    db.execute(
        "DELETE FROM sessions WHERE player_id IN (SELECT player_id FROM sessions WHERE token_hash = ?)", (token_hash,)
    )
