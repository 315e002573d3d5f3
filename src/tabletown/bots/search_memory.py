"""The memory of one thinking thread: the arrays of a search tree, allocated once and used again."""

from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tabletown.bots import playout, tree
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, blank
from tabletown.engine.title import Title

PLAYOUT, TREE = Path(playout.__file__), Path(tree.__file__)
FIRST_SLOPE, FIRST_WEIGHT = 0.15, 40.0  # what a point of lead is taken to be worth before anything was learned
BRANCHES = 12  # edges per node for which there is room, on average


@dataclass(frozen=True)
class SearchSettings:
    """How a search thinks; the same for all titles."""

    moves: int = 20  # quick moves for every seat after the tree, before the situation is judged
    tries: int = 4  # how many ways a quick move looks at
    prior_tries: int = 4  # how many ways to go on after an action are looked at when its node gets its edges
    plies: int = 3  # how far beyond the second ply such a way leads
    explore: float = 1.5  # how curious it is, in units of the spread of the values
    sharpness: float = 4.0  # how much the hints decide where it looks first
    width: float = 6.0  # so many edges take part at first,
    widening: float = 1.0  # and so many times the root of the visits more
    first_play: float = 0.3  # how much worse than the average an untried edge is taken to be
    calibrate: int = 64  # how often a playout goes on to the end of the game, to learn what a lead is worth
    fresh: int = 8  # and how many do at the start

    def numbers(self) -> Any:
        """The settings as kernels read them."""
        return np.array(astuple(self), np.float64)


def kernels(title: Title) -> Any:
    """The search's kernels for a title."""
    bound = title.bind(PLAYOUT)
    names = ("doubt", "is_sealed", "learn_slope", "play_on", "ply", "prospect", "verdict")
    return title.bind(TREE, **{name: getattr(bound, name) for name in names})


class Mind:
    """A tree that grows, and room for thinking. Not to be shared between threads."""

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
        self._habits = settings.numbers()
        self.forget()

    def forget(self) -> None:
        """Begin with an empty tree."""
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
        """How many iterations made it."""
        return int(self._counts[tree.ITERATIONS])

    def chance(self, seat: int) -> float:
        """How often a seat won, on average over all iterations."""
        return float(self._learned[tree.SUM + seat] / max(self._learned[tree.VALUES], 1.0))

    @property
    def slope(self) -> float:
        """What a point of lead is worth in the logarithm of the chance to win, as far as was learned."""
        return float(self._learned[tree.SLOPE])

    def think(self, view: Position, seat: int, seed: int, iterations: int) -> None:
        """Go on thinking about a view."""
        self._habits[tree.MOVES] = self.settings.moves * view.players
        self._kernels.think(
            view.states, view.cards.data, seat, np.uint64(seed), iterations, self._nodes, self._edges, self._slots,
            self._path, self._counts, self._learned, self._habits, *self._scratch, *self._results,
        )  # fmt: skip

    def found(self, view: Position, seat: int) -> dict[int, tuple[int, float]]:
        """What is known about the actions of a view: how often each was tried, and the sum of what it brought."""
        most = self.title.max_legal
        actions, visits, totals = np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(most)
        n = self._kernels.root_edges(
            view.states, view.cards.data, seat, self._nodes, self._edges, self._slots, *self._scratch[:2], actions,
            visits, totals,
        )  # fmt: skip
        return {int(actions[i]): (int(visits[i]), float(totals[i])) for i in range(n)}
