"""Vector environments: thousands of games of one title, stepped together over one array of states."""

from collections.abc import Mapping
from typing import Any

from tabletown import games
from tabletown.engine.errors import IllegalMove
from tabletown.engine.game import MAX_SEED
from tabletown.engine.title import Title
from tabletown.env.cpu_vector import Host, host_threads
from tabletown.env.errors import EnvError
from tabletown.env.observer import Observer

MAX_SIZE = 2**31 - 1


class VectorEnv:
    """A number of slots, in each of which one game is played after the other.

    After `reset` and after every `step`, of slot i: `seats[i]` is the seat to act, `masks[i, a]` is 1 where action `a`
    is legal for it (`choices[i, :counts[i]]` lists the same actions), and `observations[i]` is what that seat sees (as
    of `Observer`; nothing with `observe=False`). Where a game ended in the last step, `dones[i]` is true, `rewards[i]`
    has one point shared by the winners (0 for the others, and for all while a game goes on), and `final_scores[i]` and
    `final_places[i]` say how it ended, by seat. The next game is dealt already: `seats`, `masks` and `observations` are
    of its first decision. `seeds[i]` is the seed of the game being played: `tabletown.new` with the same players,
    options, cards and seed deals it again.

    All arrays are made once and written in place: read them, and copy what must last beyond the next step. With
    `device="cuda"` they are device arrays, which PyTorch and JAX take without copying.

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
        players: int,
        options: Mapping[str, bool] | None = None,
        cards: Any = None,
        threads: int | None = None,
        device: str = "cpu",
        observe: bool = True,
    ) -> None:
        self.title = games.get(title) if isinstance(title, str) else title
        self.title.check_players(players)
        if type(size) is not int or not 1 <= size <= MAX_SIZE:
            raise EnvError(f"an environment has from 1 to {MAX_SIZE} slots, not {size!r}")
        if device not in ("cpu", "cuda"):
            raise EnvError(f"device must be cpu or cuda, not {device!r}")
        self.size, self.players, self.device = size, players, device
        self.cards = cards or self.title.cards
        self.observer = Observer(self.title, players) if observe else None
        program = self.observer.program if self.observer else None
        mask = self.title.options_mask(options)
        if device == "cuda":
            from tabletown.env.cuda_vector import Device  # needs the extra `cuda`

            self._games: Any = Device(self.title, size, players, mask, self.cards, program)
        else:
            share = host_threads(threads, size)
            self._games = Host(self.title, size, players, mask, self.cards, program, share)
        slots = self._games.slots
        self.states = self._games.states
        self.seats, self.masks, self.choices, self.counts = slots.seats, slots.masks, slots.choices, slots.counts
        self.observations, self.rewards, self.dones = slots.observations, slots.rewards, slots.dones
        self.final_scores, self.final_places = slots.points[:, :players], slots.places[:, :players]
        self.seeds = slots.seeds
        self._ready = False

    def __len__(self) -> int:
        return self.size

    def reset(self, seed: int) -> None:
        """Deal a game in every slot. What follows depends on `seed` and the actions alone, not on threads or device."""
        self._games.deal(_checked(seed))
        self._ready = True

    def step(self, actions: Any, check: bool = True) -> None:
        """Apply one action per slot.

        If any action is illegal none is applied, and IllegalMove names the first. With `check=False` this is not looked
        at beforehand: a slot with an illegal action then stays as it is.
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

    def random_actions(self, seed: int | None = None) -> Any:
        """A legal action for every slot, all equally likely; always the same array, written anew.

        Every slot has a stream of chance of its own, which `reset` begins; with a `seed` it begins anew.
        """
        self._must_be_ready()
        if seed is not None:
            self._games.start_noise(_checked(seed))
        return self._games.choose()

    def _must_be_ready(self) -> None:
        if not self._ready:
            raise EnvError("nothing is dealt yet: call reset(seed) first")


def _checked(seed: int) -> int:
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise EnvError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}")
    return seed
