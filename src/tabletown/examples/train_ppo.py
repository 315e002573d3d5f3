"""An agent that learns UpTown by playing against itself: PPO in one file, with NumPy alone.

    python -m tabletown.examples.train_ppo                        # a minute on a CPU
    python -m tabletown.examples.train_ppo --seconds 600 --save agent.npz

One network plays both seats of many games at once, in a vector environment. It is rewarded for victories and nothing
else. On the way it shows how often it beats `uniform`, which picks any legal move. What it saved plays like any bot:

    tabletown arena uptown --bots agent.npz,greedy
    tabletown play uptown --bots agent.npz
    python -m tabletown.examples.site_bot http://127.0.0.1:8000/tables/ID --bot agent.npz
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.env import VectorEnv

Floats = NDArray[np.float32]

TITLE = "uptown"
STEPS = 64  # of every game between two updates
EPOCHS, MINIBATCH = 3, 2048
RATE, CLIP, TRACE = 2e-3, 0.2, 0.95  # of learning; of PPO's ratio; lambda of the advantages
ENTROPY, VALUE, NORM = 0.01, 0.5, 0.5  # weights of the loss; the longest gradient
HIDDEN = 64


class Network:
    """An observation goes through one hidden layer to the odds of all actions and the chance to win."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        def matrix(rows: int, columns: int, scale: float) -> Floats:
            return (scale * random.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)

        self.weights: dict[str, Floats] = {
            "hidden": matrix(inputs, HIDDEN, 4.0),  # observations are mostly zeros
            "hidden_bias": np.zeros(HIDDEN, np.float32),
            "policy": matrix(HIDDEN, actions, 0.01),
            "policy_bias": np.zeros(actions, np.float32),
            "value": matrix(HIDDEN, 1, 0.1),
            "value_bias": np.zeros(1, np.float32),
        }
        self._moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self._updates = 0

    def forward(self, seen: Floats, masks: Any) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the odds of actions (0 where they are illegal), and the chance to win."""
        w = self.weights
        hidden = np.tanh(seen @ w["hidden"] + w["hidden_bias"])
        logits = np.where(masks, hidden @ w["policy"] + w["policy_bias"], np.float32(-1e9))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        value = 1 / (1 + np.exp(-(hidden @ w["value"] + w["value_bias"])[:, 0]))
        return hidden, odds / odds.sum(axis=1, keepdims=True), value

    def update(self, seen: Floats, hidden: Floats, by_logits: Floats, by_value: Floats) -> None:
        """One step of Adam against the gradient of a loss, given by the logits of actions and of the value."""
        w = self.weights
        inner = (by_logits @ w["policy"].T + by_value[:, None] * w["value"].T) * (1 - hidden**2)
        gradients = {
            "hidden": seen.T @ inner,
            "hidden_bias": inner.sum(axis=0),
            "policy": hidden.T @ by_logits,
            "policy_bias": by_logits.sum(axis=0),
            "value": (hidden.T @ by_value)[:, None],
            "value_bias": by_value.sum(keepdims=True),
        }
        length = np.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        self._updates += 1
        rate = RATE * np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for name, gradient in gradients.items():
            gradient *= np.float32(min(1.0, NORM / (length + 1e-8)))
            first, second = self._moments[name]
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient**2 - second)
            w[name] -= np.float32(rate) * first / (np.sqrt(second) + np.float32(1e-8))


@dataclass(frozen=True)
class Batch:
    """Decisions of many games, and what became of them."""

    seen: Floats
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    chances: Floats  # with which they were chosen
    advantages: Floats  # how much better than expected it went for whoever decided
    targets: Floats  # what the chance to win should have looked like


def sample(odds: Floats, random: np.random.Generator) -> NDArray[np.int64]:
    """An action for every row, drawn by its odds."""
    points = random.random((len(odds), 1), np.float32)
    drawn = (odds.cumsum(axis=1) <= points).sum(axis=1)
    last = odds.shape[1] - 1 - (odds[:, ::-1] > 0).argmax(axis=1)  # odds may add up to a little less than 1
    return np.minimum(drawn, last)


def play(env: VectorEnv, network: Network, random: np.random.Generator) -> Batch:
    """Play all games on for some steps. What matters is the chance of seat 0: that of seat 1 is what it leaves."""
    shape = STEPS, env.size
    seen = np.zeros((*shape, env.observations.shape[1]), np.float32)
    masks = np.zeros((*shape, env.masks.shape[1]), bool)
    actions, seats = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    chances, ended, won = np.zeros(shape, np.float32), np.zeros(shape, bool), np.zeros(shape, np.float32)
    expected = np.zeros((STEPS + 1, env.size), np.float32)
    for t in range(STEPS + 1):
        _, odds, value = network.forward(env.observations, env.masks)
        expected[t] = np.where(env.seats == 0, value, 1 - value)
        if t < STEPS:
            seen[t], masks[t], seats[t] = env.observations, env.masks, env.seats
            actions[t] = sample(odds, random)
            chances[t] = np.take_along_axis(odds, actions[t][:, None], 1)[:, 0]
            env.step(actions[t])
            ended[t], won[t] = env.dones, env.rewards[:, 0]

    better, later = np.zeros(shape, np.float32), np.zeros(env.size, np.float32)
    for t in reversed(range(STEPS)):  # generalised advantage estimation
        surprise = np.where(ended[t], won[t], expected[t + 1]) - expected[t]
        later = surprise + np.where(ended[t], 0, np.float32(TRACE) * later)
        better[t] = later
    first = seats == 0
    found = expected[:-1] + better
    parts = seen, masks, actions, chances, np.where(first, better, -better), np.where(first, found, 1 - found)
    return Batch(*(part.reshape(-1, *part.shape[2:]) for part in parts))


def learn(network: Network, batch: Batch, random: np.random.Generator) -> None:
    """Proximal policy optimisation: follow the advantages, but not far from how the games were played."""
    for _ in range(EPOCHS):
        order = random.permutation(len(batch.actions))
        for rows in np.array_split(order, max(1, len(order) // MINIBATCH)):
            seen, actions, n = batch.seen[rows], batch.actions[rows], len(rows)
            hidden, odds, value = network.forward(seen, batch.masks[rows])
            advantage = batch.advantages[rows]
            advantage = (advantage - advantage.mean()) / (advantage.std() + np.float32(1e-8))
            ratio = np.take_along_axis(odds, actions[:, None], 1)[:, 0] / batch.chances[rows]
            near = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            chosen = np.zeros_like(odds)
            chosen[np.arange(n), actions] = 1
            logs = np.log(odds + np.float32(1e-12))
            entropy = -(odds * logs).sum(axis=1, keepdims=True)
            by_logits = (near * ratio * advantage)[:, None] * (odds - chosen) + ENTROPY * odds * (logs + entropy)
            by_value = VALUE * (value - batch.targets[rows])
            network.update(seen, hidden, by_logits / n, by_value / n)


def win_rate(network: Network, games: int = 500, seed: int = 1 << 40) -> float:
    """How often the network beats `uniform`, in either seat; half a point for a shared victory."""
    env, random = VectorEnv(TITLE, games, players=2), np.random.default_rng(seed)
    env.reset(seed)
    mine, result = np.arange(games) % 2, np.full(games, np.nan)
    while np.isnan(result).any():
        _, odds, _ = network.forward(env.observations, env.masks)
        env.step(np.where(env.seats == mine, sample(odds, random), env.random_actions()))
        over = env.dones & np.isnan(result)
        result[over] = env.rewards[over, mine[over]]
    return float(result.mean())


def main() -> None:
    """Learn for a while, and print how well it goes."""
    parser = argparse.ArgumentParser(description="Learn UpTown by playing against itself.")
    parser.add_argument("--seconds", type=float, default=60.0, help="of learning; showing comes on top")
    parser.add_argument("--updates", type=int, default=1 << 30, help="at most so many")
    parser.add_argument("--games", type=int, default=128, help="side by side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for the weights")
    args = parser.parse_args()

    random = np.random.default_rng(args.seed)
    env = VectorEnv(TITLE, args.games, players=2)
    env.reset(args.seed)
    network = Network(env.observations.shape[1], env.masks.shape[1], random)
    print(f"{0:>4} s {0:>8} decisions   {win_rate(network):.1%} of games won against uniform", flush=True)
    spent, updates, shown = 0.0, 0, 0.0
    while spent < args.seconds and updates < args.updates:
        start = time.perf_counter()
        learn(network, play(env, network, random), random)
        spent += time.perf_counter() - start
        updates += 1
        if spent - shown > 10 or spent >= args.seconds or updates == args.updates:
            shown, decisions = spent, updates * STEPS * args.games
            print(f"{spent:>4.0f} s {decisions:>8} decisions   {win_rate(network):.1%}", flush=True)
    if args.save:  # as bots.from_policy reads it: the agent can then play like any bot
        assert env.observer
        np.savez(args.save, title=TITLE, version=env.observer.version, **network.weights)


if __name__ == "__main__":
    main()
