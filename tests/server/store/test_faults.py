"""What can happen to a database: a clear error, no half move, and nothing that was acknowledged is lost."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from tabletown.server.store.database import Database
from tabletown.server.store.events import Noted
from tabletown.server.store.postgres import PostgresStore
from tabletown.server.store.protocol import CommitUnknown, Player, Receipt, Session, Unavailable
from tabletown.server.store.sql import SqlStore

from ..cluster import Cluster
from ..databases import Place, Served
from .test_store import TABLE, adding, move

LARGE = Noted(0, 0, "digest-0", "x" * 100_000)


@pytest.fixture
def store(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlStore]:
    """A store that does not wait for long."""
    for module in ("sqlite", "postgres"):
        monkeypatch.setattr(f"tabletown.server.store.{module}._PATIENCE_S", 0.1)
    yield from _set_up(place)


@pytest.fixture
def postgres(served: Served) -> Iterator[SqlStore]:
    yield from _set_up(served)


def _set_up(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    store.begin(Session("hash", Player("ada", "Ada")))
    store.create_table(TABLE, "players")
    yield store
    store.close()


def assert_untouched(store: SqlStore) -> None:
    assert store.events("table-1") == []
    assert store.versions(["table-1"]) == {"table-1": 0}


def test_a_locked_database(store: SqlStore, place: Place) -> None:
    with place.locked():
        with pytest.raises(Unavailable, match="lock"):
            store.append(adding(0, move(1)))
        assert_untouched(store)  # who only looks is not in the way
    assert store.append(adding(0, move(1))) == Receipt(1)


def test_a_full_disk(store: SqlStore, place: Place) -> None:
    place.full(store)
    with pytest.raises(Unavailable, match="full"):
        store.append(adding(0, move(1), LARGE))
    assert_untouched(store)


def test_a_disk_that_can_only_be_read(store: SqlStore, place: Place) -> None:
    place.read_only(store)
    with pytest.raises(Unavailable, match=r"read-?only"):
        store.append(adding(0, move(1)))
    assert_untouched(store)
    place.read_only(store, False)
    assert store.append(adding(0, move(1))) == Receipt(1)


# Connections that are cut


def test_connections_that_were_cut_while_idle_are_replaced(postgres: SqlStore, served: Served) -> None:
    assert served.cut() > 0
    assert store_and_read(postgres) == 1


def store_and_read(store: SqlStore) -> int:
    store.append(adding(0, move(1)))
    return len(store.events("table-1"))


def test_a_connection_cut_before_the_commit(
    postgres: SqlStore, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it wrote is gone with it, and is written again: once in all."""
    tries = 0

    def cut_once(self: PostgresStore, job: Callable[[Database], object]) -> object:
        def interrupted(db: Database) -> object:
            nonlocal tries
            tries += 1
            result = job(db)
            if tries == 1:
                served.cut()
                db.execute("SELECT 1")
            return result

        return write(self, interrupted)

    write = PostgresStore.write
    monkeypatch.setattr(PostgresStore, "write", cut_once)
    assert postgres.append(adding(0, move(1), key="key-1")) == Receipt(1)
    assert tries == 2
    assert len(postgres.events("table-1")) == 1


@pytest.mark.parametrize("done", [True, False], ids=["committed", "rolled back"])
def test_a_connection_cut_in_the_moment_of_the_commit(
    postgres: SqlStore, served: Served, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    """Nobody can know whether it was done. It says so, and with the same key it is done once."""
    commit = psycopg.Transaction._commit_gen

    def lost(self: psycopg.Transaction) -> object:
        monkeypatch.undo()
        if done:
            yield from commit(self)
        self.connection.close()
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(psycopg.Transaction, "_commit_gen", lost)
    with pytest.raises(CommitUnknown):
        postgres.append(adding(0, move(1), key="key-1"))
    assert len(postgres.events("table-1")) == int(done)
    assert postgres.append(adding(0, move(1), key="key-1")) == Receipt(1, repeated=done)
    assert len(postgres.events("table-1")) == 1


def test_a_database_server_that_dies_and_comes_back(postgres: SqlStore, cluster: Cluster) -> None:
    postgres.append(adding(0, move(1)))
    cluster.stop()
    with pytest.raises(Unavailable):
        postgres.append(adding(1, move(2)))
    with pytest.raises(Unavailable):
        postgres.events("table-1")
    cluster.start()
    assert postgres.append(adding(1, move(2))) == Receipt(2)


# Servers that are killed

WRITER = """
import sys
from tests.server.test_store import adding, move
from tabletown.server.store.opening import open_store
store = open_store(sys.argv[1])
for version in range(100_000):
    receipt = store.append(adding(version, move(version + 1), key=f"key-{version:06}"))
    print(receipt.version, flush=True)
"""


@pytest.mark.parametrize("delay", [0.0, 0.1])
def test_killed_while_writing_no_acknowledged_move_is_lost_and_none_is_doubled(
    store: SqlStore, place: Place, delay: float
) -> None:
    """kill -9 falls before, inside and after commits; whatever was acknowledged is there, retries change nothing."""
    store.close()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.Popen([sys.executable, "-c", WRITER, place.url], stdout=subprocess.PIPE, env=environment)
    assert child.stdout is not None
    lines = [child.stdout.readline()]
    time.sleep(delay)
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.readlines()
    child.stdout.close()
    child.wait()
    acknowledged = [int(line) for line in lines if line.endswith(b"\n")]
    after = place.open()
    versions = [entry.version for entry in after.events("table-1")]
    assert versions == list(range(1, len(versions) + 1))
    assert acknowledged == versions[: len(acknowledged)]
    assert len(versions) - len(acknowledged) <= 1  # one may have been committed without its answer getting out
    retried = [after.append(adding(v, move(v + 1), key=f"key-{v:06}")) for v in range(len(acknowledged) + 1)]
    assert [receipt.version for receipt in retried] == list(range(1, len(retried) + 1))
    assert len(after.events("table-1")) == len(retried)
    after.close()
