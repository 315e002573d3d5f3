"""Many games at once: one array of states, stepped by several threads without the GIL."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.errors import IllegalMove
from tabletown.engine.state import Records, blank
from tabletown.engine.title import Title


class Batch:
    """A number of games of one title, all with the same players, options and cards, stepped together.

    After `reset` and after every `step`, `seats[i]` is the seat to act in game i (-1 once it is over) and
    `masks[i, a]` is 1 where action `a` is legal for it. The arrays are the batch's own memory: read them, copy them if
    they must last beyond the next step.

    >>> from tabletown import games
    >>> batch = Batch(games.get("uptown"), size=3, players=2)
    >>> batch.reset([1, 2, 3])
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.states["ply"].tolist()
    [1, 1, 1]
    """

    def __init__(
        self,
        title: Title,
        size: int,
        players: int,
        options: Mapping[str, bool] | None = None,
        cards: Any = None,
        threads: int | None = None,
    ) -> None:
        title.check_players(players)
        self.title, self.players = title, players
        self.options = title.options_mask(options)
        self.cards = cards or title.cards
        self.states: Records = blank(title.dtype, size)
        self.seats: NDArray[np.int8] = np.full(size, -1, np.int8)
        self.masks: NDArray[np.uint8] = np.zeros((size, title.actions.count), np.uint8)
        threads = min(threads or os.cpu_count() or 1, size)
        cuts = np.linspace(0, size, threads + 1).astype(int)
        self._slices = [slice(a, b) for a, b in pairwise(cuts)]
        self._lists = [title.scratch() for _ in self._slices]
        self._pool = ThreadPoolExecutor(threads, "batch") if threads > 1 else None

    def __len__(self) -> int:
        return len(self.states)

    def reset(self, seeds: Any) -> None:
        """Deal every game anew, game i from `seeds[i]`."""
        keys = np.asarray(seeds, np.uint64)
        if keys.shape != (len(self),):
            raise ValueError(f"{len(self)} games need as many seeds, not an array of shape {keys.shape}")

        def work(part: slice, out: Any) -> None:
            self.title.loops.begin_all(
                self.states[part], self.cards.data, self.title.blank, keys[part], self.players, self.options,
                self.seats[part], self.masks[part], out,
            )  # fmt: skip

        self._each(work)

    def step(self, actions: Any) -> None:
        """Apply one action per game; entries of finished games are ignored.

        If any action is illegal none is applied, and IllegalMove names the first.
        """
        chosen = np.asarray(actions, np.int32)
        if chosen.shape != (len(self),):
            raise ValueError(f"{len(self)} games need as many actions, not an array of shape {chosen.shape}")
        self._check(chosen)

        def work(part: slice, out: Any) -> None:
            self.title.loops.step_all(
                self.states[part], self.cards.data, chosen[part], self.seats[part], self.masks[part], out
            )

        self._each(work)

    def _check(self, chosen: NDArray[np.int32]) -> None:
        running = self.seats >= 0
        inside = (chosen >= 0) & (chosen < self.title.actions.count)
        allowed = self.masks[np.arange(len(self)), np.where(inside, chosen, 0)] == 1
        wrong = np.flatnonzero(running & ~(inside & allowed))
        if wrong.size:
            i = int(wrong[0])
            raise IllegalMove(f"game {i}: action {chosen[i]} is not legal for seat {self.seats[i]}")

    def _each(self, work: Callable[[slice, Any], None]) -> None:
        if self._pool is None:
            work(self._slices[0], self._lists[0])
        else:
            for _ in self._pool.map(work, self._slices, self._lists):
                pass
