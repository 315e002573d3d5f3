"""How fast vector environments are, beside the bare rules in the same run, and that a device plays the CPU's games.

    python benchmarks/vector.py                            # all titles, on one thread of the CPU
    python benchmarks/vector.py --device cuda --size 262144

Decisions per second of random play through `step(random_actions())`, without and with observations. On the CPU `rules`
is the rate of `random_games`, which plays one game after the other in a loop of its own: what is lost against it is
what masks, lists, results and observations cost. On one thread seconds are those of the CPU, so that others on the same
machine disturb less. On a device all arrays are first compared with those of the CPU, step by step, and handed to
PyTorch and JAX where they are installed.
"""

import argparse
import importlib.util
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tabletown import games
from tabletown.engine.state import blank
from tabletown.engine.title import Title
from tabletown.env import VectorEnv

ARRAYS = (
    "states", "seats", "masks", "choices", "counts", "observations", "rewards", "dones", "final_scores",
    "final_places", "seeds",
)  # fmt: skip
COMPARED_GAMES, COMPARED_STEPS = 1000, 200


def rules_rate(title: Title, players: int, seconds: float, clock: Callable[[], float]) -> float:
    """Decisions per second of random games on one thread, with nothing around them."""
    states, out = blank(title.dtype), title.scratch()
    plies = played = 0
    title.loops.random_games(states, title.cards.data, title.blank, 0, 1, players, 0, out)
    start = now = clock()
    while now - start < seconds:
        plies += title.loops.random_games(states, title.cards.data, title.blank, played, 100, players, 0, out)
        played += 100
        now = clock()
    return plies / (now - start)


def env_rate(env: VectorEnv, seconds: float, clock: Callable[[], float]) -> float:
    """Decisions per second of random play through the interface."""
    wait, check = wait_for(env), env.device == "cpu"
    env.reset(1)
    env.step(env.random_actions(), check)
    wait()
    steps = 0
    start = now = clock()
    while now - start < seconds:
        for _ in range(10):
            env.step(env.random_actions(), check)
        wait()
        steps += 10
        now = clock()
    return steps * env.size / (now - start)


def wait_for(env: VectorEnv) -> Any:
    """What waits until an environment's device is done."""
    if env.device == "cpu":
        return lambda: None
    from numba import cuda

    return cuda.synchronize


def compare(title: Title, players: int) -> None:
    """Play the same games on the CPU and on the device; every array must be equal after every step."""
    host = VectorEnv(title, COMPARED_GAMES, players)
    device = VectorEnv(title, COMPARED_GAMES, players, device="cuda")
    host.reset(7)
    device.reset(7)
    ended = 0
    for step in range(COMPARED_STEPS + 1):
        for name in ARRAYS:
            here, there = getattr(host, name), getattr(device, name).copy_to_host()
            assert np.asarray(here).tobytes() == np.asarray(there).tobytes(), f"{title.name}: {name} after step {step}"
        ended += int(host.dones.sum())
        host.step(host.random_actions())
        device.step(device.random_actions())
    print(f"{title.name}: {COMPARED_GAMES} slots equal on both for {COMPARED_STEPS} steps, {ended} games ended")
    hand_over(device)


def hand_over(env: VectorEnv) -> None:
    """Give the observations to other libraries: they must see the same memory, also after the next step."""
    if importlib.util.find_spec("torch"):
        import torch

        for taken in (torch.as_tensor(env.observations, device="cuda"), torch.from_dlpack(env.observations)):
            address = env.observations.__cuda_array_interface__["data"][0]
            assert taken.data_ptr() == address, "PyTorch copied"
            env.step(env.random_actions())
            assert np.array_equal(taken.cpu().numpy(), env.observations.copy_to_host())
        masks = torch.from_dlpack(env.masks).float()
        env.step(torch.multinomial(masks, 1)[:, 0])
        print("  handed to PyTorch and back without copying")
    if importlib.util.find_spec("jax"):
        import jax

        taken = jax.dlpack.from_dlpack(env.observations)
        assert np.array_equal(np.asarray(taken), env.observations.copy_to_host())
        print("  handed to JAX")


def main() -> None:
    """Parse arguments, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=games.names(), help="all, if none is named")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--size", type=int, default=None, help="slots (1024 on the CPU, 262144 on a device)")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="of the CPU; 0: as many as there are cores")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each rate")
    parser.add_argument("--rounds", type=int, default=3, help="in turn; the best of each rate counts")
    chosen = parser.parse_args()
    cuda = chosen.device == "cuda"
    size = chosen.size or (262144 if cuda else 1024)
    threads = chosen.threads or os.cpu_count() or 1
    clock = time.perf_counter if cuda or threads > 1 else time.process_time
    if cuda:
        for name in chosen.titles:
            compare(games.get(name), chosen.players)
    print(f"{size} slots, {chosen.players} players, " + ("on the device" if cuda else f"{threads} threads"))
    print(f"{'title':16} {'rules':>10} {'step':>10} {'ratio':>6} {'observed':>10} {'ratio':>6} {'floats':>7}")
    for name in chosen.titles:
        title = games.get(name)
        rules = step = observed = floats = 0.0
        for _ in range(chosen.rounds):
            rules = max(rules, rules_rate(title, chosen.players, chosen.seconds, clock))
            for observe in (False, True):
                env = VectorEnv(title, size, chosen.players, threads=threads, device=chosen.device, observe=observe)
                rate = env_rate(env, chosen.seconds, clock)
                step, observed = (step, max(observed, rate)) if observe else (max(step, rate), observed)
                floats = env.observations.shape[1]
                del env
        cells = f"{step / 1e6:9.2f}M {step / rules:6.2f} {observed / 1e6:9.2f}M {observed / rules:6.2f}"
        print(f"{name:16} {rules / 1e6:9.2f}M {cells} {floats:7}", flush=True)


if __name__ == "__main__":
    main()
