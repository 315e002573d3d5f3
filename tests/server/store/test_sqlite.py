"""How threads take turns at writing to SQLite."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tabletown.server.store.database import Database
from tabletown.server.store.protocol import Operation, Unavailable
from tabletown.server.store.sqlite import SqliteStore


class Writes:
    """A store whose first write goes on until `may_end` is set, and what it told of commits."""

    def __init__(self, path: Path) -> None:
        self.store = SqliteStore(path / "test.sqlite3")
        self.store.write(lambda db: db.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)"))
        self.commits = 0
        self.store.measure(self._took)
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def _took(self, operation: Operation, seconds: float, failed: bool = False) -> None:
        self.commits += operation == "commit"

    def slow(self, db: Database) -> None:
        """Write 0, slowly."""
        self.has_begun.set()
        assert self.may_end.wait(10)
        db.execute("INSERT INTO numbers VALUES (0)")

    def put(self, number: int) -> int:
        """Write a number; returns the thread that did."""

        def insert(db: Database) -> int:
            db.execute("INSERT INTO numbers VALUES (?)", (number,))
            return threading.get_ident()

        return self.store.write(insert)

    def wait_for(self, waiting: int) -> None:
        """Wait until so many writes wait for the one that goes on."""
        end = time.monotonic() + 10
        while len(self.store._waiting) < waiting:
            assert time.monotonic() < end
            time.sleep(0.001)

    def numbers(self) -> list[int]:
        """What is in the file."""
        rows = self.store.read(lambda db: db.execute("SELECT n FROM numbers ORDER BY n").fetchall())
        return [row[0] for row in rows]


def test_a_thread_that_is_alone_writes_itself(tmp_path: Path) -> None:
    writes = Writes(tmp_path)
    assert writes.put(1) == threading.get_ident()
    writes.store.close()


def test_writes_that_arrive_during_another_are_committed_together_by_one_of_their_threads(tmp_path: Path) -> None:
    writes = Writes(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        slow = pool.submit(writes.store.write, writes.slow)
        assert writes.has_begun.wait(10)
        others = [pool.submit(writes.put, number) for number in (1, 2, 3)]
        writes.wait_for(3)
        writes.may_end.set()
        slow.result(10)
        assert len({other.result(10) for other in others}) == 1
    assert writes.commits == 2
    assert writes.numbers() == [0, 1, 2, 3]
    writes.store.close()


def test_closing_waits_for_writes_that_were_accepted_and_refuses_later_ones(tmp_path: Path) -> None:
    writes = Writes(tmp_path)
    with ThreadPoolExecutor(3) as pool:
        slow = pool.submit(writes.store.write, writes.slow)
        assert writes.has_begun.wait(10)
        waits = pool.submit(writes.put, 1)
        writes.wait_for(1)
        closing = pool.submit(writes.store.close)
        while not writes.store._closed:
            time.sleep(0.001)
        with pytest.raises(Unavailable):
            writes.put(2)
        assert not closing.done()
        writes.may_end.set()
        slow.result(10), waits.result(10), closing.result(10)
    again = SqliteStore(tmp_path / "test.sqlite3")
    assert again.read(lambda db: db.execute("SELECT n FROM numbers ORDER BY n").fetchall()) == [(0,), (1,)]
    again.close()
