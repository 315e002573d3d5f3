"""Data sets: what is in the tables, that they are the same again, and that nothing is half written."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import tabletown as tt
from tabletown.engine.errors import OptionError, TabletownError
from tabletown.env import uptown_v2
from tabletown.lab.dataset import plan as plans
from tabletown.lab.dataset.folder import DatasetFolder, sha256
from tabletown.lab.dataset.plan import DatasetPlan
from tabletown.lab.errors import LabError

PLAN = DatasetPlan("uptown", ("reflex", "search"), games=5, players=3, looks=8, seed=7, observations=True, chances=True)
FILES = ("games.parquet", "decisions.parquet", "README.md", "plan.json")


class Here(Executor):
    """Runs everything at once, in this thread; from its `fail_at`th call on everything fails."""

    def __init__(self, fail_at: int = 99) -> None:
        self.calls, self.fail_at = 0, fail_at

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        done: Future[Any] = Future()
        self.calls += 1
        if self.calls >= self.fail_at:
            done.set_exception(MemoryError("no room"))
        else:
            done.set_result(fn(*args, **kwargs))
        return done


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "BATCH", 2)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "set"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "BATCH", 2)
        DatasetFolder.begin(path, PLAN).play(Here())
    return path


def rows(path: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(path / f"{name}.parquet").to_pylist()
    return found


def test_every_game_replays_to_its_result(whole: Path) -> None:
    games, decisions = rows(whole, "games"), rows(whole, "decisions")
    assert [row["game"] for row in games] == list(range(5))
    assert len({row["seed"] for row in games}) == 5
    assert [row["bots"] for row in games[:3]] == [
        ["reflex", "search", "search"],
        ["search", "search", "reflex"],
        ["search", "reflex", "search"],
    ]
    for row in games:
        recorded, game = tt.loads(row["record"]), tt.new("uptown", players=row["players"], seed=row["seed"])
        assert (game.rules, row["mishaps"]) == (row["rules"], 0)
        mine = [one for one in decisions if one["game"] == row["game"]]
        assert [one["ply"] for one in mine] == list(range(row["plies"]))
        for one in mine:
            legal = game.legal_actions_of(one["seat"])
            assert (one["legal"], one["legal_count"]) == (legal, len(legal))
            assert game.say(one["action"], one["seat"]) == one["text"]
            assert sum(one["chances"]) == pytest.approx(1)
            assert len(one["chances"]) == 3
            game.push_action(one["action"], one["seat"])
        outcome = game.outcome()
        assert outcome is not None
        assert (list(outcome.scores), list(outcome.places)) == (row["scores"], row["places"])
        assert game.digest() == recorded.digest()


def test_observations_are_those_of_the_environment(whole: Path) -> None:
    games, decisions = rows(whole, "games"), rows(whole, "decisions")
    env = uptown_v2.env(players=3)
    env.reset(seed=games[1]["seed"])
    mine = [row for row in decisions if row["game"] == 1]
    for row in mine:
        assert env.agent_selection == f"player_{row['seat']}"
        observed = env.last()[0]
        floats = np.zeros_like(observed["observation"])
        floats[row["indices"]] = row["values"]
        np.testing.assert_array_equal(floats, observed["observation"])
        assert observed["action_mask"].nonzero()[0].tolist() == row["legal"]
        env.step(row["action"])
    assert all(env.terminations.values())


def test_the_same_plan_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """Also on other workers, and after a stop in the middle, which leaves nothing under the final names."""
    again = DatasetFolder.begin(tmp_path / "again", PLAN)
    with pytest.raises(MemoryError):
        again.play(Here(fail_at=3))
    assert sorted(path.name for path in again.path.iterdir()) == ["plan.json", "unfinished"]
    again = DatasetFolder.begin(tmp_path / "again", PLAN)
    assert again.missing() == [range(4, 5)]
    told: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        again.play(pool, told.append)
    assert told == [1]
    assert sorted(path.name for path in again.path.iterdir()) == sorted(FILES)
    assert [sha256(again.path / name) for name in FILES] == [sha256(whole / name) for name in FILES]
    again.play(Here(fail_at=0))  # nothing is left to do


def test_tables_that_cannot_be_written_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = DatasetFolder.begin(tmp_path / "set", replace(PLAN, games=2, observations=False, chances=False))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tabletown.lab.dataset.folder.os.replace", full)
        with pytest.raises(LabError, match="cannot be written: No space left on device"):
            found.play(Here())
    assert not list(found.path.glob("*.parquet"))
    found.play(Here())
    assert found.finished
    assert pq.read_schema(found.path / "decisions.parquet").names[-1] == "legal"


def test_the_card_says_how_it_was_made(whole: Path) -> None:
    card = (whole / "README.md").read_text(encoding="utf-8")
    plies = sum(row["plies"] for row in rows(whole, "games"))
    for words in (
        "tabletown dataset uptown --bots reflex,search --games 5 --players 3 --looks 8 --seed 7",
        f"### `decisions.parquet`: {plies} rows", "Rules: `uptown/1`", "`reflex` 5, `search` 10", "No bot crashed",
        sha256(whole / "games.parquet"), sha256(whole / "decisions.parquet"), f"Tabletown {tt.__version__}", "MIT",
        "The same command gives the same games",
    ):  # fmt: skip
        assert words in card
    for name in (*pq.read_schema(whole / "games.parquet").names, *pq.read_schema(whole / "decisions.parquet").names):
        assert f"| `{name}` | " in card
    assert not replace(PLAN, bots=("search@0.1s",)).repeatable


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"games": 0}, LabError, "needs a bot and a game"),
        ({"bots": ()}, LabError, "needs a bot and a game"),
        ({"bots": ("greedy",) * 4}, LabError, "4 bots are too many for 3 seats"),
        ({"bots": ("stockfish",)}, TabletownError, "there is no bot 'stockfish'"),
        ({"bots": ("search@soon",)}, TabletownError, "not @soon"),
        ({"players": 9}, OptionError, "2 to 4 players, not 9"),
        ({"looks": 0}, LabError, "one look or more, not 0"),
        ({"seed": -1}, LabError, "the seed must be a whole number"),
    ],
)
def test_what_cannot_be_made(tmp_path: Path, changes: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        DatasetFolder.begin(tmp_path / "set", replace(PLAN, **changes))
    assert not (tmp_path / "set").exists()


def test_a_folder_of_something_else_is_left_alone(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(LabError, match="another data set: now it is games 6 instead of 5; choose another folder"):
        DatasetFolder.begin(whole, replace(PLAN, games=6))
    (tmp_path / "diary.txt").write_text("Dear diary")
    with pytest.raises(LabError, match="holds other files"):
        DatasetFolder.begin(tmp_path, PLAN)
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]
    (tmp_path / "broken").mkdir()
    for text, words in (("{}", "not the plan"), ("[]", "not the plan"), ('{"format": 9}', "another format than 1")):
        (tmp_path / "broken" / "plan.json").write_text(text)
        with pytest.raises(LabError, match=words):
            DatasetFolder.begin(tmp_path / "broken", PLAN)
