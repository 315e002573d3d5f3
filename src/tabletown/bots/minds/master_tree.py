"""Tree search with a mind: kernels over preallocated arrays, bound to a title like `bots/tree.py`.

As there, every iteration draws a random world that agrees with the root's view, and a node is an information set of the
seat to act. But nothing is played out: at the end of the way down the mind looks once. Its odds become the priors of
the new node's edges. The value of each seat that decided on the way comes from that seat's own view, because a view
does not show what others have in hand; then all values are made to add up to 1.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.minds.network_kernel import LOGIT_BITS, softmax
from tabletown.bots.playout import TRIAL, VIEW, WORLD
from tabletown.bots.tree import DEPTH, EDGES, ITERATIONS, NODES
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.bots.minds.looking import action_logits, chances, look
    from tabletown.bots.playout import ply, win_shares
    from tabletown.bots.tree import add_node, find, infoset_key
    from tabletown.engine.contract import hide, legal, resample, sensible

EDGE = np.dtype(
    [
        ("total", np.float64),  # sum of values for the seat that decides
        ("prior", np.float64),  # the mind's odds
        ("logit", np.float64),  # the same before the exponential function
        ("visits", np.int32),
        ("action", np.int32),
    ]
)
EXPLORE, FIRST_PLAY, SHARPNESS = range(3)  # indices of the settings
LEAST_SHARE = 1e-9


@kernel
def grow(
    node: Any, edges: Any, counts: Any, actions: Any, n: int, logits: Any, sharpness: float, powers: Any, shares: Any
) -> None:
    """Give a node one edge for each action, with the mind's odds as priors; none if there is no room."""
    first = counts[EDGES]
    if first + n > len(edges):
        return
    for k in range(n):
        logits[k] = int64(np.floor(sharpness * logits[k]))
    softmax(logits, n, powers, shares)
    for k in range(n):
        edge = edges[first + k]
        edge.action = actions[k]
        edge.prior = shares[k]
        edge.logit = int64(logits[k]) / (1 << LOGIT_BITS)
        edge.visits = 0
        edge.total = 0.0
    counts[EDGES] = first + n
    node.first = first
    node.count = n


@kernel
def least_visited(node: Any, edges: Any, allowed: Any) -> int:
    """The allowed edge of the root with the fewest visits; of equals the one with the highest prior."""
    chosen, fewest, highest = int64(node.first), int64(1) << 60, -1.0
    for i in range(int64(node.first), int64(node.first) + int64(node.count)):
        if allowed[i - node.first] != 0:
            visits = int64(edges[i].visits)
            if visits < fewest or (visits == fewest and edges[i].prior > highest):
                chosen, fewest, highest = i, visits, edges[i].prior
    return chosen


@kernel
def select(node: Any, edges: Any, settings: Any) -> int:
    """The edge to follow, by PUCT: the chance so far plus exploration by prior."""
    first, last = int64(node.first), int64(node.first) + int64(node.count)
    mean = node.total / node.visits if node.visits else 0.0
    untried = mean - settings[FIRST_PLAY]
    explore = settings[EXPLORE] * np.sqrt(node.visits + 1.0)
    best, chosen = -np.inf, first
    for i in range(first, last):
        visits = edges[i].visits
        value = edges[i].total / visits if visits else untried
        value += explore * edges[i].prior / (1.0 + visits)
        if value > best:
            best, chosen = value, i
    return chosen


@kernel
def same_bytes(raw: Any, one: int, other: int) -> bool:
    """Whether two states are equal, byte by byte."""
    same = True
    for at in range(raw.shape[1]):
        same = same and raw[one, at] == raw[other, at]
    return same


