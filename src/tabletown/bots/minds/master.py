"""The master bot: tree search in which the title's mind judges positions, instead of playing them out."""

import math
import random
import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tabletown.bots import playout, tree
from tabletown.bots.bot import Budget, acting_seat
from tabletown.bots.memory_pool import POOL
from tabletown.bots.minds import master_tree
from tabletown.bots.minds.mind import Mind, mind_of
from tabletown.bots.minds.network import POWERS
from tabletown.bots.search import RatedAction, Search
from tabletown.bots.search_memory import PLAYOUT
from tabletown.bots.search_memory import kernels as search_kernels
from tabletown.engine.observer import as_bytes
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, blank

TEMPLATE = Path(master_tree.__file__)
LOOKS_PER_SECOND = 40_000  # more than there are: memory is allocated for so many
LEAST_NODES, MOST_NODES = 1 << 8, 1 << 18
BRANCHES = 8  # edges per node, on average, for which memory is allocated
CHUNK_S = 0.01  # of looks between two readings of the clock
LEAST_ODDS = 0.2  # of an action, against the best, to be drawn where seats decide in secret
FIRST_LOOKS = 8  # before the clock is read for the first time


@dataclass(frozen=True)
class MasterSettings:
    """Parameters of the search; the same for all titles."""

    explore: float = 1.25  # weight of exploration below the root
    first_play: float = 0.05  # how much below the average an untried edge is assumed to be
    sharpness: float = 1.0  # what the mind's logits are multiplied by: it is surer of itself than it should be
    arms: int = 12  # so many actions are compared at the root, those that the mind likes best
    trust: float = 50.0  # how much a look ahead counts against the mind's first impression: with few visits,
    more_trust: float = 1.0  # and for every further visit

    def numbers(self) -> Any:
        """The settings that kernels read."""
        return np.array([self.explore, self.first_play, self.sharpness])


class Master:
    """Compares the actions that a mind likes best by looking ahead in a tree of positions that the mind judges.

    At the root the least promising half of the actions is given up again and again, while the others are visited
    equally often (sequential halving, as in Gumbel MuZero by Danihelka et al. 2022). In the end the first impression
    and what was found are weighed against each other, so that a short search plays no worse than the mind alone. For a
    title without a mind `search` plays. It sees nothing but its view, thinks on one thread, and keeps nothing between
    two calls.
    """

    name = "master"
    blurb = "sees what you plan, and what comes after"

    def __init__(self, mind: Mind | None = None, settings: MasterSettings | None = None, name: str = "master") -> None:
        self._mind, self.settings, self.name = mind, settings or MasterSettings(), name

    def choose(self, view: Position, budget: Budget) -> int:
        """The best action; where seats decide in secret at once, one that is drawn from the best ones."""
        seat = acting_seat(view)
        actions = view.sensible_actions_of(seat)
        if len(actions) == 1:
            return actions[0]
        mind = self._mind or mind_of(view.title)
        if mind is None:
            return Search().choose(view, budget)
        compared = self._compared(mind, view, seat, budget)
        if len(view.waiting) == 1:
            return compared[0].rated.action
        odds = [math.exp(option.score - compared[0].score) for option in compared]
        likely = [share if share > LEAST_ODDS else 0.0 for share in odds]
        return random.Random(budget.seed).choices(compared, likely)[0].rated.action

    def rated_actions(self, view: Position, budget: Budget) -> list[RatedAction]:
        """The actions that were compared, best first, each with its chance to win."""
        seat = acting_seat(view)
        mind = self._mind or mind_of(view.title)
        if mind is None:
            return Search().rated_actions(view, budget)
        actions = view.sensible_actions_of(seat)
        if len(actions) == 1:
            return [RatedAction(actions[0], mind.look(view).chances()[seat], 1)]
        return [option.rated for option in self._compared(mind, view, seat, budget)]

    def _compared(self, mind: Mind, view: Position, seat: int, budget: Budget) -> list["_Compared"]:
        size = tree_size(budget)
        memory = POOL.take(
            MasterMemory.kind_of(mind, self.settings, size), lambda: MasterMemory(mind, self.settings, size)
        )
        try:
            return _halving(memory, view, seat, budget)
        finally:
            POOL.give_back(memory)


@dataclass(frozen=True)
class _Compared:
    """An action with what was found, and how good it is in all: a logit."""

    rated: RatedAction
    score: float


