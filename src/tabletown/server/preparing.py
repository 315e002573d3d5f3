"""Titles are set up while the site already listens.

The first start on a machine has to compile every title's kernels, which takes a minute or two each. Child processes do
that, a few at a time, and leave the result in the cache on disk; this process then only loads it. Until then a title's
pages say so, and nobody waits inside a request. `python -m tabletown.server.preparing NAME` is such a child.
"""

import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tabletown import bots
from tabletown.engine import kernel
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.play.bot_threads import spare_cores

_GRACE_S = 1.0

log = logging.getLogger(__name__)

Tell = Callable[[str, "Stage"], None]
"""Hears of every step of a title."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How far a title is. `part` names what is being compiled; one that failed cannot be played in this process."""

    done: int = 0
    total: int = 0
    part: str = ""
    ready: bool = False
    failed: bool = False


def compile_title(name: str, tell: Callable[[int, int, str], None] = lambda *_: None) -> None:
    """Compile or load everything that pages and bots need of a title."""
    title, thinkers, rules = get_title(name), bots.names(), 0

    def more(done: int, total: int, part: str) -> None:
        nonlocal rules
        rules = total
        tell(done, total + len(thinkers), part)

    title.compile(more)
    for number, bot in enumerate(thinkers):
        tell(rules + number, rules + len(thinkers), bot)
        bots.warm_up(title, [bot])


def _child(name: str) -> list[str]:
    return [sys.executable, "-m", "tabletown.server.preparing", name]


class Preparation:
    """Sets up titles one after another; how far they are may be asked from any thread.

    `tell` is called from the threads that do it. `child` gives the command that fills the cache for a title, `load`
    takes it from there; titles that `is_cached` are loaded at once.
    """

    def __init__(
        self,
        names: Iterable[str] | None = None,
        *,
        tell: Tell = lambda *_: None,
        child: Callable[[str], Sequence[str]] = _child,
        load: Callable[[str], None] = compile_title,
        is_cached: Callable[[str], bool] | None = None,
        workers: int | None = None,
    ) -> None:
        self._names = _quickest_first(title_names() if names is None else names)
        self._child, self._load, self._is_cached = child, load, is_cached or (lambda name: _mark(name).exists())
        self._tell = tell
        self._listeners: list[Callable[[], None]] = []
        self._stages = dict.fromkeys(self._names, Stage())
        self._workers = workers or spare_cores()
        self._jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._loading = threading.Lock()  # binding a title's kernels is not made for several threads
        self._guard = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._children: set[subprocess.Popen[str]] = set()
        self._stopped = False

    def stage(self, name: str) -> Stage:
        """How far a title is; one that is not set up here is taken to be ready."""
        return self._stages.get(name, Stage(ready=True))

    def is_ready(self, name: str) -> bool:
        """Whether a title can be played without waiting."""
        return self.stage(name).ready

    def coming(self) -> list[str]:
        """The names of titles that cannot be played yet, but will be."""
        return [name for name, stage in self._stages.items() if not (stage.ready or stage.failed)]

    def when_ready(self, do: Callable[[], None]) -> None:
        """Call this, from some thread, whenever a title has become ready."""
        self._listeners.append(do)

    def start(self) -> None:
        """Begin; returns at once."""
        for name in sorted(self._names, key=lambda name: not self._is_cached(name)):  # quick ones stay in front
            self._jobs.put(name)
        for number in range(min(self._workers, len(self._names))):
            self._threads.append(threading.Thread(target=self._work, name=f"prepare-{number}", daemon=True))
            self._threads[-1].start()

    def stop(self) -> None:
        """End the children; what they have finished stays in the cache. What is being loaded is not waited for long."""
        with self._guard:
            self._stopped = True
            children = list(self._children)
        for child in children:
            child.kill()
        end = time.monotonic() + _GRACE_S
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _work(self) -> None:
        while not self._stopped:
            try:
                name = self._jobs.get_nowait()
            except queue.Empty:
                return
            if not self._is_cached(name):
                self._compile(name)
            if not self._stopped:
                self._take(name)

    def _compile(self, name: str) -> None:
        """Let a child fill the cache. If it fails, loading will try the same in this process, slowly."""
        path = os.pathsep.join(filter(None, (str(kernel.PACKAGE.parent), os.environ.get("PYTHONPATH"))))
        with self._guard:
            if self._stopped:
                return
            child = subprocess.Popen(
                self._child(name),
                stdin=subprocess.PIPE,  # its end tells the child that this process is gone, however it went
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is meant for us, and we end it
            )
            self._children.add(child)
        with child:
            assert child.stdout is not None
            for line in child.stdout:
                done, total, part = line.split(maxsplit=2)
                self._set(name, Stage(int(done), int(total), part.strip()))
        with self._guard:
            self._children.discard(child)
        if child.returncode and not self._stopped:
            log.warning("%s could not be set up by a child process (status %s)", name, child.returncode)

    def _take(self, name: str) -> None:
        try:
            with self._loading:
                self._load(name)
        except Exception:
            log.exception("%s cannot be set up", name)
            self._set(name, Stage(failed=True))
            return
        self._set(name, Stage(ready=True))
        for do in self._listeners:
            do()

    def _set(self, name: str, stage: Stage) -> None:
        self._stages[name] = stage
        self._tell(name, stage)


def _quickest_first(names: Iterable[str]) -> list[str]:
    """Titles by how long they take to compile, which goes with how much there is to read. All are imported here.

    Importing decorates kernels, which is not made for several threads, so it must not be left to the first requests.
    """
    titles = [get_title(name) for name in names]
    size = {title.name: sum(path.stat().st_size for path in title.folder.rglob("*.py")) for title in titles}
    return sorted(size, key=lambda name: size[name])


def _mark(name: str) -> Path:
    """A file that stands for a filled cache."""
    return kernel.cache_folder() / f"{name}.ready"


def main(name: str) -> None:
    """The child: compile a title into the cache, a line of progress for each part, until done or alone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # the site answers meanwhile
    compile_title(name, lambda done, total, part: print(done, total, part, flush=True))
    _mark(name).parent.mkdir(parents=True, exist_ok=True)
    _mark(name).touch()


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
