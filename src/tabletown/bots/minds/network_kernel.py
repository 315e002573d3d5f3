"""The forward pass of a mind's network as kernels: whole numbers only, so every machine gets the same result.

Weights and activations are 16-bit fixed-point numbers, sums have 32 bits. `network.py` packs a network for these
kernels and refuses one whose sums could overflow. Inputs and activations are mostly 0, so every layer adds up rows of
weights for the inputs that are not, which it takes as a list.
"""

from typing import Any

import numpy as np

from tabletown.engine.kernel import int64, kernel

# Columns of a plan, which has one row for every layer: the hidden ones, then the policy and the chances.
INPUTS, OUTPUTS, WEIGHTS, BIASES, SHIFT = range(5)
PLAN_COLUMNS = 5
HEADS = 2  # layers without an activation: policy and chances

ACTIVATION_BITS = 8  # an input or activation of 1 is 256
MOST = 4 << ACTIVATION_BITS  # activations are between 0 and 4
LOGIT_BITS = 10  # a logit of 1 is 1024
ONE = 1 << ACTIVATION_BITS


@kernel
def as_whole(value: float) -> int:
    """An input as a fixed-point number, rounded."""
    return int64(np.floor(value * ONE + 0.5))


@kernel
def add_rows(indices: Any, values: Any, n: int, weights: Any, at: int, outputs: int, sums: Any) -> None:
    """Add the rows of weights of `n` inputs, times their values, to the sums of a layer; its weights begin at `at`.

    The values are whole numbers. Four rows at a time: then the sums are read and written a quarter as often, which
    takes most of the time.
    """
    k = 0
    while k + 4 <= n:
        a, b = at + int64(indices[k]) * outputs, at + int64(indices[k + 1]) * outputs
        c, d = at + int64(indices[k + 2]) * outputs, at + int64(indices[k + 3]) * outputs
        row_a, row_b = weights[a : a + outputs], weights[b : b + outputs]
        row_c, row_d = weights[c : c + outputs], weights[d : d + outputs]
        value_a, value_b = np.int32(values[k]), np.int32(values[k + 1])
        value_c, value_d = np.int32(values[k + 2]), np.int32(values[k + 3])
        for o in range(outputs):
            sums[o] += (
                value_a * np.int32(row_a[o])
                + value_b * np.int32(row_b[o])
                + value_c * np.int32(row_c[o])
                + value_d * np.int32(row_d[o])
            )
        k += 4
    while k < n:
        start = at + int64(indices[k]) * outputs
        row, value = weights[start : start + outputs], np.int32(values[k])
        for o in range(outputs):
            sums[o] += value * np.int32(row[o])
        k += 1


@kernel
def finish_layer(plan: Any, layer: int, sums: Any, activations: Any, indices: Any, values: Any) -> int:
    """Turn the sums of a hidden layer into its activations; list those that are not 0, and return how many."""
    shift, number = int64(plan[layer, SHIFT]), 0
    for o in range(int64(plan[layer, OUTPUTS])):
        activations[layer, o] = min(max(sums[o] >> shift, 0), MOST)
    for o in range(int64(plan[layer, OUTPUTS])):
        if activations[layer, o] != 0:
            indices[number] = o
            values[number] = activations[layer, o]
            number += 1
    return number


@kernel
def forward(
    indices: Any, values: Any, n: int, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any
) -> None:
    """Compute all hidden layers from a list of `n` inputs; row `layer` of `activations` gets those of each layer.

    The list has room for the widest layer: the inputs of each following layer take the place of those before.
    """
    for k in range(n):
        values[k] = as_whole(values[k])
    for layer in range(len(plan) - HEADS):
        outputs, at, bias = int64(plan[layer, OUTPUTS]), int64(plan[layer, WEIGHTS]), int64(plan[layer, BIASES])
        for o in range(outputs):
            sums[o] = biases[bias + o]
        add_rows(indices, values, n, weights, at, outputs, sums)
        n = finish_layer(plan, layer, sums, activations, indices, values)


@kernel
def logit(weights: Any, biases: Any, plan: Any, head: int, activations: Any, output: int) -> int:
    """One output of a head (a row of the plan), in units of 1/1024. The weights of an output are side by side."""
    inputs = int64(plan[head, INPUTS])
    at, last = int64(plan[head, WEIGHTS]) + output * inputs, head - 1 if head == len(plan) - HEADS else head - 2
    row, total = weights[at : at + inputs], np.int32(0)
    for k in range(inputs):
        total += np.int32(activations[last, k]) * np.int32(row[k])
    return (int64(total) + int64(biases[int64(plan[head, BIASES]) + output])) >> int64(plan[head, SHIFT])


@kernel
def odds(difference: int, powers: Any) -> int:
    """How likely a logit is, so far (in units) below the highest: a whole number, 0 far below."""
    return int64(powers[difference]) if difference < len(powers) else 0


@kernel
def softmax(logits: Any, n: int, powers: Any, shares: Any) -> None:
    """Write the shares of `n` logits, which add up to 1; `powers` is the table of `network.POWERS`."""
    highest = int64(logits[0])
    for k in range(1, n):
        highest = max(highest, int64(logits[k]))
    total = 0
    for k in range(n):
        total += odds(highest - int64(logits[k]), powers)
    for k in range(n):
        shares[k] = odds(highest - int64(logits[k]), powers) / total
