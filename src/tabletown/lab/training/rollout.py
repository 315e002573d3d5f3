"""Rollouts: all games are played on for some steps, and what was seen, done and won is kept for learning."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import torch

from tabletown import games
from tabletown.lab.training.leads import Leads
from tabletown.lab.training.learner import Learner
from tabletown.lab.training.recorded import Recorded
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
    values: Any  # the return that the seat to act expects
    seats: Any
    judged: Any  # whether the learner decided
    learned: Any  # whether it had a choice, too
    dones: Any
    rewards: Any  # by seat: shares of the victory
    leads: Any  # by seat, of a game that ended
    players: Any  # by game
    onlookers: "Onlookers"


@dataclass(frozen=True)
class Onlookers:
    """What seats saw that were not to act: steps x some of the games. Chances are asked for at any time, not only then.

    In step t these are the games of part t % `parts`.
    """

    parts: int
    observations: Any
    seats: Any
    judged: Any  # by game (all of them): whether the learner plays every seat

    def of(self, t: int, by_game: Any) -> Any:
        """The part of a tensor, by game in its first dimension, that belongs to the games of step t."""
        size = self.seats.shape[1]
        first = t % self.parts * size
        return by_game[first : first + size]


@dataclass(frozen=True)
class Outlook:
    """What the learner expects after the last step: games x seats."""

    chances: Any
    leads: Any


class Rollouts:
    """Games of all numbers of players, played side by side, most by the learner alone.

    In a share of the games the learner has one seat; the others are played by one of two older networks or, from time
    to time, by the native policy, so that it does not only learn to beat itself.
    """

    def __init__(self, settings: TrainingSettings, learner: Learner, seed: int) -> None:
        self.settings, self.learner, self.device = settings, learner, settings.device
        self.title = title = games.get(settings.title)
        numbers, self.games = settings.numbers(title), settings.games
        self.stage = Stage(title, numbers, self.games, self.device, seed, settings.tries)
        self.players, self.most = self.stage.players, title.meta.players[1]
        self._older = [deepcopy(learner) for _ in range(2)]
        self._lay_out()
        self._make_batch()

    def _lay_out(self) -> None:
        """Say for every game which seat learns if others play, and who they are: the last games are theirs."""
        older, native = (int(self.games * share) for share in (self.settings.league / 2, self.settings.native))
        native_from = self.games - native
        older_from = native_from - 2 * older
        self._one_seat = torch.arange(self.games, device=self.device) // (self.most + 1) % self.players
        self._older_rows = [slice(older_from + n * older, older_from + (n + 1) * older) for n in range(2)]
        self._native_rows = slice(native_from, self.games)

    def _make_batch(self) -> None:
        steps, size, device = self.settings.steps, self.games, self.device
        inputs = self.learner.width
        floats = torch.bfloat16 if device == "cuda" else torch.float32

        def zeros(*shape: int, dtype: Any) -> Any:
            return torch.zeros((steps, size, *shape), dtype=dtype, device=device)

        self.batch = Batch(
            zeros(inputs, dtype=floats), zeros(self.title.actions.count, dtype=torch.bool), zeros(dtype=torch.int64),
            zeros(dtype=torch.float32), zeros(dtype=torch.float32), zeros(dtype=torch.int64), zeros(dtype=torch.bool),
            zeros(dtype=torch.bool), zeros(dtype=torch.bool), zeros(self.most, dtype=torch.float32),
            zeros(self.most, dtype=torch.float32), self.players, self._make_onlookers(floats),
        )  # fmt: skip
        self._absent = torch.arange(self.most, device=device)[None] >= self.players[:, None]
        self._lead = torch.zeros((), device=device)
        self._seated = self.stage.rewards.shape[1]
        self._leads = Leads(self.players, self._absent[:, : self._seated])
        self._seen = torch.zeros((size, inputs), dtype=floats, device=device)
        self._legal = torch.zeros((size, self.title.actions.count), dtype=torch.bool, device=device)
        self._actions, self._own_seat = torch.zeros_like(self.players), torch.full_like(self.players, EVERY_SEAT)
        self._now = torch.zeros(1, dtype=torch.int64, device=device)
        self._decide, self._keep_results = (
            Recorded(work, device) for work in (self._decide_once, self._keep_results_once)
        )

    def _make_onlookers(self, floats: Any) -> Onlookers:
        steps, parts, device = self.settings.steps, self.settings.onlookers, self.device
        size = self.games // parts
        self._looked_at = torch.zeros((size, self.learner.inputs), dtype=torch.float32, device=device)
        seen = torch.zeros((steps, size, self.learner.width), dtype=floats, device=device)
        seats = torch.zeros((steps, size), dtype=torch.int64, device=device)
        return Onlookers(parts, seen, seats, torch.ones(self.games, dtype=torch.bool, device=device))

    def _look_on(self, t: int) -> None:
        """Keep what another seat than the one to act sees, in some of the games."""
        there = self.batch.onlookers
        players, seats = there.of(t, self.players), there.of(t, self.stage.seats).long()
        ahead = 1 + (torch.rand(len(players), device=self.device) * (players - 1)).long()
        chosen = (seats + ahead) % players
        self.stage.observe(chosen, t % there.parts * len(chosen), self._looked_at)
        there.seats[t] = chosen
        there.observations[t, :, : self.learner.inputs] = self._looked_at

    def _judge(self, learner: Learner, seen: Any) -> tuple[Any, Any, Any]:
        """Logits of actions, of chances and of leads (those of seats relative to the observer)."""
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            policy, chances, leads = learner(seen)
        return policy.float(), chances.float(), leads.float()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, older: Sequence[Learner] = (), native: bool = False, lead: float = 0.0) -> tuple[Batch, Outlook]:
        """Play all games on; returns the batch and what the learner expects at its end.

        In some games two `older` networks play, in some the native policy, else the learner plays all seats. `lead` is
        the weight of leads in what it expects.
        """
        self._lead.fill_(lead)
        self._own_seat.fill_(EVERY_SEAT)
        if older:
            for rows, there, network in zip(self._older_rows, self._older, older, strict=True):
                there.load_state_dict(network.state_dict())
                self._own_seat[rows] = self._one_seat[rows]
        rows = self._native_rows
        if native:
            self._own_seat[rows] = self._one_seat[rows]
        self.batch.onlookers.judged.copy_(self._own_seat == EVERY_SEAT)
        for t in range(self.settings.steps):
            self._now.fill_(t)
            self._look_on(t)
            self._decide()
            if native:
                others = self.stage.seats[rows] != self._one_seat[rows]
                chosen = self.stage.quick_choices(rows.start, rows.stop).long()
                self._actions[rows] = torch.where(others, chosen, self._actions[rows])
            self.stage.step(self._actions)
            self._keep_results()
        return self.batch, self._outlook()

    def _decide_once(self) -> None:
        """Decide in all games, and keep what was seen and done. This is recorded, so it works on the same tensors."""
        with torch.no_grad():
            batch, stage, now = self.batch, self.stage, self._now
            self._see()
            policy, chances, leads = self._judge(self.learner, self._seen)
            policy.masked_fill_(~self._legal, IMPOSSIBLE)
            actions = sample(policy)
            own = (self._own_seat == EVERY_SEAT) | (self._own_seat == stage.seats)
            for rows, network in zip(self._older_rows, self._older, strict=True):
                if rows.stop > rows.start:
                    theirs, *_ = self._judge(network, self._seen[rows])
                    chosen = sample(theirs.masked_fill_(~self._legal[rows], IMPOSSIBLE))
                    actions[rows] = torch.where(own[rows], actions[rows], chosen)
            self._actions.copy_(actions)
            likelihoods = policy.log_softmax(dim=1).gather(1, actions[:, None])[:, 0]
            value = torch.lerp(self._shares(chances)[:, 0], leads[:, 0].sigmoid(), self._lead)
            for kept, what in (
                (batch.observations, self._seen), (batch.masks, self._legal), (batch.seats, stage.seats.long()),
                (batch.actions, actions), (batch.judged, own), (batch.learned, own & (stage.counts > 1)),
                (batch.likelihoods, likelihoods), (batch.values, value),
            ):  # fmt: skip
                kept.index_copy_(0, now, what[None])

    def _keep_results_once(self) -> None:
        self.batch.dones.index_copy_(0, self._now, self.stage.dones[None])
        rewards, leads = self.stage.rewards, self._leads.of(self.stage.points, self.stage.dones)
        for kept, what in ((self.batch.rewards, rewards), (self.batch.leads, leads)):
            kept[:, :, : self._seated].index_copy_(0, self._now, what[None])

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def imitate(self) -> tuple[Batch, Outlook]:
        """Let the native policy play all games on; returns the batch and what the learner expects at its end."""
        batch = self.batch
        batch.onlookers.judged.fill_(True)
        for t in range(self.settings.steps):
            self._now.fill_(t)
            self._look_on(t)
            self._see()
            batch.observations[t], batch.masks[t], batch.seats[t] = self._seen, self._legal, self.stage.seats
            batch.judged[t], batch.learned[t] = True, self.stage.counts > 1
            batch.actions[t] = self.stage.quick_choices(0, self.games)
            self.stage.step(batch.actions[t])
            self._keep_results()
        return batch, self._outlook()

    def _see(self) -> None:
        """Copy what the seats to act see and may do."""
        self._seen[:, : self.learner.inputs].copy_(self.stage.observations)
        self._legal.copy_(self.stage.masks)

    def _shares(self, chances: Any) -> Any:
        return chances.masked_fill(self._absent, IMPOSSIBLE).softmax(dim=1)

    def _outlook(self) -> Outlook:
        self._see()
        _, chances, leads = self._judge(self.learner, self._seen)
        expected = self._shares(chances), leads.sigmoid()
        return Outlook(*(by_seat(values, self.stage.seats.long(), self.players) for values in expected))


def by_seat(shares: Any, seats: Any, players: Any) -> Any:
    """Chances relative to the observers as chances by seat (games x seats); absent seats get 0."""
    most = shares.shape[1]
    places = torch.arange(most, device=shares.device)[None]
    relative = (places - seats[:, None]) % players[:, None]
    return torch.where(places < players[:, None], shares.gather(1, relative), torch.zeros_like(shares))


def by_observer(values: Any, seats: Any, players: Any) -> Any:
    """Values by seat (games x seats) as values relative to the observers; absent seats get 0."""
    most = values.shape[1]
    places = torch.arange(most, device=values.device)[None]
    absolute = (places + seats[:, None]) % players[:, None]
    return torch.where(places < players[:, None], values.gather(1, absolute), torch.zeros_like(values))
