"""The kernel cache: its folder follows the sources, and only ours."""

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
