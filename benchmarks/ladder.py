"""How strong the bots are: all matches behind the tables of docs/bots.md, on all cores.

    python benchmarks/ladder.py -o ladder.md                  # everything, hours of one core
    python benchmarks/ladder.py uptown --part search --games 200
    python benchmarks/ladder.py milton_keynes --seconds 0.03

Writes Markdown: search against greedy, by default at 0.1 s per decision, for two and four players, and every rung of
the ladder against the one below. Each game runs on one core.
"""

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from tabletown import bots, games
from tabletown.bots.compiling import compile_title
from tabletown.lab.arena import Match, Result, play


def search_matches(title: str, number: int, seconds: float) -> Iterator[Match]:
    low, high = games.get(title).meta.players
    for players in sorted({max(low, 2), min(high, 4)}):
        yield Match(title, ("search", "greedy"), number, players, seconds, seed=10_000)


def ladder_matches(title: str, number: int, seconds: float) -> Iterator[Match]:
    players = max(games.get(title).meta.players[0], 2)
    for weaker, stronger in pairwise(bots.names()):
        yield Match(title, (stronger, weaker), number, players, seconds, seed=20_000)


def prepare(title: str) -> str:
    """Compile what a title needs, so that the workers find it in the cache."""
    compile_title(title)
    return title


def row(result: Result, seconds: float) -> str:
    first, second = result.bots
    low, high = first.interval
    gap = first.rating.points - second.rating.points
    share = f"{first.win_rate:.1%} ({low:.1%} to {high:.1%})"
    edges = f"{first.rating.low - second.rating.high:+.0f} to {first.rating.high - second.rating.low:+.0f}"
    match = result.match
    opponent = second.name if match.seats == 2 else f"{match.seats - 1} x {second.name}"
    mishaps = sum(len(game.mishaps) for game in result.played)
    note = f" {mishaps} mishaps" if mishaps else ""
    return (
        f"| {match.title} | {match.seats} | {first.name} | {opponent} | {len(result.played)} | {share} "
        f"| {gap:+.0f} ({edges}) | {seconds:.0f} s{note} |"
    )


def run(matches: Iterator[Match], pool: Executor, write: list[str]) -> None:
    for match in matches:
        start = time.perf_counter()
        write.append(row(play(match, pool), time.perf_counter() - start))
        print(write[-1], flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", help="by default all that can be played")
    parser.add_argument("--part", choices=("search", "ladder", "all"), default="all")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1, help="per decision of the search")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-o", "--output", type=Path, help="the tables, in Markdown")
    options = parser.parse_args()
    titles = options.titles or sorted(path.parent.name for path in games.FOLDER.glob("*/meta.toml"))
    lines = [
        "| title | players | bot | against | games | wins (95 %) | rating gap (95 %) | took |",
        "|---|---|---|---|---|---|---|---|",
    ]
    context = get_context("spawn")
    with ProcessPoolExecutor(len(titles), mp_context=context) as pool:
        for title in pool.map(prepare, titles):
            print(f"compiled {title}", flush=True)
    print(*lines, sep="\n", flush=True)
    with ProcessPoolExecutor(options.workers, mp_context=context) as pool:
        for title in titles:
            if options.part in ("search", "all"):
                run(search_matches(title, options.games, options.seconds), pool, lines)
            if options.part in ("ladder", "all"):
                run(ladder_matches(title, options.games, options.seconds), pool, lines)
            if options.output:
                options.output.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
