"""Copy the examples into a folder, to read, run and change them: python -m tabletown.examples [FOLDER]"""

import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copytree

SOURCE = Path(__file__).parent


def main(folder: str = "examples") -> None:
    """Copy all examples, without what makes a package of them, and name the copies."""
    if Path(folder).exists():
        sys.exit(f"{folder} exists already; name another folder: python -m tabletown.examples FOLDER")
    copytree(SOURCE, folder, ignore=_not_copied)
    print(*sorted(str(path) for path in Path(folder).iterdir()), sep="\n")


def _not_copied(folder: str, names: Iterable[str]) -> list[str]:
    """What was compiled, and the modules of this package that are no examples; those of a game belong to it."""
    ours = Path(folder) == SOURCE
    return [name for name in names if name == "__pycache__" or (ours and name.startswith("__"))]


if __name__ == "__main__":
    main(*sys.argv[1:2])
