"""The PostgreSQL store: several servers, also on several machines, may share one database.

Every write is a transaction that locks the row of its table, so a second writer sees the version of the first. A lost
connection is replaced and its job run again, because it was not committed. Only when the connection is lost during the
commit is the result unknown, and then the store raises `CommitUnknown`.
"""

import queue
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import psycopg
from psycopg import Connection, Cursor
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tabletown.server.limits import DEFAULTS
from tabletown.server.store.database import Database, Dialect
from tabletown.server.store.notices import Notices
from tabletown.server.store.postgres_schema import COUNTED_IN, migrate
from tabletown.server.store.protocol import (
    Append,
    Awaits,
    CommitUnknown,
    Receipt,
    Session,
    StoreError,
    TableRow,
    Took,
    Unavailable,
)
from tabletown.server.store.sql import Query, SqlStore

T = TypeVar("T")
_CONNECTIONS = 16  # at most per process, plus one for notices
_PATIENCE_S = DEFAULTS.database_seconds
_ANSWER_S = DEFAULTS.database_answer_seconds
_SILENCE_S = DEFAULTS.database_silence_seconds
_CLOCK_S = 60.0  # how often the database is asked for the time
_CONNECTION_DEFAULTS: dict[str, Any] = {
    "connect_timeout": round(_PATIENCE_S),
    "keepalives_idle": 30,
    "application_name": "tabletown",
}
_SET_LOCK_TIMEOUT = "SELECT set_config('lock_timeout', %s, false)"
# A write that returned is durable, even if the database is configured with synchronous_commit off.
_SET_SYNCHRONOUS_COMMIT = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)


