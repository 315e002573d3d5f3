"""How long a killed server is away: from kill -9 to the first answer, and to the page of a running game.

    python benchmarks/restart.py [--db FILE|postgresql://...] [--times 5]

Kernels are compiled before; what is left is to start Python, open the database, load the kernels and replay the game.
The processor time that the server has used by then tells what it would take on a machine that does nothing else.
"""

import argparse
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from tabletown.games import names
from tabletown.server.serve import warm_up

FORM = {"players": "3", "bot": "greedy"}


def start(port: int, db: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tabletown.cli", "serve", "--no-open", "--port", str(port), "--db", db]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def processor_time(server: subprocess.Popen[bytes]) -> float:
    """What a server, and children of it that have ended, have used (Linux)."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def until_answered(http: httpx.Client, path: str) -> float:
    """The moment at which a page is there."""
    while True:
        try:
            if http.get(path).status_code == 200:
                return time.perf_counter()
        except httpx.TransportError:
            pass
        time.sleep(0.005)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", help="where games are kept; by default a new SQLite file")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    warm_up()
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        db, port = options.db or str(Path(folder) / "games.sqlite3"), free.getsockname()[1]
        free.close()
        origin = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=origin, headers={"Origin": origin}, trust_env=False) as http:
            server = start(port, db)
            tables = {}
            for name in names():
                until_answered(http, "/health")
                while not (answer := http.post("/tables", data={"title": name, **FORM})).has_redirect_location:
                    time.sleep(0.1)
                tables[name] = answer.headers["location"]
            pages = {"the first answer": "/health", **tables}
            away: dict[str, list[tuple[float, float]]] = {what: [] for what in pages}
            for _ in range(options.times):
                began = time.perf_counter()
                server.send_signal(signal.SIGKILL)
                server.wait()
                server = start(port, db)
                for what, path in pages.items():
                    away[what].append((until_answered(http, path) - began, processor_time(server)))
            server.send_signal(signal.SIGTERM)
            server.wait()
    for what, measured in away.items():
        passed, used = zip(*measured, strict=True)
        print(f"{what:16} {statistics.median(passed):6.2f} s, of the processor {statistics.median(used):5.2f} s")


if __name__ == "__main__":
    main()
