"""Learning from a batch: advantages of decisions, then steps of proximal policy optimisation (Schulman et al. 2017)."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch.nn import functional

from tabletown.lab.training.learner import Learner
from tabletown.lab.training.recorded import Recorded
from tabletown.lab.training.rollout import IMPOSSIBLE, Batch, Outlook, by_observer
from tabletown.lab.training.settings import TrainingSettings

ONLOOKING = 0.5  # weight of what onlookers foresee, against what those foresee who decide
STEEPEST = 1.0  # longer gradients are cut to this length


def advantages(batch: Batch, returns: Any, expected: Any, trace: float) -> Any:
    """How much better every decision turned out than its seat expected: steps x games.

    A seat's decisions form a chain of their own: from one to the next what the seat expects changes by what it did and
    by what others did meanwhile; `trace` is the weight of later surprises (GAE). `returns` are those of all seats where
    a game ended, `expected` (games x seats) is what they expect after the last step.
    """
    expected, carried = expected.clone(), torch.zeros_like(expected)
    better = torch.zeros_like(batch.values)
    for t in range(len(batch.values) - 1, -1, -1):
        done = batch.dones[t][:, None]
        expected = torch.where(done, returns[t], expected)
        carried = carried.masked_fill(done, 0.0)
        seat, value = batch.seats[t][:, None], batch.values[t][:, None]
        gain = expected.gather(1, seat) - value + trace * carried.gather(1, seat)
        better[t] = gain[:, 0]
        expected.scatter_(1, seat, value)
        carried.scatter_(1, seat, gain)
    return better


def results(batch: Batch, ends: Any, expected: Any) -> tuple[Any, Any]:
    """What every decision led to, for all seats relative to the observer: steps x games x seats; also for onlookers.

    `ends` has it by seat where a game ended; where none did until the end of the batch, `expected` stands for it.
    """
    there = batch.onlookers
    result = expected.clone()
    found = torch.zeros_like(ends)
    watched = torch.zeros((*there.seats.shape, ends.shape[2]), device=ends.device)
    for t in range(len(ends) - 1, -1, -1):
        result = torch.where(batch.dones[t][:, None], ends[t], result)
        found[t] = by_observer(result, batch.seats[t], batch.players)
        watched[t] = by_observer(there.of(t, result), there.seats[t], there.of(t, batch.players))
    return found, watched


@dataclass(frozen=True)
class Lessons:
    """How a step of learning went, on average."""

    policy: float  # loss
    chances: float  # loss
    entropy: float
    change: float  # of the policy within the update: its divergence from before


class Teacher:
    """Teaches a learner with Adam from batches that always lie in the same memory."""

    def __init__(self, learner: Learner, settings: TrainingSettings, batch: Batch) -> None:
        self.learner, self.settings, self.device, self._batch = learner, settings, settings.device, batch
        on_device = settings.device == "cuda"
        self._rate = torch.tensor(settings.rate, device=settings.device)
        self.optimiser = torch.optim.Adam(learner.parameters(), lr=self._rate, fused=on_device, capturable=on_device)
        seats = batch.rewards.shape[2]
        self._numbers, self._entropy = torch.zeros(4, device=self.device), torch.zeros((), device=self.device)
        self._better = torch.zeros_like(batch.values)
        observers = batch.seats, batch.onlookers.seats
        self._results, self._leads = (
            [torch.zeros((*who.shape, seats), device=self.device) for who in observers] for _ in range(2)
        )
        self._size = len(batch.values) // settings.minibatches
        self._absent = torch.arange(seats, device=self.device)[None] >= batch.players[:, None]
        self._imitate_part = self._recorded(imitate=True)
        self._learn_part = self._recorded(imitate=False)

    def _recorded(self, imitate: bool) -> list[Recorded]:
        """The steps of all minibatches; they share memory, because they run one after the other."""
        parts: list[Recorded] = []
        for n in range(self.settings.minibatches):
            rows = slice(n * self._size, (n + 1) * self._size)
            parts.append(Recorded(partial(self._step, rows, imitate), self.device, parts[0] if parts else None))
        return parts

    def go_on(self, state: Any) -> None:
        """Go on with what the optimiser had learned about gradients before."""
        self.optimiser.load_state_dict(state)
        for group in self.optimiser.param_groups:
            group["lr"] = self._rate

    def learn(self, outlook: Outlook, rate: float, entropy: float, lead: float = 0.0) -> Lessons:
        """Learn from the batch by proximal policy optimisation; `outlook` is what is expected after it.

        Returns are victories and leads; `lead` is the weight of the latter, with which the batch was played.
        """
        batch = self._batch
        returns = torch.lerp(batch.rewards, batch.leads, lead)
        expected = torch.lerp(outlook.chances, outlook.leads, lead)
        better = advantages(batch, returns, expected, self.settings.trace)
        weights = batch.learned.float()
        number = weights.sum().clamp(min=1.0)
        mean = (better * weights).sum() / number
        spread = (((better - mean) ** 2 * weights).sum() / number).sqrt()
        self._better.copy_((better - mean) / (spread + 1e-6))
        self._foresee(outlook)
        return self._go_through(self._learn_part, self.settings.epochs, rate, entropy)

    def imitate(self, outlook: Outlook, rate: float) -> Lessons:
        """Learn to do what was done in the batch, and to foresee its results."""
        self._foresee(outlook)
        return self._go_through(self._imitate_part, 1, rate, 0.0)

    def _foresee(self, outlook: Outlook) -> None:
        """Keep what should have been foreseen."""
        batch = self._batch
        for kept, ends, expected in (
            (self._results, batch.rewards, outlook.chances), (self._leads, batch.leads, outlook.leads)
        ):  # fmt: skip
            for tensor, found in zip(kept, results(batch, ends, expected), strict=True):
                tensor.copy_(found)

    def _go_through(self, parts: list[Recorded], epochs: int, rate: float, entropy: float) -> Lessons:
        self._rate.fill_(rate)
        self._entropy.fill_(entropy)
        self._numbers.zero_()
        for _ in range(epochs):
            for part in torch.randperm(len(parts)).tolist():
                parts[part]()
        return Lessons(*(self._numbers / (epochs * len(parts))).tolist())

    def _step(self, rows: slice, imitate: bool) -> None:
        """One step of gradient descent."""
        for parameter in self.learner.parameters():
            parameter.grad = None
        self._loss(rows, imitate).backward()
        torch.nn.utils.clip_grad_norm_(self.learner.parameters(), STEEPEST)
        self.optimiser.step()

    def _loss(self, rows: slice, imitate: bool) -> Any:
        batch = self._batch
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            policy, chances, leads = self.learner(batch.observations[rows].flatten(0, 1))
        odds = policy.float().masked_fill(~batch.masks[rows].flatten(0, 1), IMPOSSIBLE).log_softmax(dim=1)
        chosen = odds.gather(1, batch.actions[rows].flatten()[:, None])[:, 0]
        learned, judged = batch.learned[rows].flatten().float(), batch.judged[rows].flatten().float()
        spread = -(odds.exp() * odds).sum(dim=1)
        if imitate:
            gain, change = chosen, torch.zeros_like(chosen)
        else:
            difference = chosen - batch.likelihoods[rows].flatten()
            ratio, advantage = difference.exp(), self._better[rows].flatten()
            clip = self.settings.clip
            gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
            change = (ratio - 1) - difference
        weights = learned / learned.sum().clamp(min=1.0)
        doing = -(gain * weights).sum()
        spread, change = (spread * weights).sum(), (change * weights).sum()
        every = range(rows.start, rows.stop)
        absent = self._absent.repeat(len(every), 1)
        seeing, ahead = _foresight(chances, leads, absent, self._results[0][rows], self._leads[0][rows], judged)
        there = batch.onlookers
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            _, chances, leads = self.learner(there.observations[rows].flatten(0, 1))
        absent = torch.cat([there.of(t, self._absent) for t in every])
        judged = torch.cat([there.of(t, there.judged) for t in every]).float()
        looking_on = _foresight(chances, leads, absent, self._results[1][rows], self._leads[1][rows], judged)
        with torch.no_grad():
            self._numbers += torch.stack([doing, seeing, spread, change])
        return doing + seeing + ahead + ONLOOKING * sum(looking_on) - self._entropy * spread


def _foresight(chances: Any, leads: Any, absent: Any, results: Any, ends: Any, judged: Any) -> tuple[Any, Any]:
    """How wrong chances and leads were, on average over the observations that are judged."""
    share = judged / judged.sum().clamp(min=1.0)
    foreseen = chances.float().masked_fill(absent, IMPOSSIBLE)
    seeing = functional.cross_entropy(foreseen, results.flatten(0, 1), reduction="none")
    seated = (~absent).float() / (~absent).sum(dim=1, keepdim=True)
    ahead = functional.binary_cross_entropy_with_logits(leads.float(), ends.flatten(0, 1), reduction="none")
    return (seeing * share).sum(), ((ahead * seated).sum(dim=1) * share).sum()
