"""Lookahead kernels of the greedy bot, bound to a title like `engine/loops.py`: the best that a seat can reach.

One decision of a rulebook is often several plies (a card, then its site). So the lookahead follows the seat's own plies
until something is revealed, another seat acts, or DEPTH is reached. A turn of several actions can have millions of such
continuations, so the number of states is limited: every action gets the same number, shared evenly among the plies
that follow it. States are counted instead of time, so that choices can be repeated.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.engine.kernel import int64, kernel

if TYPE_CHECKING:
    from tabletown.engine.contract import apply, evaluate, legal, sensible

DEPTH = 4
STATES = 20_000
"""How many states one rating may visit in one world, all actions together."""


@kernel
def move_continues(state: Any, seat: int, reveals: int) -> bool:
    """Whether the seat's move continues: it may act again, and nothing was revealed since."""
    return state.ended == 0 and state.reveals == reveals and (state.waiting >> seat) & 1 == 1


@kernel
def next_choices(state: Any, cards: Any, seat: int, reveals: int, out: Any) -> int:
    """Write the seat's next choices while its move continues; returns how many, 0 if the move is over.

    Of a decision with several legal actions, of which only one is worth considering, that one is made at once: so a
    whole trade offer is one step of the lookahead.
    """
    while move_continues(state, seat, reveals):
        n = legal(state, cards, seat, out)
        left = sensible(state, cards, seat, out, n)
        if left > 1 or n == 1:
            return left
        apply(state, cards, seat, int64(out[0]))
    return 0


@kernel
def best_continuation(
    stack: Any, cards: Any, seat: int, allowance: int, lists: Any, counts: Any, nexts: Any, left: Any, best: Any
) -> float:
    """The best evaluation that the seat can reach by its own plies from `stack[0]`, by depth-first search.

    Visits at most `allowance` states, but at least one for every choice. A choice gets an even share of what is left;
    if that is too small for its own continuations, it is evaluated without them. The other arguments are scratch: one
    state, one list of actions and four numbers for every level.
    """
    reveals = stack[0].reveals
    level = 0
    best[0] = -np.inf
    counts[0] = sensible(stack[0], cards, seat, lists[0], legal(stack[0], cards, seat, lists[0]))
    nexts[0] = 0
    left[0] = allowance
    while True:
        if (
            nexts[level] == counts[level]
        ):  # this level is done: its best value and its unused states go to the level below
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
        if level + 1 < DEPTH:
            choices = next_choices(stack[level + 1], cards, seat, reveals, lists[level + 1])
            if 0 < choices < share:  # one of the share is the state itself
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
    """Add to every action's rating its evaluation in one world (an array of one state)."""
    allowance = STATES // len(actions)
    for k in range(len(actions)):
        stack[0] = world[0]
        apply(stack[0], cards[0], seat, int64(actions[k]))
        if move_continues(stack[0], seat, world[0].reveals):
            ratings[k] += best_continuation(stack, cards[0], seat, allowance, lists, counts, nexts, left, best)
        else:
            ratings[k] += evaluate(stack[0], cards[0], seat)
