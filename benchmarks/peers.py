"""Side by side: random play of our titles and of comparable games in other libraries, in one process on one core.

    pip install -e ".[peers]"
    python benchmarks/peers.py                      # a Markdown table; what is not installed is skipped and named
    python benchmarks/peers.py --only pgx tabletown --seconds 5
    python benchmarks/peers.py --device cuda        # pgx and our own rules on a GPU
    python benchmarks/peers.py --json peers.json

Everybody plays uniformly random legal actions, and a decision is one choice of a player, also where there is only one;
chance is part of the time and not of the count. On a CPU seconds are those of the process, so that other programs
matter less; rows alternate for some rounds and the best rate of each counts, because others can only slow it down.
docs/peers.md says what may be compared with what.
"""

import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from peer_games import LOOP, Entry, Runner, Tally, others, ours

import tabletown
from tabletown.env import EnvError


@dataclass(frozen=True)
class Row:
    """What was measured of an entry."""

    library: str
    name: str
    version: str
    kind: str
    decisions_per_second: float
    legal: float | None
    plies: float | None
    state_bytes: str
    includes: str


def measure(runner: Runner, seconds: float, clock: Callable[[], float]) -> Tally:
    tally = Tally()
    start = now = clock()
    while now - start < seconds:
        tally.add(runner.play())
        now = clock()
    tally.seconds = now - start
    return tally


def ready(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Runner]]:
    """Make every game and play it once, so that what compiles has compiled; say what cannot be had."""
    for entry in entries:
        try:
            runner = entry.make()
            runner.play()
        except (ImportError, EnvError) as missing:
            print(f"skipped {entry.library} {entry.name}: {str(missing).splitlines()[0]}", file=sys.stderr)
            continue
        yield entry, runner


def table(pairs: list[tuple[Entry, Runner]], seconds: float, rounds: int, clock: Callable[[], float]) -> list[Row]:
    tallies: list[list[Tally]] = [[] for _ in pairs]
    for _ in range(rounds):
        for (_, runner), found in zip(pairs, tallies, strict=True):
            found.append(measure(runner, seconds, clock))
    return [row(entry, runner, found) for (entry, runner), found in zip(pairs, tallies, strict=True)]


def row(entry: Entry, runner: Runner, found: list[Tally]) -> Row:
    everything = Tally()
    for tally in found:
        everything.add(tally)
    decisions, number, choices = everything.decisions, everything.games, everything.choices
    return Row(
        library=entry.library,
        name=entry.name,
        version=release(entry.package),
        kind=entry.kind,
        decisions_per_second=max(tally.decisions / tally.seconds for tally in found),
        legal=None if choices is None else choices / decisions,
        plies=decisions / number if number else None,
        state_bytes=runner.state_bytes,
        includes=entry.includes,
    )


def release(package: str) -> str:
    """A library's version; ours may run from its folder without being installed."""
    return tabletown.__version__ if package == tabletown.__name__ else version(package)


def number(x: float) -> str:
    """Three digits are more than a noisy machine can promise."""
    return f"{x:,.0f}" if x >= 1000 else f"{x:.3g}"


def times(row: Row, rows: list[Row], kind: str) -> str:
    """How many times as fast our titles are when stepped in one way: the slowest and the fastest of them."""
    mine = [ours.decisions_per_second for ours in rows if ours.library == "tabletown" and ours.kind == kind]
    if row.library == "tabletown" or not mine:
        return "-"
    low, high = min(mine) / row.decisions_per_second, max(mine) / row.decisions_per_second
    return f"{number(low)} to {number(high)}"


def markdown(rows: list[Row]) -> str:
    head = ["library", "game", "how", "decisions/s", "ours, the same way", "ours, native loop"]
    head += ["legal actions", "decisions per game", "state, bytes", "a step includes"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for row in rows:
        cells = [f"{row.library} {row.version}", row.name, row.kind, number(row.decisions_per_second)]
        cells += [times(row, rows, kind) for kind in (row.kind, LOOP)]
        cells += ["-" if x is None else f"{x:.1f}" for x in (row.legal, row.plies)]
        lines.append(f"| {' | '.join([*cells, row.state_bytes, row.includes])} |")
    return "\n".join(lines)


def one_core() -> None:
    """Keep this process, with all threads that libraries start, on one core: everybody gets the same."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play of our games beside other libraries' games.")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--seconds", type=float, default=2.0, help="of every row in every round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", metavar="LIBRARY", help="tabletown, open_spiel, pettingzoo, ...")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there as well")
    args = parser.parse_args()
    warnings.simplefilter("ignore")  # other libraries' deprecations are not what is measured
    if args.device == "cpu":
        os.environ["JAX_PLATFORMS"] = "cpu"
        one_core()
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the device is shared with our own rules
    entries = [*ours(args.device), *others(args.device)]
    if args.only:
        entries = [entry for entry in entries if entry.package in args.only]
    runnable = list(ready(entries))
    if not runnable:
        raise SystemExit("Nothing of that can be played here.")
    clock = time.process_time if args.device == "cpu" else time.perf_counter
    rows = table(runnable, args.seconds, args.rounds, clock)
    print(markdown(rows))
    if args.json:
        args.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
