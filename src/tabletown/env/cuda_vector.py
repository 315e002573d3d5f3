"""Vector environments on a CUDA device: states, masks and observations stay there, and are shared without copying.

Needs the `cuda` extra and a device, or Numba's simulator (NUMBA_ENABLE_CUDASIM=1 with NUMBA_DISABLE_JIT=1).
"""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.cuda_device import require_cuda
from tabletown.engine.kernel import COMPILED
from tabletown.engine.observer import TitleObserver
from tabletown.engine.state import Records
from tabletown.engine.title import Title
from tabletown.env.cpu_vector import LOOPS, feature_arrays, require_integers, standing_seats
from tabletown.env.dlpack import DeviceArray
from tabletown.env.errors import EnvError
from tabletown.env.slots import Counts, Options, Slots, make_slots
from tabletown.env.vector_loops import WIN

TEMPLATE = Path(__file__).with_name("cuda_loops.py")
THREADS = 128  # per block of the kernels that treat all slots alike
RULES_THREADS = 1024  # per block of the kernel that steps games
REGISTERS = 64  # per thread: more would not leave enough for so many threads
SLOTS = 2 * RULES_THREADS  # per block of that kernel: more slots than threads, so that more are in the same phase
FEWEST_SLOTS = 128  # per block, where there are too few slots to keep the whole device busy with so many
FEW = 8  # the same in the simulator, where threads are slow


