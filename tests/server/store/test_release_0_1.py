"""A database and a backup that the release 0.1 wrote: they open, everything is as it was, and every game goes on.

`release_0_1/` holds the database as SQL, a backup of it, and what the games in it were at that time. Among them are
events of every kind, running lessons, decisions made in secret, clocks that ran out, and a record from elsewhere.
"""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tabletown
from tabletown import games
from tabletown.bots import Budget
from tabletown.bots.greedy import Greedy
from tabletown.engine.takebacks import is_sealed
from tabletown.server.play.absence import StandIn
from tabletown.server.play.commands import BotMove, LeaveLesson, Move
from tabletown.server.play.lessons import lesson_at, scripted_actions
from tabletown.server.play.people.sessions import Sessions, token_hash
from tabletown.server.play.records import record_of
from tabletown.server.play.shuffle_check import check_record
from tabletown.server.play.tables import Tables
from tabletown.server.play.timeouts import Timeouts, passive_action
from tabletown.server.store.backup import restore
from tabletown.server.store.events import AnyEvent
from tabletown.server.store.protocol import Player
from tabletown.server.store.sql import SqlStore

from ..databases import File, Place

FOLDER = Path(__file__).with_name("release_0_1")
GAMES: dict[str, dict[str, Any]] = json.loads((FOLDER / "games.json").read_text())
RUNNING = [name for name, was in GAMES.items() if not was["over"]]
LATER = 1_790_100_000.0
"""A time after all deadlines in the sample. It stands still, so that no further clock runs out."""
GAMES_BY_ID = {was["id"]: was for was in GAMES.values()}
LATER_KINDS = {"gone", "joined", "forced", "withdrawn", "resign", "hush", "unnamed"}  # that the release did not have
KINDS = {str(kind.__struct_config__.tag) for kind in AnyEvent.__args__} - LATER_KINDS


@pytest.fixture(params=["database", "backup"])
def store(request: pytest.FixtureRequest, place: Place, tmp_path: Path) -> Iterator[SqlStore]:
    """The old games: in a SQLite file that was never opened since, or restored from a backup into any database."""
    if request.param == "database":
        if not isinstance(place, File):
            pytest.skip("the database of the old release is a SQLite file")
        connection = sqlite3.connect(place.url)
        connection.executescript((FOLDER / "database.sql").read_text())
        connection.close()
        opened = place.open()
    else:
        opened = place.open()
        restore(FOLDER / "backup.gz", opened)
    yield opened
    opened.close()


def test_every_game_is_as_it_was(store: SqlStore) -> None:
    tables, kinds = Tables(store, lambda *_: None), set()
    for was in GAMES.values():
        kinds |= {entry.event.kind for entry in store.events(was["id"])}
        with tables.at(was["id"]) as table:
            game = table.game
            now = {"version": table.version, "ply": game.ply, "digest": game.digest(), "over": game.is_game_over()}
            assert now == {field: was[field] for field in now}
            assert list(game.waiting) == was["waiting"]
            if game.is_game_over():
                assert tabletown.loads(record_of(table)).digest() == was["digest"]
                assert check_record(record_of(table)).passed == bool(table.row.commitment), "one came from elsewhere"
    assert kinds == KINDS, "the sample has an event of every kind"


def test_the_sample_has_what_a_release_meets(store: SqlStore) -> None:
    tables, sealed, clocks, titles = Tables(store, lambda *_: None), 0, set(), set()
    for name in RUNNING:
        with tables.at(GAMES[name]["id"]) as table:
            titles.add(table.title.name)
            sealed += is_sealed(table.game) and 0 < len(table.game.waiting) < table.game.players
            clocks |= {table.row.clock.on_flag} if table.row.clock else set()
    assert titles == set(games.names()), "every title is being played"
    assert sealed, "some have decided in secret, and others not yet"
    assert clocks == {"bot", "pass"}


def test_tokens_of_players_are_still_worth_something(store: SqlStore) -> None:
    player = Sessions(store).holder(token_hash("token of Ada"))
    assert player is not None
    assert player.name == "Ada"
    assert len(store.tables_of(player.id)) == len(GAMES) - 1, "all but the record that came from elsewhere"


def test_lessons_go_on_where_they_were(store: SqlStore) -> None:
    tables = Tables(store, lambda *_: None)
    found = {name: store.table(was["id"]) for name, was in GAMES.items()}
    assert {name for name, row in found.items() if row and row.lesson} == {
        "paper_skylines lesson",
        "paper_skylines lesson left",
    }
    with tables.at(GAMES["paper_skylines lesson"]["id"]) as table:
        assert lesson_at(table) is not None
    with tables.at(GAMES["paper_skylines lesson left"]["id"]) as table:
        assert lesson_at(table) is None
    tables.submit(GAMES["paper_skylines lesson"]["id"], LeaveLesson(0))
    with tables.at(GAMES["paper_skylines lesson"]["id"]) as table:
        assert lesson_at(table) is None


@pytest.mark.parametrize("name", RUNNING)
def test_every_running_game_is_finished(store: SqlStore, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drill of the upgrade: clocks run out, owners come back, all play to the end, and the record proves it."""
    table_id, was = GAMES[name]["id"], GAMES[name]
    monkeypatch.setattr(type(store), "now", lambda _: LATER)
    tables = Tables(store, lambda *_: None)
    Timeouts(tables, "greedy").check(table_id)
    with tables.at(table_id) as table:
        seats, row = list(table.seats), table.row
        flagged = table.version > was["version"]
        late = set(table.timeline.undecided)
    assert flagged == (row.clock is not None), "all deadlines of the old release have passed"
    for seat, who in enumerate(seats):
        if who.kind == "human" and who.bot and seat not in late:  # who runs out of time decides before coming back
            tables.submit(table_id, StandIn(seat, "", Player(who.owner)))
    while _move(tables, table_id):
        pass
    with Tables(store, lambda *_: None).at(table_id) as table:  # after a restart
        record = record_of(table)
        assert table.game.rules == row.rules == f"{row.title}/1"
    assert check_record(record, row.commitment).passed
    assert table_id in [found for found, _ in store.finished(public=False)]
    with tables.at(table_id) as played:
        assert played.game.digest() == tabletown.loads(record).digest()


def _move(tables: Tables, table_id: str) -> bool:
    """Make the next move of a table; returns False when the game is over."""
    with tables.at(table_id) as table:
        game = table.game
        if game.is_game_over():
            return False
        seat = game.waiting[0]
        view, bot = game.view(seat), table.seats[seat].bot
        action = next(iter(scripted_actions(table, seat)), None)
        if action is None and game.ply < GAMES_BY_ID[table_id]["ply"] + 12:
            action = Greedy().choose(view, Budget(seconds=0.0, seed=game.ply))
        elif action is None:  # the rest as quickly as the rules allow
            action = passive_action(view, seat)
        move, version = view.say(action, seat), table.visibility.version(table.seats_of_same_owner(seat))
        key = f"drill-{table.version:08}"
    command = BotMove(seat, move, bot) if bot else Move(seat, move)
    tables.submit(table_id, command, version, "" if bot else key)
    return True
