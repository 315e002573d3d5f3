"""How long a killed server is away: from kill -9 to the first answer, and to the page of a running game.

    python benchmarks/restart.py [--db FILE|postgresql://...] [--times 5]

Kernels are compiled before; what is left is to start Python, open the database, load the kernels and replay the game.
"""

import argparse
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
            away: dict[str, list[float]] = {"first answer": [], **{name: [] for name in tables}}
            for _ in range(options.times):
                began = time.perf_counter()
                server.send_signal(signal.SIGKILL)
                server.wait()
                server = start(port, db)
                away["first answer"].append(until_answered(http, "/health") - began)
                for name, where in tables.items():
                    away[name].append(until_answered(http, where) - began)
            server.send_signal(signal.SIGTERM)
            server.wait()
    for what, seconds in away.items():
        print(f"{what:16} {statistics.median(seconds):5.2f} s (at most {max(seconds):.2f} s)")


if __name__ == "__main__":
    main()