class CudaSlots:
    """The slots of a vector environment on a CUDA device; `slots` and `states` are the arrays that others may read."""

    def __init__(
        self, title: Title, players: Counts, options: Options, begun: Records, cards: Any,
        observer: TitleObserver | None, narrow: bool = False, reward: int = WIN, keep_ends: bool = False,
    ) -> None:  # fmt: skip
        size = len(players)
        self._cuda = cuda = require_cuda()
        from tabletown.engine.device_kernel import device_kernel
        from tabletown.env import cuda_kernels

        self._narrow, self._reward, self._keep = narrow, reward, keep_ends
        self._kernels, self._observe = cuda_kernels, bool(observer)
        inner = title.loops
        loops = title.bind(LOOPS, begin=inner.begin, act=inner.act, view=inner.view)
        # in the simulator, the fields of a record are attributes only with this type
        state = title.dtype if COMPILED else np.dtype((np.record, title.dtype))
        self._block = self._slots_of_a_block(size) if COMPILED else FEW
        names = {"step_slots": loops.step_slots, "view": inner.view, "SLOTS": SLOTS if COMPILED else FEW}
        names |= {"jit": device_kernel(REGISTERS), "REGISTERS": REGISTERS}
        bound = title.bind(TEMPLATE, **names)
        self._step, self._show = bound.step, bound.show
        self._cards, self._blank = cuda.to_device(cards.data), cuda.to_device(begun)
        self._states = self._zeros(size, state)
        self._own = make_slots(title, players, options, observer.size if observer else 0, cuda.to_device)
        self._ends = self._zeros(size if keep_ends else 1, state)
        self._given = self._zeros(size, np.int32)
        self._found, self._nothing = self._zeros(1, np.int64), self._zeros((size, 0), np.float32)
        self._views = self._zeros(size if observer else 1, state)
        self._raw = self._views.view(np.uint8).reshape(len(self._views), title.dtype.itemsize)
        self._standing = self._zeros((len(self._views), standing_seats(observer)), np.int32)
        self._program = [self._at_least_one(array) for array in feature_arrays(observer, cards)]
        self._seed = np.uint64(0)
        self.states, self.ends = DeviceArray(self._states), DeviceArray(self._ends)
        self.slots = Slots(**{field.name: DeviceArray(getattr(self._own, field.name)) for field in fields(Slots)})

    def _slots_of_a_block(self, size: int) -> int:
        """As many as are in a block if all processors of the device get one, within limits."""
        processors: int = self._cuda.get_current_device().MULTIPROCESSOR_COUNT
        wanted = 1 << max(size // processors, 1).bit_length() - 1
        return min(max(wanted, FEWEST_SLOTS), SLOTS)

    def _zeros(self, shape: Any, dtype: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, dtype))

    def _at_least_one(self, array: Any) -> Any:
        """An array on the device, which takes none that are empty."""
        return self._cuda.to_device(array if array.size else np.zeros((1,) * array.ndim, array.dtype))

    def _grid(self, threads: int) -> tuple[int, int]:
        block = min(THREADS, threads)
        return -(-threads // block), block

    def deal(self, seed: int) -> None:
        """Deal the first game of every slot."""
        self._seed = np.uint64(seed)
        self._own.episodes.copy_to_device(np.zeros(len(self._states), np.int64))
        self.start_noise(seed)
        self._run(self._own.actions, True)

    def as_actions(self, actions: Any) -> Any:
        """Actions as a Numba device array: from the device array of any library, or from the host.

        Raises EnvError unless they are integers.
        """
        if isinstance(actions, DeviceArray):
            actions = actions.array
        if actions is self._own.actions:
            return actions
        if not hasattr(actions, "copy_to_host") and not hasattr(actions, "__cuda_array_interface__"):
            actions = self._cuda.to_device(np.ascontiguousarray(actions))
        actions = self._shared(actions)
        require_integers(np.dtype(actions.dtype))
        if actions.shape == self._given.shape:  # the caller refuses other shapes
            self._kernels.copy_actions[self._grid(len(self._given))](actions, self._given)
            return self._given
        return actions

    def _shared(self, array: Any) -> Any:
        """The device array of any library as one of Numba, in the same memory."""
        return array if hasattr(array, "copy_to_host") else self._cuda.as_cuda_array(array)

    def first_illegal(self, actions: Any) -> int:
        """The first slot whose action is illegal, or how many slots there are. Waits for the device."""
        self._found.copy_to_device(np.array([len(self._states)], np.int64))
        self._kernels.find_illegal[self._grid(len(self._states))](actions, self._own.masks, self._found)
        return int(self._found.copy_to_host()[0])

    def step(self, actions: Any) -> None:
        """One step of every slot."""
        self._run(actions, False)

    def observe(self, seats: Any, first: int, out: Any) -> None:
        """Write what seats see, one in each of the slots from `first` on."""
        seats, out = self._shared(seats), self._shared(out)
        number = len(out)
        self._show[self._grid(number)](first, number, self._states, self._cards, seats, self._views, self._standing)
        self._kernels.observe[self._grid(number * self._kernels.LANES)](
            self._raw, self._standing, *self._program, seats, self._own.players[first : first + number], out
        )

    def bot_actions(self, bot: str, wanted: Any) -> Any:
        """Refuse: native bots choose on a CPU."""
        raise EnvError("native bots choose on a CPU only; a device has random_actions() and your own network")

    def save(self, rows: NDArray[np.int64]) -> dict[str, Any]:
        """Copies of everything that some slots have, on the device."""
        return {name: self._copy_rows(array, rows, None) for name, array in self._rows_of_all().items()}

    def put(self, saved: Mapping[str, Any], rows: NDArray[np.int64]) -> None:
        """Write what was saved to some slots."""
        for name, array in self._rows_of_all().items():
            if name in saved:
                self._copy_rows(saved[name], rows, array)

    def _rows_of_all(self) -> dict[str, Any]:
        """The bytes of all arrays with a row for every slot."""
        arrays = {field.name: getattr(self._own, field.name) for field in fields(Slots)} | {"states": self._states}
        if self._keep:
            arrays["ends"] = self._ends
        return {name: self._bytes(array) for name, array in arrays.items() if array.size}

    def _bytes(self, array: Any) -> Any:
        """The memory of a device array as bytes, a row for every slot."""
        return array.reshape(array.size).view(np.uint8).reshape(len(array), array.nbytes // len(array))

    def _copy_rows(self, source: Any, rows: NDArray[np.int64], target: Any) -> Any:
        """Copy rows of bytes: some rows of `source` to a new array, or all of it to some rows of `target`."""
        numbers = self._cuda.to_device(rows)
        made = self._zeros((len(rows), source.shape[1]), np.uint8) if target is None else target
        self._kernels.copy_rows[self._grid(len(rows) * source.shape[1])](source, made, numbers, target is not None)
        return made

    def start_noise(self, seed: int) -> None:
        """Seed the generators of random actions."""
        self._kernels.start_noise[self._grid(len(self._states))](self._own.noise, np.uint64(seed))

    def choose(self) -> DeviceArray:
        """A random legal action for every slot."""
        own = self._own
        self._kernels.choose[self._grid(len(self._states))](own.choices, own.counts, own.noise, own.actions)
        shared: DeviceArray = self.slots.actions
        return shared

    def _run(self, actions: Any, fresh: bool) -> None:
        own, size = self._own, len(self._states)
        blocks = -(-size // self._block), min(RULES_THREADS, self._block)
        self._step[blocks](
            self._block, self._states, self._cards, self._blank, actions, fresh, self._seed, own.players, own.options,
            self._narrow, self._reward, self._keep, self._ends, own.seats, own.masks, own.choices, own.counts,
            own.rewards, own.dones, own.points, own.places, own.seeds, own.episodes, self._views, self._raw,
            self._standing, *self._program, self._nothing, self._observe,
        )  # fmt: skip
        if self._observe:
            self._kernels.observe[self._grid(size * self._kernels.LANES)](
                self._raw, self._standing, *self._program, own.seats, own.players, own.observations
            )
