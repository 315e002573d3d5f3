"""The one decorator under which rules are written, and the cache in which their compiled form is kept.

Numba's own cache looks only at the file of the function it compiles, not at the functions that one calls. So the cache
lives in a folder whose name carries a hash of every module that defines kernels or their constants: an edit anywhere
opens a fresh folder, and an old result is never run by mistake.
"""

import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba import config as numba_config

from tabletown.engine.numba_linking import KernelDispatcher

PACKAGE = Path(__file__).parents[1]
MARK = b"engine.kernel import"  # a module that imports this one defines kernels
ALSO = {"state.py", "numba_linking.py"}  # what they are compiled with: constants of the titles, and the way
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
COMPILED = not numba_config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: the same functions then run as plain Python."""

int64: Any = np.int64
"""How kernels convert. Compiled, `int` of an unsigned field stays unsigned, and a difference of two wraps around."""


def kernel_sources() -> list[Path]:
    """Every module that compiled code depends on: those that define kernels, their constants, and the compiler."""
    return sorted(p for p in PACKAGE.rglob("*.py") if p.name in ALSO or MARK in p.read_bytes())


@cache
def cache_folder() -> Path:
    """Where compiled kernels of exactly this source are kept. `TABLETOWN_CACHE` moves the parent folder."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    digest.update(f"{numba.__version__} {python} {PACKAGE}".encode())
    parent = os.environ.get("TABLETOWN_CACHE") or platformdirs.user_cache_dir("tabletown")
    return Path(parent) / f"kernels-{digest.hexdigest()[:16]}"


_binding: list[tuple[str, bool]] = [("", True)]


@contextmanager
def binding(name: str, kernels: Iterable[Callable[..., Any]]) -> Iterator[None]:
    """While a template is executed for a title: give its compiled loops a cache folder of their own.

    Numba tells cached functions apart by their source and argument types. Two titles may share both, yet not the
    kernels that the loops call. Kernels from outside this package are not in the hash above, so nothing that calls
    them is cached.
    """
    ours = all(Path(inspect.unwrap(k).__code__.co_filename).is_relative_to(PACKAGE) for k in kernels)
    _binding.append((name, ours))
    try:
        yield
    finally:
        _binding.pop()


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule function: cached on disk, free of the GIL, callable from other kernels on CPU and CUDA.

    Kernels take states, cards and integers; they allocate nothing and know no strings. They convert with `int64`,
    never with `int`. With NUMBA_DISABLE_JIT=1 the function is returned as it is, to be stepped through in a debugger.
    """
    if not COMPILED:
        return function
    # Numba reads the folder when a function is decorated: set it for our functions only, not for the user's.
    before = numba_config.CACHE_DIR
    subfolder, cached = _binding[-1]
    numba_config.CACHE_DIR = str(cache_folder() / subfolder)
    try:
        compiled = KernelDispatcher(function, targetoptions=OPTIONS)
        if cached:
            compiled.enable_caching()
    finally:
        numba_config.CACHE_DIR = before
    return compiled
