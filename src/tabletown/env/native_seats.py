"""Native bots at the seats of a vector environment on the CPU: what they would do in many games, in one call."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.bots import playout
from tabletown.bots.minds.mind import mind_of
from tabletown.bots.native import LOOKS, PLIES, binding, native_policies, quick_kernels, reflex_kernel, reflex_scratch
from tabletown.engine.state import Records, blank
from tabletown.engine.title import Title
from tabletown.env import policy_loops, reflex_policy_loops
from tabletown.env.choosing import start_noises
from tabletown.env.errors import EnvError

_QUICK, _REFLEX = Path(policy_loops.__file__), Path(reflex_policy_loops.__file__)


class NativeSeats:
    """Chooses for native bots. Their choices depend on the seed, the states and the calls before, not on threads."""

    def __init__(self, title: Title, cards: Any, states: Records, seats: NDArray[np.int8], threads: int) -> None:
        self._title, self._cards, self._states, self._seats = title, cards, states, seats
        size = len(states)
        self._noise, self._actions = np.ones(size, np.int64), np.full(size, policy_loops.NOTHING, np.int32)
        cuts = np.linspace(0, size, threads + 1).astype(int).tolist()
        self._ranges = list(pairwise(cuts))
        self._pool = ThreadPoolExecutor(threads, "bots") if threads > 1 else None
        self._choosers: dict[str, list[Any]] = {}

    def start(self, seed: int) -> None:
        """Seed what bots leave to chance."""
        start_noises(self._noise, np.uint64(seed))

    def save(self, rows: Any) -> NDArray[np.int64]:
        """The noise of some slots."""
        saved: NDArray[np.int64] = self._noise[rows].copy()
        return saved

    def put(self, saved: NDArray[np.int64], rows: Any) -> None:
        """Set the noise of some slots."""
        self._noise[rows] = saved

    def choose(self, bot: str, wanted: NDArray[np.uint8]) -> NDArray[np.int32]:
        """The bot's action in every slot where `wanted` is 1, else -1; the array is the same every time.

        Raises EnvError for a bot that is not native in this title.
        """
        if bot not in self._choosers:
            self._choosers[bot] = self._prepare(bot)

        def work(one: Any) -> None:
            kernel, first, last, before, after = one
            kernel(self._states, first, last, wanted, *before, *after)

        if self._pool is None:
            work(self._choosers[bot][0])
        else:
            for _ in self._pool.map(work, self._choosers[bot]):
                pass
        return self._actions

    def _prepare(self, bot: str) -> list[Any]:
        """The kernel of a bot with its arguments, for each thread with scratch of its own."""
        title, known = self._title, native_policies(self._title)
        if bot not in known:
            raise EnvError(f"the bots that play natively in {title.meta.title} are {', '.join(known)}, not {bot!r}")
        mind = mind_of(title) if known[bot] == LOOKS else None
        if mind:
            reflex = reflex_kernel(title, mind)
            with binding:
                kernel = title.bind(_REFLEX, reflex_choice=reflex).choose_by_mind
        else:
            quick = quick_kernels(title)["quick_choice"]
            with binding:
                kernel = title.bind(_QUICK, quick_choice=quick).choose_quickly
        parts = []
        for first, last in self._ranges:
            world = blank(title.dtype, playout.STATES)
            before = self._cards.data, self._seats, self._noise, world, title.scratch()
            if mind:
                after: tuple[Any, ...] = self._actions, *reflex_scratch(mind, world, self._cards)
            else:
                after = title.scratch(), known[bot], PLIES, self._actions
            parts.append((kernel, first, last, before, after))
        return parts
