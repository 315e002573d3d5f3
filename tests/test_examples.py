"""The examples do what they say: the notebook runs from top to bottom."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import tabletown

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tour() -> nbformat.NotebookNode:
    notebook: nbformat.NotebookNode = nbformat.reads((ROOT / "examples" / "tour.ipynb").read_text(), as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def code(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebook_is_kept_without_outputs(tour: nbformat.NotebookNode) -> None:
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code(tour))


def test_the_notebook_runs(tour: nbformat.NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(tabletown.__file__).absolute().parents[1]))
    NotebookClient(tour, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    cells = code(tour)
    assert all(cell.execution_count for cell in cells)
    kinds = [kind for cell in cells for output in cell.outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 2, "a game and a view draw themselves"
    assert kinds.count("image/png") == 2, "two figures"
    text = "".join(output.get("text", "") for cell in cells for output in cell.outputs)
    assert "casino is not on top of a deck now (UT-14)" in text