class PostgresStore(SqlStore):
    """A `Store` in the database at `url`. As with libpq, PG* environment variables fill in what the URL omits."""

    dialect = Dialect(lock=" FOR UPDATE", items="json_array_elements_text")

    def __init__(self, url: str) -> None:
        self._quiet_until = 0.0  # until then, a database that has not answered is not asked again
        self._clock = 0.0, 0.0  # when the database was asked for the time, and how far its clock is ahead of ours
        try:
            given = conninfo_to_dict(url)
        except psycopg.ProgrammingError:  # its text repeats the URL, and with it the password
            raise Unavailable("the URL of the database makes no sense") from None
        self._conninfo = make_conninfo("", **{**_CONNECTION_DEFAULTS, **given})
        self._free = threading.BoundedSemaphore(_CONNECTIONS)
        self._idle: queue.LifoQueue[Connection[Any]] = queue.LifoQueue()
        self._closed = False
        try:
            with self._connect() as connection:
                migrate(connection)
        except psycopg.Error as error:
            raise Unavailable(f"cannot use the database: {_message(error)}") from error
        self._notices = Notices(self._connect)

    # Telling other servers

    def create_table(self, table: TableRow, awaits: Awaits, *, key: str = "", session: Session | None = None) -> str:
        """Store a new table, and notify other servers."""
        table_id = super().create_table(table, awaits, key=key, session=session)
        self._notices.announce(table_id, 0)
        return table_id

    def append(self, append: Append) -> Receipt:
        """Append events, and notify other servers."""
        receipt = super().append(append)
        self._notices.announce(append.table, receipt.version)
        return receipt

    def told(self, table_ids: Collection[str]) -> None:
        """Notify other servers of a new event at these tables."""
        for table_id, version in self.versions(table_ids).items():
            self._notices.announce(table_id, version)

    def seat_meeting(self, meeting_id: str, players: Sequence[str], table: TableRow, awaits: Awaits) -> bool:
        """Lay the table of a meeting, and notify other servers."""
        laid = super().seat_meeting(meeting_id, players, table, awaits)
        if laid:
            self._notices.announce(table.id, 0)
        return laid

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Call `heard` with every table that another server changed."""
        self._notices.listen(heard)

    def now(self) -> float:
        """The time by the database's clock, which all servers share, however wrong their own clocks are."""
        asked, ahead = self._clock
        if not asked or time.monotonic() - asked > _CLOCK_S:
            began = time.monotonic()
            try:
                told: float = self._rows("SELECT extract(epoch FROM clock_timestamp())::float8")[0][0]
            except Unavailable:
                if not asked:
                    raise
            else:
                asked = time.monotonic()
                ahead = told - (began + asked) / 2
                self._clock = asked, ahead
        return time.monotonic() + ahead

    # Transactions

    def _write(self, job: Callable[[Database], T]) -> T:
        """Run a job in a transaction."""
        return self._try(lambda connection: _transaction(connection, job, self._took))

    def _read(self, job: Callable[[Database], T]) -> T:
        """Run a job that changes nothing."""
        return self._try(lambda connection: job(_Portable(connection)))

    @contextmanager
    def snapshot(self) -> Iterator[Query]:
        """Queries on the database as it is now."""
        try:
            with self._connect() as connection, connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield lambda sql: connection.cursor().stream(sql.encode())
        except psycopg.Error as error:
            raise Unavailable(_message(error)) from error

    def columns(self) -> dict[str, list[str]]:
        """The columns of every table."""
        rows = self._rows(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema AND table_name <> ? ORDER BY table_name, ordinal_position",
            COUNTED_IN,
        )
        return {table: [name for owner, name in rows if owner == table] for table, _ in rows}

    def close(self) -> None:
        """Send the notices that are left, and close all connections."""
        self._closed = True
        self._notices.close()
        self._forget()

    # Connections

    def _connect(self) -> Connection[Any]:
        connection = _PatientConnection.connect(self._conninfo, autocommit=True)
        connection.execute(_SET_LOCK_TIMEOUT, (f"{_PATIENCE_S}s",))
        connection.execute(_SET_SYNCHRONOUS_COMMIT)
        return connection

    def _try(self, use: Callable[[Connection[Any]], T]) -> T:
        """Use a connection; if it turns out to be dead, try once more with a new one.

        A database that does not answer is left alone for a while: requests are refused at once instead of waiting for
        it one after another, and only one of them tries again.
        """
        if (now := time.monotonic()) < self._quiet_until:
            raise Unavailable(_SILENT)
        if self._quiet_until:
            self._quiet_until = now + _ANSWER_S
        for again in (True, False):
            connection = None
            try:
                with self._connection() as connection:
                    result = use(connection)
                self._quiet_until = 0.0
                return result
            except psycopg.IntegrityError as error:
                raise StoreError(_message(error)) from error
            except DoesNotAnswer as error:
                self._quiet_until = time.monotonic() + _SILENCE_S
                self._forget()
                raise Unavailable(_SILENT) from error
            except psycopg.Error as error:
                if not again or connection is None or not connection.closed:
                    raise Unavailable(_message(error)) from error
                self._forget()  # the other idle connections are probably dead, too
        raise AssertionError("the second try returns or raises")

    @contextmanager
    def _connection(self) -> Iterator[Connection[Any]]:
        """A connection for one thread at a time.

        New ones are made on demand, so a database that is back is used at once, and no thread waits for one that is
        gone.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        if not self._free.acquire(timeout=_PATIENCE_S):
            raise Unavailable("the database is busy")
        try:
            try:
                connection = self._idle.get_nowait()
            except queue.Empty:
                connection = self._connect()
            try:
                yield connection
            finally:
                if not connection.closed and not self._closed:
                    self._idle.put(connection)
                else:
                    connection.close()
        finally:
            self._free.release()

    def _forget(self) -> None:
        while True:
            try:
                self._idle.get_nowait().close()
            except queue.Empty:
                return


_SILENT = "the database does not answer"


class DoesNotAnswer(psycopg.OperationalError):
    """The database took the statement and has not answered in time; the connection is closed."""


class _PatientConnection(Connection[Any]):
    """A connection that waits for an answer a limited time: a database that hangs must not hang its servers."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer, `_ANSWER_S` unless the caller says otherwise. Raises DoesNotAnswer."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        began = time.monotonic()
        try:
            return super().wait(gen, interval, _ANSWER_S)
        except psycopg.OperationalError:
            if time.monotonic() - began < _ANSWER_S:
                raise
            self.close()
            raise DoesNotAnswer(_SILENT) from None


class _Portable:
    """A connection that takes statements with `?`, as SQLite does."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor[Any]:
        return self._connection.execute(_with_placeholders(sql), parameters)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_with_placeholders(sql), parameters)


def _with_placeholders(sql: str) -> bytes:
    """A statement with `?` as psycopg takes it. A `%` of its own, as in LIKE 'a-%', has to be doubled there."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


def _transaction(connection: Connection[Any], job: Callable[[Database], T], took: Took) -> T:
    committing = False
    try:
        with connection.transaction():
            result = job(_Portable(connection))
            committing, began = True, time.perf_counter()
        took("commit", time.perf_counter() - began)
        return result
    except psycopg.OperationalError as error:
        if committing and connection.closed:
            raise CommitUnknown(_message(error)) from error
        raise


def _message(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
