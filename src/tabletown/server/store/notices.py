"""Servers on one PostgreSQL wake each other: `table:version` on one channel, and nothing else.

A notice is a hint. Who hears it looks into the database, and looks now and then without one, so notices may be lost,
doubled or late. Therefore they are sent after the commit and beside it: PostgreSQL lets only one transaction with a
notice commit at a time, so every move would have to wait for the disk behind every other (half as many moves a second).
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
_AGAIN_S = 1.0  # how long to wait after a connection was lost

log = logging.getLogger(__name__)


class Notices:
    """One thread and one connection that tell other processes of new versions, and hear of theirs."""

    def __init__(self, connect: Callable[[], Connection[Any]]) -> None:
        self._connect = connect
        self._heard: list[Callable[[str, int], None]] = []
        self._news: dict[str, int] = {}  # what is still to be told
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._thread = threading.Thread(target=self._run, name="postgres-notices", daemon=True)
        self._thread.start()

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Have this called with every notice of another process."""
        self._heard.append(heard)

    def tell(self, table_id: str, version: int) -> None:
        """Let everybody know soon that a table is at a version. Returns at once."""
        with self._lock:
            if self._closed.is_set():
                return
            idle = not self._news
            self._news[table_id] = max(version, self._news.get(table_id, 0))
            if idle:
                self._ring()

    def close(self) -> None:
        """Tell what is still to be told, and end."""
        with self._lock:
            if self._closed.is_set():
                return
            self._closed.set()
            self._ring()
        self._thread.join()
        os.close(self._woken)
        os.close(self._wake)

    def _ring(self) -> None:
        with suppress(BlockingIOError):  # a full pipe wakes as well as one byte more
            os.write(self._wake, b"!")

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    connection.execute("SET synchronous_commit = off")  # a notice is not worth a wait for the disk
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._serve(connection)
            except psycopg.Error as error:
                log.warning("no notices from other servers for now: %s", error)
                self._closed.wait(_AGAIN_S)

    def _serve(self, connection: Connection[Any]) -> None:
        with selectors.DefaultSelector() as either:
            either.register(self._woken, selectors.EVENT_READ)
            either.register(connection.fileno(), selectors.EVENT_READ)
            while True:
                last = self._closed.is_set()  # asked before: what is told until then gets out
                self._send(connection)
                for notice in connection.notifies(timeout=0):
                    if notice.pid != connection.info.backend_pid:
                        self._hear(notice.payload)
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

    def _hear(self, payload: str) -> None:
        table_id, _, version = payload.rpartition(":")
        if not version.isdecimal():
            return  # anybody who may connect may send anything
        for heard in self._heard:
            heard(table_id, int(version))
