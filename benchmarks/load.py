"""How many tables one server carries: real games between pairs of players, over HTTP, with their streams open.

    python benchmarks/load.py --tables 50 200 500
    python benchmarks/load.py --tables 200 --pace 1 --db postgresql://...

Every table has two players with a session and a live stream each. Whoever is to move waits for `--pace` seconds on
average, as people do, then sends a move that the page offers, like the page's script does. Reported are the time from
sending a move to its answer (the new board, which is durable by then), and the time until the opponent has the new
board: the stream tells of it, and the board is fetched. At the end every log is read from the store: an answered move
that is not there, or there twice, is an error. The server runs in a process of its own.
"""

import argparse
import asyncio
import contextlib
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import httpx

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/x-fragment"}
FIELD = re.compile(r'<input type="hidden" name="(version|key|seat)" value="([^"]*)"')
MOVE = re.compile(r'<button\b[^>]*\bname="move"[^>]*\bvalue="([^"#]*)"')
SERVER = """
import sys
from tabletown.server.app import Manners
from tabletown.server.limits import RateLimit
from tabletown.server.serve import run
often = RateLimit(burst=10**6, seconds=1e-6)
run(port=int(sys.argv[1]), db=sys.argv[2], wait=True, manners=Manners(table_rate=often))
"""


@dataclass
class Times:
    """What was measured, in seconds."""

    moves: list[float] = field(default_factory=list)
    sights: list[float] = field(default_factory=list)
    answered: dict[str, int] = field(default_factory=dict)  # by table, moves that were answered
    finished: int = 0
    refused: int = 0


class Player:
    """Somebody with a session: sees a board, hears of new ones."""

    def __init__(self, http: httpx.AsyncClient, table: str, cookie: str) -> None:
        self.http, self.table, self.cookie = http, table, cookie
        self.board = ""
        self.news = asyncio.Event()

    async def look(self) -> None:
        """Fetch the board."""
        answer = await self.http.get(f"/tables/{self.table}/board", headers={"Cookie": self.cookie})
        self.board = answer.text

    async def post(self, path: str, fields: dict[str, str]) -> httpx.Response:
        """Send a form as the page's script does."""
        headers = {**FORM, "Origin": str(self.http.base_url).rstrip("/"), "Cookie": self.cookie}
        return await self.http.post(path, content=urlencode(fields), headers=headers)

    async def listen(self) -> None:
        """Keep a stream open, and note that something happened."""
        async with self.http.stream(
            "GET", f"/tables/{self.table}/events", headers={"Cookie": self.cookie}, timeout=None
        ) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data:"):
                    self.news.set()

    @property
    def moves(self) -> list[str]:
        """What the board offers."""
        return MOVE.findall(self.board)


async def sit_down(http: httpx.AsyncClient, title: str) -> tuple[Player, Player]:
    """Two people at a new table."""
    players = []
    table = ""
    for path, fields in (("/tables", {"title": title, "players": "2", "bot": "open"}), ("", {"seat": "1"})):
        somebody = Player(http, table, "")
        answer = await somebody.post(path or f"/tables/{table}/seats", fields)
        assert answer.status_code in (200, 303), answer.text[:500]
        table = table or answer.headers["location"].rpartition("/")[2]
        players.append(Player(http, table, answer.headers["set-cookie"].partition(";")[0]))
    return players[0], players[1]


async def sight(player: Player, sent: float, times: Times) -> None:
    """Wait for word of a move, and fetch the board."""
    await player.news.wait()
    player.news.clear()
    await player.look()
    times.sights.append(time.perf_counter() - sent)


