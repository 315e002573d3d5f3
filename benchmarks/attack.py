"""A siege of ten minutes: honest games go on while servers are killed, databases hang and attackers do their worst.

    make attack
    PYTHONPATH=. python benchmarks/attack.py --minutes 10 --seed 1
    PYTHONPATH=. python benchmarks/attack.py --minutes 1 --titles uptown --databases sqlite

Players over HTTP play every title at every number of players, each with a live stream. Meanwhile, again and again and
in random order: the server is killed (SIGKILL) and started again; the database hangs (PostgreSQL is stopped with
SIGSTOP, an SQLite file is locked by this process); connections, slow clients, streams and requests come in floods;
hostile bytes are sent, those of the tests and random ones. At the end every log is replayed, and compared
with what the players were answered. Then twin worlds: pairs of games that differ only in what a seat may not know are
compared, every page, stream and answer of the API, for every title, number of players and seat, on a server in this
process.

It prints a table of figures, also on Ctrl-C, and exits with 1 if a promise was broken. It runs on Linux; PostgreSQL is
left out where it is not installed.
"""

import argparse
import asyncio
import contextlib
import itertools
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from load import Answer, Line, Player, percentile, read_head, sit_down
from slow_clients import Closing, connect, dribble, idle_streams, never_read
from tests.server.attacks.hostile import FORM_TYPE, anything
from tests.server.cluster import Cluster, programs
from tests.server.databases import File, Place, Served
from tests.server.process import Nursery, Process
from tests.server.twins import Comparison, compare_worlds
from tests.server.visitors import OFTEN, UNHURRIED, Running

from tabletown import games
from tabletown.server.errors import STORE_UNAVAILABLE
from tabletown.server.play.records import record_of
from tabletown.server.play.shuffle_check import check_record
from tabletown.server.play.tables import Tables

PACE_S = 1.0  # how long a table thinks on average
STUCK_S = 180.0  # a table at which nothing happens for so long stands still
ANSWER_S = 180.0  # a request that is not answered by then never is
HEALTHY_S = 30.0  # a health check that takes longer waits for something; on a busy machine some take seconds
ROUND_S = 3.0  # how long a flood lasts
FREEZE_S = 9.0  # longer than a server waits for its database
WORLDS = 0.3  # the part of the time that is for twin worlds
OFTEN_ENOUGH = [1000, 0.001]
LIMITS = {"table_rate": OFTEN_ENOUGH, "seat_rate": OFTEN_ENOUGH}  # honest players share one address here


@dataclass(frozen=True)
class Flood:
    """What is sent again and again: a path, and a body with a place for a new key or name; `first` is sent before."""

    path: str
    body: str
    kind: str = FORM_TYPE
    first: tuple[tuple[str, str], ...] = ()


WITH_ACCOUNT = (("/keep/name", "name={}"), ("/keep/ticket", ""))
"""What makes somebody a player who keeps their games."""


@dataclass
class Figures:
    """What happened."""

    answered: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by table, the keys of moves
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # of moves, by what went on
    health: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    attacks: Counter[str] = field(default_factory=Counter)
    refused: Counter[int] = field(default_factory=Counter)  # requests of attackers, by status; 0: hung up
    unavailable: int = 0  # answers to honest players: 503 while the database did not answer
    wrong_health: int = 0  # health checks that said the database does not answer, when only the machine was busy
    games: int = 0
    tables: int = 0
    lost: int = 0
    doubled: int = 0
    worlds: Comparison = field(default_factory=Comparison)
    broken: Counter[str] = field(default_factory=Counter)  # promises, as sentences

    @property
    def moves(self) -> int:
        return sum(map(len, self.answered.values()))


