"""The examples do what they say: the notebook runs from top to bottom, agents play, and one of them learns."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import tabletown

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes import what is tested here."""
    monkeypatch.setenv("PYTHONPATH", str(Path(tabletown.__file__).absolute().parents[1]))


def run(example: str, *arguments: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / example), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def tour() -> nbformat.NotebookNode:
    notebook: nbformat.NotebookNode = nbformat.reads((ROOT / "examples" / "tour.ipynb").read_text(), as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def code(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebook_is_kept_without_outputs(tour: nbformat.NotebookNode) -> None:
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code(tour))


def test_the_notebook_runs(tour: nbformat.NotebookNode, tmp_path: Path) -> None:
    NotebookClient(tour, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    cells = code(tour)
    assert all(cell.execution_count for cell in cells)
    kinds = [kind for cell in cells for output in cell.outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 2, "a game and a view draw themselves"
    assert kinds.count("image/png") == 2, "two figures"
    text = "".join(output.get("text", "") for cell in cells for output in cell.outputs)
    assert "casino is not on top of a deck now (UT-14)" in text


def test_random_agents_play() -> None:
    told = run("random_agent.py", "penny_lane", "3").splitlines()
    assert len(told) == 3
    assert sum(float(reward) for reward in re.findall(r"reward ([\d.]+)", "\n".join(told))) == pytest.approx(
        1.0, abs=0.01
    )


def test_the_learner_learns(tmp_path: Path) -> None:
    """A few updates are enough to see it: from as good as `uniform` to clearly better."""
    told = run("train_ppo.py", "--updates", "4", "--save", str(tmp_path / "agent.npz"))
    before, *_, after = (float(share) for share in re.findall(r"([\d.]+)%", told))
    assert before < 55 < 60 < after
    with np.load(tmp_path / "agent.npz") as weights:
        assert weights["policy"].shape[1] == tabletown.games.get("uptown").actions.count
