"""Rollouts: all games are played on for some steps, and what was seen, done and won is kept for learning."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from tabletown import games
from tabletown.engine.observer import TitleObserver
from tabletown.lab.training.learner import Learner
from tabletown.lab.training.settings import TrainingSettings
from tabletown.lab.training.stage import Stage
from tabletown.lab.training.tensors import sample

IMPOSSIBLE = -1e9  # the logit of an action that is not legal
EVERY_SEAT = -1


@dataclass(frozen=True)
class Batch:
    """What was seen, done and won: steps x games, and what each tensor says in its last dimension."""

    observations: Any
    masks: Any  # legal actions
    actions: Any
    likelihoods: Any  # logarithms of the odds of the actions
    values: Any  # the chance of the seat to act
    seats: Any
    judged: Any  # whether the learner decided
    learned: Any  # whether it had a choice, too
    dones: Any
    rewards: Any  # by seat
    players: Any  # by game


class Rollouts:
    """Games of all numbers of players, played side by side, most by the learner alone.

    In a share of the games the learner has one seat; the others are played by one of two older networks or by the
    native policy, so that it does not only learn to beat itself.
    """

    def __init__(self, settings: TrainingSettings, learner: Learner, seed: int) -> None:
        self.settings, self.learner, self.device = settings, learner, settings.device
        self.title = title = games.get(settings.title)
        fewest, most = title.meta.players
        self.most = most
        self.stages = [
            Stage(title, players, size, self.device, seed + players, settings.tries)
            for players, size in self._sizes(fewest, most)
        ]
        self.games = sum(stage.size for stage in self.stages)
        self._older: list[Learner] = []
        self._lay_out()
        self._make_batch()

    def _sizes(self, fewest: int, most: int) -> list[tuple[int, int]]:
        """So many games of every number of players: games for two count double."""
        weights = {players: 2 if players == 2 else 1 for players in range(fewest, most + 1)}
        unit = self.settings.games // sum(weights.values())
        return [(players, unit * weight) for players, weight in weights.items()]

    def _lay_out(self) -> None:
        """Say for every game how many play, which seat learns, and who plays the others."""
        settings, players, learners = self.settings, [], []
        rows: list[list[Any]] = [[], []]
        self._native: list[tuple[int, int]] = []
        start = 0
        for stage in self.stages:
            older, native = int(stage.size * settings.league / 2), int(stage.size * settings.native)
            players.append(torch.full((stage.size,), stage.players))
            alone = stage.size - 2 * older - native
            own = torch.full((stage.size,), EVERY_SEAT)
            own[alone:] = torch.arange(stage.size - alone) % stage.players
            learners.append(own)
            for n in range(2):
                rows[n].append(torch.arange(start + alone + n * older, start + alone + (n + 1) * older))
            self._native.append((stage.size - native, stage.size))
            start += stage.size
        self.players = torch.cat(players).to(self.device)
        self._own_seat = torch.cat(learners).to(self.device)
        self._older_rows = [torch.cat(found).to(self.device) for found in rows]

    def _make_batch(self) -> None:
        steps, size, device = self.settings.steps, self.games, self.device
        inputs = TitleObserver(self.title, self.most).size
        floats = torch.bfloat16 if device == "cuda" else torch.float32

        def zeros(*shape: int, dtype: Any) -> Any:
            return torch.zeros((steps, size, *shape), dtype=dtype, device=device)

        self.batch = Batch(
            zeros(inputs, dtype=floats), zeros(self.title.actions.count, dtype=torch.bool), zeros(dtype=torch.int64),
            zeros(dtype=torch.float32), zeros(dtype=torch.float32), zeros(dtype=torch.int64), zeros(dtype=torch.bool),
            zeros(dtype=torch.bool), zeros(dtype=torch.bool), zeros(self.most, dtype=torch.float32), self.players,
        )  # fmt: skip
        self._absent = torch.arange(self.most, device=device)[None] >= self.players[:, None]
        self._seen = torch.zeros((size, inputs), dtype=floats, device=device)
        self._legal = torch.zeros((size, self.title.actions.count), dtype=torch.bool, device=device)

    def set_older(self, older: Sequence[Learner]) -> None:
        """Set the networks that play the other seats in some games, two at most; without any the learner does."""
        self._older = list(older[:2])

    def _read(self, seen: Any, legal: Any) -> tuple[Any, Any]:
        """Write what the seats to act see and may do; returns the seats and how many choices they have."""
        start = 0
        for stage in self.stages:
            rows = slice(start, start + stage.size)
            seen[rows].copy_(stage.observations)
            legal[rows].copy_(stage.masks)
            start += stage.size
        seats = torch.cat([stage.seats for stage in self.stages]).long()
        return seats, torch.cat([stage.counts for stage in self.stages])

    def judge(self, learner: Learner, seen: Any) -> tuple[Any, Any]:
        """Logits of actions and chances of seats (relative to the observer) for observations of all games."""
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            policy, chances = learner(seen)
        return policy.float(), chances.float()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self) -> tuple[Batch, Any]:
        """Play all games on; returns the batch and every seat's chance at its end (games x seats)."""
        batch = self.batch
        for t in range(self.settings.steps):
            seats, counts = self._read(batch.observations[t], batch.masks[t])
            policy, chances = self.judge(self.learner, batch.observations[t])
            policy.masked_fill_(~batch.masks[t], IMPOSSIBLE)
            actions = sample(policy)
            self._let_others_play(t, seats, actions)
            shares = chances.masked_fill(self._absent, IMPOSSIBLE).softmax(dim=1)
            batch.seats[t] = seats
            batch.judged[t] = (self._own_seat == EVERY_SEAT) | (self._own_seat == seats)
            batch.learned[t] = batch.judged[t] & (counts > 1)
            batch.actions[t] = actions
            batch.likelihoods[t] = policy.log_softmax(dim=1).gather(1, actions[:, None])[:, 0]
            batch.values[t] = shares[:, 0]
            self._step(t, actions)
        seats, _ = self._read(self._seen, self._legal)
        _, chances = self.judge(self.learner, self._seen)
        shares = chances.masked_fill(self._absent, IMPOSSIBLE).softmax(dim=1)
        return batch, by_seat(shares, seats, self.players)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def imitate(self) -> tuple[Batch, Any]:
        """Let the native policy play all games on; returns the batch and the learner's chances at its end."""
        batch = self.batch
        for t in range(self.settings.steps):
            seats, counts = self._read(batch.observations[t], batch.masks[t])
            actions = torch.cat([stage.quick_choices(0, stage.size) for stage in self.stages]).long()
            batch.seats[t], batch.actions[t] = seats, actions
            batch.judged[t], batch.learned[t] = True, counts > 1
            self._step(t, actions)
        seats, _ = self._read(self._seen, self._legal)
        _, chances = self.judge(self.learner, self._seen)
        shares = chances.masked_fill(self._absent, IMPOSSIBLE).softmax(dim=1)
        return batch, by_seat(shares, seats, self.players)

    def _let_others_play(self, t: int, seats: Any, actions: Any) -> None:
        """Replace the actions of seats that the learner does not play."""
        for older, rows in zip(self._older, self._older_rows, strict=False):
            if len(rows):
                policy, _ = self.judge(older, self.batch.observations[t][rows])
                chosen = sample(policy.masked_fill(~self.batch.masks[t][rows], IMPOSSIBLE))
                actions[rows] = torch.where(seats[rows] == self._own_seat[rows], actions[rows], chosen)
        start = 0
        for stage, (first, last) in zip(self.stages, self._native, strict=True):
            if last > first:
                chosen = stage.quick_choices(first, last).long()
                rows = slice(start + first, start + last)
                actions[rows] = torch.where(seats[rows] == self._own_seat[rows], actions[rows], chosen)
            start += stage.size

    def _step(self, t: int, actions: Any) -> None:
        start = 0
        for stage in self.stages:
            rows = slice(start, start + stage.size)
            stage.step(actions[rows])
            self.batch.dones[t, rows] = stage.dones
            self.batch.rewards[t, rows, : stage.players] = stage.rewards
            start += stage.size


def by_seat(shares: Any, seats: Any, players: Any) -> Any:
    """Chances relative to the observers as chances by seat (games x seats); absent seats get 0."""
    most = shares.shape[1]
    places = torch.arange(most, device=shares.device)[None]
    relative = (places - seats[:, None]) % players[:, None]
    return torch.where(places < players[:, None], shares.gather(1, relative), torch.zeros_like(shares))


def by_observer(values: Any, seats: Any, players: Any) -> Any:
    """Values by seat as values relative to the observers; absent seats get 0."""
    most = values.shape[1]
    places = torch.arange(most, device=values.device)[None]
    absolute = (places + seats[:, None]) % players[:, None]
    return torch.where(places < players[:, None], values.gather(1, absolute), torch.zeros_like(values))
