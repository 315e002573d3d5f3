"""Titles are set up while the site already listens.

The first start on a machine has to compile every title's kernels, which takes half a minute to a minute each. Child
processes do that, as many at a time as there are cores, and leave the result in the cache on disk; this process then
only loads it. The quickest title comes first, unless a visitor asks for another. A title can be played as soon as its
rules are compiled; its bots, which take as long again, begin to think later. Until then a title's pages say how far it
is, and nobody waits inside a request. Such a child is
title_compiler.py.
"""

import logging
import os
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tabletown.bots.compiling import compile_rules
from tabletown.engine import kernel
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.play.bots.threads import cores
from tabletown.server.title_compiler import RULES_READY, mark_of
from tabletown.study.compiling import compile_thinking

_GRACE_S = 1.0
_TRIES = 2  # how often a child may try: one can be ended by the system for what others did

log = logging.getLogger(__name__)

Tell = Callable[[str, "Stage"], None]
"""Hears of every step of a title."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How far a title is. `part` names what is being compiled; one that failed cannot be played in this process.

    A title that waits for its turn has no parts yet: `total` is 0. It is `ready` when people can play it, and `bots`
    says whether its bots can think, too.
    """

    done: int = 0
    total: int = 0
    part: str = ""
    ready: bool = False
    bots: bool = False
    failed: bool = False


def _child(name: str) -> list[str]:
    return [sys.executable, "-P", "-m", "tabletown.server.title_compiler", name]  # it imports what this process does


class TitleStages(ABC):
    """How far titles are; all methods may be called from any thread. `tell` hears of every step."""

    def __init__(self, names: Iterable[str] | None = None, tell: Tell = lambda *_: None) -> None:
        self.names = _quickest_first(title_names() if names is None else names)
        self._tell = tell
        self._stages = dict.fromkeys(self.names, Stage())
        self._listeners: list[Callable[[], None]] = []

    def stage(self, name: str) -> Stage:
        """How far a title is; one that is not set up here is taken to be ready."""
        return self._stages.get(name, Stage(ready=True, bots=True))

    def is_ready(self, name: str) -> bool:
        """Whether a title can be played without waiting."""
        return self.stage(name).ready

    def bots_ready(self, name: str) -> bool:
        """Whether the bots of a title can think."""
        return self.stage(name).bots

    def coming(self) -> list[str]:
        """The names of titles that cannot be played yet, but will be."""
        return [name for name, stage in self._stages.items() if not (stage.ready or stage.failed)]

    def when_ready(self, do: Callable[[], None]) -> None:
        """Call this, from some thread, whenever a title has become ready, or its bots."""
        self._listeners.append(do)

    @abstractmethod
    def ask_for(self, name: str) -> Stage:
        """How far a title is that a visitor asks for. If it waits, it comes before those that nobody has asked for."""

    @abstractmethod
    def start(self) -> None:
        """Begin; returns at once."""

    @abstractmethod
    def stop(self) -> None:
        """Stop. What is being loaded is not waited for long."""

    def _set(self, name: str, stage: Stage) -> None:
        before, self._stages[name] = self._stages[name], stage
        self._tell(name, stage)
        if (stage.ready, stage.bots) != (before.ready, before.bots):
            for do in self._listeners:
                do()


