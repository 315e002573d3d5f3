"""The network of a learner in PyTorch: the same that minds have (`bots/minds/network.py`), before it is rounded."""

import math
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn

from tabletown.bots.minds.network import Network

USUAL_INPUTS = 100  # so many inputs are not 0, about: the first layer starts as if there were no others
HIGHEST = 4.0  # of an activation


class Learner(nn.Module):  # type: ignore[misc]
    """Hidden layers with activations from 0 to 4, a policy, and the chances of all seats, relative to the observer."""

    def __init__(self, inputs: int, hidden: tuple[int, ...], actions: int, seats: int) -> None:
        super().__init__()
        widths = (inputs, *hidden)
        self.hidden = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(widths))
        self.policy, self.chances = nn.Linear(widths[-1], actions), nn.Linear(widths[-1], seats)
        with torch.no_grad():
            for n, layer in enumerate(self.hidden):
                nn.init.normal_(layer.weight, std=math.sqrt(2 / (USUAL_INPUTS if n == 0 else layer.in_features)))
                nn.init.zeros_(layer.bias)
            for head in (self.policy, self.chances):
                nn.init.normal_(head.weight, std=0.01 / math.sqrt(head.in_features))
                nn.init.zeros_(head.bias)

    def forward(self, observations: Any) -> tuple[Any, Any]:
        """Logits of all actions and of all seats' chances."""
        values = observations
        for layer in self.hidden:
            values = layer(values).clamp(0.0, HIGHEST)
        return self.policy(values), self.chances(values)

    def rounded(self) -> Network:
        """The network as minds have it; raises MindError if its weights are too large."""

        def floats(layer: Any, head: bool) -> tuple[Any, Any]:
            weights = layer.weight.detach().float().cpu().numpy().astype(np.float64)
            return weights if head else weights.T, layer.bias.detach().float().cpu().numpy().astype(np.float64)

        hidden = [floats(layer, head=False) for layer in self.hidden]
        return Network.from_floats(hidden, floats(self.policy, head=True), floats(self.chances, head=True))

    def take(self, network: Network) -> None:
        """Become a network that was rounded, such as one of a mind's file."""

        def put(layer: Any, found: Any, head: bool) -> None:
            weights, bias = found.floats
            layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(weights if head else weights.T)))
            layer.bias.copy_(torch.from_numpy(bias))

        with torch.no_grad():
            for layer, found in zip(self.hidden, network.hidden, strict=True):
                put(layer, found, head=False)
            put(self.policy, network.policy, head=True)
            put(self.chances, network.chances, head=True)
