"""Do pages wait for bots that think? Times of a page while searches run in threads, and in processes.

    python benchmarks/thinking.py
    python benchmarks/thinking.py --searches 4 --seconds 20

The site answers in this process, as it does in `tabletown serve`; the client that asks for a page is a process of its
own. Searches are those of the bot `search`, one second each, as many at a time as `--searches` says. Each way is
measured twice in turn, because other work on the machine comes and goes.
"""

import argparse
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import httpx
import uvicorn
from load import percentile

import tabletown as tt
from tabletown import bots
from tabletown.bots import Budget
from tabletown.server.app import create_app
from tabletown.server.serve import warm_up


def search(seconds: float) -> int:
    """One decision of the strong bot in the middle of nowhere: the first one of a game."""
    game = tt.new("penny_lane", players=4, seed=7)
    return bots.get("search").choose(game.view(game.waiting[0]), Budget(seconds=seconds, seed=1))


def page_times(origin: str, path: str, cookie: str, seconds: float) -> list[float]:
    """How long a page takes for a browser that asks twenty times a second."""
    times = []
    with httpx.Client(base_url=origin, headers={"Cookie": cookie}, trust_env=False, timeout=60.0) as http:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            began = time.perf_counter()
            assert http.get(path).status_code == 200
            times.append(time.perf_counter() - began)
            time.sleep(0.05)
    return times


@contextmanager
def serving(db: Path) -> Iterator[str]:
    """The site in a thread of this process; yields its origin."""
    server = uvicorn.Server(uvicorn.Config(create_app(db), port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@contextmanager
def searching(pool: Executor | None, number: int) -> Iterator[None]:
    """So many searches at a time in a pool, as long as the block runs."""
    going = True

    def again(_: object = None) -> None:
        if going and pool is not None:
            pool.submit(search, 1.0).add_done_callback(again)

    for _ in range(number):
        again()
    yield
    going = False
    if pool is not None:
        pool.shutdown()


def main() -> None:
    """Measure all three ways and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--searches", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    warm_up()
    spawn = get_context("spawn")

    def processes() -> Executor:
        pool = ProcessPoolExecutor(chosen.searches, mp_context=spawn)
        for started in [pool.submit(search, 0.1) for _ in range(chosen.searches)]:
            started.result()
        return pool

    ways: dict[str, Callable[[], Executor | None]] = {
        "no search": lambda: None,
        "threads": lambda: ThreadPoolExecutor(chosen.searches),
        "processes": processes,
    }
    times: dict[str, list[float]] = {way: [] for way in ways}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "site.sqlite3") as origin:
        with httpx.Client(base_url=origin, headers={"Origin": origin}, trust_env=False) as http:
            made = http.post("/quick/penny_lane", data={"strength": "gentle"})
            path, cookie = made.headers["location"], made.headers["set-cookie"].partition(";")[0]
        with ProcessPoolExecutor(1, mp_context=spawn) as client:
            client.submit(page_times, origin, path, cookie, 1.0).result()
            for _ in range(2):
                for way, pool in ways.items():
                    with searching(pool(), chosen.searches):
                        times[way] += client.submit(page_times, origin, path, cookie, chosen.seconds).result()
    for way, found in times.items():
        p50, p95 = (percentile(found, part) for part in (50, 95))
        print(f"{way:10} {chosen.searches} at a time: page p50 {p50:.0f} ms, p95 {p95:.0f} ms ({len(found)} requests)")


if __name__ == "__main__":
    main()
