"""Folders of results: nothing is lost, nothing is counted twice, whatever is killed."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tabletown.lab.card_sets import CardSource
from tabletown.lab.errors import LabError
from tabletown.lab.findings import find
from tabletown.lab.folder import Folder
from tabletown.lab.plan import Plan
from tabletown.lab.results import read_results

from ..others import BOTS, only_here

DEAR = CardSource("dear", None, {"project_card.P01.cost": 9})
PLAN = Plan("uptown", games=40, batch=10, sets=(CardSource("default"), DEAR))


class Here(Executor):
    """Runs everything at once, in this thread, and counts it."""

    def __init__(self, fail_at: int = -1) -> None:
        self.calls, self.fail_at = 0, fail_at

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        done: Future[Any] = Future()
        self.calls += 1
        if self.calls == self.fail_at:
            done.set_exception(MemoryError("no room"))
        else:
            done.set_result(fn(*args, **kwargs))
        return done


def rows(folder: Folder) -> pa.Table:
    return pa.concat_tables(folder.tables())


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> pa.Table:
    folder = Folder.begin(tmp_path_factory.mktemp("whole"), PLAN)
    folder.play(Here())
    return rows(folder)


def test_every_game_and_seat_is_a_row(undisturbed: pa.Table) -> None:
    keys = zip(*(undisturbed[name].to_pylist() for name in ("cards", "game", "seat")), strict=True)
    assert Counter(keys) == {(c, g, s): 1 for c in ("default", "dear") for g in range(40) for s in range(2)}
    assert set(undisturbed["bot"].to_pylist()) == {"quick"}
    assert sum(undisturbed["win"].to_pylist()) == pytest.approx(80)
    assert set(undisturbed["end"].to_pylist()) <= {"all five sites of a street are finished", "a deck is empty"}


def test_a_failed_batch_is_played_again_and_the_others_stay(tmp_path: Path, undisturbed: pa.Table) -> None:
    folder = Folder.begin(tmp_path, PLAN)
    told: list[int] = []
    with pytest.raises(MemoryError):
        folder.play(Here(fail_at=3), told.append)
    assert told == [10] * 7
    assert [job.name for job in folder.missing()] == ["000-000001"]
    # what is finished with one set only does not count yet, so that sets are compared on the same deals
    assert {name: lot.games for name, lot in read_results(folder).items()} == {"default": 30, "dear": 30}
    assert not find(folder).finished
    again = Here()
    Folder.begin(tmp_path, PLAN).play(again)
    assert again.calls == 1
    assert rows(folder).equals(undisturbed)


def test_another_plan_is_refused(tmp_path: Path) -> None:
    Folder.begin(tmp_path, PLAN)
    with pytest.raises(LabError, match=r"another plan: now it is games 50 instead of 40"):
        Folder.begin(tmp_path, Plan("uptown", games=50, batch=10))
    assert Folder.resume(tmp_path).plan == PLAN.checked()


def test_a_folder_whose_rules_have_changed_is_refused(tmp_path: Path) -> None:
    Folder.begin(tmp_path, PLAN)
    text = (tmp_path / "plan.json").read_text()
    (tmp_path / "plan.json").write_text(text.replace('"uptown/1"', '"uptown/0"'))
    with pytest.raises(LabError, match="cannot be played on: now it would be rules 'uptown/1' instead of 'uptown/0'"):
        Folder.resume(tmp_path)


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"no plan\.json"):
        Folder.resume(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(LabError, match="cannot be used for results"):
        Folder.begin(tmp_path / "file", PLAN)
    with pytest.raises(LabError, match="nothing to report"):
        find(Folder.begin(tmp_path / "new", PLAN))


def test_a_write_that_breaks_off_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(*_: object) -> None:
        raise OSError("pulled the plug")

    folder = Folder.begin(tmp_path, PLAN)
    monkeypatch.setattr(os, "fsync", break_off)
    with pytest.raises(OSError, match="plug"):
        folder.play(Here())
    assert len(folder.missing()) == 8


SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tabletown.lab.folder import Folder
with ThreadPoolExecutor(1) as pool:
    Folder.resume(Path(sys.argv[1])).play(pool)
"""


def test_a_killed_process_loses_no_finished_game(tmp_path: Path) -> None:
    """Killed in the middle, resumed: the same rows as if nothing had happened."""
    plan = Plan("uptown", games=1200, batch=20)
    folder = Folder.begin(tmp_path / "killed", plan)
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder.path)])
    deadline = time.monotonic() + 100
    while len(folder.missing()) > 55 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    left = folder.missing()
    assert 0 < len(left) <= 55, "it was killed in the middle"
    before = {path: path.stat().st_mtime_ns for path in (folder.path / "batches").glob("*.parquet")}
    with ThreadPoolExecutor(2) as pool:
        Folder.resume(folder.path).play(pool)
        whole = Folder.begin(tmp_path / "whole", plan)
        whole.play(pool)
    assert {path: path.stat().st_mtime_ns for path in before} == before, "finished batches are not played again"
    assert rows(folder).equals(rows(whole))
    assert Counter(rows(folder)["game"].to_pylist()) == dict.fromkeys(range(1200), 2)


@pytest.mark.exhaustive
def test_a_killed_worker_of_a_cluster_changes_nothing(tmp_path: Path, undisturbed: pa.Table) -> None:
    distributed: Any = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = list(client.run(os.getpid).values())
        folder = Folder.begin(tmp_path, PLAN)
        told: list[int] = []

        def kill_one(games: int) -> None:
            if not told:
                os.kill(workers[0], signal.SIGKILL)
            told.append(games)

        folder.play(client.get_executor(retries=3), kill_one)
    assert sum(told) == 80
    assert rows(folder).equals(undisturbed)


def test_files_say_which_cards_they_count(undisturbed: pa.Table, tmp_path: Path) -> None:
    folder = Folder.begin(tmp_path, Plan("uptown", games=3))
    folder.play(Here())
    metadata = pq.read_schema(folder.file(folder.plan.jobs()[0])).metadata
    assert metadata[b"title"] == b"uptown"
    assert b"P01A" in metadata[b"cards"]


def test_a_bot_of_others_that_misbehaves_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class by its name, and an object by the name that its module gives it."""
    (tmp_path / "bots_of_others.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    with only_here():
        names = ("bots_of_others:Liar", "bots_of_others:made", "uniform")
        folder = Folder.begin(tmp_path / "results", Plan("uptown", names, games=3, players=3))
        told: list[str] = []
        folder.play(Here(), on_mishap=told.append)
    said = {text.partition(" at ply")[0].partition(": ")[2] for text in told}
    assert said == {"liar answered illegally: 9999", "crash crashed: RuntimeError"}
    (table,) = folder.tables()
    assert sum(table["mishaps"].to_pylist()) == 3 * len(told) > 0  # a row for each seat tells those of its game
    assert set(table["bot"].to_pylist()) == set(names)
