"""A site of several processes, and visitors who are served by the one that a test wants."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import httpx

from ..visitors import PATIENCE_S, UNHURRIED, wait_until

SITE = """
import json, sys
from tabletown.server.settings import Settings
from tabletown.server.limits import Limits, Rate
from tabletown.server.play.bots.players import BotTiming
from tabletown.server.store.opening import open_store
from tabletown.server.workers.supervisor import run_workers

task = json.loads(sys.argv[1])
open_store(task["db"]).close()
settings = Settings(
    poll=3600.0,  # workers must hear of each other
    bot_timing=BotTiming(least=0.0, think=0.02, **task["pace"]),
    limits=Limits(table_rate=Rate(burst=3, seconds=3600), players_per_address=1, streams_per_address=2),
)
run_workers(2, "127.0.0.1", task["port"], task["db"], settings=settings)
"""
WORKER = "tabletown.server.workers.worker"


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return not re.search(r"^State:\s*Z", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except (FileNotFoundError, ProcessLookupError):
        return False


class SeveralWorkers:
    """A supervisor and two workers, whose bots move at once and which never look for what others wrote.

    Or, with `usual`, as the command `tabletown serve` starts them.
    """

    def __init__(self, db: str | Path, *, usual: bool = False) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.db = str(db)
        self.origin = f"http://127.0.0.1:{self.port}"
        program = ["-c", SITE, json.dumps({"db": self.db, "port": self.port, "pace": UNHURRIED})]
        if usual:
            options = ["--workers", "2", "--no-open", "--port", str(self.port), "--db", self.db]
            program = ["-m", "tabletown.cli", "serve", *options]
        self.supervisor = subprocess.Popen(
            [sys.executable, *program],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._clients: list[httpx.Client] = []

    def workers(self) -> list[int]:
        """The process ids of the workers."""
        found = subprocess.run(
            ["pgrep", "-f", "-P", str(self.supervisor.pid), WORKER], capture_output=True, text=True, check=False
        )
        return [int(line) for line in found.stdout.split()]

    def connections(self, worker: int) -> int:
        """How many open connections of clients a worker has."""
        theirs = {os.readlink(file) for file in Path(f"/proc/{worker}/fd").iterdir()}
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        ours = [row for row in rows if row[1].endswith(f":{self.port:04X}") and row[3] == "01"]
        return sum(f"socket:[{row[9]}]" in theirs for row in ours)

    def wait_for_workers(self) -> list[int]:
        """The process ids of two workers that serve and have loaded UpTown."""
        wait_until(self._all_serve, pause=0.3)
        return self.workers()

    def _all_serve(self) -> bool:
        workers = self.workers()
        return len(workers) == 2 and all(map(self._serves, workers))

    def _serves(self, worker: int) -> bool:
        with self.only(worker):
            page = self.page("/games/uptown")
        return page != "" and "is being set up" not in page

    def page(self, path: str) -> str:
        """A page of any worker; empty if none answers yet."""
        assert self.supervisor.poll() is None, "the supervisor has ended"
        try:
            return httpx.get(f"{self.origin}{path}", timeout=5.0, trust_env=False).text
        except httpx.TransportError:
            return ""

    @contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """Meanwhile only this worker takes connections: the others are held."""
        others = [other for other in self.workers() if other != worker]
        for other in others:
            os.kill(other, signal.SIGSTOP)
        try:
            yield
        finally:
            for other in others:
                os.kill(other, signal.SIGCONT)

    def client(self, worker: int | None = None, address: str = "") -> httpx.Client:
        """A browser with one connection that is kept; to this worker, if one is named."""
        http = httpx.Client(
            base_url=self.origin,
            headers={"Origin": self.origin} | ({"X-Forwarded-For": address} if address else {}),
            limits=httpx.Limits(max_connections=1, keepalive_expiry=None),
            timeout=PATIENCE_S,
            trust_env=False,
        )
        self._clients.append(http)
        if worker is not None:
            with self.only(worker):
                assert http.get("/health").status_code == 200
        return http

    @contextmanager
    def stream(self, worker: int | None, path: str, address: str = "") -> Iterator[Iterator[str]]:
        """The lines of a live stream that this worker (None: any) sends."""
        http = self.client(address=address)
        with self.only(worker) if worker is not None else nullcontext():
            request = http.build_request("GET", path)
            answer = http.send(request, stream=True)
        try:
            yield answer.iter_lines() if answer.status_code == 200 else iter([f"status {answer.status_code}"])
        finally:
            answer.close()

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal to the supervisor; returns its status, and what it and its workers have logged."""
        self.supervisor.send_signal(how)
        _, log = self.supervisor.communicate(timeout=PATIENCE_S)
        return self.supervisor.returncode, log

    def close(self) -> None:
        """Hang up, and end it if it still runs."""
        for http in self._clients:
            http.close()
        if self.supervisor.poll() is None:
            self.supervisor.terminate()
        self.supervisor.wait(PATIENCE_S)
        if self.supervisor.stderr is not None:
            self.supervisor.stderr.close()
