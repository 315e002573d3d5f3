"""The host's side: reports are listed and closed, remarks and names removed, players suspended."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletown.server.store.events import Said
from tabletown.server.store.opening import open_store
from tabletown.server.store.people_protocol import Report
from tabletown.server.store.protocol import Append, Player, SeatRow, Session
from tabletown.server.store.sql import SqlStore

from ..server.store.test_store import TABLE
from .conftest import Run

REPORT = Report("3f9a01bc", "ada", "bob", "remark", "t1", 1, "", "[red]He said it[/red]", 0.0)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlStore]:
    """A site at which Ada has reported what Bob said."""
    monkeypatch.chdir(tmp_path)
    store = open_store("games.sqlite3")
    for name in ("ada", "bob"):
        store.begin(Session(f"hash-{name}", Player(name, name.title())))
    seats = (SeatRow("human", "Ada", owner="ada"), SeatRow("human", "Bob", owner="bob"))
    store.create_table(replace(TABLE, id="t1", seats=seats), "players")
    store.append(Append("t1", 0, [Said(1, 0, "d", "a bad word", "bob")], "players"))
    store.report(REPORT, "key-1", 9)
    yield store
    store.close()


def host(run: Run, *args: str) -> str:
    ran = run(*args, "--db", "games.sqlite3")
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_reports_are_listed_with_what_they_are_about(run: Run, store: SqlStore) -> None:
    out = host(run, "reports")
    for words in (
        "3f9a01bc", "remark", "about     Bob (bob)", "reporter  Ada (ada)", "/tables/t1, remark 1", "a bad word",
        "[red]He said it[/red]", "1 open report",
    ):  # fmt: skip
        assert words in out
    store.suspend("bob", store.now() + 3600, "")
    store.remove_remark("t1", 1)
    store.report(replace(REPORT, id="00000002", kind="name", table="", remark=0, name="Bob"), "key-2", 9)
    out = host(run, "reports")
    assert "suspended until" in out
    assert "(removed)" in out
    assert out.index("3f9a01bc") < out.index("00000002")
    assert host(run, "reports", "close", "3f9a01bc") == "3f9a01bc: closed\n"
    assert host(run, "reports", "close", "00000002") == "00000002: closed\n"
    assert host(run, "reports") == "No open reports.\n"


def test_a_remark_is_removed(run: Run, store: SqlStore) -> None:
    assert host(run, "remarks", "remove", "t1", "1") == "remark 1 at table t1: removed\n"
    (said, *_) = store.events("t1")
    assert isinstance(said.event, Said)
    assert said.event.text == ""


def test_a_player_is_suspended_for_some_days(run: Run, store: SqlStore) -> None:
    assert "bob: suspended until " in host(run, "suspend", "bob", "--days", "3", "--reason", "Insults\x1b[2J\nand more")
    found = store.suspension("bob")
    assert found is not None
    assert found.reason == "Insults [2J and more"
    assert 2.9 < (found.until - store.now()) / 86_400 < 3.1
    assert host(run, "unsuspend", "bob") == "bob: no longer suspended\n"
    assert store.suspension("bob") is None


def test_a_name_is_taken_away(run: Run, store: SqlStore) -> None:
    assert host(run, "rename", "bob") == "bob: the name is gone\n"
    row = store.table("t1")
    assert row is not None
    assert [seat.name for seat in row.seats] == ["Ada", "Sky"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["reports", "open", "x"], "tabletown reports close ID"),
        (["reports", "close"], "tabletown reports close ID"),
        (["reports", "close", "ffffffff"], "no open report ffffffff"),
        (["remarks", "remove", "t1", "2"], "there is no remark 2"),
        (["remarks", "remove", "t1", "0"], "NUMBER"),
        (["remarks", "show", "t1", "1"], "not 'show'"),
        (["suspend", "eve", "--days", "3"], "there is no player eve"),
        (["suspend", "bob"], "missing option '--days'"),
        (["suspend", "bob", "--days", "0"], "--days"),
        (["suspend", "bob", "--days", "3", "--reason", "x" * 201], "at most 200 characters"),
        (["unsuspend", "bob"], "bob is not suspended"),
        (["unsuspend", "eve"], "there is no player eve"),
        (["rename", "eve"], "there is no player eve"),
    ],
)
def test_refusals(run: Run, store: SqlStore, args: list[str], words: str) -> None:
    run(*args, "--db", "games.sqlite3").refused(words)


def test_a_database_that_is_not_there(run: Run, tmp_path: Path) -> None:
    for args in (["reports"], ["rename", "bob"], ["remarks", "remove", "t1", "1"]):
        run(*args, "--db", str(tmp_path / "nothing.sqlite3")).refused("there is no file")
