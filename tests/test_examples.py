"""The examples do what they say: the notebook runs from top to bottom, agents play, and one of them learns."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import tabletown
from tabletown.lab.arena import Match, play


@pytest.fixture(autouse=True)
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes import what is tested here."""
    monkeypatch.setenv("PYTHONPATH", str(Path(tabletown.__file__).absolute().parents[1]))
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # other tests run beside this one


def run(example: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"tabletown.examples.{example}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def tour() -> nbformat.NotebookNode:
    text = (files("tabletown.examples") / "tour.ipynb").read_text(encoding="utf-8")
    notebook: nbformat.NotebookNode = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def code(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebook_is_kept_without_outputs(tour: nbformat.NotebookNode) -> None:
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code(tour))


def test_the_notebook_runs(tour: nbformat.NotebookNode, tmp_path: Path) -> None:
    NotebookClient(tour, timeout=600, startup_timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    cells = code(tour)
    assert all(cell.execution_count for cell in cells)
    kinds = [kind for cell in cells for output in cell.outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 2, "a game and a view draw themselves"
    assert kinds.count("image/png") == 2, "two figures"
    text = "".join(output.get("text", "") for cell in cells for output in cell.outputs)
    assert "casino is not on top of a deck now (UT-14)" in text


def test_random_agents_play() -> None:
    told = run("random_agent", "penny_lane", "3").splitlines()
    assert len(told) == 3
    assert sum(float(reward) for reward in re.findall(r"reward ([\d.]+)", "\n".join(told))) == pytest.approx(
        1.0, abs=0.01
    )


def test_the_learner_learns(tmp_path: Path) -> None:
    """A few updates are enough to see it: from as good as `uniform` to clearly better."""
    told = run("train_ppo", "--updates", "3", "--save", str(tmp_path / "agent.npz"))
    before, *_, after = (float(share) for share in re.findall(r"([\d.]+)%", told))
    assert before < 55 < 58 < after
    agent = str(tmp_path / "agent.npz")
    with ThreadPoolExecutor(1) as one:
        result = play(Match("uptown", (agent, "uniform"), games=40), one)
    assert not any(game.mishaps for game in result.played)
    assert result.bots[0].name == agent


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_the_learners_with_libraries_run(library: str) -> None:
    """One update each, after which they say how many games they won; the libraries are no part of Tabletown."""
    pytest.importorskip(library)
    told = run(f"train_{library}", "--seconds", "0", "--games", "64", "--opponents", "quick")
    assert re.search(r"won [\d.]+% of the last games against quick", told)


def test_a_copy_to_change(tmp_path: Path) -> None:
    """The copied programs run on their own, and a folder that exists is left alone."""
    mine = tmp_path / "mine"
    command = [sys.executable, "-m", "tabletown.examples", str(mine)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told == sorted(str(path) for path in mine.iterdir())
    assert {"random_game.py", "tour.ipynb", "uptown.txt"} <= {path.name for path in mine.iterdir()}
    assert not list(mine.glob("__*"))
    game = [sys.executable, str(mine / "random_game.py")]
    assert "Outcome(" in subprocess.run(game, capture_output=True, text=True, check=True).stdout
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert "exists already" in again.stderr
