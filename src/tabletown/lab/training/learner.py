"""The network of a learner in PyTorch: the one that minds have (`bots/minds/network.py`), before it is rounded.

It has one head more, for leads (see leads.py), which only learners need.
"""

import math
from itertools import pairwise
from typing import Any

import torch
from torch import nn

from tabletown.bots.minds.network import Network

USUAL_INPUTS = 100  # so many inputs are not 0, about: the first layer starts as if there were no others
HIGHEST = 4.0  # of an activation
EVEN = 64


class Learner(nn.Module):  # type: ignore[misc]
    """Hidden layers with activations from 0 to 4, a policy, and all seats' chances and leads, relative to the observer.

    Devices multiply matrices several times faster if their sizes are even: inputs and outputs are filled up with some
    that stay 0. `width` is how many inputs it takes.
    """

    def __init__(self, inputs: int, hidden: tuple[int, ...], actions: int, seats: int) -> None:
        super().__init__()
        self.inputs, self.actions, self.seats, self.width = inputs, actions, seats, filled_up(inputs)
        self.hidden = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise((self.width, *hidden)))
        self.heads = nn.Linear(hidden[-1], filled_up(actions + 2 * seats))
        with torch.no_grad():
            for n, layer in enumerate(self.hidden):
                nn.init.normal_(layer.weight, std=math.sqrt(2 / (USUAL_INPUTS if n == 0 else layer.in_features)))
                nn.init.zeros_(layer.bias)
            nn.init.normal_(self.heads.weight, std=0.01 / math.sqrt(hidden[-1]))
            nn.init.zeros_(self.heads.bias)

    def forward(self, observations: Any) -> tuple[Any, Any, Any]:
        """Logits of all actions, of all seats' chances, and of all seats' leads."""
        values = observations
        for layer in self.hidden:
            values = layer(values).clamp(0.0, HIGHEST)
        outputs = self.heads(values)
        ends = self.actions, self.actions + self.seats, self.actions + 2 * self.seats
        return outputs[:, : ends[0]], outputs[:, ends[0] : ends[1]], outputs[:, ends[1] : ends[2]]

    def rounded(self) -> Network:
        """The network as minds have it; raises MindError if its weights are too large."""

        def floats(layer: Any) -> tuple[Any, Any]:
            return tuple(part.detach().double().cpu().numpy() for part in (layer.weight, layer.bias))

        hidden = [(weights.T, bias) for weights, bias in map(floats, self.hidden)]
        hidden[0] = hidden[0][0][: self.inputs], hidden[0][1]
        weights, bias = floats(self.heads)
        policy, chances = slice(0, self.actions), slice(self.actions, self.actions + self.seats)
        return Network.from_floats(hidden, (weights[policy], bias[policy]), (weights[chances], bias[chances]))

    def take(self, network: Network) -> None:
        """Become a network that was rounded, such as one of a mind's file, which knows nothing of leads."""

        with torch.no_grad():
            for layer, found in zip(self.hidden, network.hidden, strict=True):
                weights, bias = map(torch.from_numpy, found.floats)
                layer.weight.zero_()
                layer.weight[:, : len(weights)] = weights.T
                layer.bias.copy_(bias)
            self.heads.weight.zero_()
            self.heads.bias.zero_()
            for head, start in ((network.policy, 0), (network.chances, self.actions)):
                weights, bias = map(torch.from_numpy, head.floats)
                self.heads.weight[start : start + len(bias)] = weights
                self.heads.bias[start : start + len(bias)] = bias


def filled_up(size: int) -> int:
    """The next even size: a multiple of 64."""
    return -(-size // EVEN) * EVEN
