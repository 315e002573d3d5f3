"""How good a position of Milton Keynes is for a seat, in blocks (`evaluate`): for the greedy bot and for playouts.

Blocks on the map count most, because they also bring income. Cash, deeds and permits count for what they can become.
A sealed bribe or bid, and an offer that was sent, count for what they will probably bring.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.auction import is_offered, is_tied, permit_beside, rival
from tabletown.games.milton_keynes.rules.block_preview import pouch_gain
from tabletown.games.milton_keynes.rules.pouch import free_deeds, permits_free
from tabletown.games.milton_keynes.rules.squares import after_first, count, first, size_of
from tabletown.games.milton_keynes.rules.trading import can_deliver, permits_in
from tabletown.games.milton_keynes.rules.worth import (
    CASH,
    DEED,
    PAIR,
    POINT,
    added_worth,
    balance_gain,
    buildable_worth,
    deed_worth,
    first_choice,
    offered_worth,
    permit_gain,
    permit_worth,
)

BLOCK = 150  # all in hundredths of a point, like worth.py
INCOME = 10  # of the marker: the next collection
LAST_CHANCE = 0.8  # of what is in hand when this year is the last
NEXT_YEAR = 0.5  # of what stays in hand when others build
USUAL_BRIBE = 3.0
LIKELY = 0.7  # how likely a partner takes an offer that is good for both
TEMPTING = 10  # so much better must it look
WASTED = -30.0  # what an offer costs that the partner cannot or will not take
TIE = 0.4  # what a permit with equal bids is worth
RAISED = 0.75  # how likely a raise wins a tie


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    seat = int64(seat)
    mine = standing(state, cards, seat, seat) + holdings(state, seat) + expectations(state, cards, seat)
    best = -100000.0
    for other in range(int64(state.players)):
        if other != seat:
            theirs = standing(state, cards, other, seat) + DEED * int64(state.deeds_held[other])
            best = max(best, theirs)
    return (mine - 0.6 * best) / POINT


@kernel
def standing(state: Any, cards: Any, seat: int, builder: int) -> float:
    """Blocks, with what the pouch of `builder` changes, income and cash."""
    blocks = int64(state.blocks[seat])
    if state.phase >= s.POUCH:
        blocks += pouch_gain(state, cards, seat, builder)
    return BLOCK * blocks + INCOME * int64(state.marker[seat]) + CASH * int64(state.cash[seat])


@kernel
def holdings(state: Any, seat: int) -> float:
    """Deeds and permits that are in hand and not in the pouch."""
    low, high = free_deeds(state, seat)
    worth = 0
    rest_low, rest_high = low, high
    while rest_low | rest_high:
        worth += deed_worth(state, first(rest_low, rest_high), low, high, PAIR // 2)
        rest_low, rest_high = after_first(rest_low, rest_high)
    permits = 0
    for kind in range(s.PERMIT_KINDS):
        number = permits_free(state, seat, kind)
        permits += number
        worth += permit_worth(kind) * number
    worth += buildable_worth(size_of(low, high), permits)
    if state.deck_left == 0 or state.ended:
        return worth * (0.0 if state.phase >= s.POUCH or state.ended else LAST_CHANCE)
    if state.phase >= s.POUCH:
        return NEXT_YEAR * worth
    return 1.0 * worth


# --- What is in the air ---------------------------------------------------------------------------------------------


@kernel
def expectations(state: Any, cards: Any, seat: int) -> float:
    """What a bribe, bids or an offer will probably bring."""
    phase = int64(state.phase)
    if phase == s.BRIBE:
        bribe = int64(state.bribe[seat])
        return first_choice(state, cards, seat) * bribe / (bribe + USUAL_BRIBE) - CASH * bribe
    if phase in (s.LOBBY_BRIBE, s.BRIBE_AGAIN):
        return first_choice(state, cards, seat) * place_in_order(state, seat) - CASH * int64(state.bribe[seat])
    if phase in (s.BID, s.LOBBY_BID, s.BID_AGAIN, s.REBID):
        return bid_worth(state, seat, s.LEFT) + bid_worth(state, seat, s.RIGHT)
    if phase == s.REPLY and state.maker == seat:
        return offer_worth(state, seat, int64(state.partner), s.MADE)
    if phase == s.ANSWER and state.partner == seat:
        return offer_worth(state, seat, int64(state.maker), s.COUNTERED)
    return 0.0


@kernel
def place_in_order(state: Any, seat: int) -> float:
    """How early a seat buys by the bribes that are on the table: 1 for first, 0 for last."""
    behind = 0.0
    for other in range(int64(state.players)):
        if state.bribe[other] < state.bribe[seat]:
            behind += 1.0
        elif state.bribe[other] == state.bribe[seat] and other != seat:
            behind += 0.5
    return behind / (int64(state.players) - 1)


@kernel
def bid_worth(state: Any, seat: int, side: int) -> float:
    """What the bid on one side will probably bring: the permit for its price, or the rival's payment."""
    if not is_offered(state, seat, side):
        return 0.0
    k = permit_beside(state, seat, side)
    other = rival(state, k) if side == s.LEFT else k
    worth, mine = offered_worth(state, seat, side), int64(state.bid[seat, side])
    if state.phase == s.BID:
        return sealed_bid_worth(worth, mine, usual_most(state, other, int64(state.on_offer[k])))
    if state.phase == s.REBID and is_tied(state, seat, side):
        raised = int64(state.rebid[seat, side])
        if raised <= mine:
            return 0.5 * CASH * (mine + 1)  # the rival raises, or nobody gets the permit
        return RAISED * (worth - CASH * raised) + (1.0 - RAISED) * CASH * (raised + 1)
    theirs = int64(state.bid[other, 1 - side])
    if mine == theirs:
        return TIE * (worth - CASH * mine)
    return 1.0 * (worth - CASH * mine if mine > theirs else CASH * theirs)


