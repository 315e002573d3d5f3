"""Kernels of the greedy bot, bound to a title like `engine/loops.py`: the best one's own next plies can bring.

One decision of a rulebook is often several plies (a card, then its site), so looking ahead goes on through one's own
plies until somebody learns something, another seat acts, or the depth is used up. A turn of several actions can have
millions of such continuations, so their number is limited: every action that is rated may look at as many states, and
shares them evenly among the plies that follow it. Counting states instead of time keeps choices repeatable.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.engine.contract import apply, evaluate, legal

DEPTH = 4
STATES = 20_000
"""How many states a rating may look at in one world, all actions together."""


@kernel
def goes_on(state: Any, seat: int, reveals: int) -> bool:
    """Whether the seat still decides, and knows no more than before."""
    return state.ended == 0 and state.reveals == reveals and (state.waiting >> seat) & 1 == 1


@kernel
def best_continuation(
    stack: Any, cards: Any, seat: int, allowance: int, lists: Any, counts: Any, nexts: Any, left: Any, best: Any
) -> float:
    """The best evaluation that the seat can reach by its own plies from `stack[0]`, by depth-first search.

    At most `allowance` states are looked at, or as many as there are choices now. A choice gets an even share of what
    is left; where that would not do for each of its own continuations, it is rated as it stands. The other arguments
    are scratch: one state, one list of actions and four numbers for every level.
    """
    reveals = stack[0].reveals
    level = 0
    best[0] = -np.inf
    counts[0] = legal(stack[0], cards, seat, lists[0])
    nexts[0] = 0
    left[0] = allowance
    while True:
        if nexts[level] == counts[level]:  # this level is done: hand its best value and what it did not use down
            if level == 0:
                return best[0]
            level -= 1
            best[level] = max(best[level], best[level + 1])
            left[level] += left[level + 1]
            continue
        share = left[level] // (counts[level] - nexts[level])
        left[level] -= share
        action = lists[level, nexts[level]]
        nexts[level] += 1
        stack[level + 1] = stack[level]
        apply(stack[level + 1], cards, seat, int64(action))
        if level + 1 < DEPTH and goes_on(stack[level + 1], seat, reveals):
            choices = legal(stack[level + 1], cards, seat, lists[level + 1])
            if choices < share:  # one of the share is the state itself
                level += 1
                best[level] = -np.inf
                counts[level] = choices
                nexts[level] = 0
                left[level] = share - 1
                continue
        left[level] += share - 1
        best[level] = max(best[level], evaluate(stack[level + 1], cards, seat))


@kernel
def rate(
    world: Any, cards: Any, seat: int, actions: Any, ratings: Any,
    stack: Any, lists: Any, counts: Any, nexts: Any, left: Any, best: Any,
) -> None:  # fmt: skip
    """Add to every action's rating what it brings in one world (an array of one state)."""
    allowance = STATES // len(actions)
    for k in range(len(actions)):
        stack[0] = world[0]
        apply(stack[0], cards[0], seat, int64(actions[k]))
        if goes_on(stack[0], seat, world[0].reveals):
            ratings[k] += best_continuation(stack, cards[0], seat, allowance, lists, counts, nexts, left, best)
        else:
            ratings[k] += evaluate(stack[0], cards[0], seat)
