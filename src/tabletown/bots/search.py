"""The search bot: Monte-Carlo tree search over information sets, in random worlds that agree with its view."""

import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from tabletown.bots.bot import Budget, acting_seat
from tabletown.bots.memory_pool import POOL
from tabletown.bots.search_memory import SearchMemory, SearchSettings
from tabletown.engine.position import Position
from tabletown.engine.title import Title

LEAST_ITERATIONS = 16  # made even if the time is over
FIRST_CHUNK = 8  # iterations before the clock is read for the first time,
CHUNKS = 25  # and how often it is read during a search
NODES_PER_SECOND = 40_000
LEAST_NODES, MOST_NODES = 1 << 12, 1 << 19


@dataclass(frozen=True)
class RatedAction:
    """An action at the root with its chance to win and its visits."""

    action: int
    chance: float  # to win
    visits: int


class Search:
    """Monte-Carlo tree search over information sets (tree.py), with playouts by the title's `evaluate` (playout.py).

    It sees nothing but its view: worlds are drawn with the title's `resample`. A limit of `most_iterations` makes it a
    weaker player. It keeps nothing between two calls; `for_game` returns one that reuses its tree at the next ply of
    the same turn.
    """

    name = "search"
    blurb = "looks ahead for as long as you let it"

    def __init__(self, most_iterations: int | None = None, settings: SearchSettings | None = None) -> None:
        self.most_iterations = most_iterations
        self.settings = settings or SearchSettings()
        self._previous: _PreviousPly | None = None

    def for_game(self) -> "Search":
        """The same bot for one seat of one game: it reuses its tree from one ply to the next."""
        player = Search(self.most_iterations, self.settings)
        player.name, player.blurb = self.name, self.blurb
        player._previous = _PreviousPly()
        return player

    def forget(self) -> None:
        """Give up the tree of the previous ply, so that another search can use its memory."""
        if self._previous:
            for memory in self._previous.replace(None, []):
                POOL.give_back(memory)

    def choose(self, view: Position, budget: Budget) -> int:
        """The action with the most visits."""
        seat = acting_seat(view)
        actions = view.sensible_actions_of(seat)
        return actions[0] if len(actions) == 1 else self.rated_actions(view, budget)[0].action

    def rated_actions(self, view: Position, budget: Budget) -> list[RatedAction]:
        """The actions that were tried, most visits first, each with its chance to win."""
        seat = acting_seat(view)
        actions = view.sensible_actions_of(seat)
        with self._memories(view, seat, budget) as memories:
            run(memories, view, seat, budget, self.most_iterations)
            if len(actions) == 1:  # the root of the tree is the next decision
                visits = sum(memory.iterations for memory in memories)
                chance = sum(memory.iterations * memory.chance(seat) for memory in memories) / visits
                return [RatedAction(actions[0], chance, visits)]
            return merge([memory.action_stats(view, seat) for memory in memories])

    @contextmanager
    def _memories(self, view: Position, seat: int, budget: Budget) -> Iterator[list[SearchMemory]]:
        """One memory for every thread: those of the previous ply if they can be reused, else empty ones."""
        size = tree_size(budget, self.most_iterations)
        reusable = self._previous.reusable(view, seat) if self._previous else []
        memories = reusable if len(reusable) == budget.threads else []
        memories = memories or [_empty_memory(view.title, self.settings, size) for _ in range(budget.threads)]
        try:
            yield memories
        finally:
            for memory in self._previous.replace(view, memories) if self._previous else memories:
                POOL.give_back(memory)


class _PreviousPly:
    """The search memories of a player's previous ply, kept so that the search of the next ply can go on from them."""

    def __init__(self) -> None:
        self._memories: list[SearchMemory] = []
        self._root = b""

    def reusable(self, view: Position, seat: int) -> list[SearchMemory]:
        """The memories, if their trees contain this view and have room for more; else none.

        A view that was searched at the previous ply starts anew, so that the same question gets the same answer.
        """
        again = view.states.tobytes() == self._root
        if again or not all(m.nodes < m.size // 2 and m.action_stats(view, seat) for m in self._memories):
            return []
        return self._memories

    def replace(self, view: Position | None, memories: list[SearchMemory]) -> list[SearchMemory]:
        """Keep these for the next ply; returns those that are not needed any more."""
        old = [] if self._memories is memories else self._memories
        self._memories, self._root = memories, view.states.tobytes() if view else b""
        return old


def _empty_memory(title: Title, settings: SearchSettings, size: int) -> SearchMemory:
    return POOL.take(SearchMemory.kind_of(title, settings, size), lambda: SearchMemory(title, settings, size))


def tree_size(budget: Budget, most_iterations: int | None) -> int:
    """How many nodes to allocate for a budget: every iteration adds at most one."""
    wanted = budget.seconds * NODES_PER_SECOND if budget.iterations is None else budget.iterations
    if most_iterations is not None:
        wanted = min(wanted, most_iterations)
    nodes = 2 * int(min(max(wanted, LEAST_NODES), MOST_NODES)) - 1  # twice as many: the next ply may reuse the tree
    return 1 << nodes.bit_length()


def run(
    memories: Sequence[SearchMemory], view: Position, seat: int, budget: Budget, most_iterations: int | None = None
) -> None:
    """Search a view within the budget, each memory on its own thread.

    A budget of iterations is divided among the threads. A budget of time is kept by reading the clock between chunks of
    iterations.
    """
    limits = [limit for limit in (budget.iterations, most_iterations) if limit is not None]
    share = math.ceil(max(min(limits), LEAST_ITERATIONS) / len(memories)) if limits else None
    deadline = math.inf if budget.iterations is not None else time.perf_counter() + budget.seconds
    seeds = np.random.SeedSequence(budget.seed).generate_state(len(memories), np.uint64) >> np.uint64(2)

    def work(memory: SearchMemory, seed: int) -> None:
        start, done, chunk = time.perf_counter(), 0, FIRST_CHUNK
        while share is None or done < share:
            chunk = chunk if share is None else min(chunk, share - done)
            memory.think(view, seat, seed, chunk)
            done += chunk
            now = time.perf_counter()
            if done >= LEAST_ITERATIONS and now >= deadline:
                break
            ahead = min(deadline - now, (deadline - start) / CHUNKS) if deadline < math.inf else 0.05
            chunk = max(1, int(done / max(now - start, 1e-6) * ahead))

    if len(memories) == 1:
        work(memories[0], int(seeds[0]))
        return
    with ThreadPoolExecutor(len(memories), "search") as pool:
        for job in [pool.submit(work, memory, int(seed)) for memory, seed in zip(memories, seeds, strict=True)]:
            job.result()


def merge(found: Sequence[dict[int, tuple[int, float]]]) -> list[RatedAction]:
    """Add up the action statistics of several threads; the action with the most visits first."""
    visits: dict[int, int] = defaultdict(int)
    totals: dict[int, float] = defaultdict(float)
    for actions in found:
        for action, (number, total) in actions.items():
            visits[action] += number
            totals[action] += total
    tried = [
        RatedAction(action, totals[action] / visits[action], visits[action]) for action in visits if visits[action]
    ]
    return sorted(tried, key=lambda rated: (-rated.visits, -rated.chance, rated.action))
