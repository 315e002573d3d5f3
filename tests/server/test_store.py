"""The contract of a store: what every database has to do for the site."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tabletown.server.sqlite_schema import MIGRATIONS
from tabletown.server.sqlite import SqliteStore
from tabletown.server.store import (
    Append,
    Behind,
    Clock,
    Event,
    KeyReused,
    Player,
    Receipt,
    Request,
    SeatRow,
    Session,
    StoreError,
    TableRow,
    Unavailable,
)

TABLE = TableRow(
    id="table-1",
    title="uptown",
    rules="uptown/1",
    options={},
    seed=2**63 - 1,
    salt="salt",
    commitment="commitment",
    created=1.5,
    seats=(SeatRow("human", "Ada", owner="ada"), SeatRow("bot", "Sky", bot="greedy")),
)


def move(ply: int, seat: int = 0) -> Event:
    return Event("move", seat, ply, f"digest-{ply}", action=ply)


def adding(after: int, *events: Event, key: str = "", body: str = "body") -> Append:
    request = Request(0, key, body) if key else None
    return Append("table-1", after, events, "players", request)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    store.begin(Session("hash", Player("ada", "Ada")))
    store.create_table(TABLE, "players")
    yield store
    store.close()


def test_a_table_comes_back_as_it_was_set_up(store: SqliteStore) -> None:
    assert store.table("table-1") == TABLE
    assert store.table("table-2") is None
    assert store.versions(["table-1", "table-2"]) == {"table-1": 0}


def test_events_come_back_in_order(store: SqliteStore) -> None:
    note = Event("note", 1, 1, "digest-1", text="Sky sneezes.")
    assert store.append(adding(0, move(1))) == Receipt(1)
    assert store.append(adding(1, note, move(2))) == Receipt(3)
    assert store.append(adding(3, Event("undo", 0, 1, "digest-1"))) == Receipt(4)
    logged = store.events("table-1")
    assert [entry.version for entry in logged] == [1, 2, 3, 4]
    assert [entry.event for entry in logged] == [move(1), note, move(2), Event("undo", 0, 1, "digest-1")]
    assert store.events("table-1", after=3) == logged[3:]
    assert store.versions(["table-1"]) == {"table-1": 4}


def test_a_stale_version_writes_nothing(store: SqliteStore) -> None:
    store.append(adding(0, move(1)))
    for after in (0, 2, -1):
        with pytest.raises(Behind) as behind:
            store.append(adding(after, move(9)))
        assert behind.value.version == 1
    assert len(store.events("table-1")) == 1


def test_a_repeated_request_gets_its_first_answer(store: SqliteStore) -> None:
    first = store.append(adding(0, move(1), key="key-1"))
    store.append(adding(1, move(2)))
    assert first == Receipt(1)
    assert store.append(adding(0, move(1), key="key-1")) == Receipt(1, repeated=True)
    assert store.answered("table-1", Request(0, "key-1", "body")) == Receipt(1, repeated=True)
    assert store.answered("table-1", Request(0, "key-2", "body")) is None
    assert len(store.events("table-1")) == 2


def test_a_pair_of_events_has_one_answer(store: SqliteStore) -> None:
    store.append(adding(0, move(1)))
    pair = adding(1, Event("undo", 0, 0, "digest-0"), move(1), key="key-1")
    assert store.append(pair) == Receipt(3)
    assert store.append(pair) == Receipt(3, repeated=True)


def test_a_key_stands_for_one_request_only(store: SqliteStore) -> None:
    store.append(adding(0, move(1), key="key-1"))
    with pytest.raises(KeyReused):
        store.append(adding(1, move(2), key="key-1", body="another"))
    with pytest.raises(KeyReused):
        store.answered("table-1", Request(0, "key-1", "another"))
    assert store.answered("table-1", Request(1, "key-1", "another")) is None  # another seat's key is its own


def test_answers_survive_a_restart(store: SqliteStore, path: Path) -> None:
    store.append(adding(0, move(1), key="key-1"))
    store.close()
    again = SqliteStore(path)
    assert again.append(adding(0, move(1), key="key-1")) == Receipt(1, repeated=True)
    assert again.session("hash") == Player("ada", "Ada")
    again.close()


@pytest.mark.parametrize("key", ["", "key-1"])
def test_two_servers_race_for_a_version(store: SqliteStore, path: Path, key: str) -> None:
    """With the same key both get the same answer, without one only the first gets any; one event either way."""
    other = SqliteStore(path)
    together = threading.Barrier(2)

    def race(one: SqliteStore) -> Receipt | None:
        together.wait()
        try:
            return one.append(adding(0, move(1), key=key))
        except Behind:
            return None

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(race, (store, other)))
    other.close()
    assert len(store.events("table-1")) == 1
    versions = [answer.version for answer in answers if answer]
    assert versions == ([1, 1] if key else [1])


def test_many_writers_lose_nothing(store: SqliteStore) -> None:
    """Writes that are committed together fail or succeed each for itself."""
    for n in range(8):
        store.create_table(replace(TABLE, id=f"many-{n}"), "players")

    def play(n: int) -> None:
        for version in range(20):
            store.append(Append(f"many-{n}", version, [move(version + 1)], "players"))
            with pytest.raises(Behind):
                store.append(Append(f"many-{n}", version, [move(version + 1)], "players"))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, range(8)))
    assert store.versions([f"many-{n}" for n in range(8)]) == {f"many-{n}": 20 for n in range(8)}


def test_tables_that_await_bots_are_found(store: SqliteStore) -> None:
    assert store.awaiting_bots() == []
    store.append(replace(adding(0, move(1)), awaits="bots"))
    assert store.awaiting_bots() == ["table-1"]
    store.append(replace(adding(1, move(2)), awaits="nobody"))
    assert store.awaiting_bots() == []


def test_a_lobby_shows_public_tables_with_open_seats(store: SqliteStore) -> None:
    seats = (SeatRow("human", "Ada", owner="ada"), SeatRow("open", "Sky"))
    tables = [
        replace(TABLE, id=f"open-{n}", created=n, seats=seats, public=n != 1, clock=Clock(300, 5, on_flag="pass"))
        for n in range(3)
    ]
    for table in tables:
        store.create_table(table, "players")
    assert [store.table(table.id) for table in tables] == tables
    assert store.lobby() == ["open-2", "open-0"]
    assert store.lobby(limit=1) == ["open-2"]
    store.append(Append("open-2", 0, [Event("sit", 1, 0, "", text="Bo", bot="greedy")], "players"))
    store.append(Append("open-0", 0, [move(1)], "nobody"))
    assert store.lobby() == []


def test_finished_games_are_listed_in_order(store: SqliteStore) -> None:
    for n in range(3):
        store.create_table(replace(TABLE, id=f"game-{n}", public=n > 0), "players")
    for n in (2, 0, 1):
        store.append(Append(f"game-{n}", 0, [move(1)], "nobody"))
    (first, _), (second, ended) = store.finished(public=True)
    assert (first, second) == ("game-2", "game-1")
    assert store.finished(public=True, limit=1) == store.finished(public=True)[:1]
    assert store.finished(public=True, after=ended) == []
    assert [table for table, _ in store.finished(public=False)] == ["game-2", "game-0", "game-1"]
    store.append(Append("game-1", 1, [Event("say", 0, 1, "", text="Well played.", owner="ada")], "nobody"))
    assert store.finished(public=True)[-1] == ("game-1", ended)


def test_the_tables_of_a_player(store: SqliteStore) -> None:
    seats = (SeatRow("bot", "Orange", bot="greedy"), SeatRow("open", "Sky"))
    for n in range(3):
        store.create_table(replace(TABLE, id=f"new-{n}", created=10 + n, seats=seats), "players")
    for n in range(2):
        store.append(Append(f"new-{n}", 0, [Event("sit", 1, 0, "", text="Ada", owner="ada")], "players"))
    store.append(Append("new-1", 1, [move(1)], "nobody"))
    assert store.tables_of("ada") == ["new-0", "table-1", "new-1"]
    assert store.tables_of("ada", limit=1) == ["new-0"]
    assert store.tables_of("bob") == []


def test_overdue_tables_are_found(store: SqliteStore) -> None:
    assert store.due(1e12) == []
    store.append(Append("table-1", 0, [move(1)], "players", deadline=100.0))
    assert (store.due(99.0), store.due(100.0)) == ([], ["table-1"])
    store.append(Append("table-1", 1, [move(2)], "players"))
    assert store.due(1e12) == []


def test_an_unknown_table_takes_no_events(store: SqliteStore) -> None:
    with pytest.raises(StoreError):
        store.append(replace(adding(0, move(1)), table="table-2"))
    assert store.events("table-2") == []


def test_the_log_is_append_only(store: SqliteStore, path: Path) -> None:
    store.append(adding(0, move(1)))
    db = sqlite3.connect(path)
    for statement in ("UPDATE events SET action = 7", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(statement)
    db.close()


def test_the_file_keeps_no_token(store: SqliteStore, path: Path) -> None:
    assert store.session("hash") == Player("ada", "Ada")
    assert store.session("token") is None


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    SqliteStore(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(Unavailable, match="newer"):
        SqliteStore(path)


def test_a_place_that_cannot_hold_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="nowhere"):
        SqliteStore(tmp_path / "nowhere" / "store.sqlite3")


def test_a_locked_database_is_a_clear_error_and_no_half_move(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletown.server.sqlite._PATIENCE_S", 0.05)
    impatient = SqliteStore(path)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked"):
        impatient.append(adding(0, move(1)))
    db.execute("ROLLBACK")
    db.close()
    assert impatient.append(adding(0, move(1))) == Receipt(1)
    impatient.close()


def test_a_full_disk_is_a_clear_error_and_no_half_move(store: SqliteStore, path: Path) -> None:
    full = threading.Event()

    def fill(db: sqlite3.Connection) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        full.set()

    store.write(fill)
    assert full.is_set()
    large = Event("note", 0, 0, "digest-0", text="x" * 100_000)
    with pytest.raises(Unavailable, match="full"):
        store.append(adding(0, move(1), large))
    assert store.events("table-1") == []
    assert store.versions(["table-1"]) == {"table-1": 0}


def test_a_closed_store_says_so(store: SqliteStore) -> None:
    store.close()
    with pytest.raises(Unavailable):
        store.append(adding(0, move(1)))


WRITER = """
import sys
from tests.server.test_store import adding, move
from tabletown.server.sqlite import SqliteStore
store = SqliteStore(sys.argv[1])
for version in range(100_000):
    receipt = store.append(adding(version, move(version + 1), key=f"key-{version:06}"))
    print(receipt.version, flush=True)
"""


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.2])
def test_killed_while_writing_no_acknowledged_move_is_lost_and_none_is_doubled(
    store: SqliteStore, path: Path, delay: float
) -> None:
    """kill -9 falls before, inside and after commits; whatever was acknowledged is there, retries change nothing."""
    store.close()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, env=environment)
    assert child.stdout is not None
    lines = [child.stdout.readline()]
    time.sleep(delay)
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.readlines()
    child.stdout.close()
    child.wait()
    acknowledged = [int(line) for line in lines if line.endswith(b"\n")]
    after = SqliteStore(path)
    versions = [entry.version for entry in after.events("table-1")]
    assert versions == list(range(1, len(versions) + 1))
    assert acknowledged == versions[: len(acknowledged)]
    assert len(versions) - len(acknowledged) <= 1  # one may have been committed without its answer getting out
    retried = [after.append(adding(v, move(v + 1), key=f"key-{v:06}")) for v in range(len(acknowledged) + 1)]
    assert [receipt.version for receipt in retried] == list(range(1, len(retried) + 1))
    assert len(after.events("table-1")) == len(retried)
    after.close()
