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


def results(batch: Batch, ends: Any, expected: Any) -> Any:
    """What every decision led to, for all seats relative to the observer: steps x games x seats.

    `ends` has it by seat where a game ended; where none did until the end of the batch, `expected` stands for it.
    """
    result = expected.clone()
    found = torch.zeros_like(ends)
    for t in range(len(ends) - 1, -1, -1):
        result = torch.where(batch.dones[t][:, None], ends[t], result)
        found[t] = by_observer(result, batch.seats[t], batch.players)
    return found


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
        self._results, self._leads = torch.zeros((2, *batch.values.shape, seats), device=self.device)
        self._size = len(batch.values) // settings.minibatches
        absent = torch.arange(seats, device=self.device)[None] >= batch.players[:, None]
        self._absent = absent.repeat(self._size, 1)
        self._seat_shares = (~self._absent).float() / (~self._absent).sum(dim=1, keepdim=True)
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
        self._results.copy_(results(self._batch, self._batch.rewards, outlook.chances))
        self._leads.copy_(results(self._batch, self._batch.leads, outlook.leads))

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
        foreseen = chances.float().masked_fill(self._absent, IMPOSSIBLE)
        seeing = functional.cross_entropy(foreseen, self._results[rows].flatten(0, 1), reduction="none")
        seeing = (seeing * judged).sum() / judged.sum().clamp(min=1.0)
        ahead = functional.binary_cross_entropy_with_logits(
            leads.float(), self._leads[rows].flatten(0, 1), reduction="none"
        )
        ahead = ((ahead * self._seat_shares).sum(dim=1) * judged).sum() / judged.sum().clamp(min=1.0)
        with torch.no_grad():
            self._numbers += torch.stack([doing, seeing, spread, change])
        return doing + seeing + ahead - self._entropy * spread