class Siege:
    """One server on one database, honest players, and an attacker."""

    def __init__(self, process: Process, place: Place, figures: Figures, choose: random.Random) -> None:
        self.process, self.place, self.figures, self.choose = process, place, figures, choose
        self.address = process.origin
        self.host = process.origin.removeprefix("http://")
        self.going_on = "peace"
        self.table = ""  # one of the tables, for attackers

    # Honest players

    async def keep_playing(self, title: str, seats: int) -> None:
        """One game after the other, with the same number of players."""
        choose = random.Random(self.choose.random())
        while True:
            try:
                players = await sit_down(self.process.port, title, seats)
            except AssertionError:  # the database does not answer: again
                await asyncio.sleep(0.5)
                continue
            self.table = players[0].table
            self.figures.tables += 1
            listening = [asyncio.create_task(self._listen(player)) for player in players]
            try:
                await self._play(players, choose)
            finally:
                for task in listening:
                    task.cancel()
                await asyncio.gather(*listening, return_exceptions=True)
                for player in players:
                    player.close()

    async def _listen(self, player: Player) -> None:
        """A stream that is opened again whenever it ends, as browsers do."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await player.listen()
            await asyncio.sleep(0.2)

    async def _play(self, players: list[Player], choose: random.Random) -> None:
        moved = time.monotonic()
        while True:
            await asyncio.sleep(choose.expovariate(1 / PACE_S))
            for player in players:
                if player.news.is_set():
                    player.news.clear()
                    await self._look(player)
            able = [player for player in players if player.moves or player.typed]
            if able:
                mover = choose.choice(able)
                offered = [{"move": move} for move in mover.moves] + mover.typed
                if await self._move(mover, {**mover.fields, **choose.choice(offered)}):
                    moved = time.monotonic()
            elif players[0].over:
                self.figures.games += 1
                return
            elif time.monotonic() - moved > STUCK_S:
                self.figures.broken[f"a table stood still: {players[0].table}"] += 1
                return

    async def _look(self, player: Player) -> None:
        """Fetch the board. If there is none just now, because the database does not answer, look again later."""
        try:
            async with asyncio.timeout(ANSWER_S):
                await player.look()
            found = bool(player.fields) or player.over
        except KeyError:
            found = False
        if not found:
            player.news.set()

    async def _move(self, mover: Player, fields: dict[str, str]) -> bool:
        """Send a form until it is answered; returns whether the move was made."""
        going_on, began = self.going_on, time.perf_counter()
        while True:
            try:
                async with asyncio.timeout(ANSWER_S):
                    answer = await mover.post(f"/tables/{mover.table}/moves", fields)
            except TimeoutError:
                self.figures.broken["a move was not answered"] += 1
                return False
            if answer.status in (200, 409, 422):
                break
            if answer.status != 503:
                self.figures.broken[f"an honest move was answered with {answer.status}"] += 1
                return False
            self.figures.unavailable += 1
            await asyncio.sleep(0.2)
        mover.show(answer)
        if answer.status == 200:
            self.figures.answered[mover.table].add(fields["key"])
            if going_on == self.going_on:
                self.figures.times[going_on].append(time.perf_counter() - began)
        return answer.status == 200

    async def watch_health(self) -> None:
        """Ask for the health all the time. While a server is killed there is none."""
        while True:
            await asyncio.sleep(0.2)
            going_on, began, line = self.going_on, time.perf_counter(), Line(self.process.port)
            answer = await line.ask("GET", "/health", {})
            line.close()
            if "kill" in (going_on, self.going_on):
                continue
            took = time.perf_counter() - began
            self.figures.health[going_on].append(took)
            if took > HEALTHY_S:
                self.figures.broken[f"a health check took {took:.1f} s ({going_on})"] += 1
            if answer.status != 200 and going_on == self.going_on != "freeze":
                self.figures.wrong_health += 1

    # Attacks

    def attacks(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """All attacks but killing the server, by name."""
        return {
            "freeze": self.freeze,
            "connections": self.flood_with_connections,
            "slow clients": self.flood_with_slow_clients,
            "streams": self.flood_with_streams,
            "requests": self.flood_with_requests,
            "hostile bytes": self.send_hostile_bytes,
        }

    async def kill(self) -> None:
        await asyncio.sleep(self.choose.uniform(0.2, 1.0))
        await asyncio.to_thread(self.process.end, signal.SIGKILL)
        await asyncio.to_thread(self.process.start)

    async def freeze(self) -> None:
        """The database neither answers nor goes away. Health check and static files answer, pages say what is wrong."""
        with self._frozen():
            await asyncio.sleep(FREEZE_S / 3)
            static = await self._ask("/static/table.js")
            if static.status != 200:
                self.figures.broken["a static file waited for the database"] += 1
            board = await self._ask(f"/tables/{self.table}/board")
            if board.status != 200 and STORE_UNAVAILABLE not in board.text:
                self.figures.broken[f"a page did not say that the database does not answer ({board.status})"] += 1
            await asyncio.sleep(FREEZE_S * 2 / 3)
        for _ in range(100):
            if (await self._ask("/health")).status == 200:
                return
            await asyncio.sleep(0.1)
        self.figures.broken["the server did not find its database again"] += 1

    def _frozen(self) -> AbstractContextManager[None]:
        return self.place.cluster.frozen() if isinstance(self.place, Served) else self.place.locked()

    async def flood_with_connections(self) -> None:
        """Half a head each."""
        with closing() as opened:
            for number in range(500):
                await connect(self.address, b"GET / HTTP/1.1\r\nHost: ", opened, number)
            await asyncio.sleep(ROUND_S)

    async def flood_with_slow_clients(self) -> None:
        with closing() as opened, closing() as dribbling:
            slow = asyncio.create_task(dribble(self.address, self.table, 100, dribbling))
            await never_read(self.address, self.table, 20, opened)
            await asyncio.sleep(ROUND_S)
            slow.cancel()
            await asyncio.gather(slow, return_exceptions=True)

    async def flood_with_streams(self) -> None:
        """A hundred from one address, and more than are allowed from another."""
        with closing() as opened:
            await idle_streams(self.address, self.table, 100, opened)
            statuses = await asyncio.gather(*(self._stream(opened) for _ in range(220)))
            self.figures.refused.update(status for status in statuses if status != 200)
            if 429 not in statuses:
                self.figures.broken["one address opened as many streams as it liked"] += 1
            await asyncio.sleep(1)

    async def _stream(self, opened: Closing) -> int:
        request = f"GET /tables/{self.table}/events HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode()
        reader = await connect(self.address, request, opened, 9_000)
        status, _ = await read_head(reader)
        return status

    async def flood_with_requests(self) -> None:
        """Everything that is limited, as fast as possible: refused with 429, and never with an error."""
        numbers, run = itertools.count(), self.choose.randrange(10**6)

        async def send(flood: Flood) -> None:
            line = Line(self.process.port)
            headers = {"Content-Type": flood.kind, "Origin": self.address}
            headers["X-Forwarded-For"] = f"10.{self.choose.randrange(250)}.{self.choose.randrange(250)}.1"

            async def post(path: str, body: str) -> None:
                answer = await line.ask("POST", path, headers, body.format(f"flood-{run}-{next(numbers)}"))
                self._count(answer.status, path)
                if "set-cookie" in answer.headers:
                    headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]

            for path, body in flood.first:
                await post(path, body)
            end = time.monotonic() + ROUND_S
            while time.monotonic() < end:
                await post(flood.path, flood.body)
            line.close()

        floods = (
            Flood(f"/tables/{self.table}/chat", "text=hm&key={}"),
            Flood("/you", "name={}"),
            Flood("/api/v1/players", '{{"name": "{}"}}', "application/json"),
            Flood("/keep/sign-in/ticket", "ticket={}"),
            Flood("/keep/code", "", first=WITH_ACCOUNT),
            Flood("/find", "title-uptown=on&size-4=on&pace=live-15&key={}"),
            Flood("/tournaments", "name=Flood&title=uptown&pace=live-15&key={}", first=WITH_ACCOUNT),
        )
        await asyncio.gather(*(send(flood) for flood in floods for _ in range(3)))

    async def send_hostile_bytes(self) -> None:
        """What the tests send, and random bytes: eight at a time."""

        async def send() -> None:
            end = time.monotonic() + ROUND_S
            while time.monotonic() < end:
                with closing() as opened:
                    data = anything(self.choose, self.table, self.host)
                    try:
                        reader = await connect(self.address, data, opened, self.choose.randrange(1000, 2000))
                        async with asyncio.timeout(20):
                            status, _ = await read_head(reader)
                    except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, IndexError):
                        status = 0
                    self._count(status, f"hostile bytes {data[:60]!r}")

        await asyncio.gather(*(send() for _ in range(8)))

    def _count(self, status: int, what: str) -> None:
        if status >= 500:
            self.figures.broken[f"{what} was answered with {status}"] += 1
        if status == 0 or status >= 400:
            self.figures.refused[status] += 1

    async def _ask(self, path: str) -> Answer:
        line = Line(self.process.port)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await line.ask("GET", path, {})
        finally:
            line.close()

    # All of it

    async def hold(self, titles: list[str], seconds: float) -> None:
        """Play and attack for so long."""
        tasks = [asyncio.create_task(self.keep_playing(*table)) for table in every_table(titles)]
        tasks.append(asyncio.create_task(self.watch_health()))
        end = time.monotonic() + seconds
        attacks, bag = self.attacks(), list[str]()
        try:
            while not self.table:
                await asyncio.sleep(0.1)
            await asyncio.sleep(min(5.0, seconds / 4))
            while time.monotonic() < end or not self.figures.attacks:
                if not bag:  # a kill after each of the others
                    others = self.choose.sample(list(attacks), len(attacks))
                    bag = [name for other in others for name in (other, "kill")]
                self.going_on = bag.pop()
                self.figures.attacks[self.going_on] += 1
                await (attacks.get(self.going_on) or self.kill)()
                self.going_on = "peace"
                await asyncio.sleep(self.choose.uniform(0.5, 2.0))
        finally:
            for task in tasks:
                task.cancel()
            for done in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(done, Exception):
                    self.figures.broken[f"a player gave up: {done!r}"] += 1

    def compare_logs(self) -> None:
        """Replay every log, and look for moves that were answered and are not there, or there twice."""
        store = self.place.open()
        tables = Tables(store, lambda *_: None)
        for table_id, answered in self.figures.answered.items():
            if not store.versions([table_id]):
                continue  # of another database
            rows = self.place.execute(
                f"SELECT key, count(*) FROM events WHERE table_id = '{table_id}' AND key IS NOT NULL GROUP BY key"
            )
            found = dict(rows)
            self.figures.lost += len(answered - set(found))
            self.figures.doubled += sum(found.get(key, 1) > 1 for key in answered)
            try:
                with tables.at(table_id) as table:
                    plies = [entry.event.ply for entry in store.events(table_id) if entry.event.kind == "move"]
                    if plies != list(range(1, table.game.ply + 1)):
                        self.figures.broken["the plies of a log are not one after the other"] += 1
                    if table.game.is_game_over() and not check_record(record_of(table)).passed:
                        self.figures.broken["the record of a finished game does not pass its check"] += 1
            except Exception as error:
                self.figures.broken[f"a log cannot be replayed: {error!r}"] += 1
        store.close()


@contextlib.contextmanager
def closing() -> Iterator[Closing]:
    """Connections that are closed at the end."""
    opened: Closing = []
    yield opened
    for writer in opened:
        writer.transport.abort()


def every_table(titles: list[str]) -> list[tuple[str, int]]:
    """Titles, each with all its numbers of players."""
    ranges = {title: games.get(title).meta.players for title in titles}
    return [(title, players) for title, (least, most) in ranges.items() for players in range(least, most + 1)]


def besiege(place: Place, nursery: Nursery, titles: list[str], seconds: float, figures: Figures, seed: int) -> None:
    """A siege on one database."""
    process = Process(nursery, place.url, limits=LIMITS)
    siege = Siege(process, place, figures, random.Random(seed))
    try:
        asyncio.run(siege.hold(titles, seconds))
    finally:
        process.remove()
        siege.compare_logs()


def compare_all_worlds(titles: list[str], seconds: float, figures: Figures, seed: int) -> None:
    """Twin worlds of every title at every number of players: once, and again until the time is over."""
    choose, end = random.Random(seed), time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        # no ply plays itself between the two looks at a table that are compared
        running = Running(Path(folder) / "worlds.sqlite3", pace=UNHURRIED, name_rate=OFTEN)
        for number in itertools.count():
            for title, players in every_table(titles):
                if number and time.monotonic() > end:
                    running.stop()
                    return
                figures.worlds.add(compare_worlds(running, title, players, choose, moments=1))


def report(figures: Figures, minutes: float) -> None:
    """Print what happened."""
    floods = [
        took for name, times in figures.times.items() if name not in ("peace", "kill", "freeze") for took in times
    ]
    health = {name: max(waits) for name, waits in figures.health.items()}
    slowest = max((name for name in health if name != "freeze"), key=lambda name: health[name], default="peace")
    statuses = ", ".join(f"{status or 'hung up'}: {number}" for status, number in sorted(figures.refused.items()))
    rows = {
        "minutes": f"{minutes:.1f}",
        "tables, games that ended": f"{figures.tables}, {figures.games}",
        "moves answered": f"{figures.moves}",
        "moves lost": f"{figures.lost}",
        "moves doubled": f"{figures.doubled}",
        "kills": f"{figures.attacks['kill']}",
        "times that the database hung": f"{figures.attacks['freeze']}",
        "answers 503 to players meanwhile": f"{figures.unavailable}",
        "floods and hostile rounds": f"{figures.attacks.total() - figures.attacks['kill'] - figures.attacks['freeze']}",
        "longest health check, database hanging": f"{1000 * health.get('freeze', 0):.0f} ms",
        "longest health check otherwise": f"{1000 * health.get(slowest, 0):.0f} ms ({slowest})",
        "health checks with a wrong 503": f"{figures.wrong_health}",
        "attackers' requests refused": statuses,
        "honest move in peace, p50 and p99": f"{_spread(figures.times['peace'])}",
        "honest move under flood, p50 and p99": f"{_spread(floods)}",
        "pairs of worlds, answers of each": f"{figures.worlds.pairs}, {figures.worlds.answers}",
        "bytes compared": f"{figures.worlds.size:,}",
        "differences": f"{len(figures.worlds.differences)}",
    }
    print("\n| | |\n|---|---|")
    for name, value in rows.items():
        print(f"| {name} | {value} |")
    for sentence, times in (figures.broken + Counter(figures.worlds.differences)).most_common(40):
        print(f"BROKEN ({times} times): {sentence}")


def _spread(times: list[float]) -> str:
    return f"{percentile(times, 50):.0f} ms, {percentile(times, 99):.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--titles", nargs="+", default=games.names())
    parser.add_argument("--databases", nargs="+", choices=["sqlite", "postgresql"], default=["sqlite", "postgresql"])
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    figures, nursery, began = Figures(), Nursery(), time.monotonic()
    cluster = Cluster(found) if "postgresql" in options.databases and (found := programs()) else None
    wanted = [name for name in options.databases if name == "sqlite" or cluster]
    seconds = 60 * options.minutes
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in wanted:
                print(f"siege on {name}", flush=True)
                place = Served(cluster) if name == "postgresql" and cluster else File(Path(folder) / "siege.sqlite3")
                besiege(place, nursery, options.titles, seconds * (1 - WORLDS) / len(wanted), figures, options.seed)
        print("twin worlds", flush=True)
        compare_all_worlds(options.titles, seconds * WORLDS, figures, options.seed)
    except KeyboardInterrupt:
        print("\ninterrupted: this is what there is")
    finally:
        nursery.close()
        if cluster:
            cluster.remove()
        report(figures, (time.monotonic() - began) / 60)
    sys.exit(bool(figures.broken or figures.lost or figures.doubled or figures.worlds.differences))


if __name__ == "__main__":
    main()
