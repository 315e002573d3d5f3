"""The site as a process of its own, which can be killed."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from .visitors import wait_until

SERVE = """
import sys
from tabletown.server.app import Manners
from tabletown.server.opponents import Pace
from tabletown.server.serve import run
run(port=int(sys.argv[1]), db=sys.argv[2], wait=True, manners=Manners(pace=Pace(least=0.0, think=0.02)))
"""


class Process:
    """A server in a process that can be killed, and started again on the same port and database."""

    def __init__(self, db: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self._db = db
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self._child = subprocess.Popen([sys.executable, "-c", SERVE, str(self.port), str(self._db)], env=environment)
        wait_until(self._answers, seconds=60)

    def _answers(self) -> bool:
        assert self._child.poll() is None, "the server did not start"
        try:
            return httpx.get(f"{self.origin}/health", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def end(self, how: signal.Signals) -> int:
        """Send a signal and wait for the end; returns the exit status."""
        self._child.send_signal(how)
        return self._child.wait()
