"""Titles and bots of others, for tests: the skeleton of `tabletown new-game` under any name, and whole or broken."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import tabletown
from tabletown import games
from tabletown.bots import own
from tabletown.cli.new_game import SKELETON
from tabletown.games import finding, reading

VARIABLES = (finding.FOLDERS, finding.ONLY, own.OFFERED)
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}

BOTS = """
class Bold:
    name = "bold"
    blurb = "takes the last choice of the list"

    def choose(self, view, budget):
        return view.legal_actions[-1]


class Twin(Bold):
    pass


class Liar(Bold):
    name = "liar"

    def choose(self, view, budget):
        view.states[:] = 0  # of a copy
        return 9999


class Crash(Bold):
    name = "crash"

    def choose(self, view, budget):
        raise RuntimeError("gearbox")


class Forger(Bold):
    name = "greedy"


class Mute:
    name = "mute"


class Needy(Bold):
    def __init__(self, more):
        pass


made = Crash()
"""


BY_HAND = Path(__file__).parent / "titles" / "by_hand"
"""The game of the skeleton without declared fields: all that follows from these is written by hand."""


def title_at(
    folder: Path, name: str, changes: Mapping[str, tuple[str, str]] | None = None, source: Path = SKELETON
) -> Path:
    """The skeleton as a title of this name; `changes` are by file: a text, and what stands in its place."""
    target = folder / name
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    for path in target.rglob("*.*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("SKELETON_TITLE", name.capitalize()).replace("SKELETON_NAME", name))
    for file, (old, new) in (changes or {}).items():
        text = (target / file).read_text(encoding="utf-8")
        assert old in text
        (target / file).write_text(text.replace(old, new), encoding="utf-8")
    return target


@contextmanager
def only_here() -> Iterator[None]:
    """What is found, added and imported in this block is forgotten after it."""
    before = {name: os.environ.pop(name, None) for name in VARIABLES}
    added, read, path = dict(games._added), dict(games._read), list(sys.path)
    finding._found.cache_clear()
    own._find.cache_clear()
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        games._added.clear()
        games._added.update(added)
        games._read.clear()
        games._read.update(read)
        sys.path[:] = path
        for module in [one for one in sys.modules if one.startswith((f"{reading.FOREIGN}.", "bots_of_others"))]:
            del sys.modules[module]
        finding._found.cache_clear()
        own._find.cache_clear()


MODEST_PLANS = Path(tabletown.__file__).parent / "examples" / "modest_plans"
"""The example of a title in a package of its own: all seats bring a card in secret at once, then they take turns."""
