"""Benchmarks: how fast the rules run on this machine, how long a start takes, how fast the search is.

All rates of one run are measured on the same machine within seconds of each other; compare ratios, not single numbers.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tabletown import bots, games
from tabletown.bots.search_memory import SearchMemory, SearchSettings
from tabletown.engine.cuda_device import require_cuda
from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.state import blank
from tabletown.engine.title import Title
from tabletown.engine.warm_up import compile_title

SEARCHED_PLIES = 12  # positions of one game at which the search is measured
ITERATIONS = 500  # for every tree


class BenchError(TabletownError):
    """This measurement cannot be made on this machine, or not with these arguments."""


@dataclass(frozen=True)
class BenchResult:
    """The measurements of one title. Rates are of random play, per second."""

    title: str
    players: int
    device: str
    threads: int
    decisions_per_second: float  # on one thread (cpu), on the whole device (cuda)
    games_per_second: float
    all_threads_decisions_per_second: float
    uncompiled_decisions_per_second: float
    uncompiled_ratio: float  # how many times faster than the same rules as plain Python
    copies_per_second: float
    views_per_second: float
    state_bytes: int
    cold_start_s: float  # import, compile everything, first game, in an empty cache
    warm_start_s: float  # the same with a filled cache

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return asdict(self)


def bench(name: str, players: int | None = None, seconds: float = 2.0, device: str = "cpu") -> BenchResult:
    """Measure one title; each rate takes about `seconds`.

    Raises BenchError, OptionError for a wrong number of players, or NoDevice.
    """
    title = games.get(name)
    players = title.meta.players[0] if players is None else players
    title.check_players(players)
    if device not in ("cpu", "cuda"):
        raise BenchError(f"device must be cpu or cuda, not {device!r}")
    compile_title(title, batches=True)
    if device == "cuda":
        decisions, finished = _on_device(title, players, seconds)
        threads, together = 1, decisions
    else:
        decisions, finished = _random_play(title, players, seconds)
        threads = os.cpu_count() or 1
        together = _on_all_threads(title, players, seconds, threads)
    uncompiled = _uncompiled(name, players, min(seconds, 2.0))
    cold, warm = _starts(name)
    return BenchResult(
        title=name,
        players=players,
        device=device,
        threads=threads,
        decisions_per_second=decisions,
        games_per_second=finished,
        all_threads_decisions_per_second=together,
        uncompiled_decisions_per_second=uncompiled,
        uncompiled_ratio=decisions / uncompiled,
        copies_per_second=_rate(_copies(title, players), seconds / 2),
        views_per_second=_rate(_views(title, players), seconds / 2),
        state_bytes=title.dtype.itemsize,
        cold_start_s=cold,
        warm_start_s=warm,
    )


@dataclass(frozen=True)
class SearchResult:
    """The speed of the search for one title, on one thread."""

    title: str
    players: int
    playouts_per_second: float
    nodes_per_second: float  # information sets added to the tree
    state_bytes: int

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return asdict(self)


def bench_search(name: str, players: int | None = None, seconds: float = 2.0) -> SearchResult:
    """Measure the search for about `seconds`, at several positions of one game between greedy bots."""
    title = games.get(name)
    players = title.meta.players[0] if players is None else players
    title.check_players(players)
    bots.warm_up(title, ["greedy", "search"])
    views = _decisions(title, players)
    memory = SearchMemory(title, SearchSettings(), 4 * ITERATIONS)
    playouts = nodes = 0
    spent = 0.0
    while spent < seconds:
        view = views[playouts // ITERATIONS % len(views)]
        assert view.seat is not None
        memory.clear()
        start = time.perf_counter()
        memory.think(view, view.seat, playouts, ITERATIONS)
        spent += time.perf_counter() - start
        playouts += ITERATIONS
        nodes += memory.nodes
    return SearchResult(name, players, playouts / spent, nodes / spent, title.dtype.itemsize)


def bench_lab(name: str, bot: str, players: int | None = None, seconds: float = 2.0) -> float:
    """How many whole games of a native policy the lab plays and analyses per second, on one thread."""
    from tabletown.lab.plan import Plan  # the other measurements need none of this
    from tabletown.lab.playing import play_natively, warm_up

    title = games.get(name)
    plan = Plan(name, (bot,), players=title.meta.players[0] if players is None else players).checked()
    if not plan.native:
        raise BenchError(f"{bot} thinks ply by ply; the lab plays uniform, quick and keen natively")
    warm_up(name, plan.bots)
    play_natively(title, title.cards, plan.players, [plan.seating(0)])
    played, start = 0, time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        batch = range(played, played + 100)
        play_natively(title, title.cards, plan.players, [plan.seating(number) for number in batch])
        played += len(batch)
    return played / (now - start)


def _decisions(title: Title, players: int) -> list[Any]:
    """Views of seats that have a choice, spread over a game."""
    game, greedy = Game.new(title, players, 0), bots.get("greedy")
    views = []
    while (seat := game.turn) is not None:
        view = game.view(seat)
        if len(view.legal_actions_of(seat)) > 1:
            views.append(view)
        game.push_action(greedy.choose(view, bots.Budget(seed=game.ply)), seat)
    return views[:: max(1, len(views) // SEARCHED_PLIES)]


def _random_play(title: Title, players: int, seconds: float, seed: int = 0) -> tuple[float, float]:
    """Decisions and games per second on this thread."""
    states, out = blank(title.dtype), title.scratch()
    played = plies = 0
    chunk = 1
    start = now = time.perf_counter()
    while now - start < seconds:
        plies += title.loops.random_games(states, title.cards.data, title.blank, seed + played, chunk, players, 0, out)
        played += chunk
        chunk = min(chunk * 2, 1000)
        now = time.perf_counter()
    return plies / (now - start), played / (now - start)


def _on_all_threads(title: Title, players: int, seconds: float, threads: int) -> float:
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(_random_play, title, players, seconds, seed << 32) for seed in range(threads)]
        return sum(job.result()[0] for job in jobs)


def _on_device(title: Title, players: int, seconds: float) -> tuple[float, float]:
    require_cuda()
    from tabletown.engine.gpu import Gpu

    gpu, size = Gpu(title), 1 << 20
    gpu.random_games(size, 0, players)
    plies = played = 0
    start = now = time.perf_counter()
    while now - start < seconds:
        counts = gpu.random_games(size, played, players, games=2)[1]
        played += 2 * size
        now = time.perf_counter()
        plies += int(counts.copy_to_host().sum())
    return plies / (now - start), played / (now - start)


def _copies(title: Title, players: int) -> Callable[[int], None]:
    one, many = blank(title.dtype), blank(title.dtype, 256)
    title.loops.begin(one, 0, title.cards.data, title.blank, np.uint64(0), players, 0)

    def copies(times: int) -> None:
        for _ in range(times):
            many[:] = one[0]

    return lambda times: copies(times // len(many) + 1)


def _views(title: Title, players: int) -> Callable[[int], None]:
    states = blank(title.dtype)
    title.loops.begin(states, 0, title.cards.data, title.blank, np.uint64(0), players, 0)

    def views(times: int) -> None:
        for _ in range(times):
            title.loops.view(states.copy(), 0, title.cards.data, 0)

    return views


def _rate(work: Callable[[int], None], seconds: float) -> float:
    done, chunk = 0, 1024
    start = now = time.perf_counter()
    while now - start < seconds:
        work(chunk)
        done += chunk
        now = time.perf_counter()
    return done / (now - start)


# --- In fresh processes: uncompiled rules, and what a start costs --------------------------------------------------

_UNCOMPILED = """
import json
from tabletown import games
from tabletown.lab.bench import _random_play
print(json.dumps(_random_play(games.get({name!r}), {players}, {seconds})[0]))
"""

_START = """
import json, time
start = time.perf_counter()
import tabletown
from tabletown.engine.warm_up import compile_title
compile_title(tabletown.games.get({name!r}))
tabletown.new({name!r}, seed=0)
print(json.dumps(time.perf_counter() - start))
"""


def _python(code: str, **environment: str) -> float:
    """Run code in a fresh process and return the number that it prints."""
    result = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise BenchError(f"a measuring process failed: {result.stderr.strip().splitlines()[-1]}")
    return float(json.loads(result.stdout))


def _uncompiled(name: str, players: int, seconds: float) -> float:
    return _python(_UNCOMPILED.format(name=name, players=players, seconds=seconds), NUMBA_DISABLE_JIT="1")


def _starts(name: str) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        cold = _python(_START.format(name=name), TABLETOWN_CACHE=folder)
        return cold, _python(_START.format(name=name), TABLETOWN_CACHE=folder)
