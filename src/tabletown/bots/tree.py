"""Tree search kernels (information set MCTS) over preallocated arrays, bound to a title like `engine/loops.py`.

Every iteration draws a random world that agrees with the root's view and walks down the tree in it. A node is an
information set: its key is a hash of the view of the seat to act. So no decision depends on anything hidden from the
seat that makes it, be it a card or what another seat chose in the same phase, and two orders of moves that lead to the
same view share one node. The actions worth considering depend on the view alone, so every edge of a node is legal in
each of its worlds. Most views contain the ply count; where a view can occur again, the way down ends after DEPTH plies.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.bots.playout import REAL, VIEW, WORLD
from tabletown.engine import chance
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import first_seat

if TYPE_CHECKING:
    from tabletown.bots.playout import (
        estimate_action,
        is_sealed,
        learn_slope,
        play_on,
        ply,
        redeterminize,
        state_values,
    )
    from tabletown.engine.contract import hide, legal, resample, sensible

NODE = np.dtype(
    [
        ("key", np.uint64),
        ("total", np.float64),  # sum of values for the seat that decides here
        ("visits", np.int32),
        ("first", np.int32),  # its edges: index of the first, and how many
        ("count", np.int32),
        ("seat", np.int32),
    ]
)
EDGE = np.dtype([("total", np.float64), ("visits", np.int32), ("action", np.int32), ("prior", np.float64)])
DEPTH = 96  # most plies of one way down the tree; the playout begins there

# Indices of what a search counts (integers) ...
NODES, EDGES, ITERATIONS = range(3)
COUNTS = 3
# ... what it has learned (floats): the slope of a lead and its weight; the number of values, and by seat their sums
# and the sums of their squares, for the spread ...
SLOPE, WEIGHT, VALUES, SUM, SQUARES = 0, 1, 2, 3, 8
LEARNED = 13
# ... and its settings (floats), in the order of `SearchSettings`.
MOVES, TRIES, PRIOR_TRIES, PLIES, EXPLORE, SHARPNESS, WIDTH, WIDENING, FIRST_PLAY, CALIBRATE, FRESH = range(11)

NOISE_AT = np.uint64(1 << 63)  # counter in a world's random stream where the search's noise begins; no game gets there
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
MIX_0, MIX_1 = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)
LEAST_SPREAD = 0.02


# --- Nodes ----------------------------------------------------------------------------------------------------------


@kernel
def infoset_key(states: Any, words: Any, cards: Any, seat: int) -> Any:
    """The key of a node: a hash of a seat's view of the state WORLD. `words` is the memory of the state VIEW.

    All products are of two numbers below 2**32, so nothing overflows when this runs uncompiled.
    """
    states[VIEW] = states[WORLD]
    states[VIEW].rng[0] = 0
    states[VIEW].rng[1] = 0
    hide(states[VIEW], cards, seat)
    a, b = np.uint64(seat + 1), np.uint64(0x2545F491)
    for i in range(len(words)):
        low, high = words[i] & LOW, words[i] >> HALF
        p, q = (a ^ low) * MIX_0, (b ^ high) * MIX_1
        a, b = (p & LOW) ^ (q >> HALF), (q & LOW) ^ (p >> HALF)
        a, b = (a + b) & LOW, b ^ (a >> np.uint64(15))
    return (a << HALF) | b


@kernel
def find(nodes: Any, slots: Any, key: Any) -> int:
    """The slot of a key in the hash table: it holds the index of the node, or -1 if the key is new."""
    mask = len(slots) - 1
    at = int64(key & LOW) & mask
    while slots[at] >= 0 and nodes[slots[at]].key != key:
        at = (at + 1) & mask
    return at


@kernel
def add_node(nodes: Any, slots: Any, counts: Any, at: int, key: Any, seat: int) -> None:
    """Add a node without edges in an empty slot; does nothing if the tree is full."""
    new = counts[NODES]
    if new == len(nodes):
        return
    slots[at] = new
    nodes[new].key = key
    nodes[new].seat = seat
    nodes[new].first = 0
    nodes[new].count = 0
    nodes[new].visits = 0
    nodes[new].total = 0.0
    counts[NODES] = new + 1


@kernel
def expand(
    node: Any, edges: Any, counts: Any, states: Any, cards: Any, seat: int, n: int, sealed: bool, learned: Any,
    settings: Any, out: Any, more: Any, most: Any, x: int,
) -> int:  # fmt: skip
    """Expand a node: give it one edge per action worth considering, best prior first; returns the next noise.

    The prior of an edge is a softmax over the estimates of the title's `evaluate`.
    """
    first = counts[EDGES]
    if sealed:
        x = chance.noise(x)
        redeterminize(states, cards, seat, x)
    for i in range(n):
        x = chance.noise(x)
        prior = estimate_action(
            states, cards, seat, int64(out[i]), int64(settings[PRIOR_TRIES]), int64(settings[PLIES]), more, most, x
        )
        at = first + i
        while at > first and edges[at - 1].prior < prior:
            edges[at] = edges[at - 1]
            at -= 1
        edges[at].prior = prior
        edges[at].action = out[i]
        edges[at].visits = 0
        edges[at].total = 0.0
    highest, shares = edges[first].prior, 0.0
    for at in range(first, first + n):
        edges[at].prior = np.exp(settings[SHARPNESS] * learned[SLOPE] * (edges[at].prior - highest))
        shares += edges[at].prior
    for at in range(first, first + n):
        edges[at].prior /= shares
    if sealed:
        states[WORLD] = states[REAL]
    counts[EDGES] = first + n
    node.first = first
    node.count = n
    return x


@kernel
def select(node: Any, edges: Any, learned: Any, settings: Any) -> int:
    """The edge to follow, by PUCT: value so far plus exploration by prior. More visits let more edges compete."""
    seat, first = int64(node.seat), int64(node.first)
    width = min(int64(node.count), int64(settings[WIDTH] + settings[WIDENING] * np.sqrt(node.visits)))
    spread = scale(learned, seat)
    # an untried edge is assumed to be a little worse than the average of its node
    untried = (node.total / node.visits if node.visits else 0.0) - settings[FIRST_PLAY] * spread
    explore = settings[EXPLORE] * spread * np.sqrt(node.visits + 1.0)
    best, chosen = -np.inf, first
    for i in range(first, first + width):
        visits = edges[i].visits
        value = edges[i].total / visits if visits else untried
        value += explore * edges[i].prior / (1.0 + visits)
        if value > best:
            best, chosen = value, i
    return chosen


@kernel
def scale(learned: Any, seat: int) -> float:
    """The standard deviation of a seat's values so far, which makes exploration independent of their scale."""
    n = max(learned[VALUES], 1.0)
    mean = learned[SUM + seat] / n
    return max(np.sqrt(max(learned[SQUARES + seat] / n - mean * mean, 0.0)), LEAST_SPREAD)


