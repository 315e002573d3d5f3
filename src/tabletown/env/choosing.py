"""Kernels of vector environments for any title: check actions against masks, choose random ones, derive seeds."""

from typing import Any

import numpy as np

from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel

EPISODE_BITS = np.uint64(32)
UPPER_HALF = np.uint64(1 << 63)  # counters with this bit give the upper half of a seed
HALF, ONE = np.uint64(32), np.uint64(1)


@kernel
def slot_seed(seed: Any, slot: int, episode: int) -> Any:
    """The seed (63 bits) of the n-th game of a slot; other slots, games and seeds give unrelated ones."""
    counter = (np.uint64(slot) << EPISODE_BITS) | np.uint64(episode)
    upper = chance.word(seed, counter | UPPER_HALF) >> ONE
    return chance.word(seed, counter) | (upper << HALF)


@kernel
def is_legal(actions: Any, masks: Any, i: int) -> bool:
    """Whether the mask of game `i` allows its action."""
    action = int64(actions[i])
    return 0 <= action < masks.shape[1] and masks[i, action] != 0


@kernel
def first_illegal(actions: Any, masks: Any) -> int:
    """The first game whose action is illegal, or how many games there are."""
    for i in range(len(actions)):
        if not is_legal(actions, masks, i):
            return i
    return len(actions)


@kernel
def start_noise(noise: Any, i: int, seed: Any) -> None:
    """Seed the generator of random actions of game `i`."""
    noise[i] = chance.word(seed, np.uint64(i)) | np.uint64(1)


@kernel
def start_noises(noise: Any, seed: Any) -> None:
    """Seed the generators of random actions of all games."""
    for i in range(len(noise)):
        start_noise(noise, i, seed)


@kernel
def choose(choices: Any, counts: Any, noise: Any, actions: Any, i: int) -> None:
    """Write a random legal action of game `i`, all equally likely."""
    x = chance.noise(int64(noise[i]))
    noise[i] = x
    actions[i] = choices[i, (x * int64(counts[i])) >> 32]


@kernel
def choose_all(choices: Any, counts: Any, noise: Any, actions: Any) -> None:
    """Write a random legal action of every game."""
    for i in range(len(actions)):
        choose(choices, counts, noise, actions, i)