@kernel
def usual_most(state: Any, seat: int, kind: int) -> int:
    """The highest bid to expect of a rival, by what all can see: two thirds of what the permit is worth to it."""
    return 2 * permit_gain(state, seat, kind) // (3 * CASH) + 1


@kernel
def sealed_bid_worth(worth: int, mine: int, most: int) -> float:
    """What a sealed bid brings on average, if the rival bids anything up to `most`, all equally likely.

    The winner pays the loser; so the best bid is a third of what the permit is worth.
    """
    if mine >= most:
        return 1.0 * (worth - CASH * mine)
    won, lost = mine * (worth - CASH * mine), CASH * (most * most - mine * mine) / 2
    return (won + lost) / most


@kernel
def offer_worth(state: Any, seat: int, other: int, which: int) -> float:
    """What an offer brings, if the other can deliver and would like it too; else it is a waste."""
    deeds = count(state.asked_deeds[which]) - count(state.given[which])
    permits = permits_in(state.asks_permits[which]) - permits_in(state.gives_permits[which])
    mine = side_worth(state, seat, which, False) - side_worth(state, seat, which, True)
    mine += balance_gain(state, seat, deeds, permits)
    theirs = side_worth(state, other, which, True) - side_worth(state, other, which, False)
    theirs += balance_gain(state, other, -deeds, -permits)
    if mine <= 0 or theirs < TEMPTING or not can_deliver(state, other, which) or cash_for_cash(state, which):
        return WASTED
    return LIKELY * mine


@kernel
def cash_for_cash(state: Any, which: int) -> bool:
    """Whether an offer gives cash and asks for cash."""
    return state.gives_cash[which] > 0 and state.asks_cash[which] > 0


@kernel
def side_worth(state: Any, seat: int, which: int, given: bool) -> int:
    """What one side of an offer is worth to a seat: what is given, or what is asked for."""
    words = state.given[which] if given else state.asked_deeds[which]
    low, high = int64(words[0]), int64(words[1])
    worth = CASH * int64(state.gives_cash[which] if given else state.asks_cash[which])
    worth += added_worth(state, low, high, int64(state.hand[seat, 0]) & ~low, int64(state.hand[seat, 1]) & ~high)
    for kind in range(s.PERMIT_KINDS):
        number = int64(state.gives_permits[which, kind] if given else state.asks_permits[which, kind])
        worth += permit_worth(kind) * number
    return worth
