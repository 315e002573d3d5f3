"""`tabletown dataset`: what it writes and says, and what it refuses."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from .conftest import Run

SMALL = ("--bots", "greedy,uniform", "--games", 3, "--jobs", 1, "-o", "set")


def test_tables_and_a_card(run: Run, tmp_path: Path) -> None:
    ran = run("dataset", "uptown", *SMALL, "--players", 3, "--observations")
    assert (ran.code, ran.out, ran.err) == (0, "3 games of UpTown written to set\n", "")
    assert sorted(path.name for path in (tmp_path / "set").iterdir()) == [
        "README.md", "decisions.parquet", "games.parquet", "plan.json",
    ]  # fmt: skip
    assert pq.read_table(tmp_path / "set" / "games.parquet")["players"].to_pylist() == [3, 3, 3]
    before = (tmp_path / "set" / "decisions.parquet").stat().st_mtime_ns
    assert run("dataset", "uptown", *SMALL, "--players", 3, "--observations").out == (
        "set is finished: 3 games of UpTown\n"
    )
    assert (tmp_path / "set" / "decisions.parquet").stat().st_mtime_ns == before
    run("dataset", "uptown", *SMALL).refused("set holds another data set", "players 2 instead of 3")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["downtown", "-o", "set"], "there is no game 'downtown'"),
        (["uptown"], "missing option"),
        (["uptown", "-o", "set", "--games", "0"], "--games"),
        (["uptown", "-o", "set", "--bots", "stockfish"], "there is no bot 'stockfish'"),
        (["uptown", "-o", "set", "--bots", "agent.npz"], "agent.npz"),
        (["uptown", "-o", "set", "--players", "9"], "2 to 4 players, not 9"),
    ],
)
def test_dataset_refuses(run: Run, args: list[str], words: str, tmp_path: Path) -> None:
    run("dataset", *args).refused(words)
    assert list(tmp_path.iterdir()) == []


def test_both_commands_teach_by_examples(run: Run) -> None:
    for name in ("dataset", "evaluate"):
        assert f"tabletown {name} " in run(name, "--help").out.split("Examples")[1]
        assert f" {name} " in run("--help").out
