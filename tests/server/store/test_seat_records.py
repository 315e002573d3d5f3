"""Who sits where is in the store: through restarts, damage, and files of older versions."""

import sqlite3
from pathlib import Path

import pytest

from tabletown.server.play.table import Table
from tabletown.server.store.events import SatDown
from tabletown.server.store.protocol import Append, Player, SeatRow, Session, SessionOver, TableRow, VersionConflict
from tabletown.server.store.sqlite import SqliteStore
from tabletown.server.store.sqlite_schema import MIGRATIONS, _statements

from ..seating import TOKEN, seat_at, seats, turn
from ..visitors import StartSite, Visitor, read_form, without_secrets
from ..web.test_moves import play_to_the_end


def test_seats_survive_a_restart(start: StartSite) -> None:
    before = start()
    host, guest = before.visitor(), before.visitor()
    host.sit_down(players="3", bot="open", name="Ada")
    seat_at(host, guest, 1, name="Bob")
    pages = [without_secrets(who.page()) for who in (host, guest)]
    before.stop()
    after = start()
    again = [after.visitor() for _ in range(3)]
    for new, old in zip(again, (host, guest), strict=False):
        new.http.cookies.update({TOKEN: old.http.cookies[TOKEN]})
        new.table = host.table
    shown = [without_secrets(who.page()) for who in again[:2]]
    assert [page.replace(after.origin, before.origin) for page in shown] == pages
    seat_at(again[0], again[2], 2, name="Cyd")
    assert [row.name for row in seats(again[0])] == ["Ada", "Bob", "Cyd"]
    for _ in range(6):
        mover = again[turn(again[0])]
        form = read_form(mover.page())
        assert mover.move(form, form.moves[0]).status_code == 303


def test_a_log_that_seats_somebody_twice_is_not_believed(host: Visitor) -> None:
    with host.site.tables.at(host.table) as table:
        digest = table.game.digest()
        assert isinstance(table, Table)
    owner = seats(host)[0].owner
    for after in range(2):
        host.site.store.append(Append(host.table, after, [SatDown(1, 0, digest, "Eve", owner=owner)], "players"))
    assert host.http.get(f"/tables/{host.table}").status_code == 500


def test_a_seat_and_its_session_are_one_step(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.sqlite3")
    store.begin(Session("old", Player("ada", "Ada")))
    row = TableRow("table", "uptown", "uptown/1", {}, 1, "", "", 0.0, (SeatRow("open", "Orange"),))
    store.create_table(row, "players")
    sits = SatDown(0, 0, "digest", "Ada", owner="ada")
    with pytest.raises(VersionConflict):
        store.append(Append("table", 7, [sits], "players", session=Session("new", Player("ada"), "old")))
    assert (store.session("old"), store.session("new")) == (Player("ada", "Ada"), None)
    store.append(Append("table", 0, [sits], "players", session=Session("new", Player("ada", "Ada L."), "old")))
    assert (store.session("old"), store.session("new")) == (None, Player("ada", "Ada L."))
    with pytest.raises(SessionOver):
        store.append(Append("table", 1, [sits], "players", session=Session("newer", Player("ada"), "old")))
    assert [entry.event for entry in store.events("table")] == [sits]
    assert store.session("newer") is None
    store.close()


def test_a_file_of_the_first_version_is_brought_up_to_date(start: StartSite, db: Path) -> None:
    """A game begun before seats could be open: same log, same tokens, and it goes on; new tables have open seats."""
    running = start()
    player = running.visitor()
    player.sit_down(name="Ada")
    form = player.form()
    player.move(form, form.moves[0])
    player.wait_for_turn()
    page, log = player.page(), player.log()
    running.stop()
    _write_as_first_version(db)
    after = start().visitor()
    after.http.cookies.update({TOKEN: player.http.cookies[TOKEN]})
    after.table = player.table
    assert after.log() == log
    assert after.page() == page
    assert after.move(form, form.moves[0]).status_code == 303  # an answer given before is given again
    assert after.log() == log
    play_to_the_end(after)
    after.sit_down(players="3", bot="open")
    assert after.post(f"/tables/{after.table}/seats", {"seat": "1"}).status_code == 303
    with sqlite3.connect(db) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            file.execute("DELETE FROM events")
    file.close()


def _write_as_first_version(db: Path) -> None:
    """Turn a file into what the first version would have written."""
    columns = {
        "players": "id, name, created",
        "sessions": "token_hash, player_id, created",
        "tables": "id, title, rules, options, seed, salt, commitment, created, version, awaits",
        "seats": "table_id, seat, kind, name, bot, owner",
        "events": "table_id, version, kind, seat, ply, action, digest, text, key_seat, key, body, at",
    }
    now = sqlite3.connect(db, isolation_level=None)
    rows = {table: now.execute(f"SELECT {names} FROM {table}").fetchall() for table, names in columns.items()}
    now.close()
    for part in ("", "-wal", "-shm"):
        db.with_name(db.name + part).unlink(missing_ok=True)
    then = sqlite3.connect(db, isolation_level=None)
    for statement in _statements(MIGRATIONS[0]):
        then.execute(statement)
    for table, names in columns.items():
        places = ", ".join("?" * len(names.split(",")))
        then.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows[table])
    then.execute("PRAGMA user_version = 1")
    then.close()