class Preparation(TitleStages):
    """Sets up titles, as many at a time as there are `processes`.

    `tell` is called from the threads that do it. `child` gives the command that fills the cache for a title,
    `load_rules` and `load_bots` take it from there; titles that `is_cached` are loaded at once.
    """

    def __init__(
        self,
        names: Iterable[str] | None = None,
        *,
        tell: Tell = lambda *_: None,
        child: Callable[[str], Sequence[str]] = _child,
        load_rules: Callable[[str], None] = compile_rules,
        load_bots: Callable[[str], None] = compile_thinking,
        is_cached: Callable[[str], bool] | None = None,
        processes: int | None = None,
    ) -> None:
        super().__init__(names, tell)
        self._child, self._is_cached = child, is_cached or (lambda name: mark_of(name).exists())
        self._load_rules, self._load_bots = load_rules, load_bots
        self._processes = processes or cores()
        self._waiting: list[str] = []  # the titles that nobody has begun with, in their order
        self._asked: list[str] = []  # the titles that visitors asked for, in that order
        self._loading = threading.Lock()  # binding a title's kernels is not made for several threads
        self._guard = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._children: set[subprocess.Popen[str]] = set()
        self._stopped = False

    def ask_for(self, name: str) -> Stage:
        """How far a title is that a visitor asks for. If it waits, it comes before those that nobody has asked for."""
        with self._guard:
            if name not in self._asked:
                self._asked.append(name)
        return self.stage(name)

    def start(self) -> None:
        """Begin; returns at once."""
        self._waiting = sorted(self.names, key=lambda name: not self._is_cached(name))  # quick ones stay in front
        for number in range(min(self._processes, len(self.names))):
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

    def _next(self) -> str | None:
        """Take the title to begin with now, if there is one: what visitors asked for comes first."""
        with self._guard:
            if self._stopped or not self._waiting:
                return None
            name = next((name for name in self._asked if name in self._waiting), self._waiting[0])
            self._waiting.remove(name)
            return name

    def _work(self) -> None:
        while (name := self._next()) is not None:
            try:
                self._prepare(name)
            except Exception:
                log.exception("%s cannot be set up", name)
                self._set(name, Stage(ready=self.is_ready(name), failed=True))

    def _prepare(self, name: str) -> None:
        if not self._is_cached(name):
            self._compile(name)
        if self._stopped:
            return
        self._open(name)
        with self._loading:
            self._load_bots(name)
        self._set(name, Stage(ready=True, bots=True))

    def _open(self, name: str) -> None:
        """Let people play a title whose rules are compiled."""
        if not self.is_ready(name):
            with self._loading:
                self._load_rules(name)
            self._set(name, replace(self.stage(name), ready=True))

    def _compile(self, name: str) -> None:
        """Let a child fill the cache. If it fails, loading will try the same in this process, slowly.

        A child that the system ends is tried again. If that happens every time, most likely for want of memory, this
        process must not try the same.
        """
        for _ in range(_TRIES):
            status = self._run_child(name)
            if status == 0 or self._stopped:
                return
            log.warning("%s could not be set up by a child process (status %s)", name, status)
            if status > 0:
                return
        raise ChildProcessError(f"the process that compiles {name} was ended by signal {-status}: is memory scarce?")

    def _run_child(self, name: str) -> int:
        """Run a child to its end and return its exit status, telling how far it is."""
        path = os.pathsep.join(filter(None, (str(kernel.PACKAGE.parent), os.environ.get("PYTHONPATH"))))
        with self._guard:
            if self._stopped:
                return 0
            child = subprocess.Popen(
                self._child(name),
                stdin=subprocess.PIPE,  # its end tells the child that this process is gone, however it went
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is meant for us, and we end it
            )
            self._children.add(child)
        try:
            with child:
                assert child.stdout is not None
                for line in child.stdout:
                    if line.strip() == RULES_READY:
                        self._open(name)
                    else:
                        done, total, part = line.split(maxsplit=2)
                        self._set(name, Stage(int(done), int(total), part.strip(), ready=self.is_ready(name)))
        finally:
            with self._guard:
                self._children.discard(child)
        return child.returncode


def _quickest_first(names: Iterable[str]) -> list[str]:
    """Titles by how long they take to compile, which goes with how many rules there are. All are imported here.

    Importing decorates kernels, which is not made for several threads, so it must not be left to the first requests.
    """
    titles = [get_title(name) for name in names]
    modules = {title.name: kernel.kernel_modules(title.folder) for title in titles}
    return sorted(modules, key=lambda name: sum(path.stat().st_size for path in modules[name]))
