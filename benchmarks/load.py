"""How many tables one server carries: real games between people, over HTTP, with their streams open.

    python benchmarks/load.py
    python benchmarks/load.py --titles uptown --tables 50 200 500 --pace 1 --db postgresql://... --workers 4

Every title is played at two seats and at the most. Every player has a session and a live stream. At each table a player
who may move waits for `--pace` seconds on average, as people do, then sends a move that the page offers, like the
page's script does. Reported are the time from sending a move to its answer (the new board, which is durable by then),
and the time until another player has the new board: the stream tells of it, and the board is fetched. At the end every
log is read from the store: an answered move that is not there, or there twice, is an error. The server runs in
one or more processes of its own; what they and this one spend is told apart, because on a small machine they
share the cores; per move that a player sent, and per ply, since many plies play themselves.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from multiprocessing.synchronize import Barrier

FIELD = re.compile(r'<input type="hidden" name="(version|key|seat)" value="([^"]*)"')
MOVE = re.compile(r'name="move" value="([^"#]*)"')
TYPED = re.compile(
    r'name="amount"[^>]* min="(-?\d+)" max="-?\d+".*?name="move" value="([^"]*#[^"]*)"'
    r".*?<small[^>]*>-?\d+ to -?\d+(?:, not (-?\d+))?",
    re.DOTALL,
)
SEPARATOR = ";"  # between the moves that one button makes
OVER = 'id="h-finish"'
SAME = re.compile(r'data-same="([^"]+)"')
PART = re.compile(r'<(\w+) data-is="([^"]+)"')
DRAWINGS = ("g", "symbol")
SERVER = """
import sys
from tabletown.server.settings import Settings
from tabletown.server.limits import Limits, Rate
from tabletown.server.serve import run
from tabletown.server.store.opening import open_store
from tabletown.server.workers.supervisor import run_workers
port, db, workers = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
often = Rate(burst=10**6, seconds=1e-6)  # all players have one address here
settings = Settings(limits=Limits(table_rate=often, seat_rate=often, streams_per_address=20_000))
if workers == 1:
    run(port=port, db=db, wait=True, settings=settings)
else:
    open_store(db).close()
    run_workers(workers, "127.0.0.1", port, db, wait=True, settings=settings)
"""


@dataclass
class Times:
    """What was measured, in seconds."""

    moves: list[float] = field(default_factory=list)
    sights: list[float] = field(default_factory=list)
    answered: dict[str, int] = field(default_factory=dict)  # by table, plies of moves that were answered
    finished: int = 0
    refused: int = 0
    server: float = 0.0  # processor time of the server, all its processes together, and of this one
    client: float = 0.0

    def add(self, other: "Times") -> None:
        """Take in what another process measured at the same time, at other tables."""
        self.moves += other.moves
        self.sights += other.sights
        self.answered |= other.answered
        self.finished += other.finished
        self.refused += other.refused
        self.server = max(self.server, other.server)  # of the same server
        self.client += other.client


@dataclass
class Answer:
    """A response, read to its end."""

    status: int
    headers: dict[str, str]
    text: str


class Line:
    """One connection that is kept: a general client would cost more than the server that it is to measure."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Answer:
        """Send a request, and read the answer; once more, if the server hung up just then because it heard nothing."""
        while True:
            try:
                reader = await self.send(method, path, {"Accept-Encoding": "gzip", **headers}, body)
                status, found = await read_head(reader)
                content = await reader.readexactly(int(found["content-length"]))
                break
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                await asyncio.sleep(0.01)
        if found.get("content-encoding") == "gzip":
            content = zlib.decompress(content, wbits=31)
        return Answer(status, found, content.decode())

    async def send(self, method: str, path: str, headers: dict[str, str], body: str = "") -> asyncio.StreamReader:
        """Send a request; the answer is still to be read."""
        if self._ends is None or self._ends[0].at_eof():
            self.close()
            self._ends = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._ends
        head = {"Host": f"127.0.0.1:{self._port}", "Content-Length": str(len(body)), **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}".encode())
        return reader

    def close(self) -> None:
        """Hang up."""
        if self._ends:
            self._ends[1].close()
        self._ends = None


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status of an answer, and its headers."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, value in headers.items()}


