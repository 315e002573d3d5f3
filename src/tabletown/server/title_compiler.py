"""The program that compiles one title for the site: `python -m tabletown.server.title_compiler NAME`.

It fills the cache on disk. It imports little, so that it begins to compile at once. See preparing.py, which starts it.
"""

import os
import sys
import threading
from pathlib import Path

from tabletown.bots.compiling import compile_title
from tabletown.engine import kernel
from tabletown.games import get as get_title
from tabletown.study.compiling import compile_study

RULES_READY = "rules ready"
"""The line that it writes when people can play. Others are steps: how many are done, of how many, and the next."""


def mark_of(name: str) -> Path:
    """A file that stands for a filled cache: for these rules, and for all that is compiled with them here."""
    title = get_title(name)
    folder, around = title.folder, kernel.around_title(title.kernels["setup"].__module__)
    shared = [module for part in ("engine", "bots", "study") for module in kernel.kernel_modules(kernel.PACKAGE / part)]
    calls = [kernel.PACKAGE / path for path in ("engine/warm_up.py", "bots/compiling.py", "study/compiling.py")]
    return (
        kernel.title_cache(folder)
        / around
        / f"ready-{kernel.digest([*kernel.kernel_modules(folder), *shared, *calls])}"
    )


def main(name: str) -> None:
    """Compile a title, a line of progress for each part, until done or alone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # the site answers meanwhile
    compile_title(
        name,
        lambda done, total, part: print(done, total, part, flush=True),
        rules_ready=lambda: print(RULES_READY, flush=True),
    )
    compile_study(name)
    mark = mark_of(name)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
