"""The SQLite store: one file, one connection that writes, and readers that never wait for it.

Every write is a function that is run inside a transaction. Writes that arrive together are committed together (each in
its own savepoint, so that one can fail alone): a commit waits for the disk, and a hundred tables should not wait for it
a hundred times. The thread that comes first writes for all who wait, then lets the first of those go on who came
meanwhile; so a thread that is alone need not wake another one. With `synchronous=FULL`, a write that returned survives
a power cut.
"""

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from tabletown.server.limits import DEFAULTS
from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.host_clock import begin_clock
from tabletown.server.store.protocol import StoreError, Took, Unavailable
from tabletown.server.store.sql import Query, SqlStore
from tabletown.server.store.sqlite_schema import migrate

T = TypeVar("T")
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


class _Job:
    """A write that a thread waits for, and what came of it."""

    def __init__(self, write: Callable[[sqlite3.Connection], Any]) -> None:
        self.write = write
        self.woken = threading.Event()  # it is done, or it is the turn of its thread to write
        self.is_done = False
        self._result: Any = None
        self._problem: BaseException | None = None

    def finish(self, result: Any, problem: BaseException | None) -> None:
        """Tell the thread that waits."""
        self._result, self._problem, self.is_done = result, problem, True
        self.woken.set()

    def result(self) -> Any:
        """What the write returned, when it is done. Raises what it raised."""
        if self._problem is not None:
            raise self._problem
        return self._result


class SqliteStore(SqlStore):
    """A `Store` in the file `path`, which is created if it does not exist."""

    dialect = Dialect(lock="", items="json_each")  # SQLite locks the whole file for a writer

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._readers: list[sqlite3.Connection] = []  # that nobody uses just now
        self._waiting: deque[_Job] = deque()
        self._turns = threading.Condition()  # hold it to look at what waits, or to change who writes
        self._writing = False  # a thread writes, or has just been woken to
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
        self._writer = connection
        self._zero = self.write(begin_clock)

    def now(self) -> float:
        """The time by a clock that nobody can set while players' time runs, see host_clock.py."""
        return self._zero + time.monotonic()

    def _write(self, job: Callable[[Database], T]) -> T:
        """Run a job, perhaps on another thread, and wait until it is on the disk."""
        waits = _Job(job)
        with self._turns:
            if self._closed:
                raise Unavailable("the store is closed")
            self._waiting.append(waits)
            is_first, self._writing = not self._writing, True
        if not is_first:
            waits.woken.wait()
        if not waits.is_done:
            self._write_together()
        return cast(T, waits.result())

    def _write_together(self) -> None:
        """Commit what waits, which begins with the job of this thread; then the next thread may."""
        with self._turns:
            jobs = [self._waiting.popleft() for _ in range(min(_MAX_BATCH, len(self._waiting)))]
        try:
            _commit(self._writer, jobs, self._took)
        finally:
            with self._turns:
                self._writing = bool(self._waiting)
                if self._writing:
                    self._waiting[0].woken.set()
                else:
                    self._turns.notify_all()  # perhaps somebody wants to close the file

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
        with self._turns:
            if self._closed:
                return
            self._closed = True
            self._turns.wait_for(lambda: not self._writing)
        self._writer.close()
        while self._readers:
            self._readers.pop().close()

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
                connection = self._readers.pop()
            except IndexError:
                connection = self._connect()
                connection.execute("PRAGMA query_only=ON")
            try:
                yield connection
            finally:
                if self._closed:
                    connection.close()
                else:
                    self._readers.append(connection)
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error


def _commit(db: sqlite3.Connection, jobs: list[_Job], took: Took) -> None:
    """Run jobs in one transaction. Callers get their results when the commit is on the disk."""
    outcomes: list[tuple[Any, BaseException | None]] = []
    try:
        db.execute("BEGIN IMMEDIATE")
        for job in jobs:
            db.execute("SAVEPOINT one")
            try:
                outcomes.append((job.write(db), None))
            except (StoreError, sqlite3.IntegrityError) as error:
                db.execute("ROLLBACK TO one")
                outcomes.append((None, error if isinstance(error, StoreError) else StoreError(str(error))))
            db.execute("RELEASE one")
        began = time.perf_counter()
        db.execute("COMMIT")
        took("commit", time.perf_counter() - began)
    except BaseException as error:  # the callers must get the error
        if db.in_transaction:
            db.execute("ROLLBACK")
        failure = Unavailable(str(error)) if isinstance(error, sqlite3.Error) else error
        outcomes = [(None, failure)] * len(jobs)
    for job, (result, problem) in zip(jobs, outcomes, strict=True):
        job.finish(result, problem)
