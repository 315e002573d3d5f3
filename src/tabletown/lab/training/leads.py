"""Leads: how far ahead of the others a seat is when a game ends, in points, as a number from 0 to 1.

A victory says little about one decision of many; points say more, and sooner. While a network learns, its returns are
partly leads. What is shown to anybody, and what bots search by, are chances, which are learned from victories alone.
"""

from typing import Any

import torch

LEAST_SPREAD = 0.5  # of points


class Leads:
    """The leads of games that have ended: 0.5 with as many points as the others have on average.

    They are measured by the usual distance, `spread`, which is learned from the games so far.
    """

    def __init__(self, players: Any, absent: Any) -> None:
        self._players, self._absent = players, absent
        self._sums = torch.zeros(2, device=absent.device)  # distances, and how many there were

    def of(self, points: Any, dones: Any) -> Any:
        """The lead of every seat (games x seats) from the points of games, of which those that are done count.

        It works on the same tensors every time, so it can be recorded.
        """
        points = points.float().masked_fill(self._absent, 0.0)
        others = (points.sum(dim=1, keepdim=True) - points) / (self._players[:, None] - 1)
        ahead = (points - others).masked_fill(self._absent, 0.0)
        counted = dones[:, None] & ~self._absent
        self._sums += torch.stack([(ahead.abs() * counted).sum(), counted.sum().float()])
        return torch.sigmoid(ahead / self.spread)

    @property
    def spread(self) -> Any:
        """How far ahead or behind a seat is at the end, on average, so far."""
        return (self._sums[0] / self._sums[1].clamp(min=1.0)).clamp(min=LEAST_SPREAD)
