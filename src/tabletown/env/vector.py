"""Vector environments: thousands of games of one title, stepped together in one array of states."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tabletown import games
from tabletown.engine.errors import IllegalMove
from tabletown.engine.game import MAX_SEED
from tabletown.engine.observer import NEWEST
from tabletown.engine.title import Title
from tabletown.env.cpu_vector import CpuSlots, thread_count
from tabletown.env.errors import EnvError
from tabletown.env.narrowing import Moves, is_narrow
from tabletown.env.observer import Observer
from tabletown.env.slots import Counts, Options

MAX_SIZE = 2**31 - 1


class VectorEnv:
    """Many games at once: `size` slots, each of which plays one game after the other.

    After `reset` and after every `step`, for slot i: `seats[i]` is the seat to act, `masks[i, a]` is 1 where action `a`
    is legal for it (`choices[i, :counts[i]]` lists the same actions), and `observations[i]` is what that seat sees (see
    `Observer`; empty with `observe=False`). If a game ended in the last step, `dones[i]` is true, `rewards[i]` is 1
    divided among the winners and 0 for the others (all are 0 while a game goes on), and `final_scores[i]` and
    `final_places[i]` are its result by seat. The next game is dealt already: `seats`, `masks` and `observations` belong
    to its first decision. `seeds[i]` is the seed of the game in progress: `tabletown.new` with the same players,
    options, cards and seed deals it again.

    All arrays are allocated once and written in place: copy what must last beyond the next step. With `device="cuda"`
    they are device arrays, which PyTorch and JAX use without copying.

    `players` is a number, or several: with (2, 3, 4) a third of the slots play each, in turn; `player_counts[i]` says
    how many play in slot i, and arrays by seat have room for the most. `options` are those of all games, or several,
    again in turn: all pairs with the numbers of players come equally often; `option_masks[i]` has those of slot i as
    bits, as in `title.options_mask`. With `moves="sensible"` masks and choices hold
    only the actions that bots consider (see `narrowing.py`), and others count as illegal. `title` is a title or its
    name; `threads` is by default the number of cores; `version` is that of the observations.

    Raises EnvError, OptionError, UnknownTitle, or NoDevice if there is no usable CUDA device.

    >>> env = VectorEnv("uptown", size=3, players=2)
    >>> env.reset(seed=1)
    >>> env.step(env.random_actions())
    >>> env.states["ply"].tolist()
    [1, 1, 1]
    """

    def __init__(
        self,
        title: Title | str,
        size: int,
        players: int | Sequence[int],
        options: Mapping[str, bool] | Sequence[Mapping[str, bool]] | None = None,
        cards: Any = None,
        threads: int | None = None,
        device: str = "cpu",
        observe: bool = True,
        moves: Moves = "legal",
        version: int = NEWEST,
    ) -> None:
        self.title = games.get(title) if isinstance(title, str) else title
        numbers = (players,) if isinstance(players, int) else tuple(players)
        for number in numbers:
            self.title.check_players(number)
        if type(size) is not int or not 1 <= size <= MAX_SIZE:
            raise EnvError(f"an environment has from 1 to {MAX_SIZE} slots, not {size!r}")
        if device not in ("cpu", "cuda"):
            raise EnvError(f"device must be cpu or cuda, not {device!r}")
        narrow = is_narrow(moves)
        self.size, self.players, self.device, self.moves = size, players, device, moves
        self.cards = cards or self.title.cards
        counts = _counts(numbers, size, version if observe else NEWEST)
        self.observer = Observer(self.title, max(numbers), version) if observe else None
        choices = (options,) if options is None or isinstance(options, Mapping) else tuple(options)
        masks = _options([self.title.options_mask(choice) for choice in choices], len(numbers), size)
        if device == "cuda":
            from tabletown.env.cuda_vector import CudaSlots  # needs the extra `cuda`

            self._games: Any = CudaSlots(self.title, counts, masks, self.cards, self.observer, narrow)
        else:
            share = thread_count(threads, size)
            self._games = CpuSlots(self.title, counts, masks, self.cards, self.observer, share, narrow)
        slots = self._games.slots
        self.states = self._games.states
        self.player_counts, self.option_masks = slots.players, slots.options
        self.seats, self.masks, self.choices, self.counts = slots.seats, slots.masks, slots.choices, slots.counts
        self.observations, self.rewards, self.dones = slots.observations, slots.rewards, slots.dones
        self.final_scores, self.final_places = slots.points[:, : max(numbers)], slots.places[:, : max(numbers)]
        self.seeds = slots.seeds
        self._ready = False

    def __len__(self) -> int:
        return self.size

    def reset(self, seed: int) -> None:
        """Deal a game in every slot. All that follows depends on `seed` and the actions alone, not on the device.

        Raises EnvError unless the seed is an integer from 0 to 2**63 - 1.
        """
        self._games.deal(_checked(seed))
        self._ready = True

    def step(self, actions: Any, check: bool = True) -> None:
        """Apply one action per slot.

        If any action is illegal none is applied, and IllegalMove names the first. With `check=False`, which is faster,
        a slot with an illegal action stays as it is and nothing is raised. Raises EnvError before the first `reset`,
        and unless there is one integer per slot.
        """
        self._must_be_ready()
        chosen = self._games.as_actions(actions)
        if chosen.shape != (self.size,):
            raise EnvError(f"{self.size} slots need as many actions, not an array of shape {tuple(chosen.shape)}")
        if check:
            wrong = self._games.first_illegal(chosen)
            if wrong < self.size:
                raise IllegalMove(f"slot {wrong}: action {chosen[wrong]} is not legal for seat {self.seats[wrong]}")
        self._games.step(chosen)

    def observe(self, seats: Any, out: Any, first: int = 0) -> None:
        """Write what any seats see to `out`, whether they are to act or not: one in each slot from `first` on.

        A critic that judges all seats needs it. `seats` are integers, `out` is an array of float32 with a row for each
        slot that is observed; both are arrays of NumPy or, on a CUDA device, of any library there, where seats are not
        checked. Raises EnvError unless they fit, before the first `reset`, and with `observe=False`.
        """
        self._must_be_ready()
        if self.observer is None:
            raise EnvError("this environment was made with observe=False")
        wanted = len(seats), self.observer.size
        if tuple(out.shape) != wanted or not 0 <= first <= self.size - wanted[0]:
            raise EnvError(f"what {wanted[0]} seats see has the shape {wanted}, in slots from 0 to {self.size - 1}")
        self._games.observe(seats, first, out)

    def random_actions(self, seed: int | None = None) -> Any:
        """A random legal action for every slot, all equally likely. Every call overwrites and returns the same array.

        Every slot has its own random generator, which `reset` seeds; a `seed` seeds them again.
        """
        self._must_be_ready()
        if seed is not None:
            self._games.start_noise(_checked(seed))
        return self._games.choose()

    def _must_be_ready(self) -> None:
        if not self._ready:
            raise EnvError("nothing is dealt yet: call reset(seed) first")


def _counts(numbers: tuple[int, ...], size: int, version: int) -> Counts:
    """How many play in every slot."""
    if not numbers:
        raise EnvError("an environment needs a number of players")
    if version == 1 and len(set(numbers)) > 1:
        raise EnvError("observations of version 1 differ in length: several numbers of players need version 2")
    return np.resize(np.array(numbers, np.int8), size)


def _options(masks: Sequence[int], numbers: int, size: int) -> Options:
    """The options of every slot: the next ones as soon as each number of players has had its turn."""
    if not masks:
        raise EnvError("several options are at least one; leave them out to play without")
    return np.resize(np.repeat(np.array(masks, np.int32), numbers), size)


def _checked(seed: int) -> int:
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise EnvError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}")
    return seed
