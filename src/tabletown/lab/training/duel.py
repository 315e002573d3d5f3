"""Duels: two networks play each other, every deal from every seat, all games at once."""

from typing import Any

import torch
from torch.nn import functional

from tabletown.engine.title import Title
from tabletown.env.vector import VectorEnv
from tabletown.lab.training.learner import Learner
from tabletown.lab.training.rollout import IMPOSSIBLE
from tabletown.lab.training.tensors import as_array, as_tensor


class Duels:
    """Games in which each network plays the action that it likes best; with more than two players one has one seat."""

    def __init__(self, title: Title, deals: int, device: str, players: int = 2) -> None:
        self._env = VectorEnv(title, deals, players, device=device, moves="sensible")
        self.device, self.players = device, players
        env = self._env
        self._seen, self._masks = as_tensor(env.observations, device), as_tensor(env.masks, device)
        self._seats, self._dones = as_tensor(env.seats, device), as_tensor(env.dones, device)
        self._rewards = as_tensor(env.rewards, device)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, one: Learner, other: Learner, seed: int = 0) -> tuple[float, int]:
        """How many games the one won (shared victories count as a part), and how many were played."""
        won = sum(self._play_side(one, other, seat, seed) for seat in range(self.players))
        return won, self.players * len(self._env)

    def _play_side(self, one: Learner, other: Learner, seat: int, seed: int) -> float:
        env = self._env
        env.reset(seed)
        open_games = torch.ones(len(env), dtype=torch.bool, device=self.device)
        won = torch.zeros(len(env), device=self.device)
        while bool(open_games.any()):
            for _ in range(8):
                actions = torch.where(self._seats == seat, self._choices(one), self._choices(other))
                env.step(as_array(actions.to(torch.int32)), check=False)
                won += torch.where(open_games & self._dones, self._rewards[:, seat], torch.zeros_like(won))
                open_games &= ~self._dones
        return float(won.sum())

    def _choices(self, network: Learner) -> Any:
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            policy, *_ = network(functional.pad(self._seen, (0, network.width - network.inputs)))
        return policy.float().masked_fill(self._masks == 0, IMPOSSIBLE).argmax(dim=1)
