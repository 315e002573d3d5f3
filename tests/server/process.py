"""The site as a process of its own, which can be killed.

To start Python, import everything and load the kernels takes seconds. One process does that once, and forks a server
whenever one is asked for.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import httpx

from .visitors import UNHURRIED, wait_until

NURSERY = """
import json, os, sys
from tabletown.server.settings import Settings
from tabletown.server.limits import Limits, Rate
from tabletown.server.play.bots.players import BotTiming
from tabletown.server import serve
from tests.server.faults import arm

serve.warm_up()
serve.warm_up = lambda: None
for line in sys.stdin:
    task = json.loads(line)
    if "pid" in task:
        answer = os.waitstatus_to_exitcode(os.waitpid(task["pid"], 0)[1])
    else:
        answer = os.fork()
        if answer == 0:
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(2, 1)
            arm(task["fault"])
            limits = {name: Rate(*n) if isinstance(n, list) else n for name, n in task["limits"].items()}
            quick = BotTiming(least=0.0, think=0.02, **task["pace"])
            here = f"http://127.0.0.1:{task['port']}" if task["mail"] else ""
            settings = Settings(quick, advice_seconds=0.02, limits=Limits(**limits), mail=task["mail"], public_url=here)
            serve.run(port=task["port"], db=task["db"], wait=True, settings=settings)
            os._exit(0)
    print(answer, flush=True)
"""


class Nursery:
    """Forks servers."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self._child = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, **task: object) -> int:
        """Start a server and get its id, or wait for the end of one and get its exit status."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps(task) + "\n")
        self._child.stdin.flush()
        return int(self._child.stdout.readline())

    def close(self) -> None:
        self._child.communicate()


class Process:
    """A server in a process that can be killed, and started again on the same port and database; it is UNHURRIED.

    The first time it may be started with a fault (see faults.py). `limits` are those that are not as usual. With the
    URL of a `mail` server it offers mail.
    """

    def __init__(
        self,
        nursery: Nursery,
        db: str | Path,
        fault: str = "",
        limits: Mapping[str, object] = MappingProxyType({}),
        mail: str = "",
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self._nursery = nursery
        self._db = str(db)
        self._limits = dict(limits)
        self._mail = mail
        self._pid = 0
        self.start(fault)

    def start(self, fault: str = "") -> None:
        """Start it and wait until it answers."""
        self._pid = self._nursery.ask(
            port=self.port, db=self._db, fault=fault, limits=self._limits, pace=UNHURRIED, mail=self._mail
        )
        wait_until(self._answers)

    def _answers(self) -> bool:
        os.kill(self._pid, 0)
        try:
            return httpx.get(f"{self.origin}/health", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def end(self, how: signal.Signals) -> int:
        """Send a signal and wait for the end; returns the exit status."""
        os.kill(self._pid, how)
        return self.wait()

    def wait(self) -> int:
        """Wait for its end; returns the exit status."""
        pid, self._pid = self._pid, 0
        return self._nursery.ask(pid=pid)

    def remove(self) -> None:
        """End it if it still runs."""
        if self._pid:
            self.end(signal.SIGKILL)
