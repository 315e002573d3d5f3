"""The SQLite store: one file, one writer thread, and readers that never wait for it.

Every write is a function that the writer thread runs inside a transaction. Writes that arrive together are committed
together (each in its own savepoint, so that one can fail alone): a commit waits for the disk, and a hundred tables
should not wait for it a hundred times. With `synchronous=FULL`, a write that returned survives a power cut.
"""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tabletown.server.limits import DEFAULTS
from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.host_clock import begin_clock
from tabletown.server.store.protocol import StoreError, Took, Unavailable
from tabletown.server.store.sql import Query, SqlStore
from tabletown.server.store.sqlite_schema import migrate

T = TypeVar("T")
_Job = tuple[Callable[[sqlite3.Connection], Any], "Future[Any]"]
_MAX_BATCH = 64  # writes per commit at most
_PATIENCE_S = DEFAULTS.database_seconds


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Let readers and a writer not wait for each other (WAL).

    While another process does the same with a new file, SQLite does not wait, but says at once that the file is locked.
    """
    end = time.monotonic() + _PATIENCE_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


class SqliteStore(SqlStore):
    """A `Store` in the file `path`, which is created if it does not exist."""

    dialect = Dialect(lock="", items="json_each")  # SQLite locks the whole file for a writer

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
            _keep_a_log(connection)
            connection.execute("PRAGMA secure_delete=ON")  # what a player deletes is overwritten, not only unlinked
            migrate(connection)
        except sqlite3.Error as error:
            connection.close()
            raise Unavailable(f"cannot use {self._path}: {error}") from error
        except BaseException:
            connection.close()
            raise
        self._writer = threading.Thread(target=self._write_all, args=(connection,), name="sqlite-writer", daemon=True)
        self._writer.start()
        self._zero = self.write(begin_clock)

    def now(self) -> float:
        """The time by a clock that nobody can set while players' time runs, see host_clock.py."""
        return self._zero + time.monotonic()

    def _write(self, job: Callable[[Database], T]) -> T:
        """Run a job on the writer thread, and wait until it is on the disk."""
        done: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise Unavailable("the store is closed")
            self._jobs.put((job, done))
        return done.result()

    def _read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing."""
        with self._reading() as db:
            return job(db)

    @contextmanager
    def snapshot(self) -> Iterator[Query]:
        """Queries on the file as it is now."""
        with self._reading() as db:
            db.execute("BEGIN")
            try:
                yield db.execute
            finally:
                db.execute("ROLLBACK")

    def columns(self) -> dict[str, list[str]]:
        """The columns of every table."""
        rows = self._rows(
            "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c"
            " WHERE t.type = 'table' AND t.name <> 'host_clock'"
        )
        return {table: [name for owner, name in rows if owner == table] for table, _ in rows}

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Do nothing: SQLite sends no notices. Writes of others are found by polling; workers tell each other."""

    def close(self) -> None:
        """Finish running writes and close the file."""
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
        """A read-only connection. Threads reuse connections one after another, but never share one."""
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

    def _write_all(self, connection: sqlite3.Connection) -> None:
        """The writer thread: commit all jobs in the queue together, then answer their callers."""
        with closing(connection):
            while (job := self._jobs.get()) is not None:
                jobs = [job]
                while len(jobs) < _MAX_BATCH and not self._jobs.empty():
                    following = self._jobs.get()
                    if following is None:
                        self._jobs.put(None)  # the end of the queue: it ends the outer loop
                        break
                    jobs.append(following)
                _commit(connection, jobs, self._took)


def _commit(db: sqlite3.Connection, jobs: list[_Job], took: Took) -> None:
    """Run jobs in one transaction. Callers get their results when the commit is on the disk."""
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
        began = time.perf_counter()
        db.execute("COMMIT")
        took("commit", time.perf_counter() - began)
    except BaseException as error:  # the callers must get the error, and the thread must go on
        if db.in_transaction:
            db.execute("ROLLBACK")
        failure = Unavailable(str(error)) if isinstance(error, sqlite3.Error) else error
        outcomes = [(None, failure)] * len(jobs)
    for (_, done), (result, problem) in zip(jobs, outcomes, strict=True):
        if problem is None:
            done.set_result(result)
        else:
            done.set_exception(problem)
