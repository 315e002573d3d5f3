"""`tabletown evaluate`: a file of results, going on with it, tables, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from tabletown.lab.benchmark.tasks import benchmark

from .conftest import Run

QUICK = ("--tasks", "uptown-2-greedy", "--quick", "--threads", 2)


def test_a_bot_gets_a_file_and_a_table(run: Run, tmp_path: Path) -> None:
    ran = run("evaluate", "uniform", *QUICK)
    assert ran.code == 0
    assert ran.out.startswith("uniform (quick) on the benchmark, version 1\n")
    assert ran.err == "The results are in benchmark-uniform-quick.json\n"
    kept = json.loads((tmp_path / "benchmark-uniform-quick.json").read_text())
    assert (kept["benchmark"], kept["version"], kept["bot"], kept["quick"]) == ("tabletown", 1, "uniform", True)
    assert [row["task"] for row in kept["tasks"]] == ["uptown-2-greedy"]
    assert [path.name for path in tmp_path.iterdir()] == ["benchmark-uniform-quick.json"]


def test_it_goes_on_with_its_file_and_with_no_other(run: Run, tmp_path: Path) -> None:
    assert run("evaluate", "uniform", *QUICK, "-o", "mine.json").code == 0
    first = json.loads((tmp_path / "mine.json").read_text())
    ran = run("evaluate", "uniform", *QUICK, "--tasks", "uptown-2-reflex", "-o", "mine.json", "--json")
    assert [row["task"] for row in ran.json["tasks"]] == ["uptown-2-greedy", "uptown-2-reflex"]
    assert ran.json["tasks"][0] == first["tasks"][0]  # not played again: it would have taken another time
    before = (tmp_path / "mine.json").read_bytes()
    run("evaluate", "greedy", *QUICK, "-o", "mine.json").refused(
        "has other results: bot 'uniform'", "now it is 'greedy'"
    )
    run("evaluate", "uniform", "-o", "mine.json").refused("quick True, and now it is False")
    assert (tmp_path / "mine.json").read_bytes() == before


def test_tasks_are_listed(run: Run) -> None:
    ran = run("evaluate", "--list", "--tasks", "milton_keynes-2-*")
    assert ran.out.startswith("Benchmark tabletown, version 1: 6 tasks\n")
    assert "advanced" in ran.out
    rows: list[dict[str, Any]] = run("evaluate", "--list", "--json").json
    assert [row["name"] for row in rows] == [task.name for task in benchmark().tasks]


def test_results_are_compared(run: Run) -> None:
    assert run("evaluate", "uniform", *QUICK, "-o", "mine.json").code == 0
    ran = run("evaluate", "--compare", "mine.json", "greedy")
    assert ran.code == 0
    over, heading, first = ran.out.splitlines()[:3]
    assert (over.split(), heading.split()) == (["uniform"], ["task", "par", "(quick)", "greedy"])
    assert first.startswith("uptown-2-greedy ")
    some = run("evaluate", "--compare", "greedy", "--tasks", "penny_lane-*").out.splitlines()[1:]
    assert some
    assert all(line.startswith("penny_lane-") for line in some)
    assert run("evaluate", "--compare", "mine.json", "--markdown").out.startswith(
        "| Task | Par | `uniform` (quick) |\n"
    )
    assert [one["bot"] for one in run("evaluate", "--compare", "mine.json", "greedy", "--json").json] == [
        "uniform",
        "greedy",
    ]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "name one BOT, or use --list, or --compare"),
        (["greedy", "--list"], "name one BOT"),
        (["greedy", "reflex"], "one bot is evaluated at a time, not 2"),
        (["greedy", "--markdown"], "--markdown writes the table of --compare"),
        (["greedy", "--tasks", "chess"], "no task is called 'chess'"),
        (["stockfish", "--quick"], "there is no bot 'stockfish'"),
        (["greedy", "-o", "no/such/file.json"], "there is no folder"),
        (["--compare", "nowhere.json"], "there is no file nowhere.json"),
        (["--compare", "."], "cannot be read"),
    ],
)
def test_evaluate_refuses(run: Run, args: list[str], words: str, tmp_path: Path) -> None:
    run("evaluate", *args).refused(words)
    assert list(tmp_path.iterdir()) == []
