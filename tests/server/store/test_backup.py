"""Backups: one file, from any database into any other, and the games go on."""

import gzip
import json
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tabletown.cli.app import app
from tabletown.server.store.backup import TABLES, BackupContents, BackupError, backup, restore
from tabletown.server.store.events import Noted
from tabletown.server.store.protocol import Player, Receipt, Session
from tabletown.server.store.sql import Query, SqlStore

from ..databases import File, Place, Served
from ..visitors import Running, read_form
from ..web.test_moves import play_to_the_end
from .test_store import TABLE, adding, move

Site = Callable[[Place], Running]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "monday.backup"


@pytest.fixture
def other(place: Place, tmp_path: Path, request: pytest.FixtureRequest) -> Place:
    """A database of the other kind."""
    if isinstance(place, Served):
        return File(tmp_path / "other.sqlite3")
    served: Served = request.getfixturevalue("served")
    return served


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    store.begin(Session("hash", Player("ada", "Adá 🏙\nO'Hara")))
    store.create_table(TABLE, "players", key="form-1")
    store.append(adding(0, move(1), Noted(1, 1, "digest-1", '"'), key="key-1"))
    yield store
    store.close()


@pytest.fixture
def serve(request: pytest.FixtureRequest) -> Site:
    def start(place: Place) -> Running:
        running = Running(place.url)
        request.addfinalizer(running.stop)
        return running

    return start


def run(*words: str | Path) -> str:
    """What a command says; it must succeed."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_game_goes_on_in_the_other_database(place: Place, other: Place, file: Path, serve: Site) -> None:
    """Play, back up while the site runs, restore elsewhere, and play to the end with the same cookie."""
    before = serve(place)
    player = before.visitor()
    player.sit_down(name="Ada")
    for _ in range(3):
        form = player.form()
        assert player.move(form, form.moves[0]).status_code == 303
    player.wait_for_turn()
    page, log = player.page(), player.log()
    assert "games: 1," in run("backup", "--db", place.url, file)
    before.stop()
    assert "games: 1," in run("restore", file, "--db", other.url)
    after = serve(other).visitor()
    after.http.cookies, after.table = player.http.cookies, player.table
    assert after.log() == log
    assert read_form(after.page()).fields.keys() == read_form(page).fields.keys()
    assert after.move(form, form.moves[0]).status_code == 303  # an answer given before is given again
    assert after.log() == log
    play_to_the_end(after)


def test_there_and_back_everything_is_the_same(store: SqlStore, other: Place, file: Path, tmp_path: Path) -> None:
    assert backup(store, file) == BackupContents(games=1, events=2, players=1)
    elsewhere = other.open()
    assert restore(file, elsewhere) == BackupContents(games=1, events=2, players=1)
    again = tmp_path / "again.backup"
    backup(elsewhere, again)
    assert _values(again)[1:-1] == _values(file)[1:-1]
    assert elsewhere.table("table-1") == TABLE
    assert elsewhere.events("table-1") == store.events("table-1")
    assert elsewhere.session("hash") == store.session("hash")
    assert elsewhere.table_by_key("form-1") == "table-1"
    assert elsewhere.append(adding(0, move(1), key="key-1")) == Receipt(2, repeated=True)
    elsewhere.close()


def _values(file: Path) -> list[object]:
    with gzip.open(file) as lines:
        return [json.loads(line) for line in lines]


def test_a_backup_holds_every_table(store: SqlStore) -> None:
    assert set(TABLES) == set(store.columns())


def test_a_backup_is_one_moment(store: SqlStore, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written meanwhile is in it as a whole or not at all."""
    columns, snapshot = store.columns(), store.snapshot
    asked: list[str] = []

    @contextmanager
    def interrupted() -> Iterator[Query]:
        with snapshot() as ask:

            def query(sql: str) -> list[Any]:
                rows = list(ask(sql))
                if not asked:
                    store.append(adding(2, move(3)))
                asked.append(sql)
                return rows

            yield query

    monkeypatch.setattr(store, "snapshot", interrupted)
    assert backup(store, file).events == 2
    (row,) = [value for value in _values(file) if isinstance(value, list) and len(value) == len(columns["tables"])]
    assert row[columns["tables"].index("version")] == 2
    assert len(store.events("table-1")) == 3


