"""The kernel cache: its folder follows the sources, and only ours."""

import ast
from pathlib import Path

import numba
import pytest

from tabletown.engine import kernel as module
from tabletown.engine.kernel import cache_folder, kernel, kernel_sources


def test_sources_are_those_that_define_kernels() -> None:
    names = {path.relative_to(module.PACKAGE).as_posix() for path in kernel_sources()}
    assert {"engine/loops.py", "engine/chance.py", "games/uptown/rules.py", "games/uptown/state.py"} <= names
    assert "games/uptown/words.py" not in names


def test_an_edit_opens_a_fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "state.py"
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    folders = []
    for text in ("A = 1", "A = 2"):
        source.write_text(text)
        cache_folder.cache_clear()
        folders.append(cache_folder())
    cache_folder.cache_clear()
    assert folders[0] != folders[1]


def test_the_users_own_functions_keep_their_cache() -> None:
    before = numba.config.CACHE_DIR

    @kernel
    def one() -> int:
        return 1

    assert one() == 1
    assert before == numba.config.CACHE_DIR


@pytest.mark.parametrize("source", kernel_sources(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_kernels_convert_with_int64(source: Path) -> None:
    """Compiled, int(uint8) is a uint64: int(a) - int(b) would wrap around where plain Python gives -1."""
    for function in ast.walk(ast.parse(source.read_text())):
        if not isinstance(function, ast.FunctionDef):
            continue
        if not any(isinstance(d, ast.Name) and d.id == "kernel" for d in function.decorator_list):
            continue
        calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
        wrong = [call.lineno for call in calls if isinstance(call, ast.Name) and call.id == "int"]
        assert not wrong, f"{source.name}, lines {wrong}: write int64(...) in kernels"
