"""`tabletown lab`: what it writes, what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest

from tabletown import games

from .conftest import Run

SMALL = ("--games", 40, "--threads", 2)


def test_a_report_and_a_table(run: Run, tmp_path: Path) -> None:
    ran = run("lab", "uptown", *SMALL)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("UpTown for 2, 40 games by quick\n")
    for words in ("wins of who begins", "comebacks", "The report is lab-uptown/report.html"):
        assert words in ran.out
    assert (tmp_path / "lab-uptown" / "report.html").read_text().startswith("<!doctype html>")
    assert [path.name for path in (tmp_path / "lab-uptown" / "batches").iterdir()] == ["000-000000.parquet"]


def test_the_same_again_plays_nothing_again(run: Run, tmp_path: Path) -> None:
    first = run("lab", "uptown", *SMALL, "-o", "here", "--json").json
    file = tmp_path / "here" / "batches" / "000-000000.parquet"
    before = file.stat().st_mtime_ns
    assert run("lab", "uptown", *SMALL, "-o", "here", "--json").json == first
    assert run("lab", "--resume", "here", "--json").json == first
    assert file.stat().st_mtime_ns == before
    run("lab", "uptown", "--games", 41, "-o", "here").refused("another plan", "games 41 instead of 40")
    file.unlink()
    assert run("lab", "--resume", "here", "--json").json == first


def test_two_card_sets(run: Run, tmp_path: Path) -> None:
    text = (games.get("penny_lane").folder / "cards.toml").read_text()
    (tmp_path / "mine.toml").write_text(
        text.replace('name = "Museum"\ntype = "attraction"\ncost = 5', 'name = "Museum"\ntype = "attraction"\ncost = 1')
    )
    ran = run("lab", "penny_lane", *SMALL, "--cards", "mine.toml", "--against", "default", "--json").json
    assert [one["cards"] for one in ran["sets"]] == ["default", "mine"]
    assert {change["name"] for change in ran["changes"]} >= {"mean score", "plies", "wins of who begins"}
    assert len(ran["card_changes"]) == 30
    shown = run("lab", "penny_lane", *SMALL, "--cards", "mine.toml", "--against", "default").out
    assert "difference, ± 95 %" in shown
    assert "change of effect" in shown
    assert "mean score" in shown


def test_a_sweep(run: Run) -> None:
    ran = run("lab", "penny_lane", *SMALL, "--bots", "uniform", "--sweep", "building.museum.cost=1..3", "-o", "sweep")
    assert ran.code == 0
    assert ran.out.count("Museum") == 3
    assert json.loads(Path("sweep/plan.json").read_text())["swept"] == "building.museum.cost"


def test_bots_that_think(run: Run) -> None:
    args = ("lab", "uptown", "--bots", "greedy,quick", "--games", 2, "--json")
    assert {bot["name"] for bot in run(*args).json["sets"][0]["bots"]} == {"greedy", "quick"}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "name a TITLE"),
        (["uptown", "--resume", "x"], "not both"),
        (["downtown"], "there is no game 'downtown'"),
        (["uptown", "--bots", "stockfish"], "there is no bot 'stockfish'"),
        (["uptown", "--players", "9"], "2 to 4 players, not 9"),
        (["uptown", "--cards", "none.toml"], "none.toml cannot be read"),
        (["uptown", "--sweep", "cost"], "a sweep looks like"),
        (["uptown", "--sweep", "project_card.P99.cost=1..2"], "there is no project_card.P99"),
        (["uptown", "--sweep", "project_card.P01.cost=98..100"], "cost: must be a whole number from 0 to 99, not 100"),
        (["uptown", "--sweep", "project_card.P01.cost=1..2", "--against", "default"], "use one of them"),
        (["--resume", "nowhere"], "no plan.json"),
        (["uptown", "--device", "cuda", "--bots", "greedy"], "on a GPU only"),
        (["uptown", "--cluster", "tcp://127.0.0.1:9"], "no Dask scheduler at tcp://127.0.0.1:9"),
    ],
)
def test_lab_refuses(run: Run, args: list[str], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.cli.lab.PATIENCE", "200ms")  # there is nobody to wait for
    run("lab", *args).refused(words)


def test_card_files_that_break_the_vocabulary(run: Run, tmp_path: Path) -> None:
    text = (games.get("penny_lane").folder / "cards.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace('id = "museum"', 'id = "museum"\nfloors = 3'))
    run("lab", "penny_lane", "--cards", "mine.toml").refused("cards mine: unknown field 'floors' in building 'museum'")
