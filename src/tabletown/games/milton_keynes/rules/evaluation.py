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
from tabletown.games.milton_keynes.rules.squares import (
    after_first,
    count,
    first,
    grown_high,
    grown_low,
    high_bit,
    low_bit,
    size_of,
)
from tabletown.games.milton_keynes.rules.trading import can_deliver, composer, permits_in, receiver

BLOCK = 1.5
CASH = 0.08
INCOME = 0.1  # of the marker: the next collection
DEED = 0.3
PAIR = 0.4  # two deeds side by side
WATERFRONT = 0.5
NEIGHBOUR = 0.2  # a deed beside a building
PERMIT = 0.6
NEEDED = 1.0  # more, if there are deeds without a permit to build on them
SPECIAL = 0.4  # more than a simple permit
LAST_CHANCE = 0.8  # of what is in hand when this year is the last
FIRST_PICK = 1.2  # buying first instead of last
USUAL_BRIBE = 3.0
USUAL_BID = 3.0
LIKELY = 0.7  # how likely a partner takes an offer that is good for both
TEMPTING = 0.3  # so much better must it look
SLACK = 1e-9  # a GPU rounds sums a little differently; what stands on a threshold must fall to the same side of it
WASTED = 0.3  # what an offer costs that the partner cannot or will not take
HOPE = 0.25  # of what an unfinished offer would bring both together
EFFORT = 0.05  # per card: small offers are understood


@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    seat = int64(seat)
    mine = standing(state, cards, seat, seat) + holdings(state, seat) + expectations(state, cards, seat)
    best = -1000.0
    for other in range(int64(state.players)):
        if other != seat:
            theirs = standing(state, cards, other, seat) + DEED * int64(state.deeds_held[other])
            best = max(best, theirs)
    return mine - 0.6 * best


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
    worth = 0.0
    rest_low, rest_high = low, high
    while rest_low | rest_high:
        worth += deed_worth(state, first(rest_low, rest_high), low, high, 0.5 * PAIR)
        rest_low, rest_high = after_first(rest_low, rest_high)
    for kind in range(s.PERMIT_KINDS):
        worth += permit_worth(kind) * permits_free(state, seat, kind)
    if state.deck_left == 0 or state.ended:
        worth *= 0.0 if state.phase >= s.POUCH or state.ended else LAST_CHANCE
    return worth


@kernel
def deed_worth(state: Any, square: int, low: int, high: int, pair: float) -> float:
    """A deed, for what lies around it: deeds of the same hand, river, buildings."""
    near_low = grown_low(low_bit(square), high_bit(square)) & ~low_bit(square)
    near_high = grown_high(low_bit(square), high_bit(square)) & ~high_bit(square)
    built_low, built_high = int64(state.built[0]), int64(state.built[1])
    pairs = size_of(near_low & low, near_high & high)
    water = size_of(near_low & int64(state.river[0]) & ~built_low, near_high & int64(state.river[1]) & ~built_high)
    walls = size_of(near_low & built_low, near_high & built_high)
    return DEED + pair * pairs + WATERFRONT * water + NEIGHBOUR * walls


@kernel
def permit_worth(kind: int) -> float:
    """A permit in hand."""
    if kind in (s.DUMP_PERMIT, s.ALLOT_PERMIT):
        return PERMIT
    return PERMIT + SPECIAL if kind <= s.AIR_PERMIT and kind > s.ALLOT_PERMIT else PERMIT


# --- What is in the air ---------------------------------------------------------------------------------------------


@kernel
def expectations(state: Any, cards: Any, seat: int) -> float:
    """What a bribe, bids or an offer will probably bring."""
    phase = int64(state.phase)
    if phase == s.BRIBE:
        bribe = int64(state.bribe[seat])
        return FIRST_PICK * bribe / (bribe + USUAL_BRIBE) - CASH * bribe
    if phase in (s.LOBBY_BRIBE, s.BRIBE_AGAIN):
        return place_in_order(state, seat) - CASH * int64(state.bribe[seat])
    if phase in (s.BID, s.LOBBY_BID, s.BID_AGAIN, s.REBID):
        return bid_worth(state, seat, 0) + bid_worth(state, seat, 1)
    if s.OFFER <= phase <= s.ASK_PERMIT and composer(state) == seat:
        return hope(state, seat, receiver(state), int64(state.countering))
    if phase == s.REPLY and state.maker == seat:
        return offer_worth(state, seat, int64(state.partner), s.MADE)
    if phase == s.ANSWER and state.partner == seat:
        return offer_worth(state, seat, int64(state.maker), s.COUNTERED)
    return 0.0