def end_of(tag: str, text: str, start: int) -> int:
    """Where the element ends in which `start` lies, with others of its kind in it."""
    depth = 1
    for found in re.compile(rf"<(/?){tag}[ >]").finditer(text, start):
        depth += -1 if found[1] else 1
        if not depth:
            return found.start()
    raise ValueError(f"a <{tag}> that is not closed")


class Player:
    """Somebody with a session: sees a board, hears of new ones."""

    def __init__(self, port: int, table: str, cookie: str) -> None:
        self.table = table
        self.moves: list[str] = []
        self.fields: dict[str, str] = {}
        self.typed: list[dict[str, str]] = []  # numbers that are typed: the fields of each form
        self.over = False
        self.version = self.newest = -1  # of the board that is shown, and that the stream told of
        self.news = asyncio.Event()
        self.lock = asyncio.Lock()  # one request at a time
        self._line, self._stream = Line(port), Line(port)
        self._headers = {"Cookie": cookie} if cookie else {}
        self._form = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "text/x-fragment",
            "Origin": f"http://127.0.0.1:{port}",
        }
        self._drawings: set[str] = set()  # their marks
        self._parts: dict[str, tuple[list[str], list[str]]] = {}  # of each shown: the moves and the parts in it

    async def look(self) -> bool:
        """Fetch the board, unless the newest is shown already: that of a move is its answer."""
        async with self.lock:
            if self.version >= self.newest:
                return False
            self.show(await self._line.ask("GET", f"/tables/{self.table}/board", self._headers | self._shown))
            return True

    async def post(self, path: str, fields: dict[str, str]) -> Answer:
        """Send a form as the page's script does."""
        return await self._line.ask("POST", path, self._form | self._headers | self._shown, urlencode(fields))

    @property
    def _shown(self) -> dict[str, str]:
        return {"X-Shown": " ".join([*self._parts, *self._drawings])}

    def show(self, answer: Answer) -> None:
        """Find what a board offers; parts that were not sent again offer what they did."""
        text = answer.text
        self.version = max(self.version, int(answer.headers.get("x-table-version", -1)))
        form = text.partition('id="moves"')[2].partition("</form>")[0]  # other forms of the page name other seats
        self.fields, self.over = dict(FIELD.findall(form)), OVER in text
        self.typed = [
            {"move": move, "amount": str(int(low) + (low == without))} for low, move, without in TYPED.findall(text)
        ]
        before, self._parts = self._parts, {}
        self.moves, inside = self._found(text, before)
        self._parts |= {mark: self._parts.get(mark) or before[mark] for mark in inside}

    def _found(self, text: str, before: dict[str, tuple[list[str], list[str]]]) -> tuple[list[str], list[str]]:
        """The moves that some markup offers, and the marks of the parts in it; `before` are those shown before."""
        moves, inside = MOVE.findall(text), []
        for mark in SAME.findall(text):
            moves += before[mark][0]
            inside += [mark, *before[mark][1]]
        for found in PART.finditer(text):
            tag, mark = found.groups()
            if tag in DRAWINGS:  # browsers keep all of them
                self._drawings.add(mark)
                continue
            inside.append(mark)
            if tag == "li":  # a round of the log, which ends without an end tag
                self._parts[mark] = [], []
            else:
                self._parts[mark] = self._found(text[found.end() : end_of(tag, text, found.end())], before)
        return moves, inside

    async def listen(self) -> None:
        """Keep a stream open, and note that something happened."""
        self._stream.close()  # of an earlier stream nothing is left
        reader = await self._stream.send("GET", f"/tables/{self.table}/events", self._headers)
        status, _ = await read_head(reader)
        while status == 200 and (line := await reader.readline()):
            if line.startswith(b"data:"):
                self.newest = int(line.split()[-1])
                self.news.set()

    def close(self) -> None:
        """Go away."""
        self._line.close()
        self._stream.close()


