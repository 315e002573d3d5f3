"""A quick check of a title before it is offered to others: `python -m tabletown.testing.quick_check NAME`.

It is a program of its own, so that a title which crashes or hangs harms nobody. Once the rules run as plain Python,
where every index is checked, then compiled, which also fills the cache. `check` starts both; `check_game` checks more.
"""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

from tabletown import games
from tabletown.engine import kernel
from tabletown.engine.errors import BadTitle, TabletownError
from tabletown.engine.game import Game
from tabletown.engine.warm_up import compile_title
from tabletown.testing.check import check_end, check_over_is_final, check_play, check_record, check_undo
from tabletown.testing.failures import located
from tabletown.testing.options import tables
from tabletown.testing.processes import UNCOMPILED

PATIENCE_S = 600
"""After so long a check has failed: something in the title has no end."""
REFUSED = 3


def check(name: str, patience: float = PATIENCE_S) -> None:
    """Raise BadTitle, which says what is wrong, unless a title holds in a quick check. It is done once for its sources.

    The title is one that other processes find (`games.add` of a folder, or `TABLETOWN_TITLES`).
    """
    title = games.get(name)
    everything = [*kernel.sources(kernel.kernel_modules(title.folder)), *sorted(title.folder.rglob("*.py"))]
    mark = kernel.title_cache(title.folder) / f"checked-{kernel.digest(everything)}-{_facts(title.folder)}"
    if mark.exists():
        return
    for environment in (UNCOMPILED, {}):
        try:
            ran = subprocess.run(
                [sys.executable, "-P", "-W", "ignore", "-m", __name__, name],
                env={**os.environ, "PYTHONPATH": _python_path(), **environment},
                capture_output=True,
                text=True,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise BadTitle(f"{name} does not end: a check of it was stopped after {patience:g} seconds") from None
        if ran.returncode == REFUSED:
            raise BadTitle(ran.stdout.strip().splitlines()[-1])
        if ran.returncode:
            last = (ran.stderr.strip().splitlines() or [f"it ended with status {ran.returncode}"])[-1]
            raise BadTitle(f"{name} crashes in a check: {_place(ran.stderr, title.folder)}{last}")
    mark.touch()


def _place(said: str, folder: Path) -> str:
    """The innermost line of a title in a traceback."""
    places = [(Path(file), line) for file, line in re.findall(r'File "([^"]+)", line (\d+)', said)]
    inside = [f"{file} line {line}: " for file, line in places if file.is_relative_to(folder)]
    return inside[-1] if inside else ""


def main(name: str) -> int:
    """Check a title in this process; prints what is wrong and returns REFUSED, or 0."""
    try:
        title = games.get(name)
        if kernel.COMPILED:
            compile_title(title)
        for players, options in tables(title):
            game = Game.new(title, players, 1, options)
            with located(game):
                check_play(game, 1)
                check_end(game)
                check_over_is_final(game)
                check_record(game)
                check_undo(game)
    except (AssertionError, TabletownError) as error:
        print(" ".join(str(error).split()))
        return REFUSED
    return 0


def _facts(folder: Path) -> str:
    """A short hash of what a title says of itself and of its cards."""
    data = b"".join(path.read_bytes() for path in sorted(folder.glob("*.toml")))
    return hashlib.sha256(data).hexdigest()[:16]


def _python_path() -> str:
    return os.pathsep.join(filter(None, (str(kernel.PACKAGE.parent), os.environ.get("PYTHONPATH"))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