async def play(pair: tuple[Player, Player], times: Times, pace: float, end: float, choose: random.Random) -> None:
    """Play until the game is over or time is up."""
    for player in pair:
        await player.look()
    while time.perf_counter() < end:
        mover = next((player for player in pair if player.moves), None)
        if mover is None:
            times.finished += 1
            return
        other = pair[1 - pair.index(mover)]
        await asyncio.sleep(choose.expovariate(1 / pace) if pace else 0)
        fields = {**dict(FIELD.findall(mover.board)), "move": choose.choice(mover.moves)}
        other.news.clear()
        sent = time.perf_counter()
        seen = asyncio.create_task(sight(other, sent, times))
        answer = await mover.post(f"/tables/{mover.table}/moves", fields)
        times.moves.append(time.perf_counter() - sent)
        if answer.status_code != 200:
            times.refused += 1
        else:
            times.answered[mover.table] = times.answered.get(mover.table, 0) + 1
        mover.board = answer.text
        await seen


@contextlib.contextmanager
def serving(db: str) -> Iterator[str]:
    """A server in a process of its own; yields its address."""
    port = random.randrange(20_000, 60_000)
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(port), db])
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{address}/health", trust_env=False)
                break
            time.sleep(0.5)
        yield address
        usage = Path(f"/proc/{process.pid}/status")
        if usage.exists():
            peak = re.search(r"VmHWM:\s*(\d+)", usage.read_text())
            print(f"  server's memory at most: {int(peak.group(1)) / 1024:.0f} MiB" if peak else "")
    finally:
        process.terminate()
        process.wait(20)


@contextlib.asynccontextmanager
async def streams(players: list[Player]) -> AsyncIterator[None]:
    """Everybody listens."""
    tasks = [asyncio.create_task(player.listen()) for player in players]
    await asyncio.gather(*(player.news.wait() for player in players))
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def run(address: str, tables: int, title: str, pace: float, seconds: float) -> Times:
    """Play at so many tables for a while."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    times = Times()
    async with httpx.AsyncClient(base_url=address, timeout=60.0, limits=limits, trust_env=False) as http:
        pairs = [await sit_down(http, title) for _ in range(tables)]
        async with streams([player for pair in pairs for player in pair]):
            end = time.perf_counter() + seconds
            games = (play(pair, times, pace, end, random.Random(number)) for number, pair in enumerate(pairs))
            await asyncio.gather(*games)
    return times


def check(db: str, times: Times) -> str:
    """Compare what was answered with what is in the store."""
    from tabletown.server.sqlite import SqliteStore

    if "://" in db:
        from tabletown.server.postgres import PostgresStore

        store = PostgresStore(db)
    else:
        store = SqliteStore(db)
    wrong = 0
    for table, answered in times.answered.items():
        moves = [entry for entry in store.events(table) if entry.event.kind == "move"]
        plies = [entry.event.ply for entry in moves]
        wrong += plies != list(range(1, len(plies) + 1)) or len(plies) != answered
    store.close()
    return f"{wrong} tables with a lost or doubled move"


def percentile(values: list[float], part: float) -> float:
    """In milliseconds."""
    return 1000 * statistics.quantiles(values, n=1000)[int(part * 10) - 1] if len(values) > 1 else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--title", default="uptown")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds that a player thinks on average")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each number of tables is played")
    parser.add_argument("--db", help="a database URL; by default a new SQLite file for each run")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    print("| tables | moves/s | move p50 | p99 | sight p50 | p99 | refused | finished | check |")
    print("|---|---|---|---|---|---|---|---|---|")
    for tables in options.tables:
        with tempfile.TemporaryDirectory() as folder:
            db = options.db or str(Path(folder) / "load.sqlite3")
            with serving(db) as address:
                times = asyncio.run(run(address, tables, options.title, options.pace, options.seconds))
            numbers = [percentile(values, part) for values in (times.moves, times.sights) for part in (50, 99)]
            shown = " | ".join(f"{number:.0f} ms" for number in numbers)
            rate = len(times.moves) / options.seconds
            print(
                f"| {tables} | {rate:.1f} | {shown} | {times.refused} | {times.finished} | {check(db, times)} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
