"""Search memory: the tree and the scratch arrays of one search thread, allocated once and reused; and its settings."""

from collections.abc import Hashable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tabletown.bots import playout, tree
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, blank
from tabletown.engine.title import Title

PLAYOUT, TREE = Path(playout.__file__), Path(tree.__file__)
FIRST_SLOPE, FIRST_WEIGHT = 0.15, 40.0  # assumed value of a point of lead before anything was learned
BRANCHES = 12  # edges per node, on average, for which memory is allocated


@dataclass(frozen=True)
class SearchSettings:
    """Parameters of the search; the same for all titles."""

    moves: int = 20  # quick moves of every seat in a playout, before the state is evaluated
    tries: int = 4  # how many variants a quick move compares
    prior_tries: int = 4  # how many continuations of an action are compared when its node is expanded
    plies: int = 3  # how far a continuation goes beyond the second ply
    explore: float = 1.5  # weight of exploration, in units of the spread of the values
    sharpness: float = 4.0  # how much the title's `evaluate` decides which edges are tried first
    width: float = 6.0  # so many edges are considered at first,
    widening: float = 1.0  # and this many times the square root of the visits more
    first_play: float = 0.3  # how much below the average an untried edge is assumed to be
    calibrate: int = 64  # every so many playouts one goes to the end of the game, to learn what a lead is worth
    fresh: int = 8  # as do this many at the start

    def numbers(self) -> Any:
        """The settings as kernels read them."""
        return np.array(astuple(self), np.float64)


def kernels(title: Title) -> Any:
    """The search's kernels, bound to a title."""
    bound = title.bind(PLAYOUT)
    names = ("redeterminize", "is_sealed", "learn_slope", "play_on", "ply", "estimate_action", "state_values")
    return title.bind(TREE, **{name: getattr(bound, name) for name in names})


class SearchMemory:
    """A search tree with room for `nodes` nodes, and scratch arrays. Not to be shared between threads."""

    def __init__(self, title: Title, settings: SearchSettings, nodes: int) -> None:
        self.title, self.settings, self.size = title, settings, nodes
        self._kernels = kernels(title)
        self._counts = np.zeros(tree.COUNTS, np.int64)
        self._learned = np.zeros(tree.LEARNED)
        self._nodes = blank(tree.NODE, nodes)
        self._edges = blank(tree.EDGE, max(nodes * BRANCHES, title.max_legal))
        self._slots = np.full(1 << (2 * nodes - 1).bit_length(), -1, np.int32)
        self._states = blank(title.dtype, playout.STATES)
        words = self._states[playout.VIEW : playout.VIEW + 1].view(np.ndarray).view(np.uint64)
        self._scratch = (self._states, words, *(title.scratch() for _ in range(3)))
        numbers = np.zeros((2, MAX_SEATS), np.int32), np.zeros((2, MAX_SEATS))
        self._results = (*numbers[0], *numbers[1])
        self._path = np.zeros((tree.DEPTH, 2), np.int32)
        self._settings = settings.numbers()
        self.clear()

    @staticmethod
    def kind_of(title: Title, settings: SearchSettings, nodes: int) -> Hashable:
        """The kind of such a memory in a pool."""
        return title.name, id(title), settings, nodes

    @property
    def kind(self) -> Hashable:
        """Its kind in a pool."""
        return self.kind_of(self.title, self.settings, self.size)

    def clear(self) -> None:
        """Empty the tree and forget what was learned."""
        self._slots[:] = -1
        self._counts[:] = 0
        self._learned[:] = 0
        self._learned[tree.SLOPE], self._learned[tree.WEIGHT] = FIRST_SLOPE, FIRST_WEIGHT

    @property
    def nodes(self) -> int:
        """How many information sets the tree holds."""
        return int(self._counts[tree.NODES])

    @property
    def iterations(self) -> int:
        """How many iterations the tree is made of."""
        return int(self._counts[tree.ITERATIONS])

    def chance(self, seat: int) -> float:
        """A seat's chance to win, on average over all iterations."""
        return float(self._learned[tree.SUM + seat] / max(self._learned[tree.VALUES], 1.0))

    @property
    def slope(self) -> float:
        """What a point of lead adds to the logarithm of the chance to win, as learned so far."""
        return float(self._learned[tree.SLOPE])

    def think(self, view: Position, seat: int, seed: int, iterations: int) -> None:
        """Search a view for some more iterations."""
        self._settings[tree.MOVES] = self.settings.moves * view.players
        self._kernels.think(
            view.states, view.cards.data, seat, np.uint64(seed), iterations, self._nodes, self._edges, self._slots,
            self._path, self._counts, self._learned, self._settings, *self._scratch, *self._results,
        )  # fmt: skip

    def action_stats(self, view: Position, seat: int) -> dict[int, tuple[int, float]]:
        """Visits and sum of values for every action of a view; empty if the tree does not contain the view."""
        most = self.title.max_legal
        actions, visits, totals = np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(most)
        n = self._kernels.root_edges(
            view.states, view.cards.data, seat, self._nodes, self._edges, self._slots, *self._scratch[:2], actions,
            visits, totals,
        )  # fmt: skip
        return {int(actions[i]): (int(visits[i]), float(totals[i])) for i in range(n)}
