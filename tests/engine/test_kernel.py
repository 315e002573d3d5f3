"""Kernels: how they are compiled, and caches whose folders follow the sources they depend on, and no others."""

import ast
import os
import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import numba
import pytest

from tabletown import games
from tabletown.bots.greedy import TEMPLATE as LOOKAHEAD
from tabletown.bots.search_memory import PLAYOUT, TREE
from tabletown.engine import kernel as module
from tabletown.engine.kernel import COMPILED, PACKAGE, cache_folder, kernel, kernel_modules, sources, title_cache
from tabletown.engine.state import first_seat
from tabletown.engine.title import LOOPS
from tabletown.env.cpu_vector import LOOPS as VECTOR_LOOPS
from tabletown.lab.native import TEMPLATE as NATIVE_LOOPS

TEMPLATES = (LOOPS, LOOKAHEAD, PLAYOUT, TREE, VECTOR_LOOPS, NATIVE_LOOPS)


def inside(paths: list[Path]) -> set[str]:
    return {path.relative_to(PACKAGE).as_posix() for path in paths}


# What compiled code depends on


def test_a_title_depends_on_its_rules_its_constants_and_the_engine_below() -> None:
    names = inside(sources(kernel_modules(PACKAGE / "games" / "paper_skylines")))
    assert {
        "engine/actions.py",
        "engine/chance.py",
        "engine/kernel.py",
        "engine/numba_linking.py",
        "engine/state.py",
        "games/paper_skylines/rules/effects.py",
        "games/paper_skylines/rules/turn.py",
        "games/paper_skylines/state.py",
    } <= names
    rooms = {"text", "positions", "drawing"}
    assert not [name for name in names if rooms & set(name.split("/"))]
    assert not [name for name in names if name.startswith("games/") and "paper_skylines" not in name]
    assert not names & {"engine/title.py", "engine/position.py", "engine/game.py", "engine/loops.py"}


@pytest.mark.parametrize("name", games.names())
def test_every_module_that_rules_get_something_from_is_found(name: str) -> None:
    """Compare with what Python has imported: constants may come from anywhere."""
    folder = PACKAGE / "games" / name
    found = set(sources(kernel_modules(folder)))
    for path in found:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tabletown"):
                origin = PACKAGE.parent.joinpath(*(node.module or "").split("."))
                for alias in node.names:
                    files = (origin / f"{alias.name}.py", origin.with_suffix(".py"), origin / "__init__.py")
                    used = next(file for file in files if file.is_file())
                    assert used in found | module.NOT_COMPILED, f"{path.name} imports {used}"


def test_a_template_depends_on_what_it_calls() -> None:
    assert "bots/lookahead.py" in inside(sources([PLAYOUT])), "playout uses a kernel of it"
    assert "lab/native_loops.py" not in inside(sources([TREE]))


# Folders


UPTOWN = {"uptown", *(f"uptown {template.stem}" for template in TEMPLATES)}
BOUND = {f"{name} {template.stem}" for name in ("uptown", "penny_lane") for template in TEMPLATES}
ALL = {*games.names(), *BOUND, "chance"}
FRESH = {
    "games/uptown/rules/evaluation.py": UPTOWN,
    "games/uptown/state.py": UPTOWN,
    "games/uptown/drawing/table.py": set(),
    "games/uptown/text/words.py": set(),
    "games/paper_skylines/rules/effects.py": {"paper_skylines"},
    "games/paper_skylines/vocabulary.py": set(),  # what it says reaches kernels as cards, which are arguments
    "engine/actions.py": ALL - {"chance"},
    "engine/chance.py": ALL,
    "engine/numba_linking.py": ALL,
    "engine/title.py": set(),
    "engine/loops.py": {name for name in BOUND if name.split()[1] in ("loops", "native_loops")},
    "bots/lookahead.py": {name for name in BOUND if name.split()[1] not in ("loops", "vector_loops")},
    "bots/tree.py": {"uptown tree", "penny_lane tree"},
    "env/vector_loops.py": {"uptown vector_loops", "penny_lane vector_loops"},
    "lab/native_loops.py": {"uptown native_loops", "penny_lane native_loops"},
    "lab/report.py": set(),
}
"""What is compiled again after an edit in a file: titles, what is bound to two of them, and a module of the engine."""


def folders(package: Path) -> dict[str, Path]:
    cache_folder.cache_clear()
    kept = {name: title_cache(package / "games" / name) for name in games.names()}
    for name in ("uptown", "penny_lane"):
        rules = kernel_modules(package / "games" / name)
        for template in TEMPLATES:
            path = package / template.relative_to(PACKAGE)
            kept[f"{name} {template.stem}"] = cache_folder(f"{name}-{template.stem}", path, *rules)
    return kept | {"chance": cache_folder("chance", package / "engine" / "chance.py")}


