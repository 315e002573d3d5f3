"""Why a kernel cannot be compiled, in a sentence: the file, the line, and what Numba says about it."""

import re
from pathlib import Path

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_NOISE = re.compile(r"Failed in nopython mode pipeline|^- |^During: |^>>> |^There are \d+ candidate|^File |^<source|^$")


def compile_error(error: Exception, folder: Path) -> str:
    """What is wrong with the kernels of the title in a folder: the innermost place there that Numba names, and why.

    >>> compile_error(ValueError('Untyped name\\\\nFile "/games/x/rules/turn.py", line 7:'), Path("/games/x"))
    '/games/x/rules/turn.py line 7: a kernel cannot be compiled: Untyped name'
    """
    text = _COLOURS.sub("", str(error)).replace("\\n", "\n")
    places = [(Path(file).resolve(), line) for file, line in _PLACE.findall(text)]
    inside = [(file, line) for file, line in places if file.is_relative_to(folder.resolve())]
    where = f"{inside[-1][0]} line {inside[-1][1]}" if inside else str(folder)
    said = [line.strip() for line in text.splitlines() if not _NOISE.search(line.strip())]
    reason = said[0].rstrip(".:") if said else type(error).__name__
    return f"{where}: a kernel cannot be compiled: {reason}"