@kernel
def place_in_order(state: Any, seat: int) -> float:
    """What buying early is worth, by the bribes that are on the table."""
    behind = 0.0
    for other in range(int64(state.players)):
        if state.bribe[other] < state.bribe[seat]:
            behind += 1.0
        elif state.bribe[other] == state.bribe[seat] and other != seat:
            behind += 0.5
    return FIRST_PICK * behind / (int64(state.players) - 1)


@kernel
def bid_worth(state: Any, seat: int, side: int) -> float:
    """What the bid on one side will probably bring: the permit for its price, or the rival's payment."""
    if not is_offered(state, seat, side):
        return 0.0
    k = permit_beside(state, seat, side)
    worth = permit_worth(int64(state.on_offer[k])) + 0.3
    if int64(state.deeds_held[seat]) > 2 * (int64(state.permits_held[seat]) + 1):
        worth += NEEDED
    mine = int64(state.bid[seat, side])
    if state.phase == s.BID:
        return mine / (mine + USUAL_BID) * (worth - CASH * mine)
    if state.phase == s.REBID and is_tied(state, seat, side):
        raised = max(int64(state.rebid[seat, side]) - mine, 0)
        return raised / (raised + 2.0) * (worth - CASH * (mine + raised))
    theirs = int64(state.bid[rival(state, k), 1]) if side == s.LEFT else int64(state.bid[k, 0])
    if mine == theirs:
        return 0.4 * (worth - CASH * mine)
    return worth - CASH * mine if mine > theirs else CASH * theirs


@kernel
def offer_worth(state: Any, seat: int, other: int, which: int) -> float:
    """What an offer brings, if the other can deliver and would like it too; else it is a waste."""
    mine = side_worth(state, seat, which, False) - side_worth(state, seat, which, True)
    theirs = side_worth(state, other, which, True) - side_worth(state, other, which, False)
    liked = mine > SLACK and theirs > TEMPTING - SLACK
    if not liked or not can_deliver(state, other, which) or cash_for_cash(state, which):
        return -WASTED
    return LIKELY * mine


@kernel
def cash_for_cash(state: Any, which: int) -> bool:
    """Whether an offer gives cash and asks for cash."""
    return state.gives_cash[which] > 0 and state.asks_cash[which] > 0


@kernel
def hope(state: Any, seat: int, other: int, which: int) -> float:
    """What an unfinished offer may become: cards that are worth more to the other side leave something to share."""
    cards = count(state.given[which]) + permits_in(state.gives_permits[which])
    cards += count(state.asked_deeds[which]) + permits_in(state.asks_permits[which])
    if cards == 0:
        return -EFFORT
    if not can_deliver(state, other, which) or cash_for_cash(state, which):
        return -WASTED
    shared = side_worth(state, seat, which, False) - side_worth(state, other, which, False)
    shared += side_worth(state, other, which, True) - side_worth(state, seat, which, True)
    return HOPE * shared - EFFORT * cards


@kernel
def side_worth(state: Any, seat: int, which: int, given: bool) -> float:
    """What one side of an offer is worth to a seat: what is given, or what is asked for."""
    words = state.given[which] if given else state.asked_deeds[which]
    low, high = int64(words[0]), int64(words[1])
    worth = CASH * int64(state.gives_cash[which] if given else state.asks_cash[which])
    kept_low, kept_high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
    while low | high:
        worth += deed_worth(state, first(low, high), kept_low, kept_high, PAIR)
        low, high = after_first(low, high)
    for kind in range(s.PERMIT_KINDS):
        number = int64(state.gives_permits[which, kind] if given else state.asks_permits[which, kind])
        worth += permit_worth(kind) * number
    return worth