async def sit_down(port: int, title: str, seats: int) -> list[Player]:
    """People at a new table."""
    setting = {"title": title, "players": str(seats), "bot": "open"}
    forms = [("/tables", setting), *(("", {"seat": str(seat)}) for seat in range(1, seats))]
    players: list[Player] = []
    table = ""
    for path, fields in forms:
        somebody = Player(port, table, "")
        answer = await somebody.post(path or f"/tables/{table}/seats", fields)
        somebody.close()
        assert answer.status in (200, 303), answer.text[:500]
        table = table or answer.headers["location"].rpartition("/")[2]
        players.append(Player(port, table, answer.headers["set-cookie"].partition(";")[0]))
    return players


async def follow(player: Player, sent: list[float], times: Times) -> None:
    """Fetch the board whenever there is word of a move; `sent` holds when the last one was sent."""
    while True:
        await player.news.wait()
        player.news.clear()
        if await player.look():
            times.sights.append(time.perf_counter() - sent[-1])


async def play(players: list[Player], times: Times, pace: float, end: float, choose: random.Random) -> None:
    """Play until the game is over or time is up."""
    sent = [time.perf_counter()]
    followers = [asyncio.create_task(follow(player, sent, times)) for player in players]
    while time.perf_counter() < end:
        await asyncio.sleep(choose.expovariate(1 / pace) if pace else 0)
        able = [player for player in players if player.moves or player.typed]
        if not able:
            if players[0].over:
                times.finished += 1
                break
            continue
        mover = choose.choice(able)
        async with mover.lock:
            offered = [{"move": move} for move in mover.moves] + mover.typed
            if not offered:
                continue
            sent.append(time.perf_counter())
            chosen = choose.choice(offered)
            answer = await mover.post(f"/tables/{mover.table}/moves", {**mover.fields, **chosen})
            if answer.status == 200:
                times.moves.append(time.perf_counter() - sent[-1])
                times.answered[mover.table] = times.answered.get(mover.table, 0) + 1 + chosen["move"].count(SEPARATOR)
            else:
                times.refused += 1
            mover.show(answer)
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)


