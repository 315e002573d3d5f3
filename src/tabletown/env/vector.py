"""Vector environments: thousands of games of one title, stepped together in one array of states."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown import games
from tabletown.engine.edition import PRINTED
from tabletown.engine.errors import IllegalMove
from tabletown.engine.game import MAX_SEED
from tabletown.engine.integers import as_integer
from tabletown.engine.observer import NEWEST
from tabletown.engine.title import Title
from tabletown.env.cpu_vector import CpuSlots, thread_count
from tabletown.env.errors import EnvError
from tabletown.env.narrowing import Moves, is_narrow
from tabletown.env.observer import Observer
from tabletown.env.results import Reward, reward_number
from tabletown.env.slots import Counts, Options
from tabletown.env.snapshot import Snapshot

MAX_SIZE = 2**31 - 1


class VectorEnv:
    """Many games at once: `size` slots, each of which plays one game after the other.

    After `reset` and after every `step`, for slot i: `seats[i]` is the seat to act, `masks[i, a]` is 1 where action `a`
    is legal for it (`choices[i, :counts[i]]` lists the same actions), and `observations[i]` is what that seat sees (see
    `Observer`; empty with `observe=False`). If a game ended in the last step, `dones[i]` is true, `rewards[i]` is 1
    divided among the winners and 0 for the others (all are 0 while a game goes on), and `final_scores[i]` and
    `final_places[i]` are its result by seat. The next game is dealt already: `seats`, `masks` and `observations` belong
    to its first decision. `seeds[i]` is the seed of the game in progress: `tabletown.new` with the same players,
    options, cards, edition and seed deals it again.

    All arrays are allocated once and written in place: copy what must last beyond the next step. With `device="cuda"`
    they are device arrays, which PyTorch and JAX use without copying.

    `players` is a number, or several: with (2, 3, 4) a third of the slots play each, in turn; `player_counts[i]` says
    how many play in slot i, and arrays by seat have room for the most. `options` are those of all games, or several,
    again in turn: all pairs with the numbers of players come equally often; `option_masks[i]` has those of slot i as
    bits, as in `title.options_mask`. `edition` names an edition of the cards, for all games. With `moves="sensible"`
    masks and choices hold only the actions that bots consider (see `narrowing.py`), and others count as illegal.
    `reward` is what games are played for: "win", "place" (1 for the first, 0 for the last, evenly between) or "points".
    With `keep_ends`, `final_states[i]` is the last state of the game that ended last in slot i. `title` is a title or
    its name; `threads` is by default the number of cores; `version` is that of the observations.

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
        reward: Reward = "win",
        keep_ends: bool = False,
        edition: str = PRINTED,
    ) -> None:
        self.title = games.get(title) if isinstance(title, str) else title
        given = players if isinstance(players, Iterable) else (players,)
        numbers = tuple(self.title.check_players(number) for number in given)
        slots_wanted = as_integer(size)
        if slots_wanted is None or not 1 <= slots_wanted <= MAX_SIZE:
            raise EnvError(f"an environment has from 1 to {MAX_SIZE} slots, not {size!r}")
        if device not in ("cpu", "cuda"):
            raise EnvError(f"device must be cpu or cuda, not {device!r}")
        narrow = is_narrow(moves)
        size = slots_wanted
        self.size, self.players, self.device, self.moves = size, players, device, moves
        begun = self.title.blank_for(self.title.meta.rules, edition)
        self.edition, self.cards = edition, self.title.choose_cards(cards, self.title.meta.rules, edition)
        counts = _counts(numbers, size, version if observe else NEWEST)
        self.observer = Observer(self.title, max(numbers), version) if observe else None
        choices = (options,) if options is None or isinstance(options, Mapping) else tuple(options)
        masks = _options([self.title.options_mask(choice) for choice in choices], len(numbers), size)
        played_for = reward_number(reward)
        if device == "cuda":
            from tabletown.env.cuda_vector import CudaSlots  # needs the extra `cuda`

            self._games: Any = CudaSlots(
                self.title, counts, masks, begun, self.cards, self.observer, narrow, played_for, keep_ends
            )
        else:
            share = thread_count(threads, size)
            self._games = CpuSlots(
                self.title, counts, masks, begun, self.cards, self.observer, share, narrow, played_for, keep_ends
            )
        slots = self._games.slots
        self.states, self.final_states = self._games.states, self._games.ends
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

    def snapshot(self, slots: Any = None) -> Snapshot:
        """A copy of some slots, by default of all: their games, and what follows from later steps.

        It stays valid for this environment, and for any other that was made with the same arguments and size.
        """
        self._must_be_ready()
        rows = self._rows(slots)
        return Snapshot(self._kind, rows, self._games.save(rows))

    def restore(self, snapshot: Snapshot, slots: Any = None) -> None:
        """Put a snapshot back: into the slots it was taken of, or into others, as many.

        A slot then has everything of the one that was saved: game, masks, observation, and the chance to come. The
        game after this one is dealt by its own seed, unless it is the same slot. Raises EnvError unless it fits.
        """
        self._must_be_ready()
        if snapshot.kind != self._kind:
            raise EnvError("this snapshot was taken of another kind of environment")
        rows = snapshot.slots if slots is None else self._rows(slots)
        if len(rows) != len(snapshot.slots):
            raise EnvError(f"a snapshot of {len(snapshot.slots)} slots does not fit into {len(rows)}")
        if len(rows) and rows.max() >= self.size:
            raise EnvError(f"there are {self.size} slots here, and the snapshot has one of the number {rows.max()}")
        self._games.put(snapshot.contents, rows)

    def bot_actions(self, bot: str = "quick", where: Any = None) -> Any:
        """What a native bot would do in every slot, or in those where `where` is true; in the others -1.

        The bots are "uniform", "quick" and "keen", which try moves by the title's `evaluate`, and "reflex" where the
        title has a mind. Every call overwrites and returns the same array. On a CPU only: raises EnvError otherwise.
        """
        self._must_be_ready()
        wanted = np.ones(self.size, np.uint8) if where is None else np.asarray(where).astype(bool).astype(np.uint8)
        if wanted.shape != (self.size,):
            raise EnvError(f"'where' has one value for each of {self.size} slots, not the shape {wanted.shape}")
        return self._games.bot_actions(bot, wanted)

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

    def final_observations(self, seats: Any) -> Any:
        """What these seats, one in every slot, saw at the end of the last game there; 0 where none has ended.

        Raises EnvError without `keep_ends`, with `observe=False`, and on a device.
        """
        self._must_be_ready()
        if self.observer is None or self.device != "cpu" or len(self.final_states) != self.size:
            raise EnvError("final observations need keep_ends=True, observations, and a CPU")
        return self._games.final_observations(np.asarray(seats))

    def random_actions(self, seed: int | None = None) -> Any:
        """A random legal action for every slot, all equally likely. Every call overwrites and returns the same array.

        Every slot has its own random generator, which `reset` seeds; a `seed` seeds them again.
        """
        self._must_be_ready()
        if seed is not None:
            self._games.start_noise(_checked(seed))
        return self._games.choose()

    @property
    def _kind(self) -> tuple[Any, ...]:
        """What environments must have in common to exchange slots."""
        floats = self.observer.size if self.observer else 0
        return self.title.name, self.edition, self.states.dtype.itemsize, self.rewards.shape[1], floats, self.device

    def _rows(self, slots: Any) -> NDArray[np.int64]:
        """Numbers of slots as an array; raises EnvError for one that there is not."""
        if slots is None:
            return np.arange(self.size, dtype=np.int64)
        rows = np.atleast_1d(np.asarray(slots))
        if rows.dtype.kind not in "iu" or rows.ndim != 1 or ((rows < 0) | (rows >= self.size)).any():
            raise EnvError(f"slots are whole numbers from 0 to {self.size - 1}, not {slots!r}")
        return rows.astype(np.int64)

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
    number = as_integer(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        raise EnvError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}")
    return number
