"""Benchmarks that would otherwise be run by hand only: the comparison with other libraries, and a short siege."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabletown

ROOT = Path(__file__).parents[1]


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run a benchmark; it finds the package and the tests."""
    path = [str(Path(tabletown.__file__).absolute().parents[1]), str(ROOT)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path)}
    program, *arguments = command
    script = str(ROOT / "benchmarks" / program)
    return subprocess.run([sys.executable, script, *arguments], env=environment, capture_output=True, text=True)


def test_peers(tmp_path: Path) -> None:
    """It plays what is installed, says what is not, and writes what it measured."""
    told = tmp_path / "peers.json"
    only = ("--only", "open_spiel", "no_such_library")
    ran = run("peers.py", "--seconds", "0.01", "--rounds", "1", *only, "--json", str(told))
    assert ran.returncode == 0, ran.stderr
    rows = json.loads(told.read_text(encoding="utf-8"))
    assert {row["library"] for row in rows} == {"OpenSpiel"}
    assert all(row["decisions_per_second"] > 0 and row["legal"] >= 1 and row["plies"] > 1 for row in rows)
    assert len(ran.stdout.splitlines()) == len(rows) + 2, "a heading, a line, and the rows"


def test_card_trials(tmp_path: Path) -> None:
    """Card sets are played on as many threads as asked for."""
    sets = ("--printed", "--try", "cheap", "P55.cost=5", "--games", "20", "--seed", "7")
    ran = run("card_trials.py", "uptown", *sets, "--threads", "2", "-o", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert "| Concierge Desk or Grand Hotel, `project_card.P55.cost` | 8: " in ran.stdout


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="it needs addresses of this machine that only Linux has")
def test_a_short_siege() -> None:
    """A few seconds of what `make attack` does for ten minutes."""
    ran = run("attack.py", "--minutes", "0.1", "--titles", "uptown", "--databases", "sqlite")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    figures = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", ran.stdout, re.MULTILINE))
    assert int(figures["kills"]) >= 1
    assert int(figures["pairs of worlds, answers of each"].split(",")[0]) >= 12  # two to four players, and spectators
    assert [figures[name] for name in ("moves lost", "moves doubled", "differences")] == ["0", "0", "0"]