# --- The search -----------------------------------------------------------------------------------------------------


@kernel
def descend(
    nodes: Any, edges: Any, slots: Any, path: Any, counts: Any, learned: Any, settings: Any,
    states: Any, words: Any, cards: Any, seat: int, out: Any, more: Any, most: Any, x: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Walk down the tree in the state WORLD and add a node where it ends.

    Writes the nodes and edges on the way to `path`. Returns their number, the value of `reveals` when seats last
    decided at the same time (or -1), and the next noise.
    """
    length, sealed = 0, -1
    for _ in range(DEPTH):
        together = is_sealed(states[WORLD], sealed)
        if together:
            sealed = int64(states[WORLD].reveals)
        n = sensible(states[WORLD], cards, seat, out, legal(states[WORLD], cards, seat, out))
        if n > 1:
            key = infoset_key(states, words, cards, seat)
            at = find(nodes, slots, key)
            if slots[at] < 0:
                add_node(nodes, slots, counts, at, key, seat)
                break
            node = nodes[slots[at]]
            if node.count == 0:
                if counts[EDGES] + n > len(edges):
                    break
                x = expand(node, edges, counts, states, cards, seat, n, together, learned, settings, out, more, most, x)
            edge = select(node, edges, learned, settings)
            path[length, 0] = slots[at]
            path[length, 1] = edge
            length += 1
            ply(states[WORLD], cards, seat, int64(edges[edge].action))
        else:
            ply(states[WORLD], cards, seat, int64(out[0]))
        if states[WORLD].ended != 0:
            break
        seat = first_seat(int64(states[WORLD].waiting))
    return length, sealed, x


@kernel
def backpropagate(nodes: Any, edges: Any, path: Any, length: int, learned: Any, players: int, values: Any) -> None:
    """Backpropagate: add the values to every node and edge on the path, for the seat that decided there."""
    for i in range(length):
        node, edge = nodes[path[i, 0]], edges[path[i, 1]]
        node.visits += 1
        node.total += values[node.seat]
        edge.visits += 1
        edge.total += values[node.seat]
    learned[VALUES] += 1.0
    for seat in range(players):
        learned[SUM + seat] += values[seat]
        learned[SQUARES + seat] += values[seat] * values[seat]


@kernel
def think(
    root: Any, cards: Any, seat: int, seed: Any, iterations: int, nodes: Any, edges: Any, slots: Any, path: Any,
    counts: Any, learned: Any, settings: Any, states: Any, words: Any, out: Any, more: Any, most: Any, points: Any,
    places: Any, leads: Any, values: Any,
) -> None:  # fmt: skip
    """Run a number of search iterations on a tree. `root` is the seat's view, as an array of one state."""
    moves, tries, plies = int64(settings[MOVES]), int64(settings[TRIES]), int64(settings[PLIES])
    calibrate, fresh = int64(settings[CALIBRATE]), int64(settings[FRESH])
    for _ in range(iterations):
        done = counts[ITERATIONS]
        world = seed + np.uint64(done)
        x = int64(chance.word(world, NOISE_AT)) | 1
        states[WORLD] = root[0]
        chance.seed(states[WORLD], world)
        resample(states[WORLD], cards[0], seat)
        length, sealed, x = descend(
            nodes, edges, slots, path, counts, learned, settings, states, words, cards[0], seat, out, more, most, x
        )
        x = play_on(states, cards[0], sealed, moves, tries, plies, out, more, x)
        state_values(states[WORLD], cards[0], learned[SLOPE], points, places, leads, values)
        backpropagate(nodes, edges, path, length, learned, int64(states[WORLD].players), values)
        counts[ITERATIONS] = done + 1
        if done < fresh or done % calibrate == 0:
            learned[SLOPE], learned[WEIGHT], x = learn_slope(
                states,
                cards[0],
                learned[SLOPE],
                learned[WEIGHT],
                tries,
                plies,
                out,
                more,
                x,
                points,
                places,
                leads,
                values,
            )


@kernel
def root_edges(
    root: Any, cards: Any, seat: int, nodes: Any, edges: Any, slots: Any, states: Any, words: Any,
    actions: Any, visits: Any, totals: Any,
) -> int:  # fmt: skip
    """Write the actions at the root, their visits and the sums of their values; returns how many there are."""
    states[WORLD] = root[0]
    at = find(nodes, slots, infoset_key(states, words, cards[0], seat))
    if slots[at] < 0:
        return 0
    node = nodes[slots[at]]
    for i in range(node.count):
        edge = edges[node.first + i]
        actions[i] = edge.action
        visits[i] = edge.visits
        totals[i] = edge.total
    return int64(node.count)
