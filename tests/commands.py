"""The command `tabletown` for tests that run shell commands: forked from a process that has imported it already.

To import the command and to load compiled rules takes seconds; a fork of a process that has done so takes none. The
program that stands in for `tabletown` hands its arguments, its folder, its environment and its three streams to that
process, passes signals on, and ends as the fork ends. What runs is the same code with the same arguments.
"""

import array
import contextlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

_PROGRAM = """#!{python} -SE
import array, json, os, signal, socket, sys
door = socket.socket(socket.AF_UNIX)
door.connect({address!r})
task = json.dumps({{"args": sys.argv[1:], "cwd": os.getcwd(), "env": dict(os.environ)}}).encode()
door.sendmsg([len(task).to_bytes(4, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])
door.sendall(task)
pid = int.from_bytes(door.recv(4), "big")
for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(name, lambda number, _: os.kill(pid, number))
answer = door.recv(4)
if not answer:
    sys.exit("the process that forks commands ended before this command")
code = int.from_bytes(answer, "big", signed=True)
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
sys.exit(code)
"""


class ForkServer:
    """A process that forks commands; `install` writes the program that asks it for one."""

    def __init__(self, folder: Path) -> None:
        self._address = str(folder / "commands.socket")
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.commands", self._address],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        assert self._child.stdout is not None
        if self._child.stdout.readline() != b"ready\n":
            self.close()
            raise RuntimeError("the process that forks commands did not start")

    def install(self, program: Path) -> None:
        """Write a program that runs `tabletown` by way of this server."""
        program.write_text(_PROGRAM.format(python=sys.executable, address=self._address))
        program.chmod(0o755)

    def close(self) -> None:
        """End the server."""
        self._child.terminate()
        self._child.wait()
        assert self._child.stdout is not None
        self._child.stdout.close()


def serve(address: str) -> None:
    """Import everything, then fork a command for every connection."""
    from tabletown.bots.compiling import compile_title
    from tabletown.cli import main
    from tabletown.cli.app import app

    assert app.registered_commands  # imported before the first fork
    for name in ("uptown", "penny_lane"):
        compile_title(name)
    door = socket.socket(socket.AF_UNIX)
    door.bind(address)
    door.listen()
    ended_here, ended_there = os.pipe()
    os.set_blocking(ended_there, False)
    signal.set_wakeup_fd(ended_there)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    waiting: dict[int, socket.socket] = {}
    selector = selectors.DefaultSelector()
    selector.register(door, selectors.EVENT_READ)
    selector.register(ended_here, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in selector.select():
            if key.fileobj is door:
                asking, _ = door.accept()
                task, streams = _receive(asking)
                pid = os.fork()
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    _become(task, streams)
                    os._exit(_run(main))
                for stream in streams:
                    os.close(stream)
                waiting[pid] = asking
                asking.sendall(pid.to_bytes(4, "big"))
            else:
                os.read(ended_here, 1024)
                _tell_ends(waiting)


def _receive(asking: socket.socket) -> tuple[dict[str, Any], list[int]]:
    size, ancillary, _, _ = asking.recvmsg(4, socket.CMSG_LEN(3 * array.array("i").itemsize))
    streams = array.array("i")
    streams.frombytes(ancillary[0][2])
    text = b""
    while len(text) < int.from_bytes(size, "big"):
        text += asking.recv(1 << 16)
    return json.loads(text), list(streams)


def _become(task: dict[str, Any], streams: list[int]) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.chdir(task["cwd"])
    os.environ.clear()
    os.environ.update(task["env"])
    sys.argv = ["tabletown", *task["args"]]


def _run(main: Any) -> int:
    """Run the command; returns its exit status."""
    code = 0
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    return code


def _tell_ends(waiting: dict[int, socket.socket]) -> None:
    """Tell every command that has ended to the program that asked for it."""
    for pid in list(waiting):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            asking = waiting.pop(pid)
            with contextlib.suppress(OSError):
                asking.sendall(os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
            asking.close()


if __name__ == "__main__":
    serve(sys.argv[1])