@kernel
def judge_for_others(
    states: Any, raw: Any, cards: Any, seat: int, deciders: int, standing: Any, table: Any, kinds: Any, described: Any,
    row: Any, indices: Any, floats: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any,
    lengths: Any, temperatures: Any, powers: Any, logits: Any, shares: Any, looked: Any, values: Any,
) -> None:  # fmt: skip
    """Replace the chances of other seats that decided on the way by what they see themselves; all add up to 1 again.

    `deciders` is a bit mask of seats. One whose view is the same as that of `seat`, the state VIEW, sees the same.
    """
    players, ply_number = int64(states[WORLD].players), int64(states[WORLD].ply)
    changed = False
    for other in range(players):
        if other != seat and (deciders >> other) & 1 != 0:
            states[TRIAL] = states[WORLD]
            states[TRIAL].rng[0] = 0
            states[TRIAL].rng[1] = 0
            hide(states[TRIAL], cards, other)
            if same_bytes(raw, VIEW, TRIAL):
                continue
            look(
                states, TRIAL, raw, cards, other, standing, table, kinds, described, row, indices, floats, weights,
                biases, plan, sums, activations,
            )  # fmt: skip
            chances(
                weights, biases, plan, activations, other, players, ply_number, lengths, temperatures, powers, logits,
                shares, looked,
            )  # fmt: skip
            values[other] = looked[other]
            changed = True
    if changed:
        total = 0.0
        for other in range(players):
            total += values[other]
        for other in range(players):
            values[other] /= max(total, LEAST_SHARE)


@kernel
def think(
    root: Any, cards: Any, seat: int, seed: Any, iterations: int, allowed: Any, nodes: Any, edges: Any,
    slots: Any, path: Any, counts: Any, settings: Any, states: Any, words: Any, raw: Any, out: Any,
    points: Any, places: Any, standing: Any, table: Any, kinds: Any, described: Any, row: Any, indices: Any,
    floats: Any, weights: Any, biases: Any, plan: Any, sums: Any, activations: Any, lengths: Any, temperatures: Any,
    powers: Any, logits: Any, shares: Any, looked: Any, values: Any,
) -> None:  # fmt: skip
    """Run a number of iterations on a tree. `root` is the seat's view, as an array of one state.

    At the root only edges that are `allowed` are followed, the least visited one first. The first iteration makes the
    root's node.
    """
    for _ in range(iterations):
        done = counts[ITERATIONS]
        world = seed + np.uint64(done)
        states[WORLD] = root[0]
        chance.seed(states[WORLD], world)
        resample(states[WORLD], cards[0], seat)
        players, acting, length, deciders = int64(root[0].players), seat, 0, 0
        while True:
            n = sensible(states[WORLD], cards[0], acting, out, legal(states[WORLD], cards[0], acting, out))
            if n > 1:
                key = infoset_key(states, words, cards[0], acting)
                at = find(nodes, slots, key)
                known = slots[at] >= 0 and nodes[slots[at]].count > 0 and length < DEPTH
                if not known:
                    look(
                        states, VIEW, raw, cards[0], acting, standing, table, kinds, described, row, indices, floats,
                        weights, biases, plan, sums, activations,
                    )  # fmt: skip
                    if slots[at] < 0 and counts[NODES] < len(nodes):
                        action_logits(weights, biases, plan, activations, out, n, logits)
                        add_node(nodes, slots, counts, at, key, acting)
                        grow(nodes[slots[at]], edges, counts, out, n, logits, settings[SHARPNESS], powers, shares)
                    chances(
                        weights, biases, plan, activations, acting, players, int64(states[WORLD].ply), lengths,
                        temperatures, powers, logits, shares, values,
                    )  # fmt: skip
                    judge_for_others(
                        states, raw, cards[0], acting, deciders, standing, table, kinds, described, row, indices,
                        floats, weights, biases, plan, sums, activations, lengths, temperatures, powers, logits,
                        shares, looked, values,
                    )  # fmt: skip
                    break
                node = nodes[slots[at]]
                edge = least_visited(node, edges, allowed) if length == 0 else select(node, edges, settings)
                path[length, 0] = slots[at]
                path[length, 1] = edge
                length += 1
                deciders |= 1 << acting
                ply(states[WORLD], cards[0], acting, int64(edges[edge].action))
            else:
                ply(states[WORLD], cards[0], acting, int64(out[0]))
            if states[WORLD].ended != 0:
                win_shares(states[WORLD], cards[0], points, places, values)
                break
            acting = first_seat(int64(states[WORLD].waiting))
        for i in range(length):
            node, edge = nodes[path[i, 0]], path[i, 1]
            node.visits += 1
            node.total += values[node.seat]
            edges[edge].visits += 1
            edges[edge].total += values[node.seat]
        counts[ITERATIONS] = done + 1
