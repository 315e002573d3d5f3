"""The supervisor: takes an address, starts the workers that serve it, replaces one that dies, and stops them all.

It serves nothing itself, so it has no state that a worker could damage. Workers are programs of their own (not forks:
compiled rules and threads do not survive a fork) that inherit the sockets of the address. They notice the end of their
channel if the supervisor is gone, however it went.
"""

import logging
import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

from prometheus_client import Metric

from tabletown.engine.kernel import PACKAGE
from tabletown.server.metrics_server import serving_metrics
from tabletown.server.play.bots.threads import spare_cores
from tabletown.server.preparing import Preparation, Stage, Tell
from tabletown.server.serve import GRACE_S, open_in_browser, warm_up
from tabletown.server.settings import Settings
from tabletown.server.workers.handover import Boxes, BoxPairs
from tabletown.server.workers.switchboard import Switchboard
from tabletown.server.workers.worker import Order

_STOP_S = GRACE_S + 8.0  # after that, workers are killed
_SETTLED_S = 10.0  # a worker that lived so long did not die of its start
_PAUSES_S = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)  # before the next start, if a worker dies at once again and again
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)

log = logging.getLogger(__name__)


class WorkersFailed(Exception):
    """No worker could be started; the reason is in the log."""


def run_workers(
    workers: int,
    host: str,
    port: int,
    db: str,
    open_browser: bool = False,
    *,
    names: Iterable[str] = (),
    wait: bool = False,
    tell: Tell = lambda *_: None,
    settings: Settings | None = None,
    metrics_at: tuple[str, int] | None = None,
) -> None:
    """Serve with so many processes until interrupted, otherwise like `serve.run`. Call it on the main thread.

    `db` is the path or URL of a database that exists and is up to date. Memory and threads are divided among the
    workers. `settings` must be such that they can be pickled. Raises OSError if the address is taken, and
    WorkersFailed.
    """
    settings = settings or Settings()
    order = Order(
        sockets=(),
        channel=-1,
        boxes=Boxes(0, -1, ()),
        db=db,
        names=(host, *names),
        settings=replace(
            settings,
            table_memory=settings.table_memory // workers,
            bot_threads=max(1, (settings.bot_threads or spare_cores()) // workers),
        ),
        wait=wait,
    )
    sockets = bind(host, port)
    try:
        if wait:
            warm_up()
        started = (lambda: open_in_browser(host, port)) if open_browser else (lambda: None)
        supervisor = Supervisor(order, sockets, tell, started)
        with serving_metrics(supervisor.metrics, metrics_at):
            supervisor.run(workers)
    finally:
        for one in sockets:
            one.close()


def bind(host: str, port: int) -> list[socket.socket]:
    """Sockets that are bound to all addresses of a host, and do not listen yet. Raises OSError."""
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            one = socket.socket(family, kind, protocol)
            sockets.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind(address)
    except OSError:
        for one in sockets:
            one.close()
        raise
    return sockets


class Supervisor:
    """Runs the workers of one address. `started` is called when the first of them begins to serve."""

    def __init__(
        self, order: Order, sockets: list[socket.socket], tell: Tell, started: Callable[[], None] = lambda: None
    ) -> None:
        self._order = replace(order, sockets=tuple(one.fileno() for one in sockets))
        pickle.dumps(self._order)  # raises here, not in a thread
        self._tell = tell
        self._started = started
        self._preparation: Preparation | None = None
        self._switchboard = Switchboard(order.settings.limits, self._serving, self._ask_for)
        self._numbers = count(1)
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._served = False  # whether any worker has begun to serve
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._ends: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()  # may be filled by a signal handler

    def run(self, workers: int) -> None:
        """Keep so many workers running until SIGINT or SIGTERM. Raises WorkersFailed if none can be started."""
        boxes = BoxPairs(workers)
        before = {number: signal.signal(number, lambda *_: self._ends.put(None)) for number in _STOP_SIGNALS}
        try:
            for place in range(workers):
                threading.Thread(target=self._keep_one, args=(boxes.of(place),), name="worker", daemon=True).start()
            self._prepare()
            failure = self._ends.get()
            self._stop()
            if failure is not None:
                raise failure
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            boxes.close()

    def metrics(self) -> list[Metric]:
        """The metrics of the whole site."""
        return self._switchboard.metrics()

    def _prepare(self) -> None:
        """Begin to have titles compiled, which workers then load; this process does not need them."""
        if not self._order.wait:
            self._preparation = Preparation(tell=self._told, load_rules=lambda _: None, load_bots=lambda _: None)
            self._preparation.start()

    def _keep_one(self, boxes: Boxes) -> None:
        """Run a worker, and another one in its place whenever it has ended, until the site stops."""
        deaths = 0  # soon after a start, one after another
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                how = f"ended with status {self._run_one(boxes)}"
            except OSError as error:  # for want of memory or descriptors
                how = f"could not be started: {error}"
            if self._stopping.is_set():
                return
            if not self._served:
                self._ends.put(WorkersFailed(f"a worker {how}, before any had served"))
                return
            deaths = deaths + 1 if time.monotonic() - began < _SETTLED_S else 0
            pause = _PAUSES_S[min(deaths, len(_PAUSES_S) - 1)]
            log.warning("a worker %s; another one is started in %g s", how, pause)
            self._stopping.wait(pause)

    def _run_one(self, boxes: Boxes) -> int:
        """Run a worker to its end; returns its exit status."""
        worker = next(self._numbers)
        ours, theirs = socket.socketpair()
        order = replace(self._order, channel=theirs.fileno(), boxes=boxes)
        with theirs, self._lock:
            if self._stopping.is_set():
                ours.close()
                return 0
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tabletown.server.workers.worker"],
                stdin=subprocess.PIPE,
                pass_fds=(*order.sockets, order.channel, boxes.inbox, *boxes.outboxes),
                env={**os.environ, "PYTHONPATH": _python_path()},
                start_new_session=True,  # Ctrl-C is meant for the supervisor, which ends the workers
            )
            self._running[worker] = process
        self._switchboard.connect(worker, ours)
        try:
            process.communicate(pickle.dumps(order))
        finally:
            with self._lock:
                del self._running[worker]
            self._switchboard.disconnect(worker)
        return process.returncode

    def _stop(self) -> None:
        """Stop all workers at once, as `serve.run` stops; one that does not stop is killed."""
        self._stopping.set()
        with self._lock:
            running = list(self._running.values())
        for process in running:
            process.terminate()
        if self._preparation is not None:
            self._preparation.stop()
        end = time.monotonic() + _STOP_S
        for process in running:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                log.warning("a worker does not stop and is killed")
                process.kill()

    def _serving(self) -> None:
        with self._lock:
            first, self._served = not self._served, True
        if first:
            self._started()

    def _ask_for(self, title: str) -> None:
        if self._preparation is not None:  # else the visitor asks again soon: the page reloads itself
            self._preparation.ask_for(title)

    def _told(self, name: str, stage: Stage) -> None:
        self._tell(name, stage)
        self._switchboard.tell_stage(name, stage)


def _python_path() -> str:
    """Where a worker finds this package, also if it is not installed."""
    return os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