def test_a_comment_opens_fresh_folders_where_it_may_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "tabletown"
    for path in {*FRESH, *(path.relative_to(PACKAGE).as_posix() for path in sources(kernel_modules(PACKAGE)))}:
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / path, copy / path)
    for folder in (copy, *copy.rglob("*/")):
        (folder / "__init__.py").touch()
    monkeypatch.setattr(module, "PACKAGE", copy)
    monkeypatch.setattr(module, "NOT_COMPILED", {copy / path.relative_to(PACKAGE) for path in module.NOT_COMPILED})
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path / "cache"))
    before = folders(copy)
    assert set(before) == ALL
    for edited, fresh in FRESH.items():
        text = (copy / edited).read_text()
        (copy / edited).write_text(text + "# a comment\n")
        after = folders(copy)
        assert {name for name in ALL if before[name] != after[name]} == fresh, edited
        (copy / edited).write_text(text)
    cache_folder.cache_clear()


def test_the_package_finds_its_kernels_wherever_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second checkout, or the package installed anew, compiles nothing that has not changed."""
    copy = tmp_path / "elsewhere" / "tabletown"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    script = """
import sys
from tabletown import games
from tabletown.engine.state import first_seat
uptown = games.get("uptown")
print(*(kernel._cache.cache_path for kernel in (uptown.kernels["apply"], uptown.loops.step, first_seat)))
"""
    places = []
    for root in (PACKAGE.parent, copy.parent):
        environment = os.environ | {"PYTHONPATH": str(root), "TABLETOWN_CACHE": str(tmp_path / "cache")}
        places.append(subprocess.check_output([sys.executable, "-c", script], env=environment, text=True).split())
    assert places[0] == places[1]
    assert len(set(places[0])) == 3


def test_a_title_in_another_folder_has_a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path / "cache"))
    elsewhere = tmp_path / "titles" / "uptown"
    shutil.copytree(PACKAGE / "games" / "uptown", elsewhere)
    (elsewhere / "rules" / "evaluation.py").write_text(
        "from .. import knobs\nfrom tabletown.engine.kernel import kernel\n"
    )
    (elsewhere / "knobs.py").write_text("KNOB = 1\n")
    before = title_cache(elsewhere)
    assert before != title_cache(PACKAGE / "games" / "uptown")
    assert {"knobs.py", "actions.py"} <= {path.name for path in sources(kernel_modules(elsewhere))}
    (elsewhere / "knobs.py").write_text("KNOB = 2\n")
    cache_folder.cache_clear()
    assert title_cache(elsewhere) != before
    cache_folder.cache_clear()


def kept_at(compiled: Any) -> Path | None:
    path = compiled._cache.cache_path
    return Path(path) if path else None


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_kernels_are_kept_by_title_by_template_and_by_module() -> None:
    uptown = games.get("uptown")
    rules, bound, shared = (kept_at(k) for k in (uptown.kernels["apply"], uptown.loops.step, first_seat))
    assert rules is not None and rules.parent == title_cache(uptown.folder)  # noqa: PT018
    assert bound is not None and bound.parent.name.startswith("kernels-uptown-loops-")  # noqa: PT018
    assert shared is not None and shared.parent.name.startswith("kernels-state-")  # noqa: PT018


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_kernels_from_elsewhere_are_not_kept_nor_what_calls_them() -> None:
    """What they depend on cannot be told."""

    @kernel
    def one() -> int:
        return 1

    assert kept_at(one) is None
    with module.binding("uptown", LOOPS, [one]):
        assert module._bound[-1] == (LOOPS, None)
    with module.binding("uptown", LOOPS, [games.get("uptown").kernels["apply"], 7]):
        seven = module._bound[-1][1]
    with module.binding("uptown", LOOPS, [games.get("uptown").kernels["apply"], 8]):
        assert seven is not None
        assert module._bound[-1][1] not in (None, seven)  # numbers are frozen into what is compiled


def test_folders_that_nobody_uses_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_CACHE", str(tmp_path))
    old, recent, foreign = tmp_path / "kernels-old-0", tmp_path / "kernels-recent-0", tmp_path / "notes"
    for folder, days in ((old, 61), (recent, 59), (foreign, 99)):
        (folder / "inner").mkdir(parents=True)
        (folder / "inner" / "file").touch()
        os.utime(folder, (then := time.time() - days * module.DAY_S, then))
    source = tmp_path / "source.py"
    source.touch()
    cache_folder.cache_clear()
    folder = cache_folder("new", source)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [folder.name, recent.name, foreign.name, source.name]
    )
    os.utime(folder, (then, then))
    cache_folder.cache_clear()
    assert cache_folder("new", source) == folder
    assert folder.stat().st_mtime > time.time() - module.DAY_S, "whoever uses a folder says so"
    cache_folder.cache_clear()


# Kernels


def test_the_users_own_functions_keep_their_cache() -> None:
    def settings() -> tuple[str, str]:
        return numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES

    before = settings()

    @kernel
    def one() -> int:
        return 1

    assert one() == 1
    assert before == settings()


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


@pytest.mark.parametrize("source", kernel_modules(PACKAGE), ids=lambda path: f"{path.parent.name}/{path.name}")
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


def test_code_that_checks_bounds_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = module.digest([LOOPS])
    monkeypatch.setattr(module, "BOUNDS_CHECKED", True)
    assert module.digest([LOOPS]) != plain
