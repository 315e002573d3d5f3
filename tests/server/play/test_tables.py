"""Tables in memory: a log is read when it has to be, and a table that was forgotten comes back as it was."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tabletown.server.play.absence import StandIn
from tabletown.server.play.commands import Move, TakeBack
from tabletown.server.play.digests import digest_of
from tabletown.server.play.log import log_lines
from tabletown.server.play.moves import choices_to_take_back
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import LoggedEvent, Player, SeatRow, Session
from tabletown.server.store.sqlite import SqliteStore

PAIR = [SeatRow("human", "Ada", owner="a"), SeatRow("human", "Bob", owner="b")]


@pytest.fixture
def store(tmp_path: object) -> Iterator[SqliteStore]:
    store = SqliteStore(f"{tmp_path}/tables.sqlite3")
    for seat in PAIR:
        store.begin(Session(f"token of {seat.name}", Player(seat.owner, seat.name)))
    yield store
    store.close()


@contextmanager
def counted(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """From which versions on logs are read."""
    reads: list[int] = []
    events: Callable[[str, int], list[LoggedEvent]] = store.events

    def read(table_id: str, after: int = 0) -> list[LoggedEvent]:
        reads.append(after)
        return events(table_id, after)

    with monkeypatch.context() as patch:
        patch.setattr(store, "events", read)
        yield reads


def play(tables: Tables, table_id: str) -> None:
    """Make the first move that there is."""
    with tables.at(table_id) as table:
        seat = table.game.turn
        assert seat is not None
        tables.submit(table_id, Move(seat, table.game.legal_moves[0]), table.version, f"key-{table.version:08}")


def test_whoever_holds_a_table_reads_its_log_once_and_not_what_was_just_written(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store, lambda *_: None)
    table_id = tables.create("uptown", PAIR)
    with counted(store, monkeypatch) as reads:
        with tables.at(table_id), tables.at(table_id):
            pass
        assert reads == [0]
        with tables.at(table_id) as table:
            play(tables, table_id)
            with tables.at(table_id):
                assert table.version == 1
        assert reads == [0, 0]  # held anew, and not after the move
        with tables.at(table_id):
            assert reads[-1] == 1


def test_what_another_process_wrote_is_seen_at_the_next_use(store: SqliteStore) -> None:
    here, there = Tables(store, lambda *_: None), Tables(store, lambda *_: None)
    table_id = here.create("uptown", PAIR)
    for one, other in ((here, there), (there, here)):
        play(one, table_id)
        with one.at(table_id) as mine, other.at(table_id) as theirs:
            assert mine.version == theirs.version
            assert mine.game.digest() == theirs.game.digest()


def test_tables_are_forgotten_by_their_weight_and_come_back_as_they_were(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store, lambda *_: None, memory=1)
    ids = [tables.create("uptown", PAIR) for _ in range(2)]
    for _ in range(3):
        for table_id in ids:
            play(tables, table_id)
    with counted(store, monkeypatch) as reads:
        for table_id in ids:
            with tables.at(table_id) as table:
                assert table.version == table.game.ply >= 3
    assert reads == [0, 0]


def test_a_longer_game_weighs_more(store: SqliteStore) -> None:
    tables = Tables(store, lambda *_: None)
    table_id = tables.create("uptown", PAIR)
    with tables.at(table_id) as table:
        before = table.memory_size
    play(tables, table_id)
    with tables.at(table_id) as table:
        assert table.memory_size > before


def test_bots_are_looked_for_where_one_may_be_to_move(store: SqliteStore) -> None:
    tables = Tables(store, lambda *_: None)
    table_id = tables.create("uptown", PAIR)
    assert tables.may_await_bots(table_id)  # nobody knows
    play(tables, table_id)
    assert not tables.may_await_bots(table_id)
    for seat, row in enumerate(PAIR):
        tables.submit(table_id, StandIn(seat, "greedy", Player(row.owner)))
    assert tables.may_await_bots(table_id)


def test_what_a_table_keeps_is_what_its_log_says(store: SqliteStore) -> None:
    """Views, digests and told lines that are made once and used again, against those of a table replayed anew."""
    tables = Tables(store, lambda *_: None)
    table_id = tables.create("uptown", PAIR)
    for number in range(12):
        play(tables, table_id)
        with tables.at(table_id) as table:
            mover = table.game.history[-1].seat
            if number % 4 == 3 and choices_to_take_back(table, mover):
                tables.submit(table_id, TakeBack(mover), table.version, f"undo-{table.version:08}")
        with tables.at(table_id) as table:
            anew = table.as_of(table.version, store.events(table_id))
            assert digest_of(table.game) == table.game.digest() == anew.game.digest()
            for reader in (-1, 0, 1):
                kept, now = table.visibility.view(reader), table.game.view(reader)
                assert (kept.seat, kept.states.tobytes()) == (now.seat, now.states.tobytes())
                assert log_lines(table, reader) == log_lines(anew, reader)
