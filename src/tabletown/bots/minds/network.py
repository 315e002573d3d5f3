"""The network of a mind: layers of fixed-point numbers, made from floats, and packed for the kernels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.bots.minds.network_kernel import ACTIVATION_BITS, HEADS, LOGIT_BITS, MOST, ONE, PLAN_COLUMNS
from tabletown.engine.errors import TabletownError

POLICY, CHANCES = "policy", "chances"
MOST_BITS = 14  # of a weight behind the point
LARGEST = np.iinfo(np.int16).max
LIMIT = 2**31  # of a sum
CUT_OFF = 10  # a logit so far below the highest counts as impossible
POWERS: NDArray[np.int64] = np.round(np.exp(-np.arange(CUT_OFF << LOGIT_BITS) / (1 << LOGIT_BITS)) * 2.0**30).astype(
    np.int64
)
"""The exponential function of differences of logits, as whole numbers."""


class MindError(TabletownError):
    """A mind cannot be used; the text says why."""


@dataclass(frozen=True)
class Layer:
    """Weights with `bits` bits behind the point, and biases with as many more as activations have.

    The weights of a hidden layer are inputs x outputs; those of a head are outputs x inputs.
    """

    weights: NDArray[np.int16]
    bias: NDArray[np.int32]
    bits: int

    @property
    def floats(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Weights and biases as floats: those of the network that was rounded."""
        scale = np.float32(1 << self.bits)
        return (self.weights / scale).astype(np.float32), (self.bias / (scale * ONE)).astype(np.float32)


def rounded(weights: NDArray[Any], bias: NDArray[Any], largest_input: int, head: bool) -> Layer:
    """A layer of floats as fixed-point numbers: with as many bits as fit. Raises MindError if hardly any do."""
    inputs_axis = 1 if head else 0
    for bits in range(MOST_BITS, LOGIT_BITS - ACTIVATION_BITS - 1, -1):
        whole, offsets = np.round(weights * 2.0**bits), np.round(bias * 2.0 ** (bits + ACTIVATION_BITS))
        sums = np.abs(whole).sum(axis=inputs_axis) * largest_input + np.abs(offsets)
        if np.abs(whole).max() <= LARGEST and sums.max() < LIMIT:
            return Layer(whole.astype(np.int16), offsets.astype(np.int32), bits)
    raise MindError("the weights of this network are too large: it did not learn properly")


class Network:
    """A network in memory: hidden layers, policy and chances, packed into the arrays that kernels take."""

    def __init__(self, hidden: Sequence[Layer], policy: Layer, chances: Layer) -> None:
        self.hidden, self.policy, self.chances = tuple(hidden), policy, chances
        layers = (*self.hidden, policy, chances)
        self.inputs, self.actions, self.seats = len(hidden[0].weights), len(policy.weights), len(chances.weights)
        self.plan = np.zeros((len(layers), PLAN_COLUMNS), np.int64)
        weights = biases = 0
        for row, layer in zip(self.plan, layers, strict=True):
            head = layer is policy or layer is chances
            inputs, outputs = layer.weights.shape[::-1] if head else layer.weights.shape
            shift = layer.bits - (LOGIT_BITS - ACTIVATION_BITS if head else 0)
            row[:] = inputs, outputs, weights, biases, shift
            weights += layer.weights.size
            biases += layer.bias.size
        self.weights = np.concatenate([layer.weights.ravel() for layer in layers])
        self.biases = np.concatenate([layer.bias for layer in layers])

    @property
    def shape(self) -> tuple[int, ...]:
        """How many numbers each layer has: inputs, hidden layers."""
        return self.inputs, *(layer.weights.shape[1] for layer in self.hidden)

    @property
    def packed(self) -> tuple[NDArray[np.int16], NDArray[np.int32], NDArray[np.int64]]:
        """Weights, biases and plan, as kernels take them."""
        return self.weights, self.biases, self.plan

    @property
    def widest(self) -> int:
        """How many outputs the widest hidden layer has."""
        return int(self.plan[:-HEADS, 1].max())

    def scratch(self) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        """Room for the sums of a layer and for all activations."""
        return np.zeros(self.widest, np.int32), np.zeros((len(self.hidden), self.widest), np.int16)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that a file has to hold, by name."""
        found: dict[str, NDArray[Any]] = {}
        for name, layer in self._named():
            found |= {name: layer.weights, f"{name}_bias": layer.bias, f"{name}_bits": np.array(layer.bits)}
        return found

    def _named(self) -> list[tuple[str, Layer]]:
        hidden = [(f"hidden_{n}", layer) for n, layer in enumerate(self.hidden, 1)]
        return [*hidden, (POLICY, self.policy), (CHANCES, self.chances)]

    @classmethod
    def from_floats(
        cls, hidden: Sequence[tuple[NDArray[Any], NDArray[Any]]], policy: tuple[NDArray[Any], NDArray[Any]],
        chances: tuple[NDArray[Any], NDArray[Any]],
    ) -> "Network":  # fmt: skip
        """Round a network of floats: of every layer the weights (as in `Layer`) and the biases."""
        layers = [rounded(*layer, MOST if n else ONE, head=False) for n, layer in enumerate(hidden)]
        return cls(layers, rounded(*policy, MOST, head=True), rounded(*chances, MOST, head=True))

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "Network":
        """The network of a file; raises MindError unless its layers fit together and no sum can overflow."""
        names = [f"hidden_{n}" for n in range(1, 20) if f"hidden_{n}" in arrays]
        hidden = [_layer(arrays, name, MOST if n else ONE, head=False) for n, name in enumerate(names)]
        policy, chances = (_layer(arrays, name, MOST, head=True) for name in (POLICY, CHANCES))
        if not hidden:
            raise MindError("it has no hidden layer")
        widths = [layer.weights.shape for layer in hidden]
        joined = all(left[1] == right[0] for left, right in pairwise(widths))
        if not joined or not widths[-1][1] == policy.weights.shape[1] == chances.weights.shape[1]:
            raise MindError("its layers do not fit together")
        return cls(hidden, policy, chances)


def _layer(arrays: Mapping[str, NDArray[Any]], name: str, largest_input: int, head: bool) -> Layer:
    wanted = {name: (np.int16, 2), f"{name}_bias": (np.int32, 1), f"{name}_bits": (np.int64, 0)}
    for part, (kind, dimensions) in wanted.items():
        if part not in arrays or arrays[part].dtype != kind or arrays[part].ndim != dimensions:
            raise MindError(f"it has no {part!r} of the right kind")
    weights, bias, bits = arrays[name], arrays[f"{name}_bias"], int(arrays[f"{name}_bits"])
    outputs = weights.shape[0] if head else weights.shape[1]
    sums = np.abs(weights.astype(np.int64)).sum(axis=1 if head else 0) * largest_input
    if bias.shape != (outputs,) or not LOGIT_BITS - ACTIVATION_BITS <= bits <= MOST_BITS:
        raise MindError(f"its layer {name!r} is not whole")
    if (sums + np.abs(bias.astype(np.int64))).max() >= LIMIT:
        raise MindError(f"the weights of its layer {name!r} are too large")
    return Layer(np.ascontiguousarray(weights), bias, bits)
