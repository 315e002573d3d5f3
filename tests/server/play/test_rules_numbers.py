"""A release that raises the number of a title's rules: games go on by the rules they began with, new ones by the new.

And the other way round: a server that does not know the rules of a table says so, and nothing else suffers.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import tabletown
from tabletown.engine.title import Title
from tabletown.server.errors import NotAllowed, OtherRelease
from tabletown.server.play.commands import Move
from tabletown.server.play.digests import digest_of
from tabletown.server.play.exports import finished_games
from tabletown.server.play.imports import import_record
from tabletown.server.play.lessons import lesson_at, lesson_of
from tabletown.server.play.records import record_of
from tabletown.server.play.seating import Seating
from tabletown.server.play.shuffle_check import check_record
from tabletown.server.play.table import commitment
from tabletown.server.play.tables import Tables
from tabletown.server.play.timeouts import Timeouts
from tabletown.server.store.protocol import Clock, Player, SeatRow, Session, Store
from tabletown.server.view.replays import Replays
from tabletown.server.view.table_summary import summaries
from tabletown.server.view.table_view import view_table

from ..databases import File, Place
from ..finished import keep, random_game
from ..visitors import OFTEN, StartSite

Release = Callable[[int], Title]
ADA, BOB = Player("ada", "Ada"), Player("bob", "Bob")
PAIR = [SeatRow("human", player.name, owner=player.id) for player in (ADA, BOB)]


@contextmanager
def opened(place: Place) -> Iterator[tuple[Store, Tables]]:
    """A server starts, and stops again."""
    store = place.open()
    yield store, Tables(store, lambda *_: None)
    store.close()


def sign_in(store: Store) -> None:
    for player in (ADA, BOB):
        store.begin(Session(f"token of {player.name}", player))


def play(tables: Tables, table_id: str, moves: Sequence[str] = (), plies: int = 100) -> str:
    """Make these moves and then the first that there is; returns the record of a game that is over."""
    for number in range(plies):
        with tables.at(table_id) as table:
            if table.game.is_game_over():
                return record_of(table)
            seat = table.game.waiting[0]
            move = moves[number] if number < len(moves) else table.game.legal_moves[0]
            tables.submit(table_id, Move(seat, move), table.version, f"key-{table.version:08}")
    return ""


def test_a_release_with_newer_rules(place: Place, release_market: Release) -> None:
    release_market(1)
    with opened(place) as (store, tables):
        sign_in(store)
        over, running, fresh = (tables.create("market", PAIR, public=True) for _ in range(3))
        old_record = play(tables, over)
        play(tables, running, plies=5)

    release_market(2)
    with opened(place) as (store, tables):
        # what is over is as it was
        with tables.at(over) as table:
            assert record_of(table) == old_record
        assert check_record(old_record).passed
        assert Replays(tables).view_step(over, ADA, "open", 3).position.rules == "market/1"
        assert Replays(tables).check(over).passed

        # what goes on is finished by the rules that it began with
        with tables.at(running) as table:
            assert table.game.rules == "market/1"
            assert view_table(table, (0,), tables.now()).table.older_rules == "market/1"
            with pytest.raises(NotAllowed, match="can be skipped once, from number 2 of the rules on"):
                tables.submit(running, Move(table.game.waiting[0], "skip"), table.version, "key-skip")
        for table_id in (running, fresh):
            record, row = play(tables, table_id), store.table(table_id)
            assert row is not None
            assert check_record(record, row.commitment).passed
            game = tabletown.loads(record)
            assert game.rules == row.rules == "market/1"
            assert game.scores() == points(record, tower=5)

        # what begins now, a rematch too, is played by the new ones
        new, again = tables.create("market", PAIR, public=True), Seating(tables).rematch(running, ADA)
        for table_id in (new, again):
            row = store.table(table_id)
            assert row is not None
            assert row.rules == "market/2"
            assert row.commitment == commitment("market/2", row.seed, row.salt)
            with tables.at(table_id) as table:
                assert view_table(table, (0,), tables.now()).table.older_rules == ""
            record = play(tables, table_id, ["skip"])
            assert "1 orange skip" in record
            assert check_record(record, row.commitment).passed
            assert tabletown.loads(record).scores() == points(record, tower=3)

        exported = {game.id: game for game in finished_games(store)}
        assert {table_id: found.rules for table_id, found in exported.items()} == {
            over: "market/1", running: "market/1", fresh: "market/1", new: "market/2", again: "market/2",
        }  # fmt: skip
        assert exported[over].record == old_record
        for found in exported.values():
            imported = import_record(store, found.record, tabletown.games.get)
            with tables.at(imported) as table:
                assert table.row.rules == table.game.rules == found.rules
                assert record_of(table) == found.record


def points(record: str, tower: int) -> list[int]:
    """The scores of a record of two players, counted from its moves."""
    worth = {"stall": 1, "house": 2, "shop": 3, "tower": tower}
    rows = [line.split() for line in record.partition("\n---\n")[2].splitlines()]
    return [sum(worth.get(row[-1], 0) for row in rows if row[1] == seat) for seat in ("orange", "sky")]


def test_digests_are_kept_apart_by_number(release_market: Release) -> None:
    release_market(2)
    games = [tabletown.new("market", seed=5, rules=number) for number in (1, 2)]
    assert [digest_of(game) for game in games] == [game.digest() for game in games]
    assert digest_of(games[0]) != digest_of(games[1])


def test_a_lesson_is_for_the_newest_rules(place: Place, release_market: Release) -> None:
    lesson = lesson_of(release_market(1))
    with opened(place) as (store, tables):
        sign_in(store)
        begun = tables.create("market", PAIR, lesson=lesson)
        with tables.at(begun) as table:
            assert lesson_at(table) is not None
    newer = lesson_of(release_market(2))
    with opened(place) as (_, tables):
        with tables.at(begun) as table:
            assert lesson_at(table) is None, "its texts may be about a rule that this game does not have"
        assert check_record(play(tables, begun)).passed
        with tables.at(tables.create("market", PAIR, lesson=newer)) as table:
            assert lesson_at(table) is not None


# --- A table of another release --------------------------------------------------------------------------------------


def test_a_table_of_rules_that_are_not_known_here(
    place: Place, release_market: Release, caplog: pytest.LogCaptureFixture
) -> None:
    release_market(2)
    with opened(place) as (store, tables):
        sign_in(store)
        over, running = (tables.create("market", PAIR, public=True) for _ in range(2))
        late = tables.create("market", PAIR, clock=Clock(1, 0, True, "pass"))
        record = play(tables, over)
        keep(store, "good", random_game(1), public=True)

    release_market(1)
    with opened(place) as (store, tables):
        for table_id in (over, running, late):
            with pytest.raises(OtherRelease, match="rules market/2, which this release"), tables.at(table_id):
                pass
        assert list(summaries(tables, [over, running], ADA)) == []
        assert [table.id for table in summaries(tables, [over, "good", running], None)] == ["good"]
        assert tables.watched(ADA, ["good", running]) == ["good"]
        with caplog.at_level(logging.WARNING):
            assert [game.id for game in finished_games(store)] == ["good"]
        assert "left out of lists and exports" in caplog.text
        assert "market/2" in caplog.text
        with pytest.raises(NotAllowed, match="written for the rules 'market/2'; this release knows market/1"):
            import_record(store, record, tabletown.games.get)
        assert not check_record(record).passed
        caplog.clear()
        Timeouts(tables, "greedy").check_all()
        assert not caplog.records

    release_market(2)
    with opened(place) as (store, tables), tables.at(over) as table:
        assert record_of(table) == record, "nothing was lost"


def test_what_visitors_and_programs_are_told(
    start: StartSite, db: Path, release_market: Release, caplog: pytest.LogCaptureFixture
) -> None:
    release_market(2)
    with opened(File(db)) as (store, tables):
        sign_in(store)
        over = tables.create("market", PAIR, public=True)
        play(tables, over)
        keep(store, "good", random_game(1), public=True)
        bots = [SeatRow("bot", name, "uniform") for name in ("Orange", "Sky")]
        awaited = tables.create("market", bots, public=True)
        waits = tables.create("market", [PAIR[0], SeatRow("open", "Sky")], public=True)

    release_market(1)
    site = start(export_rate=OFTEN)
    visitor = site.visitor()
    for table_id in (over, awaited, waits):
        for page in ("", "/board", "/replay", "/record", "/check", "/chat"):
            answer = visitor.http.get(f"/tables/{table_id}{page}")
            assert (answer.status_code, page) == (501, page)
            assert "which this release of Tabletown does not know" in answer.text
        answer = visitor.http.get(f"/api/v1/tables/{table_id}")
        assert answer.status_code == 501
        assert answer.json()["error"] == "other_release"
    for page in ("/", "/lobby", "/export/games.jsonl", "/api/v1/lobby", "/api/v1/finished?limit=1"):
        answer = visitor.http.get(page)
        assert answer.status_code == 200, page
        assert not any(table_id in answer.text for table_id in (over, awaited, waits)), page
    for page in ("/export/games.jsonl", "/api/v1/finished?limit=1"):
        assert '"good"' in visitor.http.get(page).text, page
    site.stop()
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]
