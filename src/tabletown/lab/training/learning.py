"""Learning from a batch: advantages of decisions, then steps of proximal policy optimisation (Schulman et al. 2017)."""

from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional

from tabletown.lab.training.learner import Learner
from tabletown.lab.training.rollout import IMPOSSIBLE, Batch, by_observer
from tabletown.lab.training.settings import TrainingSettings

STEEPEST = 1.0  # longer gradients are cut to this length


def advantages(batch: Batch, chances: Any, trace: float) -> tuple[Any, Any]:
    """How much better every decision turned out than its seat expected, and the result it led to.

    A seat's decisions form a chain of their own: from one to the next the seat's chance changes by what it did and by
    what others did meanwhile; `trace` is the weight of later surprises (GAE). `chances` are those of all seats after
    the last step; where the game did not end within the batch, they stand for its result. Returns both as steps x
    games; the results are those of all seats, relative to the observer.
    """
    expected, carried, result = chances.clone(), torch.zeros_like(chances), chances.clone()
    better = torch.zeros_like(batch.values)
    results = torch.zeros((*batch.values.shape, chances.shape[1]), device=chances.device)
    for t in range(len(batch.values) - 1, -1, -1):
        done = batch.dones[t][:, None]
        expected = torch.where(done, batch.rewards[t], expected)
        result = torch.where(done, batch.rewards[t], result)
        carried = carried.masked_fill(done, 0.0)
        seat, value = batch.seats[t][:, None], batch.values[t][:, None]
        gain = expected.gather(1, seat) - value + trace * carried.gather(1, seat)
        better[t] = gain[:, 0]
        results[t] = by_observer(result, batch.seats[t], batch.players)
        expected.scatter_(1, seat, value)
        carried.scatter_(1, seat, gain)
    return better, results


@dataclass(frozen=True)
class Lessons:
    """How a step of learning went, on average."""

    policy: float  # loss
    chances: float  # loss
    entropy: float
    change: float  # of the policy within the update: its divergence from before


class Teacher:
    """Teaches a learner with Adam. `state` is what has to be kept to go on later."""

    def __init__(self, learner: Learner, settings: TrainingSettings) -> None:
        self.learner, self.settings, self.device = learner, settings, settings.device
        self.optimiser = torch.optim.Adam(learner.parameters(), lr=settings.rate, fused=settings.device == "cuda")
        self._numbers = torch.zeros(4, device=settings.device)

    def learn(self, batch: Batch, chances: Any, rate: float, entropy: float) -> Lessons:
        """Learn from a batch by proximal policy optimisation."""
        better, results = advantages(batch, chances, self.settings.trace)
        counted = better[batch.learned]
        better = (better - counted.mean()) / (counted.std() + 1e-6)
        return self._learn(batch, better, results, rate, entropy)

    def imitate(self, batch: Batch, chances: Any, rate: float) -> Lessons:
        """Learn to do what was done in a batch, and to foresee its results."""
        _, results = advantages(batch, chances, self.settings.trace)
        return self._learn(batch, None, results, rate, 0.0)

    def _learn(self, batch: Batch, better: Any, results: Any, rate: float, entropy: float) -> Lessons:
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        steps = len(batch.values)
        size = steps // self.settings.minibatches
        absent = (torch.arange(results.shape[2], device=self.device)[None] >= batch.players[:, None]).repeat(size, 1)
        self._numbers.zero_()
        for _ in range(self.settings.epochs if better is not None else 1):
            for part in torch.randperm(self.settings.minibatches).tolist():
                rows = slice(part * size, (part + 1) * size)
                loss = self._loss(batch, rows, better, results, absent, entropy)
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.learner.parameters(), STEEPEST)
                self.optimiser.step()
        rounds = (self.settings.epochs if better is not None else 1) * self.settings.minibatches
        return Lessons(*(self._numbers / rounds).tolist())

    def _loss(self, batch: Batch, rows: slice, better: Any, results: Any, absent: Any, entropy: float) -> Any:
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            policy, chances = self.learner(batch.observations[rows].flatten(0, 1))
        odds = policy.float().masked_fill(~batch.masks[rows].flatten(0, 1), IMPOSSIBLE).log_softmax(dim=1)
        chosen = odds.gather(1, batch.actions[rows].flatten()[:, None])[:, 0]
        learned, judged = batch.learned[rows].flatten().float(), batch.judged[rows].flatten().float()
        spread = -(odds.exp() * odds).sum(dim=1)
        if better is None:
            gain, change = chosen, torch.zeros_like(chosen)
        else:
            difference = chosen - batch.likelihoods[rows].flatten()
            ratio, advantage = difference.exp(), better[rows].flatten()
            clip = self.settings.clip
            gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
            change = (ratio - 1) - difference
        weights = learned / learned.sum().clamp(min=1.0)
        doing = -(gain * weights).sum()
        spread, change = (spread * weights).sum(), (change * weights).sum()
        foreseen = chances.float().masked_fill(absent, IMPOSSIBLE)
        seeing = functional.cross_entropy(foreseen, results[rows].flatten(0, 1), reduction="none")
        seeing = (seeing * judged).sum() / judged.sum().clamp(min=1.0)
        with torch.no_grad():
            self._numbers += torch.stack([doing, seeing, spread, change])
        return doing + seeing - entropy * spread
