"""Vector environments on the CPU: each thread steps its share of the slots in one native call, without the GIL."""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.observer import TitleObserver, as_bytes
from tabletown.engine.state import MAX_SEATS, Records, blank
from tabletown.engine.title import Title
from tabletown.env.choosing import choose_all, first_illegal, start_noises
from tabletown.env.errors import EnvError
from tabletown.env.native_seats import NativeSeats
from tabletown.env.slots import Counts, Options, Slots, make_slots
from tabletown.env.vector_loops import BOTH, WIN

LOOPS = Path(__file__).with_name("vector_loops.py")
MOST = np.iinfo(np.int32).max


class CpuSlots:
    """The slots of a vector environment in main memory."""

    def __init__(
        self, title: Title, players: Counts, options: Options, begun: Records, cards: Any,
        observer: TitleObserver | None, threads: int, narrow: bool = False, reward: int = WIN, keep_ends: bool = False,
    ) -> None:  # fmt: skip
        size = len(players)
        inner = title.loops
        loops = title.bind(LOOPS, begin=inner.begin, act=inner.act, view=inner.view)
        self._step_slots, self._observe_slots = loops.step_slots, loops.observe_slots
        self.states, self.ends = blank(title.dtype, size), blank(title.dtype, size if keep_ends else 0)
        self.slots = make_slots(title, players, options, observer.size if observer else 0, lambda array: array)
        self._seed = np.uint64(0)
        program = feature_arrays(observer, cards)
        seen = blank(title.dtype)
        self._cards = cards
        self._eyes = seen, as_bytes(seen), np.zeros((1, standing_seats(observer)), np.int32), *program
        cuts = np.linspace(0, size, threads + 1).astype(int).tolist()
        self._parts = []
        for first, end in pairwise(cuts):
            part, seen = self.slots.part(slice(first, end)), blank(title.dtype)
            standing = np.zeros((1, standing_seats(observer)), np.int32)
            before = BOTH, self.states[first:end], 0, end - first, first, cards.data, begun
            after = (
                part.players, part.options, narrow, reward, keep_ends, self.ends[first:end], part.seats, part.masks,
                part.choices, part.counts, part.rewards, part.dones, part.points, part.places, part.seeds,
                part.episodes, seen, as_bytes(seen), standing, *program, part.observations,
            )  # fmt: skip
            self._parts.append((slice(first, end), before, after))
        self._pool = ThreadPoolExecutor(threads, "slots") if threads > 1 else None
        self._bots = NativeSeats(title, cards, self.states, self.slots.seats, threads)

    def deal(self, seed: int) -> None:
        """Deal the first game of every slot."""
        self._seed = np.uint64(seed)
        self.slots.episodes[:] = 0
        start_noises(self.slots.noise, self._seed)
        self._bots.start(seed)
        self._run(self.slots.actions, True)

    def as_actions(self, actions: Any) -> NDArray[np.int32]:
        """Actions as an int32 array, copied only if necessary; raises EnvError unless they are integers."""
        given = np.asarray(actions)
        require_integers(given.dtype)
        if given.dtype != np.int32:
            given = np.clip(given, -1, MOST)  # a large number must not wrap around to a legal action
        return np.ascontiguousarray(given, np.int32)

    def first_illegal(self, actions: NDArray[np.int32]) -> int:
        """The first slot whose action is illegal, or how many slots there are."""
        found: int = first_illegal(actions, self.slots.masks)
        return found

    def step(self, actions: NDArray[np.int32]) -> None:
        """One step of every slot."""
        self._run(actions, False)

    def observe(self, seats: Any, first: int, out: NDArray[np.float32]) -> None:
        """Write what seats see, one in each of the slots from `first` on; raises EnvError for absent seats."""
        rows, given = slice(first, first + len(out)), np.asarray(seats)
        require_integers(given.dtype)
        players = self.slots.players[rows]
        if ((given < 0) | (given >= players)).any():
            raise EnvError("a seat that is to be observed is not at its table")
        self._observe_slots(self.states[rows], self._cards.data, given, players, *self._eyes, out)

    def final_observations(self, seats: NDArray[Any]) -> NDArray[np.float32]:
        """What seats saw when the last game of their slot ended."""
        out: NDArray[np.float32] = np.zeros_like(self.slots.observations)
        ended = np.flatnonzero(self.ends["ended"])
        if len(ended):
            rows = np.zeros((len(ended), out.shape[1]), np.float32)
            players = self.slots.players[ended]
            self._observe_slots(self.ends[ended], self._cards.data, seats[ended], players, *self._eyes, rows)
            out[ended] = rows
        return out

    def start_noise(self, seed: int) -> None:
        """Seed the generators of random actions."""
        start_noises(self.slots.noise, np.uint64(seed))

    def choose(self) -> NDArray[np.int32]:
        """A random legal action for every slot."""
        slots = self.slots
        choose_all(slots.choices, slots.counts, slots.noise, slots.actions)
        chosen: NDArray[np.int32] = slots.actions
        return chosen

    def bot_actions(self, bot: str, wanted: NDArray[np.uint8]) -> NDArray[np.int32]:
        """What a native bot would do where it is wanted, else -1."""
        return self._bots.choose(bot, wanted)

    def save(self, rows: NDArray[np.int64]) -> dict[str, Any]:
        """Copies of everything that some slots have."""
        arrays = {field.name: getattr(self.slots, field.name)[rows] for field in fields(Slots)}
        ends = self.ends[rows] if len(self.ends) else self.ends
        return arrays | {"states": self.states[rows], "ends": ends, "bots": self._bots.save(rows)}

    def put(self, saved: Mapping[str, Any], rows: NDArray[np.int64]) -> None:
        """Write what was saved to some slots."""
        for field in fields(Slots):
            getattr(self.slots, field.name)[rows] = saved[field.name]
        self.states[rows] = saved["states"]
        if len(self.ends) and len(saved["ends"]):
            self.ends[rows] = saved["ends"]
        self._bots.put(saved["bots"], rows)

    def _run(self, actions: NDArray[np.int32], fresh: bool) -> None:
        def work(part: Any) -> None:
            rows, before, after = part
            self._step_slots(*before, actions[rows], fresh, self._seed, *after)

        if self._pool is None:
            work(self._parts[0])
        else:
            for _ in self._pool.map(work, self._parts):
                pass


def feature_arrays(observer: TitleObserver | None, cards: Any) -> tuple[Any, Any, Any]:
    """What the kernel of features needs: its table, where the kinds of elements begin, the descriptions of cards."""
    if observer is None:
        return np.zeros((0, 1), np.int32), np.zeros(0, np.int32), np.zeros((0, 0), np.float32)
    return observer.program.table, observer.program.kinds, observer.descriptions(cards)


def standing_seats(observer: TitleObserver | None) -> int:
    """For how many seats points have to be counted in every view."""
    return MAX_SEATS if observer and observer.program.has_points else 0


def require_integers(dtype: np.dtype[Any]) -> None:
    """Raise EnvError unless a type of actions is an integer type."""
    if dtype.kind not in "iu":
        raise EnvError(f"actions are whole numbers, not {dtype}")


def thread_count(threads: int | None, size: int) -> int:
    """How many threads to use: as many as asked for, else as there are cores; at most one per slot."""
    if threads is not None and threads < 1:
        raise EnvError(f"an environment needs at least one thread, not {threads}")
    return min(threads or os.cpu_count() or 1, size)
