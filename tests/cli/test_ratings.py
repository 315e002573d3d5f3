"""`tabletown ratings` compares the ratings of a site with its logs, or writes them again."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tabletown.server.store.sqlite import SqliteStore

from ..server.rated import DAY, give_account, play
from .conftest import Run


def test_ratings_are_checked_and_written_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore(path)) as store:
        give_account(store, "ada", "bob")
        for number in range(3):
            play(store, f"t{number}", ("ada", "bob"), DAY * (number + 1), number)
    db = ("--db", str(path))
    assert "not counted yet: 3" in run("ratings", "--check", *db).out
    assert run("ratings", "--recompute", *db).out == "rated games counted: 3\n"
    assert run("ratings", "--check", *db).out == "the ratings are those of the logs\n"
    with closing(sqlite3.connect(path)) as wrong, wrong:
        wrong.execute("UPDATE rated_seats SET sigma = sigma / 2 WHERE table_id = 't1'")
    run("ratings", "--check", *db).refused("1 rated games are counted in another way")
    assert run("ratings", "--recompute", *db).code == 0
    assert run("ratings", "--check", *db).code == 0


def test_one_of_both_has_to_be_said(run: Run, tmp_path: Path) -> None:
    run("ratings").refused("either --check or --recompute")
    run("ratings", "--check", "--db", str(tmp_path / "none.sqlite3")).refused("there is no file")
