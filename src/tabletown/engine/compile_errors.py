"""Why a kernel cannot be compiled, in a sentence: the file, the line, and what Numba says about it."""

import re
import traceback
from collections.abc import Iterator
from pathlib import Path

import numba

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_COMPILER = Path(numba.__file__).parent
_UNKNOWN = re.compile(r"name '(\w+)' is not defined")
_NOISE = re.compile(r"Failed in .*pipeline|^- |^During: |^>>> |^There are \d+ candidate|^File |^<source|^$")


def compile_error(error: Exception, folder: Path) -> str:
    """What is wrong with the kernels of the title in a folder: the innermost place there that Numba names, and why.

    >>> compile_error(ValueError('Untyped name\\\\nFile "/games/x/rules/turn.py", line 7:'), Path("/games/x"))
    '/games/x/rules/turn.py line 7: a kernel cannot be compiled: Untyped name'
    """
    text = _COLOURS.sub("", str(error)).replace("\\n", "\n")
    places = [(Path(file).resolve(), line) for file, line in _PLACE.findall(text)]
    told = [(file, line) for file, line in places if file.is_relative_to(folder.resolve())]
    inside = told or [place for place in _compiled_places(error) if place[0].is_relative_to(folder.resolve())][:1]
    if not inside and (name := _UNKNOWN.search(text)):  # of which the compiler names no place
        inside = list(_places_of(name[1], folder))[:1]
    where = f"{inside[-1][0]} line {inside[-1][1]}" if inside else str(folder)
    said = [line.strip() for line in text.splitlines() if not _NOISE.search(line.strip())]
    reason = said[0].rstrip(".:") if said else type(error).__name__
    if isinstance(error, KeyError):
        reason = f"there is no field {reason}"
    return f"{where}: a kernel cannot be compiled: {reason}"


def is_of_compiler(error: BaseException) -> bool:
    """Whether an error comes out of the compiler; that of a field that is not there is a KeyError."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and Path(frames[-1].filename).is_relative_to(_COMPILER)


def _compiled_places(error: BaseException) -> Iterator[tuple[Path, str]]:
    """The lines that the compiler was at, innermost first, for errors that name none."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    for frame in reversed(frames):
        if Path(frame.f_code.co_filename).is_relative_to(_COMPILER):
            for value in frame.f_locals.values():
                loc = getattr(value, "loc", None)
                if isinstance(loc, numba.core.ir.Loc):
                    yield Path(loc.filename).resolve(), str(loc.line)


def _places_of(name: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """The lines of a title's modules that have a name."""
    for path in sorted(folder.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(rf"\b{name}\b", line.partition("#")[0]):
                yield path, str(number)
