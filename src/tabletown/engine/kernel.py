"""The one decorator under which rules are written, and the cache in which their compiled form is kept.

Numba's own cache looks only at the file of the function it compiles, not at the functions and constants that one uses.
So compiled code is kept in folders whose names carry a hash of all the sources it was made of: an edit opens a fresh
folder, and an old result is never run by mistake. The kernels of a title share one folder, kernels of the engine have
one for each module, and a template that is bound to a title (see title.py) has its own. So an edit in one title
compiles that title again, an edit in a template what is bound from it, and an edit in the engine all that use it.
"""

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba import config as numba_config
from numba.core.caching import UserProvidedCacheLocator

from tabletown.engine.numba_linking import KernelDispatcher, refuse_negative_indices, source_of

PACKAGE = Path(__file__).parents[1]
MARK = b"engine.kernel import"  # a module that imports this one defines kernels
NOT_COMPILED = {PACKAGE / "engine" / "position.py"}  # rules name it in signatures only; behind it is half the engine
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
COMPILED = not numba_config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: the same functions then run as plain Python."""
BOUNDS_CHECKED = bool(numba_config.BOUNDSCHECK)
"""True under NUMBA_BOUNDSCHECK=1: an index beyond an array, or a negative one, then raises IndexError."""
DAY_S = 24 * 3600
UNUSED_S = 60 * DAY_S
"""After so long a folder that no process has used is removed."""

if BOUNDS_CHECKED:
    refuse_negative_indices()

int64: Any = np.int64
"""How kernels convert. Compiled, `int` of an unsigned field stays unsigned, and a difference of two wraps around."""

_COMMENT = re.compile(rb"#.*")
_IMPORT = re.compile(rb"^from +([\w.]+) +import +(\([^)]*\)|.*)|^import +(.*)", re.MULTILINE)


# --- Sources --------------------------------------------------------------------------------------------------------


def kernel_modules(folder: Path) -> list[Path]:
    """The modules in a folder that define kernels."""
    return sorted(path for path in folder.rglob("*.py") if MARK in path.read_bytes())


def sources(modules: Iterable[Path]) -> list[Path]:
    """These modules and all that they import of this package or of their own: everything their kernels depend on.

    Imports inside functions and under `if TYPE_CHECKING` do not count: kernels cannot use what they bring.
    """
    found: set[Path] = set()
    waiting = list(modules)
    while waiting:
        path = waiting.pop()
        if path not in found and path not in NOT_COMPILED:
            found.add(path)
            stat = path.stat()
            waiting.extend(_imported_by(path, stat.st_mtime_ns, stat.st_size))
    return sorted(found)


@cache
def _imported_by(path: Path, changed: int, size: int) -> tuple[Path, ...]:
    """What a file imports, read once for as long as it does not change: many modules share the same sources."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[Path]:
    for match in _IMPORT.finditer(_COMMENT.sub(b"", path.read_bytes())):
        origin, names, modules = (part.decode() for part in match.groups(b""))
        for name in re.findall(r"[\w.]+", modules):
            yield from _file_of(path, name)
        found = _file_of(path, origin) if origin else []
        if found and found[0].name == "__init__.py":  # what is imported from a package may be modules of it
            parts = {found[0].with_name(f"{name}.py") for name in re.findall(r"\w+", names)}
            inner = {found[0].parent / name / "__init__.py" for name in re.findall(r"\w+", names)}
            yield from (file for file in parts | inner if file.is_file())
        yield from found


def _file_of(path: Path, module: str) -> list[Path]:
    """The file of a module as `path` would import it; none if it belongs to another package."""
    name = module.lstrip(".")
    if name != module:
        places = [path.parents[len(module) - len(name) - 1]]
    else:
        places = [_root(path.parent), PACKAGE.parent]
    for place in places:
        stem = place.joinpath(*name.split(".")) if name else place
        for file in (stem.with_name(f"{stem.name}.py"), stem / "__init__.py"):
            if file.is_file():
                return [file]
    return []


@cache
def _root(folder: Path) -> Path:
    """Where the outermost package lies to which a folder belongs."""
    return _root(folder.parent) if (folder / "__init__.py").is_file() else folder


