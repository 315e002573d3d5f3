"""An agent that learns UpTown against a native bot: actor-critic in JAX, on Gymnasium's vector environments.

    pip install "tabletown[env]" jax
    python -m tabletown.examples.train_jax --seconds 60 --opponents quick

The same as `train_torch.py`: choosing and learning are one compiled function each, the games are stepped between them.
"""

import argparse
import time
from typing import Any

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np

import tabletown.env.gymnasium  # noqa: F401 (registers the titles)

STEPS = 32  # of every game between two updates
RATE, ENTROPY, HIDDEN = 3e-3, 0.01, 128
SLOW = 0.9, 0.99  # how slowly Adam's averages of gradients and of their squares change


def network(inputs: int, actions: int, seed: int) -> dict[str, Any]:
    """Random weights of one hidden layer that leads to a number for every action, and to the reward to expect."""
    shapes = {"hidden": (inputs, HIDDEN), "policy": (HIDDEN, actions), "value": (HIDDEN, 1)}
    scales = {"hidden": 4.0, "policy": 0.01, "value": 0.1}  # observations are mostly zeros
    keys = jax.random.split(jax.random.key(seed), len(shapes))
    return {
        name: scales[name] * jax.random.normal(key, shape) / np.sqrt(shape[0])
        for key, (name, shape) in zip(keys, shapes.items(), strict=True)
    }


def look(weights: dict[str, Any], seen: Any, legal: Any) -> tuple[Any, Any]:
    """The logits of all actions, without those that are illegal, and the reward to expect."""
    hidden = jnp.tanh(seen @ weights["hidden"])
    return jnp.where(legal, hidden @ weights["policy"], -1e9), (hidden @ weights["value"])[..., 0]


@jax.jit
def choose(weights: dict[str, Any], seen: Any, legal: Any, key: Any) -> Any:
    """Draw an action in every game."""
    return jax.random.categorical(key, look(weights, seen, legal)[0])


def loss(weights: dict[str, Any], seen: Any, legal: Any, actions: Any, worth: Any) -> Any:
    """How far values are from what came, and how unlikely the better actions are; arrays are steps x games."""
    logits, values = look(weights, seen, legal)
    odds = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(odds, actions[..., None], axis=-1)[..., 0]
    surprise = worth - values
    entropy = -jnp.sum(jnp.exp(odds) * jnp.where(legal, odds, 0.0), axis=-1)
    return jnp.mean(-picked * jax.lax.stop_gradient(surprise) + surprise**2 / 2 - ENTROPY * entropy)


@jax.jit
def update(weights: Any, averages: Any, n: Any, batch: tuple[Any, ...], rewards: Any, ends: Any, last: Any) -> Any:
    """One step of Adam."""

    def back(expected: Any, step: tuple[Any, Any]) -> tuple[Any, Any]:
        expected = step[0] + jnp.where(step[1], 0.0, expected)
        return expected, expected

    expected = look(weights, *last)[1]  # what comes after the last step
    _, worth = jax.lax.scan(back, expected, (rewards, ends), reverse=True)
    slope = jax.grad(loss)(weights, *batch, worth)
    means = jax.tree.map(lambda a, s: SLOW[0] * a + (1 - SLOW[0]) * s, averages[0], slope)
    squares = jax.tree.map(lambda a, s: SLOW[1] * a + (1 - SLOW[1]) * s * s, averages[1], slope)

    def moved(weight: Any, mean: Any, square: Any) -> Any:
        return weight - RATE * (mean / (1 - SLOW[0] ** n)) / (jnp.sqrt(square / (1 - SLOW[1] ** n)) + 1e-8)

    return jax.tree.map(moved, weights, means, squares), (means, squares)


def learn(seconds: float, opponents: str, games: int, seed: int) -> float:
    """Learn for so many seconds; returns the share of wins in the last tenth of all games."""
    envs = gymnasium.make_vec("tabletown/UpTown-v2", num_envs=games, opponents=opponents)
    weights = network(envs.single_observation_space.shape[0], envs.single_action_space.n, seed)
    averages = jax.tree.map(jnp.zeros_like, (weights, weights))
    key, n = jax.random.key(seed), 0
    seen, infos = envs.reset(seed=seed)
    won: list[float] = []
    began, shown = time.monotonic(), 0.0
    while not won or time.monotonic() - began < seconds:
        steps: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            key, drawn = jax.random.split(key)
            legal = infos["action_mask"].astype(bool)
            actions = np.asarray(choose(weights, seen, legal, drawn))
            before = seen
            seen, reward, over, _, infos = envs.step(actions)
            steps.append((before, legal, actions, reward.astype(np.float32), over))
            won += reward[over].tolist()
        *batch, rewards, ends = (np.stack(arrays) for arrays in zip(*steps, strict=True))
        n += 1
        last = seen, infos["action_mask"].astype(bool)
        weights, averages = update(weights, averages, n, tuple(batch), rewards, ends, last)
        if time.monotonic() - began > shown:
            print(f"{len(won):8} games, won lately: {np.mean(won[-2000:]):.1%}", flush=True)
            shown += max(seconds / 10, 1.0)
    return float(np.mean(won[-max(len(won) // 10, 1) :]))


def main() -> None:
    """Learn, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--opponents", default="uniform", help="uniform, quick, keen or reflex")
    parser.add_argument("--games", type=int, default=256, help="side by side")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    share = learn(asked.seconds, asked.opponents, asked.games, asked.seed)
    print(f"won {share:.1%} of the last games against {asked.opponents}")


if __name__ == "__main__":
    main()
