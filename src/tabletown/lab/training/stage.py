"""The stage: all games that are played side by side, with the tensors of their environment."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import torch

from tabletown.bots import playout
from tabletown.bots.native import PLIES, quick_kernels
from tabletown.engine.kernel import COMPILED
from tabletown.engine.state import blank
from tabletown.engine.title import Title
from tabletown.env import policy_loops
from tabletown.env.vector import VectorEnv
from tabletown.lab.training.tensors import as_array, as_tensor

TEMPLATE, DEVICE_TEMPLATE = Path(policy_loops.__file__), Path(__file__).with_name("quick_device_loops.py")
THREADS = 64


def all_options(title: Title) -> list[dict[str, bool]]:
    """All ways to choose the options of a title; half of them choose none, as most games are played."""
    names = title.meta.options
    ways = [dict(zip(names, chosen, strict=True)) for chosen in product((False, True), repeat=len(names))]
    return [ways[0]] * (len(ways) - 2) + ways


class Stage:
    """Games of several numbers of players with all options. Tensors are written by every step."""

    def __init__(self, title: Title, players: tuple[int, ...], size: int, device: str, seed: int, tries: int) -> None:
        self.title, self.size, self.device, self.tries = title, size, device, tries
        self.env = env = VectorEnv(title, size, players, all_options(title), device=device, moves="sensible")
        self.observations, self.masks = as_tensor(env.observations, device), as_tensor(env.masks, device)
        self.players = as_tensor(env.player_counts, device).long()
        self.seats, self.counts = as_tensor(env.seats, device), as_tensor(env.counts, device)
        self.rewards, self.dones = as_tensor(env.rewards, device), as_tensor(env.dones, device)
        self.points = as_tensor(env.final_scores, device)
        self._quick = torch.zeros(size, dtype=torch.int32, device=device)
        self._noise = torch.randint(1, 2**31, (size,), dtype=torch.int64).to(device)
        self._choose = self._bound()
        env.reset(seed)

    def step(self, actions: Any) -> None:
        """Apply an action in every game."""
        chosen = actions.to(torch.int32)
        self.env.step(as_array(chosen), check=False)

    def observe(self, seats: Any, first: int, out: Any) -> None:
        """Write what seats see, one in each game from `first` on."""
        self.env.observe(as_array(seats), as_array(out), first)

    def quick_choices(self, first: int, last: int) -> Any:
        """What the native policy would do in the games first..last-1."""
        if last > first:
            self._choose(first, last)
        return self._quick[first:last]

    def _bound(self) -> Any:
        """The native policy's kernel, with all its arguments but the games."""
        title, env = self.title, self.env
        loops = title.bind(TEMPLATE, quick_choice=quick_kernels(title)["quick_choice"])
        noise, actions = as_array(self._noise), as_array(self._quick)
        wanted = as_array(torch.ones(self.size, dtype=torch.uint8, device=self.device))
        if self.device == "cpu":
            scratch = blank(title.dtype, playout.STATES), title.scratch(), title.scratch()

            def choose(first: int, last: int) -> None:
                loops.choose_quickly(
                    env.states, first, last, wanted, env.cards.data, env.seats, noise, *scratch, self.tries, PLIES,
                    actions,
                )  # fmt: skip

            return choose
        from numba import cuda

        state = title.dtype if COMPILED else np.dtype((np.record, title.dtype))
        names = {"choose_quickly": loops.choose_quickly, "STATE": state, "MAX_LEGAL": title.max_legal}
        kernel, cards = title.bind(DEVICE_TEMPLATE, **names).choose, cuda.to_device(env.cards.data)

        def choose_on_device(first: int, last: int) -> None:
            threads = min(THREADS, last - first)
            kernel[-(-(last - first) // threads), threads](
                env.states.array, first, last, wanted, cards, env.seats.array, noise, self.tries, PLIES, actions
            )

        return choose_on_device
