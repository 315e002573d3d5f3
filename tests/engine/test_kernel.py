"""Kernels: how they are compiled, and a cache whose folder follows the sources, and only ours."""

import ast
import pickle
from pathlib import Path
from typing import Any, cast

import numba
import pytest

from tabletown.engine import kernel as module
from tabletown.engine.kernel import COMPILED, cache_folder, kernel, kernel_sources
from tabletown.engine.state import first_seat


def test_sources_are_those_that_define_kernels() -> None:
    names = {path.relative_to(module.PACKAGE).as_posix() for path in kernel_sources()}
    assert {
        "engine/numba_linking.py",
        "engine/loops.py",
        "engine/chance.py",
        "games/uptown/rules/turn.py",
        "games/uptown/state.py",
    } <= names
    assert "games/uptown/text/words.py" not in names


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


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_kernels_inside_others_are_linked_and_not_compiled_on_their_own() -> None:
    @kernel
    def half(x: int) -> int:
        return x // 2

    @kernel
    def quarter(x: int) -> int:
        return half(half(x))  # type: ignore[no-any-return]

    inside, outside = cast(Any, half), cast(Any, quarter)
    assert quarter(40) == 10
    assert len(outside.overloads) == 1
    assert not inside.overloads, "nobody called it from Python, so it has no machine code of its own"
    assert len(inside.linkable.overloads) == 1
    assert half(40) == 20, "and it can still be called from Python"
    with pytest.raises(TypeError, match="half has no machine code"):
        inside.linkable(40)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_kernels_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(first_seat))(0b100) == 2


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
