"""The store in one SQLite file: nothing to configure, one writer thread, readers that never wait for it.

Every write is a function that the writer thread runs inside a transaction. Writes that arrive together are committed
together (each in a savepoint of its own, so that one can fail alone): a commit waits for the disk, and a hundred
tables should not wait for it a hundred times. `synchronous=FULL` is what makes a returned write survive a power cut.
"""

import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from tabletown.server.migrations import migrate
from tabletown.server.store import (
    Append,
    Awaits,
    Behind,
    Clock,
    Event,
    KeyReused,
    Logged,
    Player,
    Receipt,
    Request,
    SeatRow,
    Session,
    SessionOver,
    StoreError,
    TableRow,
    Unavailable,
)

T = TypeVar("T")
_Job = tuple[Callable[[sqlite3.Connection], Any], "Future[Any]"]
_TOGETHER = 64  # writes per commit at most
_PATIENCE_S = 5.0  # how long to wait for another process that writes


class SqliteStore:
    """A `Store` in the file `path`, which is made if it does not exist."""

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._readers: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue()
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._closing = threading.Lock()
        self._closed = False
        try:
            connection = self._connect()
        except sqlite3.Error as error:
            raise Unavailable(f"cannot open {self._path}: {error}") from error
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            migrate(connection)
        except sqlite3.Error as error:
            connection.close()
            raise Unavailable(f"cannot use {self._path}: {error}") from error
        except BaseException:
            connection.close()
            raise
        self._writer = threading.Thread(target=self._write_all, args=(connection,), name="sqlite-writer", daemon=True)
        self._writer.start()

    # Writing

    def create_table(self, table: TableRow, awaits: Awaits) -> None:
        """Keep a new table."""

        def write(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO tables (id, title, rules, options, seed, salt, commitment, created, version, awaits,"
                " public, clock, open_seats) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)",
                (
                    table.id,
                    table.title,
                    table.rules,
                    json.dumps(dict(table.options), sort_keys=True),
                    str(table.seed),  # up to 64 bits without a sign, more than an INTEGER holds
                    table.salt,
                    table.commitment,
                    table.created,
                    awaits,
                    table.public,
                    table.clock and json.dumps(asdict(table.clock), sort_keys=True),
                    sum(seat.kind == "open" for seat in table.seats),
                ),
            )
            db.executemany(
                "INSERT INTO seats (table_id, seat, kind, name, bot, owner) VALUES (?, ?, ?, ?, ?, ?)",
                [(table.id, i, s.kind, s.name, s.bot or None, s.owner or None) for i, s in enumerate(table.seats)],
            )

        self._write(write)

    def append(self, append: Append) -> Receipt:
        """Add events, or give the first answer again."""
        return self._write(lambda db: _append(db, append))

    def begin(self, session: Session) -> None:
        """Let the holder of a token be a player."""
        self._write(lambda db: _begin(db, session))

    # Reading

    def table(self, table_id: str) -> TableRow | None:
        """A table as it was set up."""
        with self._reading() as db:
            row = db.execute(
                "SELECT id, title, rules, options, seed, salt, commitment, created, public, clock FROM tables"
                " WHERE id = ?",
                (table_id,),
            ).fetchone()
            if row is None:
                return None
            seats = db.execute(
                "SELECT kind, name, bot, owner FROM seats WHERE table_id = ? ORDER BY seat", (table_id,)
            ).fetchall()
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
        )

    def events(self, table_id: str, after: int = 0) -> list[Logged]:
        """The log of a table after a version."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT version, kind, seat, ply, digest, action, text, bot, owner, at FROM events"
                " WHERE table_id = ? AND version > ? ORDER BY version",
                (table_id, after),
            ).fetchall()
        return [
            Logged(
                version,
                Event(kind, seat, ply, digest, -1 if action is None else action, text or "", bot or "", owner or ""),
                at,
            )
            for version, kind, seat, ply, digest, action, text, bot, owner, at in rows
        ]

    def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Where these tables are."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT id, version FROM tables WHERE id IN (SELECT value FROM json_each(?))",
                (json.dumps(list(table_ids)),),
            ).fetchall()
        return dict(rows)

    def awaiting_bots(self) -> list[str]:
        """The tables on which a bot is to move."""
        with self._reading() as db:
            return [row[0] for row in db.execute("SELECT id FROM tables WHERE awaits = 'bots'")]

    def lobby(self, limit: int = 50) -> list[str]:
        """Public tables with open seats, newest first."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT id FROM tables WHERE public AND open_seats > 0 AND finished IS NULL"
                " ORDER BY created DESC LIMIT ?",
                (limit,),
            )
            return [row[0] for row in rows]

    def finished(self, public: bool = True, after: float = 0.0, limit: int = 100) -> list[tuple[str, float]]:
        """Tables whose game is over, in the order in which they ended."""
        with self._reading() as db:
            return db.execute(
                "SELECT id, finished FROM tables WHERE finished > ? AND public >= ? ORDER BY finished LIMIT ?",
                (after, public, limit),
            ).fetchall()

    def tables_of(self, player_id: str, limit: int = 50) -> list[str]:
        """The tables at which somebody sits or sat."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT id FROM tables WHERE id IN (SELECT table_id FROM seats WHERE owner = ?1"
                " UNION SELECT table_id FROM events WHERE kind = 'sit' AND owner = ?1)"
                " ORDER BY finished IS NOT NULL, created DESC LIMIT ?2",
                (player_id, limit),
            )
            return [row[0] for row in rows]

    def due(self, now: float) -> list[str]:
        """The tables on which somebody's time is over."""
        with self._reading() as db:
            return [row[0] for row in db.execute("SELECT id FROM tables WHERE deadline <= ?", (now,))]

    def answered(self, table_id: str, request: Request) -> Receipt | None:
        """The first answer to a request."""
        with self._reading() as db:
            return _answered(db, table_id, request)

    def session(self, token_hash: str) -> Player | None:
        """Whose session this is."""
        with self._reading() as db:
            row = db.execute(
                "SELECT players.id, players.name FROM sessions JOIN players ON players.id = sessions.player_id"
                " WHERE token_hash = ?",
                (token_hash,),
            ).fetchone()
        return None if row is None else Player(*row)

    # Connections

    def close(self) -> None:
        """Finish what is being written, and close the file."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._writer.join()
        while not self._readers.empty():
            self._readers.get_nowait().close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False, cached_statements=64
        )
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        return connection

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that cannot write. Connections are passed around between threads, never shared."""
        try:
            try:
                connection = self._readers.get_nowait()
            except queue.Empty:
                connection = self._connect()
                connection.execute("PRAGMA query_only=ON")
            try:
                yield connection
            finally:
                if self._closed:
                    connection.close()
                else:
                    self._readers.put(connection)
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error

    def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        done: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise Unavailable("the store is closed")
            self._jobs.put((job, done))
        return done.result()

    def _write_all(self, connection: sqlite3.Connection) -> None:
        """The writer thread: take what has queued up, commit it at once, then tell everybody."""
        with closing(connection):
            while (job := self._jobs.get()) is not None:
                jobs = [job]
                while len(jobs) < _TOGETHER and not self._jobs.empty():
                    following = self._jobs.get()
                    if following is None:
                        self._jobs.put(None)  # the last entry of all: it ends the outer loop
                        break
                    jobs.append(following)
                _commit(connection, jobs)


