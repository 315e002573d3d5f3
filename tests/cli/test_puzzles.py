"""`tabletown puzzles`: puzzles from games of minds, in a file that can be read back."""

import json
from pathlib import Path

from tabletown.study.puzzles import from_data

from .conftest import Run


def test_puzzles_are_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    ran = run("puzzles", "uptown", "--games", 3, "--seed", 3, "-o", path, "--workers", 1)
    assert ran.code == 0, ran.err
    found = [from_data(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    assert found
    assert f"{len(found)} puzzles in 3 games" in ran.out
    assert all(puzzle.id in ran.out for puzzle in found)


def test_what_it_refuses(run: Run) -> None:
    run("puzzles", "uptown", "--players", 7).refused("2 to 4 players, not 7")
    run("puzzles", "uptown", "-o", "nowhere/puzzles.jsonl").refused("nowhere")
