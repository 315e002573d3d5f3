"""The contract of a store: what every database has to do for the site."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from tabletown.server.store.events import AnyEvent, Moved, Noted, Said, SatDown, TookBack
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import (
    Append,
    Clock,
    KeyReused,
    Player,
    Receipt,
    Request,
    SeatRow,
    Session,
    SessionOver,
    StoreError,
    TableRow,
    Unavailable,
    VersionConflict,
)
from tabletown.server.store.sql import SqlStore

from ..databases import File, Place, Served

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


def move(ply: int, seat: int = 0) -> Moved:
    return Moved(seat, ply, f"digest-{ply}", ply)


def adding(after: int, *events: AnyEvent, key: str = "", body: str = "body") -> Append:
    request = Request("ada", key, body) if key else None
    return Append("table-1", after, events, "players", request)


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    store.begin(Session("hash", Player("ada", "Ada")))
    store.create_table(TABLE, "players")
    yield store
    store.close()


def test_a_table_comes_back_as_it_was_set_up(store: SqlStore) -> None:
    assert store.table("table-1") == TABLE
    assert store.table("table-2") is None
    strict = replace(TABLE, id="table-3", rated=True, tournament="autumn")
    store.create_table(strict, "players")
    assert store.table("table-3") == strict
    assert store.versions(["table-1", "table-2"]) == {"table-1": 0}


def test_events_come_back_in_order(store: SqlStore) -> None:
    note = Noted(1, 1, "digest-1", "Sky sneezes.")
    assert store.append(adding(0, move(1))) == Receipt(1)
    assert store.append(adding(1, note, move(2))) == Receipt(3)
    assert store.append(adding(3, TookBack(0, 1, "digest-1"))) == Receipt(4)
    logged = store.events("table-1")
    assert [entry.version for entry in logged] == [1, 2, 3, 4]
    assert [entry.event for entry in logged] == [move(1), note, move(2), TookBack(0, 1, "digest-1")]
    assert store.events("table-1", after=3) == logged[3:]
    assert store.versions(["table-1"]) == {"table-1": 4}


def test_a_stale_version_writes_nothing(store: SqlStore) -> None:
    store.append(adding(0, move(1)))
    for after in (0, 2, -1):
        with pytest.raises(VersionConflict) as behind:
            store.append(adding(after, move(9)))
        assert behind.value.version == 1
    assert len(store.events("table-1")) == 1


def test_a_repeated_request_gets_its_first_answer(store: SqlStore) -> None:
    first = store.append(adding(0, move(1), key="key-1"))
    store.append(adding(1, move(2)))
    assert first == Receipt(1)
    assert store.append(adding(0, move(1), key="key-1")) == Receipt(1, repeated=True)
    assert store.find_receipt("table-1", Request("ada", "key-1", "body")) == Receipt(1, repeated=True)
    assert store.find_receipt("table-1", Request("ada", "key-2", "body")) is None
    assert len(store.events("table-1")) == 2


def test_a_pair_of_events_has_one_answer(store: SqlStore) -> None:
    store.append(adding(0, move(1)))
    pair = adding(1, TookBack(0, 0, "digest-0"), move(1), key="key-1")
    assert store.append(pair) == Receipt(3)
    assert store.append(pair) == Receipt(3, repeated=True)


def test_a_key_stands_for_one_request_only(store: SqlStore) -> None:
    store.append(adding(0, move(1), key="key-1"))
    with pytest.raises(KeyReused):
        store.append(adding(1, move(2), key="key-1", body="another"))
    with pytest.raises(KeyReused):
        store.find_receipt("table-1", Request("ada", "key-1", "another"))
    assert (
        store.find_receipt("table-1", Request("bob", "key-1", "another")) is None
    )  # another player's key is their own


def test_a_key_belongs_to_a_player_whichever_seat_acts(store: SqlStore) -> None:
    first = replace(adding(0, move(1)), request=Request("ada", "key-1", "body", seat=0))
    assert store.append(first) == Receipt(1)
    for seat in (0, 1):
        chosen = replace(adding(1, move(2, seat)), request=Request("ada", "key-1", "body", seat))
        assert store.append(chosen) == Receipt(1, repeated=True)
    with pytest.raises(KeyReused):
        store.append(replace(adding(1, move(2, 1)), request=Request("ada", "key-1", "body", 1, names_seat=True)))
    assert store.append(replace(adding(1, move(2, 1)), request=Request("bob", "key-1", "body", 1))) == Receipt(2)
    assert len(store.events("table-1")) == 2


def test_keys_of_older_releases_belong_to_seats(store: SqlStore, place: Place) -> None:
    """There a log may hold one key on several seats."""
    store.append(adding(0, move(1), move(2), move(3)))
    place.execute("DROP TRIGGER events_stay" + ("" if isinstance(place, File) else " ON events"))
    place.execute("UPDATE events SET key = 'old-key', key_seat = version - 1, body = 'body'")
    for seat in range(3):
        assert store.find_receipt("table-1", Request("ada", "old-key", "body", seat)) == Receipt(seat + 1, True)
    assert store.find_receipt("table-1", Request("ada", "old-key", "body", 3)) is None


def test_answers_survive_a_restart(store: SqlStore, place: Place) -> None:
    store.append(adding(0, move(1), key="key-1"))
    store.close()
    again = place.open()
    assert again.append(adding(0, move(1), key="key-1")) == Receipt(1, repeated=True)
    assert again.session("hash") == Player("ada", "Ada")
    again.close()


@pytest.mark.parametrize("key", ["", "key-1"])
def test_two_servers_race_for_a_version(store: SqlStore, place: Place, key: str) -> None:
    """With the same key both get the same answer, without one only the first gets any; one event either way."""
    other = place.open()
    together = threading.Barrier(2)

    def race(one: SqlStore) -> Receipt | None:
        together.wait()
        try:
            return one.append(adding(0, move(1), key=key))
        except VersionConflict:
            return None

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(race, (store, other)))
    other.close()
    assert len(store.events("table-1")) == 1
    versions = [answer.version for answer in answers if answer]
    assert versions == ([1, 1] if key else [1])


def test_many_writers_lose_nothing(store: SqlStore) -> None:
    """Writes that are committed together fail or succeed each for itself."""
    for n in range(8):
        store.create_table(replace(TABLE, id=f"many-{n}"), "players")

    def play(n: int) -> None:
        for version in range(20):
            store.append(Append(f"many-{n}", version, [move(version + 1)], "players"))
            with pytest.raises(VersionConflict):
                store.append(Append(f"many-{n}", version, [move(version + 1)], "players"))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, range(8)))
    assert store.versions([f"many-{n}" for n in range(8)]) == {f"many-{n}": 20 for n in range(8)}


def test_tables_that_await_bots_are_found(store: SqlStore) -> None:
    assert store.awaiting_bots() == []
    store.append(replace(adding(0, move(1)), awaits="bots"))
    assert store.awaiting_bots() == ["table-1"]
    store.append(replace(adding(1, move(2)), awaits="nobody"))
    assert store.awaiting_bots() == []


def test_a_lobby_shows_public_tables_with_open_seats(store: SqlStore) -> None:
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
    store.append(Append("open-2", 0, [SatDown(1, 0, "", "Bo", "greedy")], "players"))
    store.append(Append("open-0", 0, [move(1)], "nobody"))
    assert store.lobby() == []


def test_public_games_in_play_are_found_with_the_time_of_their_last_event(store: SqlStore) -> None:
    waiting = replace(
        TABLE, id="open", public=True, seats=(SeatRow("human", "Ada", owner="ada"), SeatRow("open", "Sky"))
    )
    others = [replace(TABLE, id=f"game-{n}", created=n, public=n != 1) for n in range(3)]
    for table in (waiting, *others):
        store.create_table(table, "players")
    assert store.in_play() == [("game-2", 2), ("game-0", 0)]
    assert store.in_play(limit=1) == [("game-2", 2)]
    store.append(Append("game-0", 0, [move(1), move(2)], "players"))
    assert store.in_play() == [("game-2", 2), ("game-0", store.events("game-0")[-1].at)]
    store.append(Append("game-2", 0, [move(1)], "nobody"))
    assert [table for table, _ in store.in_play()] == ["game-0"]


def test_games_that_ended_at_the_same_time_are_not_parted(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((10.0, 20.0, 20.0, 20.0, 30.0))
    for n in range(5):
        store.create_table(replace(TABLE, id=f"game-{n}", public=True), "players")
    monkeypatch.setattr(type(store), "now", lambda _: next(times))
    for n in (3, 1, 0, 2, 4):
        store.append(Append(f"game-{n}", 0, [move(1)], "nobody"))
    listed, after = [], 0.0
    while found := store.finished(after=after, limit=2):
        listed.append([table for table, _ in found])
        after = found[-1][1]
    assert listed == [["game-3", "game-0", "game-1", "game-2"], ["game-4"]]


def test_finished_games_are_listed_in_order(store: SqlStore) -> None:
    for n in range(3):
        store.create_table(replace(TABLE, id=f"game-{n}", public=n > 0), "players")
    for n in (2, 0, 1):
        store.append(Append(f"game-{n}", 0, [move(1)], "nobody"))
    (first, _), (second, ended) = store.finished(public=True)
    assert (first, second) == ("game-2", "game-1")
    assert store.finished(public=True, limit=1) == store.finished(public=True)[:1]
    assert store.finished(public=True, after=ended) == []
    assert [table for table, _ in store.finished(public=False)] == ["game-2", "game-0", "game-1"]
    store.append(Append("game-1", 1, [Said(0, 1, "", "Well played.", "ada")], "nobody"))
    assert store.finished(public=True)[-1] == ("game-1", ended)


def test_the_tables_of_a_player(store: SqlStore) -> None:
    seats = (SeatRow("bot", "Orange", bot="greedy"), SeatRow("open", "Sky"))
    for n in range(3):
        store.create_table(replace(TABLE, id=f"new-{n}", created=10 + n, seats=seats), "players")
    for n in range(2):
        store.append(Append(f"new-{n}", 0, [SatDown(1, 0, "", "Ada", owner="ada")], "players"))
    store.append(Append("new-1", 1, [move(1)], "nobody"))
    assert store.tables_of("ada") == ["new-0", "table-1", "new-1"]
    assert store.tables_of("ada", limit=1) == ["new-0"]
    assert store.tables_of("bob") == []


def test_overdue_tables_are_found(store: SqlStore) -> None:
    assert store.past_deadline(1e12) == []
    store.append(Append("table-1", 0, [move(1)], "players", deadline=100.0))
    assert (store.past_deadline(99.0), store.past_deadline(100.0)) == ([], ["table-1"])
    store.append(Append("table-1", 1, [move(2)], "players"))
    assert store.past_deadline(1e12) == []


def test_the_first_review_of_a_game_by_a_mind_is_kept(store: SqlStore, place: Place) -> None:
    assert store.review(TABLE.id, "1-mind") is None
    store.keep_review(TABLE.id, "1-mind", "first")
    store.keep_review(TABLE.id, "1-mind", "second")
    store.keep_review(TABLE.id, "1-other", "another")
    store.close()
    again = place.open()
    assert [again.review(TABLE.id, by) for by in ("1-mind", "1-other", "1-none")] == ["first", "another", None]
    assert again.review("nowhere\0", "1-mind") is None
    with pytest.raises(StoreError):
        again.keep_review("nowhere", "1-mind", "of no game")
    again.close()


def test_a_position_is_kept_once(store: SqlStore) -> None:
    assert store.position("abc") is None
    store.keep_position("abc", "first", 1000.0)
    store.keep_position("abc", "second", 1000.0)
    assert store.position("abc") == "first"
    assert store.position("abc\0") is None


def test_positions_that_nobody_opens_are_dropped(store: SqlStore) -> None:
    for name in ("opened", "left", "again"):
        store.keep_position(name, name, 1000.0)
    store.write(lambda db: db.execute("INSERT INTO positions (id, text) VALUES ('old', 'of an older release')"))
    store.touch_positions(["opened", "unknown"], 3000.0)
    store.keep_position("again", "again", 3000.0)
    assert store.drop_positions(2000.0, 5000.0) == 1
    found = {name: store.position(name) is not None for name in ("opened", "left", "again", "old")}
    assert found == {"opened": True, "left": False, "again": True, "old": True}
    assert store.drop_positions(4000.0, 6000.0) == 2
    assert store.position("old") is not None  # since the first time that nobody knew better
    assert store.drop_positions(5500.0, 6000.0) == 1


def test_an_unknown_table_takes_no_events(store: SqlStore) -> None:
    with pytest.raises(StoreError):
        store.append(replace(adding(0, move(1)), table="table-2"))
    assert store.events("table-2") == []


def test_the_log_is_append_only(store: SqlStore, place: Place) -> None:
    store.append(adding(0, move(1)))
    for statement in ("UPDATE events SET action = 7", "DELETE FROM events"):
        with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError), match="append-only"):
            place.execute(statement)
    assert len(store.events("table-1")) == 1


def test_a_key_makes_one_table(store: SqlStore, place: Place) -> None:
    """Also for another server, and whatever else is asked with it."""
    other = place.open()
    two = replace(TABLE, id="table-2")
    assert store.create_table(two, "bots", key="form-1") == "table-2"
    assert other.create_table(replace(TABLE, id="table-3"), "players", key="form-1") == "table-2"
    assert other.create_table(replace(TABLE, id="table-4"), "players", key="form-2") == "table-4"
    other.close()
    assert store.table("table-2") == two
    assert store.table("table-3") is None
    assert store.awaiting_bots() == ["table-2"]


def test_servers_race_with_one_key(store: SqlStore, place: Place) -> None:
    """One table, one session: whoever loses leaves nothing behind."""
    others = [store, place.open(), place.open()]
    together = threading.Barrier(3)

    def race(n: int) -> str:
        together.wait()
        session = Session(f"hash-{n}", Player(f"player-{n}"))
        seats = (SeatRow("human", "Ada", owner=f"player-{n}"),)
        return others[n].create_table(replace(TABLE, id=f"race-{n}", seats=seats), "players", key="k", session=session)

    with ThreadPoolExecutor(3) as pool:
        made = set(pool.map(race, range(3)))
    for other in others[1:]:
        other.close()
    assert len(made) == 1
    (winner,) = [n for n in range(3) if store.session(f"hash-{n}")]
    assert made == {f"race-{winner}"}
    assert [n for n in range(3) if store.player(f"player-{n}")] == [winner]


def test_a_session_and_its_end(store: SqlStore) -> None:
    assert store.session("hash") == Player("ada", "Ada")
    assert store.session("token") is None
    store.begin(Session("another", Player("ada", "Ada"), beside=True))
    store.begin(Session("of-bob", Player("bob", "Bob")))
    for token in ("hash", "hash", "unknown"):
        store.end(token)
    assert [store.session(token) for token in ("hash", "another", "of-bob")] == [None, None, Player("bob", "Bob")]
    with pytest.raises(SessionOver):
        store.begin(Session("third", Player("ada", "Ada"), beside=True))
    assert store.session("third") is None
    assert store.player("ada") == Player("ada", "Ada")
    assert store.player("cyd") is None


def test_a_replaced_session_ends_and_can_be_replaced_once(store: SqlStore) -> None:
    store.begin(Session("second", Player("ada", "Countess"), replaces="hash"))
    assert store.session("hash") is None
    assert store.session("second") == Player("ada", "Countess")
    with pytest.raises(SessionOver):
        store.begin(Session("third", Player("ada"), replaces="hash"))
    with pytest.raises(SessionOver):
        store.append(replace(adding(0, move(1)), session=Session("third", Player("ada"), replaces="hash")))
    assert store.events("table-1") == []
    assert store.session("third") is None


def test_what_no_database_holds_is_not_found(store: SqlStore) -> None:
    """Addresses may hold any character."""
    assert store.table("\0") is None
    assert store.events("table-1\0") == []
    assert store.versions(["table-1", "\0", "Ω'; --"]) == {"table-1": 0}


def test_a_database_of_a_newer_version_is_left_alone(store: SqlStore, place: Place) -> None:
    place.outdate(1000)
    with pytest.raises(Unavailable, match="newer"):
        place.open()


def test_servers_that_begin_at_once_make_one_database(place: Place) -> None:
    with ThreadPoolExecutor(3) as pool:
        stores = list(pool.map(lambda _: place.open(), range(3)))
    stores[0].begin(Session("hash", Player("ada")))
    assert [store.session("hash") for store in stores] == [Player("ada")] * 3
    for store in stores:
        store.close()


def test_both_databases_have_the_same_shape(tmp_path: Path, served: Served) -> None:
    """Statements and backups are written for both: a step that is missing in one of them is found here."""
    shapes = []
    for place in (File(tmp_path / "shape.sqlite3"), served):
        store = place.open()
        shapes.append({table: set(columns) for table, columns in store.columns().items()})
        store.close()
    assert shapes[0] == shapes[1]
    assert "events" in shapes[0]


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("nowhere/store.sqlite3", "nowhere"),
        ("mysql://localhost/town", "postgresql://"),
        ("postgresql://ada:secret@127.0.0.1:1/town", "127.0.0.1"),
        ("postgresql://ada:secret@[/town", "makes no sense"),
    ],
)
def test_a_place_that_cannot_be_used_is_named_without_its_password(where: str, why: str) -> None:
    with pytest.raises(Unavailable) as refusal:
        open_store(where)
    assert why in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_a_closed_store_says_so(store: SqlStore) -> None:
    store.close()
    store.close()
    with pytest.raises(Unavailable):
        store.append(adding(0, move(1)))
