"""`tabletown arena`, and what `tabletown bench --search` prints."""

from pathlib import Path

import pytest

import tabletown
from tabletown.lab import bench
from tabletown.lab.bench import SearchResult

from .conftest import Run

SMALL = ("--bots", "greedy,uniform", "--games", 4, "--threads", 2)


def test_a_match_as_tables(run: Run) -> None:
    ran = run("arena", "uptown", *SMALL)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("UpTown for 2, 4 games\n")
    for words in ("win rate", "rating", "mean score", "greedy", "uniform", "Orange", "Sky", "scores"):
        assert words in ran.out


def test_a_match_as_json(run: Run) -> None:
    result = run("arena", "penny_lane", *SMALL, "--players", 3, "--seed", 2, "--json").json
    assert list(result) == ["title", "players", "games", "bots", "seats"]
    assert (result["title"], result["players"], result["games"]) == ("penny_lane", 3, 4)
    for row in result["bots"]:
        assert list(row) == ["name", "games", "wins", "win_rate", "interval", "rating"]
    assert [row["games"] for row in result["bots"]] == [4, 8]
    assert sum(row["wins"] for row in result["bots"]) == pytest.approx(4)
    assert len(result["seats"]) == 3


def test_a_search_with_iterations_repeats_itself(run: Run) -> None:
    args = ("arena", "uptown", "--bots", "search,greedy", "--games", 2, "--iterations", 30, "--json")
    assert run(*args).json == run(*args).json


def test_records_are_kept(run: Run, tmp_path: Path) -> None:
    assert run("arena", "uptown", *SMALL, "--records", "games").code == 0
    paths = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in paths] == [f"uptown-000{n}.txt" for n in range(1, 5)]
    assert tabletown.load(paths[0]).is_game_over()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["downtown"], "there is no game 'downtown'"),
        (["uptown", "--bots", "stockfish"], "there is no bot 'stockfish'"),
        (["uptown", "--bots", "greedy,greedy"], "name every bot once"),
        (["uptown", "--players", "9"], "2 to 4 players, not 9"),
        (["uptown", "--games", "0"], "--games"),
        (["uptown", "--records", "no/such/folder"], "cannot be used for records"),
    ],
)
def test_arena_refuses(run: Run, args: list[str], words: str) -> None:
    run("arena", *args).refused(words)


def test_bench_of_the_search(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(title: str, players: int, seconds: float) -> SearchResult:
        return SearchResult(title, players, 20_000.0 * seconds, 19_000.0, 384)

    monkeypatch.setattr(bench, "bench_search", measure)
    ran = run("bench", "uptown", "--search", "--seconds", 2)
    assert ran.code == 0
    assert "playouts per second  40,000" in ran.out
    assert "nodes per second     19,000" in ran.out
    assert run("bench", "uptown", "--search", "--json").json[0]["playouts_per_second"] == 40_000.0
