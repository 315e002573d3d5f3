"""Notices (LISTEN/NOTIFY): servers that share a PostgreSQL tell each other `table:version`, and nothing else.

A notice is a hint to read the database. Servers also poll, so a notice may be lost, doubled or late. That is why it is
sent after the commit and on another connection: PostgreSQL commits only one transaction with a notice at a time, so
every move would wait for the disk write of every other (half as many moves a second).
"""

import logging
import os
import selectors
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import Connection

CHANNEL = "tabletown"
_RETRY_S = 1.0  # how long to wait after a connection was lost

log = logging.getLogger(__name__)


class Notices:
    """One thread with one connection that sends new versions to other processes and receives theirs."""

    def __init__(self, connect: Callable[[], Connection[Any]]) -> None:
        self._connect = connect
        self._listeners: list[Callable[[str, int], None]] = []
        self._news: dict[str, int] = {}  # versions that are not sent yet
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._thread = threading.Thread(target=self._run, name="postgres-notices", daemon=True)
        self._thread.start()

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Call `heard` with the table and version of every notice from another process."""
        self._listeners.append(heard)

    def announce(self, table_id: str, version: int) -> None:
        """Send the version of a table to all other processes. Returns at once; the thread sends it."""
        with self._lock:
            if self._closed.is_set():
                return
            idle = not self._news
            self._news[table_id] = max(version, self._news.get(table_id, 0))
            if idle:
                self._wake_thread()

    def close(self) -> None:
        """Send what is not sent yet, and stop the thread."""
        with self._lock:
            if self._closed.is_set():
                return
            self._closed.set()
            self._wake_thread()
        self._thread.join()
        os.close(self._woken)
        os.close(self._wake)

    def _wake_thread(self) -> None:
        with suppress(BlockingIOError):  # a full pipe wakes the thread just as well
            os.write(self._wake, b"!")

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    connection.execute("SET synchronous_commit = off")  # a notice need not wait for the disk
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._serve(connection)
            except psycopg.Error as error:
                log.warning("no notices from other servers for now: %s", error)
                self._closed.wait(_RETRY_S)

    def _serve(self, connection: Connection[Any]) -> None:
        with selectors.DefaultSelector() as either:
            either.register(self._woken, selectors.EVENT_READ)
            either.register(connection.fileno(), selectors.EVENT_READ)
            while True:
                last = self._closed.is_set()  # read before sending, so that what was announced before `close` is sent
                self._send(connection)
                for notice in connection.notifies(timeout=0):
                    if notice.pid != connection.info.backend_pid:
                        self._receive(notice.payload)
                if last:
                    return
                if any(key.fd == self._woken for key, _ in either.select()):
                    os.read(self._woken, 4096)

    def _send(self, connection: Connection[Any]) -> None:
        with self._lock:
            news, self._news = self._news, {}
        if news:
            with connection.cursor() as cursor:
                cursor.executemany(
                    "SELECT pg_notify(%s, %s)",
                    [(CHANNEL, f"{table_id}:{version}") for table_id, version in news.items()],
                )

    def _receive(self, payload: str) -> None:
        table_id, _, version = payload.rpartition(":")
        if not version.isdecimal():
            return  # anything that may connect to the database may send notices
        for heard in self._listeners:
            heard(table_id, int(version))
