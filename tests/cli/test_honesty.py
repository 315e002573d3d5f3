"""Commands that check and give away games: verify, export."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown.server.play.shuffle_check import check_record
from tabletown.server.store.sqlite import SqliteStore

from ..server.finished import SALT, keep, sealed_record
from .conftest import Run, random_game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(sealed_record())
    return path


def test_an_honest_record(run: Run, record: Path) -> None:
    ran = run("verify", record)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "An honest game."
    assert ran.out.count("yes ") == 4
    facts = run("verify", record, "--json").json
    assert facts["passed"] is True
    (fingerprint,) = [line.split('"')[1] for line in record.read_text().splitlines() if line.startswith("commitment")]
    assert run("verify", record, "--fingerprint", fingerprint).code == 0


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("seed = 12", "seed = 13", "was published"),
        (SALT, "0" * 32, "was published"),
        ('commitment = "', 'commitment = "0', "was published"),
        ("scores = [", "scores = [1, ", "scores"),
        ('digest = "', 'digest = "0', "digest"),
        (" site 1", " site 9", "not a site"),
        ("commitment", "promise", "no fingerprint"),
    ],
)
def test_a_tampered_record(run: Run, record: Path, old: str, new: str, reason: str) -> None:
    text = record.read_text()
    assert old in text
    record.write_text(text.replace(old, new, 1))
    ran = run("verify", record)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines()[-1].startswith("Not verified: ")
    assert reason in ran.out.splitlines()[-1]
    assert run("verify", record, "--json").code == 1


def test_another_fingerprint_than_the_one_seen(run: Run, record: Path) -> None:
    ran = run("verify", record, "--fingerprint", "f" * 64)
    assert ran.code == 1
    assert "You gave" in ran.out


def test_what_is_no_record(run: Run, tmp_path: Path) -> None:
    run("verify", "nowhere.txt").refused("cannot be read")
    (tmp_path / "diary.txt").write_text("Dear diary")
    ran = run("verify", "diary.txt")
    assert ran.code == 1
    assert "one ply per line" in ran.out


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Path]:
    """A database with two public games that are over, and others."""
    path = tmp_path / "games.db"
    store = SqliteStore(path)
    for n in (1, 2):
        keep(store, f"public-{n}", random_game(n), public=True)
    keep(store, "by-link", random_game(3))
    keep(store, "running", random_game(4, 20), public=True)
    yield path
    store.close()


def test_export_to_a_file(run: Run, db: Path, tmp_path: Path) -> None:
    ran = run("export", "--db", db, "games.jsonl")
    assert (ran.code, ran.out) == (0, "2 games written to games.jsonl\n")
    text = (tmp_path / "games.jsonl").read_text()
    games = [json.loads(line) for line in text.splitlines()]
    assert [game["id"] for game in games] == ["public-1", "public-2"]
    assert all(check_record(game["record"]).passed for game in games)
    assert run("export", "--db", db, "-").out == text
    assert run("export", "--db", db, "-", "--after", repr(games[0]["ended"])).out == text.splitlines(True)[1]
    assert not list(tmp_path.glob(".*"))


def test_export_to_a_folder(run: Run, db: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert run("export", "--db", db, "records").out == "2 games written to records\n"
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == ["uptown-public-1.txt", "uptown-public-2.txt"]
    assert all(run("verify", file).code == 0 for file in files)


def test_export_refuses(run: Run, db: Path, tmp_path: Path) -> None:
    run("export", "--db", "nowhere.db", "games.jsonl").refused("there is no database nowhere.db")
    assert not (tmp_path / "nowhere.db").exists()
    run("export", "--db", db, "no/such/games.jsonl").refused("no folder")
    run("export", "--db", db, "games.db").refused("cannot be made")
    (tmp_path / "text.db").write_text("Dear diary, " * 100)
    run("export", "--db", "text.db", "games.jsonl").refused("cannot be read")
