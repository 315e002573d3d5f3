"""A real PostgreSQL for tests, in a folder of its own, reached by a socket in that folder and nowhere else."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from .visitors import wait_until

ADMIN = "tabletown"
_QUICK = {  # what is kept here need not survive a power cut
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "listen_addresses": "",
    "log_min_messages": "fatal",
}


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`: Debian and Ubuntu keep them out of the path."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name))[::-1]
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def _children(parent: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True, check=True)
    return [int(line) for line in found.stdout.split()]


class Cluster:
    """A database server that runs until it is removed, and may be stopped and started in between."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="tabletown-"))  # short: the path of a socket must be
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to be run by root
            names = {user.pw_name for user in pwd.getpwall()}
            user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._data = self._folder / "data"
        self._numbers = count(1)
        self._unused: list[str] = []
        trusting = ["--auth=trust", f"--username={ADMIN}", "--encoding=UTF8", "--no-locale", "--no-sync"]
        self._run(["initdb", f"--pgdata={self._data}", *trusting])
        self.start()

    def url(self, database: str = "postgres") -> str:
        """How a database is reached."""
        return f"postgresql://{ADMIN}@/{database}?host={self._folder}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        if self._unused:
            url = self._unused.pop()
            self.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", url)
            return url
        name = f"town{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def give_back(self, url: str) -> None:
        """A database is needed no longer. To empty it is quicker than to make another one."""
        self._unused.append(url)

    def execute(self, sql: str, url: str = "") -> list[Any]:
        """Do something that only an administrator may."""
        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {**_QUICK, "unix_socket_directories": str(self._folder)}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with open(self._folder / "log", "ab") as log:
            self._server = self._popen(["postgres", "-D", str(self._data), *options], stderr=log)
        wait_until(self._answers)

    def stop(self) -> None:
        """Stop it, at once and without a word to those who are connected.

        What it wrote to its log is applied to its files before that: on a slow disk it would otherwise need minutes for
        that when it starts again, after all the databases that tests have emptied.
        """
        self.execute("CHECKPOINT")
        self._kill()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """For a while it neither answers nor goes away, like a machine whose disk hangs."""
        processes = [self._server.pid, *_children(self._server.pid)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def remove(self) -> None:
        """Stop it, and leave nothing behind."""
        self._kill()
        shutil.rmtree(self._folder)

    def _kill(self) -> None:
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait()

    def _answers(self) -> bool:
        assert self._server.poll() is None, "PostgreSQL did not start"
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, command: list[str]) -> None:
        child = self._popen(command, stdout=subprocess.DEVNULL)
        assert child.wait() == 0, f"{command[0]} failed"

    def _popen(self, command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
        program = str(self._programs / command[0])
        environment = {**os.environ, "TZ": "UTC", "LC_ALL": "C"}
        return subprocess.Popen([program, *command[1:]], cwd=self._folder, env=environment, **self._as, **options)
