"""The databases that a site may keep its games in, and what can happen to them."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tabletown.server.store.opening import open_store
from tabletown.server.store.sql import SqlStore

from .cluster import Cluster


class Place(ABC):
    """A database, empty at first."""

    url: str

    def open(self) -> SqlStore:
        """A store in it."""
        return open_store(self.url)

    @abstractmethod
    def execute(self, sql: str) -> list[Any]:
        """Do something behind the store's back."""

    @abstractmethod
    def full(self, store: SqlStore) -> None:
        """From now on there is no room for a long text."""

    @abstractmethod
    def read_only(self, store: SqlStore, wish: bool = True) -> None:
        """From now on nothing can be written; or it can again."""

    @abstractmethod
    @contextmanager
    def locked(self) -> Iterator[None]:
        """For a while nobody else can write."""

    @abstractmethod
    def outdate(self, steps: int) -> None:
        """Let it seem to have been written by a program that knows another number of steps."""


class File(Place):
    """An SQLite file."""

    def __init__(self, path: Path) -> None:
        self.url = str(path)

    def execute(self, sql: str) -> list[Any]:
        with closing(sqlite3.connect(self.url, isolation_level=None)) as db:
            return db.execute(sql).fetchall()

    def full(self, store: SqlStore) -> None:
        ((pages,),) = self.execute("PRAGMA page_count")
        store.write(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())

    def read_only(self, store: SqlStore, wish: bool = True) -> None:
        if wish:
            self._writer = store.write(lambda db: db)
        self._writer.execute(f"PRAGMA query_only = {int(wish)}")

    @contextmanager
    def locked(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.url, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            yield
            db.execute("ROLLBACK")

    def outdate(self, steps: int) -> None:
        self.execute(f"PRAGMA user_version = {steps}")


class Served(Place):
    """A database of a PostgreSQL server."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.url = cluster.new_database()

    def execute(self, sql: str) -> list[Any]:
        return self.cluster.execute(sql, self.url)

    def full(self, store: SqlStore) -> None:
        self.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE EXCEPTION 'could not extend file: No space left on device, disk full' USING ERRCODE = 'disk_full';"
            " END $$"
        )
        self.execute(
            "CREATE TRIGGER full_disk AFTER INSERT ON events FOR EACH ROW WHEN (length(NEW.text) > 1000)"
            " EXECUTE FUNCTION full_disk()"
        )

    def read_only(self, store: SqlStore, wish: bool = True) -> None:
        ((name,),) = self.execute("SELECT current_database()")
        self.cluster.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {'on' if wish else 'off'}")
        self.cut()  # it is asked for when a connection begins

    @contextmanager
    def locked(self) -> Iterator[None]:
        with psycopg.connect(self.url) as db:
            db.execute("LOCK TABLE events, tables IN EXCLUSIVE MODE")
            yield

    def outdate(self, steps: int) -> None:
        self.execute(f"UPDATE migrations SET done = {steps}")

    def cut(self) -> int:
        """Cut all connections of others; returns how many there were."""
        return len(
            self.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