def digest(modules: Iterable[Path]) -> str:
    """A short hash of the sources of some modules, of the compiler, and of whether it checks indices."""
    compiler = f"{numba.__version__} {sys.version_info.major}.{sys.version_info.minor}"
    total = hashlib.sha256(f"{compiler} bounds {BOUNDS_CHECKED}".encode())
    for path in sources(modules):
        total.update(place_of(path).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def place_of(path: Path) -> Path:
    """Where a source lies within its package, or within the folder of its title, wherever those are."""
    return path.relative_to(_root(path.parent))


# --- Folders --------------------------------------------------------------------------------------------------------


@cache
def cache_folder(name: str, *modules: Path) -> Path:
    """Where code that was compiled from exactly these sources is kept. `TABLETOWN_CACHE` moves the parent folder."""
    parent = Path(os.environ.get("TABLETOWN_CACHE") or platformdirs.user_cache_dir("tabletown"))
    folder = parent / f"kernels-{name}-{digest(modules)}"
    with suppress(OSError):  # a cache that cannot be written is Numba's to complain about
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_unused(parent)
        elif folder.stat().st_mtime < time.time() - DAY_S:
            os.utime(folder)
    return folder


def title_cache(folder: Path) -> Path:
    """Where the kernels of the title in a folder are kept."""
    return cache_folder(folder.name, *kernel_modules(folder))


def around_title(module: str) -> str:
    """The outermost package around a module of a title of others, by its name; none for modules of this package.

    Compiled code names the modules that it was made of. The same folder is imported under other names where it was
    given as a folder and where it is installed, so each has a cache of its own.
    """
    outermost = module.partition(".")[0]
    return "" if outermost == PACKAGE.name else outermost


def generated_folder(name: str, text: str) -> Path:
    """Where a module of kernels lies that a program has written, by its text. Raises OSError if it cannot be made."""
    path = cache_folder(f"{name}-written-{hashlib.sha256(text.encode()).hexdigest()[:16]}")
    path.mkdir(parents=True, exist_ok=True)
    _written.add(path)
    return path


_written: set[Path] = set()  # folders with modules that this process has found or written


def _remove_unused(parent: Path) -> None:
    """Remove the folders of sources that nobody has any more. Several processes may do so at once."""
    for folder in parent.glob("kernels-*"):
        with suppress(OSError):
            if folder.stat().st_mtime < time.time() - UNUSED_S:
                aside = folder.rename(parent / f"kernels-removed-{os.getpid()}-{folder.name}")  # as a whole, or not
                shutil.rmtree(aside, ignore_errors=True)


@cache
def _title_folder(folder: Path) -> Path | None:
    """The title to which modules in a folder belong."""
    return next((place for place in (folder, *folder.parents) if (place / "meta.toml").is_file()), None)


def _is_ours(path: Path) -> bool:
    """Whether all that a module's kernels depend on can be found: it is of this package or a title, or was written."""
    return path.is_relative_to(PACKAGE) or path.parent in _written or _title_folder(path.parent) is not None


@cache
def _home(path: Path) -> Path | None:
    """Where the kernels of a module are kept, if they can be; looked for once, not for every kernel in it."""
    title = _title_folder(path.parent)
    if title is not None:
        return title_cache(title)
    return cache_folder(path.stem, path) if _is_ours(path) else None


class PlaceInPackage(UserProvidedCacheLocator):  # type: ignore[misc]
    """Where Numba keeps what it compiles of a module, within our folder, whose name tells the sources.

    Numba's own choice depends on where the module lies. So a second checkout, or the package installed anew, would
    compile everything again.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The name of a folder for this module."""
        place: str = super().get_suitable_cache_subpath(os.sep / place_of(Path(py_file)))
        return place


# --- Kernels --------------------------------------------------------------------------------------------------------

_bound: list[tuple[Path, Path | None]] = []  # the templates being bound, and where each is kept if it can be


@contextmanager
def binding(title: str, template: Path, kernels: Iterable[Any]) -> Iterator[None]:
    """While a template is executed for a title with these kernels: give what it compiles a folder of its own.

    Numba tells cached functions apart by their source and argument types. Two titles may share both, yet not the
    kernels that the loops call. Where those are of neither this package nor a title's folder, nothing is cached.
    """
    given = list(kernels)
    around = sorted({around_title(getattr(one, "__module__", None) or "") for one in given} - {""})
    modules = {template, *(path for kernel in given if (path := source_of(kernel)) is not None)}
    ours = COMPILED and all(_is_ours(path) for path in modules)
    numbers = repr([one for one in given if isinstance(one, int | float | np.dtype)])  # they are frozen into the code
    frozen = " ".join([numbers, *around])
    name = f"{title}-{template.stem}-{hashlib.sha256(frozen.encode()).hexdigest()[:8]}"
    _bound.append((template, cache_folder(name, *sorted(modules)) if ours else None))
    try:
        yield
    finally:
        _bound.pop()


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule function: cached on disk, free of the GIL, callable from other kernels on CPU and CUDA.

    Kernels take states, cards and integers; they allocate nothing and know no strings. They convert with `int64`,
    never with `int`. With NUMBA_DISABLE_JIT=1 the function is returned as it is, to be stepped through in a debugger.
    """
    if not COMPILED:
        return function
    compiled = KernelDispatcher(function, targetoptions=OPTIONS)
    keep_compiled(compiled, function, numba_config)
    return compiled


def keep_compiled(compiled: Any, function: Callable[..., Any], config: Any) -> None:
    """Let Numba keep what it compiles of a function in the folder of its module, if that has one.

    `config` is the configuration of the compiler, which has one for the CPU and one for devices.
    """
    module = Path(function.__code__.co_filename)
    folder = _bound[-1][1] if _bound and _bound[-1][0] == module else _home(module)
    if folder is not None:
        folder /= around_title(function.__module__)
        # Numba reads the folder when a function is decorated: set it for our functions only, not for the user's.
        ours = {"CACHE_DIR": str(folder), "CACHE_LOCATOR_CLASSES": f"{__name__}.{PlaceInPackage.__name__}"}
        before = {name: getattr(config, name) for name in ours if hasattr(config, name)}
        try:
            for name in before:
                setattr(config, name, ours[name])
            compiled.enable_caching()
        finally:
            for name, value in before.items():
                setattr(config, name, value)