def _commit(db: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Run jobs in one transaction. No caller hears of success before the commit is on the disk."""
    outcomes: list[tuple[Any, BaseException | None]] = []
    try:
        db.execute("BEGIN IMMEDIATE")
        for job, _ in jobs:
            db.execute("SAVEPOINT one")
            try:
                outcomes.append((job(db), None))
            except (StoreError, sqlite3.IntegrityError) as error:
                db.execute("ROLLBACK TO one")
                outcomes.append((None, error if isinstance(error, StoreError) else StoreError(str(error))))
            db.execute("RELEASE one")
        db.execute("COMMIT")
    except BaseException as error:  # those who wait must hear of it, and the writer must go on
        if db.in_transaction:
            db.execute("ROLLBACK")
        failure = Unavailable(str(error)) if isinstance(error, sqlite3.Error) else error
        outcomes = [(None, failure)] * len(jobs)
    for (_, done), (result, problem) in zip(jobs, outcomes, strict=True):
        if problem is None:
            done.set_result(result)
        else:
            done.set_exception(problem)


def _append(db: sqlite3.Connection, append: Append) -> Receipt:
    request = append.request
    if request is not None:
        receipt = _answered(db, append.table, request)
        if receipt is not None:
            return receipt
    row = db.execute("SELECT version FROM tables WHERE id = ?", (append.table,)).fetchone()
    if row is None:
        raise StoreError("there is no such table")
    if row[0] != append.after:
        raise Behind(row[0])
    if append.session is not None:
        _begin(db, append.session)
    now = time.time()
    last = append.after + len(append.events)
    for version, event in enumerate(append.events, append.after + 1):
        # the key stands on the last event, whose version is the answer
        keyed = request if version == last else None
        db.execute(
            "INSERT INTO events"
            " (table_id, version, kind, seat, ply, action, digest, text, bot, owner, key_seat, key, body, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                append.table,
                version,
                event.kind,
                event.seat,
                event.ply,
                event.action if event.kind == "move" else None,
                event.digest,
                event.text or None,
                event.bot or None,
                event.owner or None,
                keyed and keyed.seat,
                keyed and keyed.key,
                keyed and keyed.body,
                now,
            ),
        )
    taken = sum(event.kind == "sit" for event in append.events)
    over = now if append.awaits == "nobody" else None
    db.execute(
        "UPDATE tables SET version = ?, awaits = ?, open_seats = open_seats - ?, deadline = ?,"
        " finished = coalesce(finished, ?) WHERE id = ?",
        (last, append.awaits, taken, append.deadline, over, append.table),
    )
    return Receipt(last)


def _begin(db: sqlite3.Connection, session: Session) -> None:
    now = time.time()
    player = session.player
    if session.replaces:
        ended = db.execute("DELETE FROM sessions WHERE token_hash = ?", (session.replaces,))
        if ended.rowcount != 1:
            raise SessionOver("the session has been replaced already")
    db.execute(
        "INSERT INTO players (id, name, created) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        (player.id, player.name, now),
    )
    db.execute(
        "INSERT INTO sessions (token_hash, player_id, created) VALUES (?, ?, ?)",
        (session.token_hash, player.id, now),
    )


def _answered(db: sqlite3.Connection, table_id: str, request: Request) -> Receipt | None:
    row = db.execute(
        "SELECT version, body FROM events WHERE table_id = ? AND key_seat = ? AND key = ?",
        (table_id, request.seat, request.key),
    ).fetchone()
    if row is None:
        return None
    if row[1] != request.body:
        raise KeyReused("this key was used for another request")
    return Receipt(row[0], repeated=True)