@contextlib.contextmanager
def serving(db: str, workers: int = 1) -> Iterator[tuple[int, int]]:
    """A server in a process of its own; yields its port and the number of the process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(port), db, str(workers)])
    try:
        while not answers(port):
            if process.poll() is not None:
                raise SystemExit("the server ended before it answered: see above")
            time.sleep(0.5)
        wait_until_idle(process.pid)
        yield port, process.pid
        used = [f"{most_memory(pid):.0f} MiB and {spent_by(pid):.1f} s" for pid in processes(process.pid)]
        print(f"  memory and processor time of each process of the server: {', '.join(used)}")
    finally:
        process.terminate()
        process.wait(20)


def answers(port: int) -> bool:
    """Whether a server listens at a port."""
    with contextlib.suppress(OSError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health").close()
        return True
    return False


def wait_until_idle(pid: int) -> None:
    """Wait until all processes of a server have started; the first that is ready answers before that."""
    before = -1.0
    while (now := spent(pid)) - before > 0.1:
        before = now
        time.sleep(1.0)


def processes(pid: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return [pid, *(int(child) for task in children for child in task.read_text().split())]


def most_memory(pid: int) -> float:
    """The memory that a process has used at most, in MiB."""
    peak = re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(peak.group(1)) / 1024 if peak else 0.0


def spent(pid: int) -> float:
    """The processor time that a process and its children have used, in seconds."""
    return sum(spent_by(one) for one in processes(pid))


def spent_by(pid: int) -> float:
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def streams(players: list[Player]) -> AsyncIterator[None]:
    """Everybody listens."""
    tasks = [asyncio.create_task(player.listen()) for player in players]
    await asyncio.gather(*(player.news.wait() for player in players))
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for player in players:
        player.close()


_everybody_sits = multiprocessing.get_context("spawn").Barrier(1)


def _sit_together(barrier: "Barrier") -> None:
    """In a process of players: wait for the others at this barrier before the first move."""
    global _everybody_sits
    _everybody_sits = barrier


def run_together(clients: int, port: int, server: int, tables: int, *plan: Any) -> Times:
    """Play at so many tables for a while, with so many processes of players."""
    if clients == 1:
        return play_at(port, server, tables, *plan)
    context, total = multiprocessing.get_context("spawn"), Times()
    with ProcessPoolExecutor(clients, context, _sit_together, (context.Barrier(clients),)) as pool:
        shares = [len(range(client, tables, clients)) for client in range(clients)]
        for one in [pool.submit(play_at, port, server, share, *plan) for share in shares]:
            total.add(one.result())
    return total


def play_at(port: int, server: int, tables: int, title: str, seats: int, pace: float, seconds: float) -> Times:
    """Play at so many tables for a while, in this process."""
    return asyncio.run(run(port, server, tables, title, seats, pace, seconds))


async def run(port: int, server: int, tables: int, title: str, seats: int, pace: float, seconds: float) -> Times:
    """Play at so many tables for a while."""
    times = Times()
    groups = [await sit_down(port, title, seats) for _ in range(tables)]
    players = [player for group in groups for player in group]
    async with streams(players):
        for player in players:
            await player.look()
        await asyncio.to_thread(_everybody_sits.wait)
        before = spent(server), spent_by(os.getpid())
        end = time.perf_counter() + seconds
        games = (play(group, times, pace, end, random.Random(number)) for number, group in enumerate(groups))
        await asyncio.gather(*games)
        times.server, times.client = spent(server) - before[0], spent_by(os.getpid()) - before[1]
    return times


def check(db: str, times: Times) -> tuple[int, str]:
    """Compare what was answered with what is in the store; returns how many plies are there, forced ones among them."""
    from tabletown.server.store.events import FORCED, FORCED_IN_SECRET, Moved
    from tabletown.server.store.opening import open_store

    store = open_store(db)
    total = wrong = 0
    for table, answered in times.answered.items():
        moves = [entry.event for entry in store.events(table) if isinstance(entry.event, Moved)]
        plies = [move.ply for move in moves]
        chosen = sum(move.by not in (FORCED, FORCED_IN_SECRET) for move in moves)
        total += len(plies)
        wrong += plies != list(range(1, len(plies) + 1)) or chosen != answered
    store.close()
    return total, f"{wrong} tables with a lost or doubled move"


def percentile(values: list[float], part: float) -> float:
    """In milliseconds."""
    return 1000 * statistics.quantiles(values, n=1000)[int(part * 10) - 1] if len(values) > 1 else float("nan")


def main() -> None:
    from tabletown.games import get, names

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[200])
    parser.add_argument("--titles", nargs="+", default=names())
    parser.add_argument("--seats", type=int, nargs="+", help="by default two, and as many as the title allows")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds that a player thinks on average")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each number of tables is played")
    parser.add_argument("--db", help="a database URL; by default a new SQLite file for each run")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--clients", type=int, default=1, help="processes of the players, who share the tables")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    heads = [
        "title",
        "seats",
        "tables",
        "moves/s",
        "plies/s",
        "move p50",
        "p99",
        "sight p50",
        "p99",
        "server/move",
        "server/ply",
        "client/move",
    ]
    heads += ["refused", "finished", "check"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for title in options.titles:
        for seats in options.seats or sorted({2, get(title).meta.players[1]}):
            for tables in options.tables:
                print(f"| {' | '.join(measure(title, seats, tables, options))} |", flush=True)


def measure(title: str, seats: int, tables: int, options: argparse.Namespace) -> list[str]:
    """One row of the report."""
    with tempfile.TemporaryDirectory() as folder:
        db = options.db or str(Path(folder) / "load.sqlite3")
        with serving(db, options.workers) as (port, server):
            plan = title, seats, options.pace, options.seconds
            times = run_together(options.clients, port, server, tables, *plan)
        numbers = [percentile(values, part) for values in (times.moves, times.sights) for part in (50, 99)]
        moves = max(1, len(times.moves))
        plies, found = check(db, times)
        cells = [title, str(seats), str(tables), f"{moves / options.seconds:.1f}", f"{plies / options.seconds:.1f}"]
        cells += [f"{number:.0f} ms" for number in numbers]
        cells += [f"{1000 * times.server / count:.1f} ms" for count in (moves, max(1, plies))]
        cells += [f"{1000 * times.client / moves:.1f} ms"]
        return [*cells, str(times.refused), str(times.finished), found]


if __name__ == "__main__":
    main()
