"""An agent that learns UpTown against a native bot: actor-critic in PyTorch, on Gymnasium's vector environments.

    pip install "tabletown[env]" torch
    python -m tabletown.examples.train_torch --seconds 60 --opponents quick

`gymnasium.make_vec` steps many games in one native call; the bots' moves are part of a step. Illegal actions are
masked. On the way it shows how often the agent won lately.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import nn

import tabletown.env.gymnasium  # noqa: F401 (registers the titles)

STEPS = 32  # of every game between two updates
RATE, ENTROPY = 3e-3, 0.01


class Network(nn.Module):
    """An observation goes through one hidden layer to a number for every action, and the reward to expect."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of all actions, without those that are illegal, and the reward to expect."""
        hidden = self.body(seen)
        return self.policy(hidden).masked_fill(~legal, -1e9), self.value(hidden)[:, 0]


def learn(seconds: float, opponents: str, games: int, seed: int) -> float:
    """Learn for so many seconds; returns the share of wins in the last tenth of all games."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec("tabletown/UpTown-v2", num_envs=games, opponents=opponents)
    network = Network(envs.single_observation_space.shape[0], envs.single_action_space.n)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    observations, infos = envs.reset(seed=seed)
    won: list[float] = []
    began, shown = time.monotonic(), 0.0
    while not won or time.monotonic() - began < seconds:
        odds, values, entropies, rewards, ends = [], [], [], [], []
        for _ in range(STEPS):
            logits, value = network(torch.from_numpy(observations), torch.from_numpy(infos["action_mask"]).bool())
            chosen = torch.distributions.Categorical(logits=logits)
            actions = chosen.sample()
            observations, reward, over, _, infos = envs.step(actions.numpy())
            odds.append(chosen.log_prob(actions))
            values.append(value)
            entropies.append(chosen.entropy())
            rewards.append(torch.from_numpy(reward).float())
            ends.append(torch.from_numpy(over))
            won += reward[over].tolist()
        with torch.no_grad():
            _, expected = network(torch.from_numpy(observations), torch.from_numpy(infos["action_mask"]).bool())
        loss = torch.zeros(())
        for t in reversed(range(STEPS)):  # what each decision brought: the result, or what is expected later
            expected = rewards[t] + torch.where(ends[t], 0.0, expected)
            surprise = expected - values[t]
            loss = loss - (odds[t] * surprise.detach()).mean() + surprise.square().mean() / 2
            loss = loss - ENTROPY * entropies[t].mean()
        optimizer.zero_grad()
        (loss / STEPS).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
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