class MasterMemory:
    """A tree with room for `nodes` nodes, and scratch arrays. Not to be shared between threads."""

    def __init__(self, mind: Mind, settings: MasterSettings, nodes: int) -> None:
        title = mind.title
        self.mind, self.settings, self.size = mind, settings, nodes
        self._kernels = kernels(mind)
        self._nodes = blank(tree.NODE, nodes)
        self._edges = blank(master_tree.EDGE, max(nodes * BRANCHES, title.max_legal))
        self._slots = np.full(1 << (2 * nodes - 1).bit_length(), -1, np.int32)
        self._path, self._counts = np.zeros((tree.DEPTH, 2), np.int32), np.zeros(tree.COUNTS, np.int64)
        states = blank(title.dtype, playout.STATES)
        words = states[playout.VIEW : playout.VIEW + 1].view(np.ndarray).view(np.uint64)
        numbers, most = np.zeros((2, MAX_SEATS), np.int32), title.max_legal + MAX_SEATS
        self._scratch = states, words, as_bytes(states), title.scratch(), *numbers
        self._judging = mind.lengths, mind.temperatures, POWERS, np.zeros(most, np.int64)
        self._values = np.zeros(most), np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
        self._allowed = np.ones(title.max_legal, np.uint8)
        self._settings = settings.numbers()
        self._cards: Any = None
        self._eyes: tuple[Any, ...] = ()

    @staticmethod
    def kind_of(mind: Mind, settings: MasterSettings, nodes: int) -> Hashable:
        """The kind of such a memory in a pool."""
        return "master", id(mind), settings, nodes

    @property
    def kind(self) -> Hashable:
        """Its kind in a pool."""
        return self.kind_of(self.mind, self.settings, self.size)

    def clear(self) -> None:
        """Empty the tree."""
        self._slots[:] = -1
        self._counts[:] = 0
        self._allowed[:] = 1

    def think(self, view: Position, seat: int, seed: int, iterations: int) -> None:
        """Search a view for some more iterations."""
        if view.cards is not self._cards:
            self._cards, self._eyes = view.cards, self.mind.eyes(self._scratch[0], view.cards)
        self._kernels.think(
            view.states, view.cards.data, seat, np.uint64(seed), iterations, self._allowed, self._nodes, self._edges,
            self._slots, self._path, self._counts, self._settings, *self._scratch, *self._eyes, *self._judging,
            *self._values,
        )  # fmt: skip

    def root_edges(self) -> Any:
        """The edges of the root, in the order of their actions: a copy."""
        root = self._nodes[0]
        return self._edges[root["first"] : root["first"] + root["count"]].copy()

    def allow(self, places: list[int]) -> None:
        """Go on with these edges of the root only."""
        self._allowed[:] = 0
        self._allowed[places] = 1


def kernels(mind: Mind) -> Any:
    """The kernels of the search, bound to a mind's title."""
    title = mind.title
    playing, nodes = title.bind(PLAYOUT), search_kernels(title)
    names = {name: getattr(playing, name) for name in ("ply", "win_shares")}
    names |= {name: getattr(nodes, name) for name in ("infoset_key", "find", "add_node")}
    names |= {name: getattr(mind.kernels, name) for name in ("look", "action_logits", "chances")}
    return title.bind(TEMPLATE, **names)


def tree_size(budget: Budget) -> int:
    """How many nodes to allocate for a budget: every iteration adds at most one."""
    wanted = budget.seconds * LOOKS_PER_SECOND if budget.iterations is None else budget.iterations
    return 1 << int(min(max(wanted, LEAST_NODES), MOST_NODES) - 1).bit_length()


def _halving(memory: MasterMemory, view: Position, seat: int, budget: Budget) -> list[_Compared]:
    """Search by sequential halving: every round has an equal share of the budget, and half of the actions stay."""
    seed = int(np.random.SeedSequence(budget.seed).generate_state(1, np.uint64)[0] >> np.uint64(2))
    memory.think(view, seat, seed, 1)  # the root itself
    edges, settings = memory.root_edges(), memory.settings
    places = sorted(range(len(edges)), key=lambda place: (-edges["logit"][place], place))[: settings.arms]
    rounds = max(math.ceil(math.log2(len(places))), 1)
    clock = _Clock(budget, rounds)
    for n in range(rounds):
        memory.allow(places)
        for looks in clock.shares(n, len(places)):
            memory.think(view, seat, seed, looks)
        edges = memory.root_edges()
        scores = _scores(edges, settings)
        places.sort(key=lambda place: (-scores[place], place))
        if n < rounds - 1:
            places = places[: max(math.ceil(len(places) / 2), 2)]
    given_up = [place for place in range(len(edges)) if place not in places and edges["visits"][place]]
    given_up.sort(key=lambda place: (-scores[place], place))
    return [_compared(edges[place], float(scores[place])) for place in (*places, *given_up)]


def _compared(edge: Any, score: float) -> _Compared:
    action, visits = int(edge["action"]), int(edge["visits"])
    return _Compared(RatedAction(action, float(edge["total"] / visits), visits), score)


def _scores(edges: Any, settings: MasterSettings) -> Any:
    """How good the edges of the root are: first impression and what was found, weighed against each other."""
    visits = edges["visits"]
    found = edges["total"] / np.maximum(visits, 1)
    return edges["logit"] + (settings.trust + settings.more_trust * visits.max()) * found


class _Clock:
    """Divides a budget among rounds: looks, or seconds."""

    def __init__(self, budget: Budget, rounds: int) -> None:
        self._looks, self._rounds, self._done = budget.iterations, rounds, 0
        self._start, self._seconds = time.perf_counter(), budget.seconds

    def shares(self, n: int, arms: int) -> Iterator[int]:
        """Numbers of looks to make in round `n`, one after the other: at least one for each of the actions."""
        if self._looks is not None:
            wanted = max(self._looks * (n + 1) // self._rounds - self._done, arms)
            self._done += wanted
            yield wanted
            return
        end, looks = self._start + self._seconds * (n + 1) / self._rounds, max(FIRST_LOOKS, arms)
        began, done = time.perf_counter(), 0
        while True:
            yield looks
            done += looks
            now = time.perf_counter()
            if now >= end:
                return
            looks = max(1, int(done / max(now - began, 1e-6) * min(end - now, CHUNK_S)))