def test_only_its_owner_reads_it_and_nothing_else_is_left(store: SqlStore, file: Path) -> None:
    backup(store, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(BackupError, match="there already"):
        backup(store, file)
    assert [path.name for path in file.parent.glob("*backup*")] == [file.name]
    assert [path.name for path in file.parent.glob(".*")] == []


def test_a_database_with_anything_in_it_is_refused(store: SqlStore, other: Place, file: Path) -> None:
    backup(store, file)
    there = other.open()
    there.begin(Session("mine", Player("bob")))
    with pytest.raises(BackupError, match="empty"):
        restore(file, there)
    assert there.player("ada") is None
    there.close()


def _cut(data: bytes) -> bytes:
    return data[:-100]


def _lose_a_row(data: bytes) -> bytes:
    lines = gzip.decompress(data).splitlines(keepends=True)
    return gzip.compress(b"".join(line for line in lines if b"digest-1" not in line))


def _lose_the_end(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-1]))


def _change_a_seed(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data).replace(str(TABLE.seed).encode(), b"1"))


def _know_more(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data).replace(b'"salt"', b'"pepper"'))


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (_cut, "damaged"),
        (_lose_a_row, "damaged"),
        (_lose_the_end, "damaged"),
        (_change_a_seed, "damaged"),
        (_know_more, "newer"),
        (lambda _: b"not packed", "not a backup"),
        (lambda _: gzip.compress(b"[1]\n"), "not a backup"),
        (lambda _: gzip.compress(b""), "damaged"),
        (lambda _: gzip.compress(b'{"format":"tabletown-backup/1"}\n[1,2]\n'), "damaged"),
    ],
)
def test_a_damaged_file_changes_nothing(
    store: SqlStore, other: Place, file: Path, damage: Callable[[bytes], bytes], why: str
) -> None:
    backup(store, file)
    file.write_bytes(damage(file.read_bytes()))
    there = other.open()
    with pytest.raises(BackupError, match=why):
        restore(file, there)
    assert there.table("table-1") is None
    assert there.player("ada") is None
    there.close()


def test_the_database_may_be_named_by_the_environment(store: SqlStore, place: Place, file: Path) -> None:
    result = CliRunner(env={"TABLETOWN_DB": place.url}).invoke(app, ["backup", str(file)])
    assert result.exit_code == 0, result.output
    assert file.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["backup", "--db", "none.sqlite3", "b"], "there is no file none.sqlite3"),
        (["backup", "--db", "postgresql://ada:secret@127.0.0.1:1/town", "b"], "the games cannot be reached"),
        (["restore", "none.backup", "--db", "new.sqlite3"], "there is no file none.backup"),
        (["restore", ".", "--db", "new.sqlite3"], "there is no file ."),
        (["backup", "--db", "mysql://town", "b"], "postgresql://"),
        (["backup", "no/such/folder"], "there is no folder"),
    ],
)
def test_a_command_that_cannot_be_carried_out(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert why in result.output
    assert "secret" not in result.output
    assert list(tmp_path.iterdir()) == []


def test_old_backups_are_deleted_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = File(tmp_path / "store.sqlite3").open()
    now = time.time()
    for name, days in (("old.backup", 40), ("older.backup", 90), ("other.ending", 90), ("young.backup", 5)):
        monkeypatch.setattr("tabletown.server.store.backup.time.time", partial(float, now - days * 86_400))
        backup(store, tmp_path / name)
    monkeypatch.undo()
    store.close()
    (tmp_path / "no.backup").write_text("something else")
    command = ["backup", "--db", str(tmp_path / "store.sqlite3"), "--keep-days", "30", str(tmp_path / "new.backup")]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    left = {path.name for path in tmp_path.iterdir() if not path.name.startswith("store.sqlite3")}
    assert left == {"new.backup", "young.backup", "other.ending", "no.backup"}
