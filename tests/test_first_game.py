"""The page that builds a game step by step ends with the example, file by file; the example is a package to install.

tests/test_wheel.py runs the steps themselves.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabletown
from tabletown import games
from tabletown.cli import new_game
from tabletown.examples.__main__ import main as copy_examples

from .others import UNCOMPILED, only_here
from .steps import changed, write_block
from .test_docs import ROOT, blocks

PAGE = ROOT / "docs" / "first_game.md"
EXAMPLE = ROOT / "src" / "tabletown" / "examples" / "modest_plans"
FEW_LINES = 300  # of Python, without tests


@pytest.fixture(autouse=True)
def _only_here() -> Iterator[None]:
    with only_here():
        yield


def tree(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_steps_end_with_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_game.command("modest_plans")
    for block in blocks(PAGE):
        if block.file:
            write_block(block.file, block.code)
        for line in block.code.splitlines():
            if line.startswith("$ mv "):
                subprocess.run(line.removeprefix("$ ").split(), check=True)
    assert tree(tmp_path / "modest_plans") == tree(EXAMPLE)


def test_blocks_change_files_as_a_reader_would() -> None:
    before = '"""A file."""\n\nA = 1\n\n\ndef one():\n    return 1\n\n\n@two\ndef two():\n    return 2\n'
    assert changed(before, '"""New."""\n') == '"""New."""\n'
    after = changed(before, "@one\ndef one():\n    return A\n\n\ndef new():\n    pass\n")
    assert after == before.replace(
        "def one():\n    return 1\n", "@one\ndef one():\n    return A\n\n\ndef new():\n    pass\n"
    )
    assert changed(before, "def last():\n    pass\n") == f"{before}\n\ndef last():\n    pass\n"


def test_it_is_small() -> None:
    python = [path for path in EXAMPLE.rglob("*.py") if "tests" not in path.parts]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in python) < FEW_LINES


def test_the_example_is_copied_as_it_is(tmp_path: Path) -> None:
    copy_examples(str(tmp_path / "examples"))
    assert tree(tmp_path / "examples" / "modest_plans") == tree(EXAMPLE)


@pytest.mark.parametrize("name", ["modest_plans", "toytown"])
def test_a_folder_can_be_installed_as_it_lies_there(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its package has all that the title needs, is found by its entry point, and leaves nothing in the folder."""
    pytest.importorskip("hatchling")
    monkeypatch.chdir(tmp_path)
    if name == "toytown":
        new_game.command(name)
    else:
        shutil.copytree(EXAMPLE, name, ignore=shutil.ignore_patterns("__pycache__"))
    before, built = tree(tmp_path / name), tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(built), f"./{name}"], check=True, env=os.environ | {"PIP_NO_CACHE_DIR": "1"})
    assert tree(tmp_path / name) == before
    inside = {path for path in before if not path.startswith("tests")} - {"pyproject.toml"}
    assert set(tree(built / name)) == inside
    source = str(Path(tabletown.__file__).absolute().parents[1])
    ran = subprocess.run(
        [sys.executable, "-P", "-c", f"from tabletown import games; t = games.get({name!r}); print(t.folder, t.rules)"],
        env=os.environ | UNCOMPILED | {"PYTHONPATH": os.pathsep.join([str(built), source])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == [str(built / name), f"{name}/1"]


def test_the_example_is_found_in_its_folder() -> None:
    assert games.add(EXAMPLE).meta.players == (2, 4)
