"""Copy the examples into a folder, to read, run and change them: python -m tabletown.examples [FOLDER]"""

import sys
from pathlib import Path
from shutil import copytree, ignore_patterns


def main(folder: str = "examples") -> None:
    """Copy all examples, without what makes a package of them, and name the copies."""
    if Path(folder).exists():
        sys.exit(f"{folder} exists already; name another folder: python -m tabletown.examples FOLDER")
    copytree(Path(__file__).parent, folder, ignore=ignore_patterns("__*"))
    print(*sorted(str(path) for path in Path(folder).iterdir()), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:2])
