"""Bribes, bids and rebids worth considering: a few, up to what there is to win."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.worth import CASH, first_choice, mood, offered_worth

FEW = 8
MOST_RAISE = 3


@kernel
def most_bid(state: Any, seat: int, side: int) -> int:
    """Half of what the permit on a side is worth: who bids more would rather be paid by the rival."""
    return offered_worth(state, seat, side) // (2 * CASH)


@kernel
def sensible_amounts(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Keep a few of the amounts that may be named now; all of them where a cash offer is composed."""
    phase = int64(state.phase)
    if phase in (s.BRIBE, s.BRIBE_AGAIN):
        return some_amounts(out, n, first_choice(state, cards, seat) // CASH)
    if phase == s.BID:
        return some_amounts(out, n, most_bid(state, seat, int64(state.stage[seat])))
    if phase == s.BID_AGAIN:
        return some_amounts(out, n, most_bid(state, seat, int64(state.side)))
    if phase == s.REBID:
        return rebids(state, seat, out, n)
    return n


@kernel
def some_amounts(out: Any, n: int, most: int) -> int:
    """Keep amounts up to `most`, evenly spread, at least the first."""
    step = most // FEW + 1
    kept = 1
    for i in range(1, n):
        amount = int64(out[i]) - s.AMOUNT
        if amount <= most and (most - amount) % step == 0:
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def rebids(state: Any, seat: int, out: Any, n: int) -> int:
    """Keep the tied amount, and one raise as long as the permit is worth it: two rivals seldom raise by the same."""
    side = int64(state.stage[seat])
    tied = int64(state.bid[seat, side])
    raised = tied + 1 + mood(state, seat, 3 + side + tied) % MOST_RAISE
    if tied >= most_bid(state, seat, side) or raised - tied >= n:
        return 1
    out[1] = s.AMOUNT + raised
    return 2
