"""The bot that looks ahead: a tree search over information sets, in worlds that agree with its view."""

import math
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from tabletown.bots.bot import Budget, must_be_view
from tabletown.bots.search_memory import Mind, SearchSettings
from tabletown.engine.position import Position
from tabletown.engine.title import Title

LEAST_ITERATIONS = 16  # what a choice needs, however short the time
FIRST_CHUNK = 8  # iterations before the clock is looked at for the first time,
CHUNKS = 25  # and how often it is looked at during a search
NODES_PER_SECOND = 40_000
LEAST_NODES, MOST_NODES = 1 << 12, 1 << 19


@dataclass(frozen=True)
class Option:
    """An action at the root, and what the search thinks of it."""

    action: int
    chance: float  # to win
    visits: int


class Search:
    """Monte-Carlo tree search over information sets (tree.py), with quick moves by the title's hints (playout.py).

    It sees nothing but its view: worlds are drawn with the title's `resample`. `most_iterations` makes a weaker player
    of it. As it is, it keeps nothing between two calls; `for_game` gives one that uses its tree again at the next ply
    of the same turn.
    """

    name = "search"
    blurb = "looks ahead for as long as you let it"

    def __init__(self, most_iterations: int | None = None, settings: SearchSettings | None = None) -> None:
        self.most_iterations = most_iterations
        self.settings = settings or SearchSettings()
        self._memory: _Memory | None = None

    def for_game(self) -> "Search":
        """The same player for one seat of one game: it remembers what it thought."""
        player = Search(self.most_iterations, self.settings)
        player.name, player.blurb = self.name, self.blurb
        player._memory = _Memory()
        return player

    def choose(self, view: Position, budget: Budget) -> int:
        """The action that was looked at most."""
        seat = must_be_view(view)
        actions = view.legal_actions(seat)
        return actions[0] if len(actions) == 1 else self.options(view, budget)[0].action

    def options(self, view: Position, budget: Budget) -> list[Option]:
        """The actions that were tried, the one that was looked at most first."""
        seat = must_be_view(view)
        actions = view.legal_actions(seat)
        with self._minds(view, seat, budget) as minds:
            run(minds, view, seat, budget, self.most_iterations)
            if len(actions) == 1:  # the tree begins behind it
                visits = sum(mind.iterations for mind in minds)
                return [Option(actions[0], sum(m.iterations * m.chance(seat) for m in minds) / visits, visits)]
            return merge([mind.found(view, seat) for mind in minds])

    @contextmanager
    def _minds(self, view: Position, seat: int, budget: Budget) -> Iterator[list[Mind]]:
        """As many minds as threads: remembered ones if they can be used again, else empty ones."""
        size = room(budget, self.most_iterations)
        remembered = self._memory.recall(view, seat) if self._memory else []
        minds = remembered if len(remembered) == budget.threads else []
        minds = minds or [_free.take(view.title, self.settings, size) for _ in range(budget.threads)]
        try:
            yield minds
        finally:
            for mind in self._memory.keep(view, minds) if self._memory else minds:
                _free.give(mind)


class _Memory:
    """What one player of one game remembers: the minds of its last ply."""

    def __init__(self) -> None:
        self._minds: list[Mind] = []
        self._root = b""

    def recall(self, view: Position, seat: int) -> list[Mind]:
        """The minds that know this view from an earlier ply and have room for more."""
        again = view.states.tobytes() == self._root  # a question that is asked twice gets the same answer
        if again or not all(mind.nodes < mind.size // 2 and mind.found(view, seat) for mind in self._minds):
            return []
        return self._minds

    def keep(self, view: Position, minds: list[Mind]) -> list[Mind]:
        """Remember these; returns those that are not needed any more."""
        old = [] if self._minds is minds else self._minds
        self._minds, self._root = minds, view.states.tobytes()
        return old


class _Free:
    """Minds that nobody uses now: their arrays are large, and making new ones costs more than a short search."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minds: dict[tuple[str, SearchSettings, int], list[Mind]] = defaultdict(list)

    def take(self, title: Title, settings: SearchSettings, nodes: int) -> Mind:
        """An empty mind."""
        with self._lock:
            minds = self._minds[title.name, settings, nodes]
            mind = minds.pop() if minds else None
        if mind is None or mind.title is not title:
            return Mind(title, settings, nodes)
        mind.forget()
        return mind

    def give(self, mind: Mind) -> None:
        """Hand a mind back."""
        with self._lock:
            self._minds[mind.title.name, mind.settings, mind.size].append(mind)


_free = _Free()


def room(budget: Budget, most_iterations: int | None) -> int:
    """How many nodes a search may need: every iteration adds one at most."""
    wanted = budget.seconds * NODES_PER_SECOND if budget.iterations is None else budget.iterations
    if most_iterations is not None:
        wanted = min(wanted, most_iterations)
    nodes = 2 * int(min(max(wanted, LEAST_NODES), MOST_NODES)) - 1  # twice as many: the next ply goes on from there
    return 1 << nodes.bit_length()


def run(minds: Sequence[Mind], view: Position, seat: int, budget: Budget, most_iterations: int | None = None) -> None:
    """Let minds think about a view, each on a thread of its own, within the budget.

    A budget of iterations is shared out. A budget of time is kept by looking at the clock between chunks of work.
    """
    limits = [limit for limit in (budget.iterations, most_iterations) if limit is not None]
    share = math.ceil(max(min(limits), LEAST_ITERATIONS) / len(minds)) if limits else None
    deadline = math.inf if budget.iterations is not None else time.perf_counter() + budget.seconds
    seeds = np.random.SeedSequence(budget.seed).generate_state(len(minds), np.uint64) >> np.uint64(2)

    def work(mind: Mind, seed: int) -> None:
        start, done, chunk = time.perf_counter(), 0, FIRST_CHUNK
        while share is None or done < share:
            chunk = chunk if share is None else min(chunk, share - done)
            mind.think(view, seat, seed, chunk)
            done += chunk
            now = time.perf_counter()
            if done >= LEAST_ITERATIONS and now >= deadline:
                break
            ahead = min(deadline - now, (deadline - start) / CHUNKS) if deadline < math.inf else 0.05
            chunk = max(1, int(done / max(now - start, 1e-6) * ahead))

    if len(minds) == 1:
        work(minds[0], int(seeds[0]))
        return
    with ThreadPoolExecutor(len(minds), "search") as pool:
        for job in [pool.submit(work, mind, int(seed)) for mind, seed in zip(minds, seeds, strict=True)]:
            job.result()


def merge(found: Sequence[dict[int, tuple[int, float]]]) -> list[Option]:
    """What several minds found, added up; the option with the most visits first."""
    visits: dict[int, int] = defaultdict(int)
    totals: dict[int, float] = defaultdict(float)
    for actions in found:
        for action, (number, total) in actions.items():
            visits[action] += number
            totals[action] += total
    tried = [Option(action, totals[action] / visits[action], visits[action]) for action in visits if visits[action]]
    return sorted(tried, key=lambda option: (-option.visits, -option.chance, option.action))
