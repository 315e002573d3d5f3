"""Two hundred games between bots at once for ten minutes: none gets stuck, and memory does not grow.

    python benchmarks/soak.py
    python benchmarks/soak.py --games 50 --minutes 2 --title penny_lane

The site runs in this process, on an SQLite file. Every table has one person, who leaves at once: a bot plays on for
them. A finished game is followed by a new one. Every half minute it prints how many games have ended, how many tables
have not moved since the last look, and how much memory is used; at the end, how memory grew over the second half. With
32 MiB for tables that nobody uses any more, these are let go within minutes, so whatever grows later is a leak.
"""

import argparse
import asyncio
import os
import re
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from starlette.concurrency import run_in_threadpool

from tabletown.server.app import create_app
from tabletown.server.play.absence import StandIn
from tabletown.server.play.bots.players import BotTiming
from tabletown.server.serve import warm_up
from tabletown.server.settings import Settings
from tabletown.server.site import Site
from tabletown.server.store.protocol import Player, SeatRow, Session

LOOK_S = 30.0
OWNER = Player("somebody", "Somebody")


def memory() -> float:
    """What this process uses now, in MiB."""
    status = Path(f"/proc/{os.getpid()}/status").read_text()
    found = re.search(r"VmRSS:\s*(\d+)", status)
    return int(found.group(1)) / 1024 if found else float("nan")


def begin(site: Site, title: str, players: int, bot: str) -> str:
    """A table whose only person has left."""
    seats = [
        SeatRow("human", "Somebody", owner=OWNER.id),
        *(SeatRow("bot", f"Bot {n}", bot=bot) for n in range(1, players)),
    ]
    table = site.tables.create(title, seats)
    site.tables.submit(table, StandIn(0, bot, OWNER))
    return table


def ended(site: Site, tables: Iterable[str]) -> set[str]:
    """Those tables whose game is over."""
    return {table for table, _ in site.store.finished(public=False, limit=10**6)} & set(tables)


async def soak(options: argparse.Namespace, db: Path) -> None:
    timing = BotTiming(least=0.0, think=options.think)
    app = create_app(db, Settings(bot_timing=timing, table_memory=options.memory << 20))
    site: Site = app.state.site
    site.store.begin(Session("hash", OWNER))
    async with app.router.lifespan_context(app):

        def start() -> str:
            return begin(site, options.title, options.players, options.bot)

        running = [await run_in_threadpool(start) for _ in range(options.games)]
        before = site.store.versions(running)
        over, began, used = 0, time.monotonic(), [memory()]
        print(f"{options.games} games of {options.title}; {used[0]:.0f} MiB")
        while time.monotonic() - began < 60 * options.minutes:
            await asyncio.sleep(LOOK_S)
            done = await run_in_threadpool(ended, site, running)
            over += len(done)
            running = [await run_in_threadpool(start) if table in done else table for table in running]
            versions = site.store.versions(running)
            stuck = sum(versions[table] == before.get(table) for table in running)
            before = versions
            used.append(memory())
            print(
                f"{time.monotonic() - began:5.0f} s: {over} games over, {stuck} tables still, {used[-1]:.0f} MiB",
                flush=True,
            )
        print(f"memory over the second half: {used[len(used) // 2]:.0f} to {used[-1]:.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--title", default="uptown")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--think", type=float, default=0.05, help="seconds per decision at most")
    parser.add_argument("--memory", type=int, default=32, help="MiB for tables that were used (see tabletown serve)")
    options = parser.parse_args()
    warm_up()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(soak(options, Path(folder) / "soak.sqlite3"))


if __name__ == "__main__":
    main()
