"""What deeds, permits and sums are worth to a seat, in hundredths of a point: for `evaluate`, bids, bribes and offers.

Whole numbers, because choices hang on them: a CPU and a GPU round fractions a little differently.
"""

from typing import Any

from tabletown.engine.chance import noise
from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import sale
from tabletown.games.milton_keynes.rules.auction import permit_beside
from tabletown.games.milton_keynes.rules.squares import (
    after_first,
    first,
    grown_high,
    grown_low,
    high_bit,
    low_bit,
    size_of,
)

POINT = 100
CASH = 4
DEED = 30
BUILDABLE = 60  # more, for a deed on which a permit in hand could build
PAIR = 90  # two deeds side by side
WATERFRONT = 80
NEIGHBOUR = 40  # a deed beside a building
PERMIT = 60
SPECIAL = 40  # more than a simple permit
ON_OFFER = 30  # more, for a permit that a rival would get otherwise
DEEDS_OF_A_PERMIT = 3  # on how many deeds a permit builds, roughly
LEAST_MOOD, MOODS = 192, 128  # what a seat thinks something is worth: from 3/4 to 5/4, in 256ths


@kernel
def deed_worth(state: Any, square: int, low: int, high: int, pair: int) -> int:
    """A deed, for what lies around it: deeds of the same hand (each worth `pair`), river, buildings."""
    near_low = grown_low(low_bit(square), high_bit(square)) & ~low_bit(square)
    near_high = grown_high(low_bit(square), high_bit(square)) & ~high_bit(square)
    built_low, built_high = int64(state.built[0]), int64(state.built[1])
    pairs = size_of(near_low & low, near_high & high)
    water = size_of(near_low & int64(state.river[0]) & ~built_low, near_high & int64(state.river[1]) & ~built_high)
    walls = size_of(near_low & built_low, near_high & built_high)
    return DEED + pair * pairs + WATERFRONT * water + NEIGHBOUR * walls


@kernel
def added_worth(state: Any, low: int, high: int, hand_low: int, hand_high: int) -> int:
    """What a hand of deeds gains by some more deeds: each with those in hand, and those with each other."""
    worth = 0
    rest_low, rest_high = low, high
    while rest_low | rest_high:
        square = first(rest_low, rest_high)
        worth += deed_worth(state, square, hand_low, hand_high, PAIR)
        hand_low |= low_bit(square)
        hand_high |= high_bit(square)
        rest_low, rest_high = after_first(rest_low, rest_high)
    return worth


@kernel
def permit_worth(kind: int) -> int:
    """A permit in hand."""
    return PERMIT + SPECIAL if s.ALLOT_PERMIT < kind <= s.AIR_PERMIT else PERMIT


@kernel
def permits_worth(kinds: int) -> int:
    """One permit of each kind of a set, in hand."""
    worth = 0
    for kind in range(s.PERMIT_KINDS):
        if (kinds >> kind) & 1:
            worth += permit_worth(kind)
    return worth


@kernel
def buildable_worth(deeds: int, permits: int) -> int:
    """What deeds and permits are worth together, beyond each alone."""
    return BUILDABLE * min(deeds, DEEDS_OF_A_PERMIT * permits)


@kernel
def balance_gain(state: Any, seat: int, deeds: int, permits: int) -> int:
    """What a seat gains by so many more deeds and permits, because they go together. How many a hand has is open."""
    held, allowed = int64(state.deeds_held[seat]), int64(state.permits_held[seat])
    return buildable_worth(held + deeds, allowed + permits) - buildable_worth(held, allowed)


@kernel
def permit_gain(state: Any, seat: int, kind: int) -> int:
    """What a seat gains by a permit."""
    return permit_worth(kind) + balance_gain(state, seat, 0, 1)


# --- Moods ----------------------------------------------------------------------------------------------------------


@kernel
def mood(state: Any, seat: int, topic: int) -> int:
    """A number that looks random, from the seat's own cards: others cannot tell how much a seat wants something."""
    low, high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
    x = (low ^ (low >> 23) ^ (high << 7) ^ (high >> 19)) & 0xFFFFFFFF
    for kind in range(s.PERMIT_KINDS):
        x ^= int64(state.permits[seat, kind]) << (2 * kind)
    x ^= (int64(state.year) << 24) ^ (int64(state.season) << 22) ^ (seat << 29) ^ (topic << 26)
    return noise(noise(noise((x & 0xFFFFFFFF) | 1)))


@kernel
def in_a_mood(worth: int, x: int) -> int:
    """What a seat in a mood thinks something is worth."""
    return worth * (LEAST_MOOD + (x >> 9) % MOODS) // 256


# --- Permits on offer and lots --------------------------------------------------------------------------------------


@kernel
def offered_worth(state: Any, seat: int, side: int) -> int:
    """What the permit on a side is worth to a seat."""
    kind = int64(state.on_offer[permit_beside(state, seat, side)])
    worth = permit_gain(state, seat, kind) + ON_OFFER
    return in_a_mood(worth, mood(state, seat, 1 + side))


@kernel
def lot_gain(state: Any, cards: Any, seat: int, lot: int) -> int:
    """What a lot is worth to a seat beyond its price; 0 if it would not buy it."""
    low, high = int64(state.lot[lot, 0]), int64(state.lot[lot, 1])
    price = sale.price(state, cards, lot)
    if price > state.cash[seat]:
        return 0
    worth = added_worth(state, low, high, int64(state.hand[seat, 0]), int64(state.hand[seat, 1]))
    return max(worth + balance_gain(state, seat, size_of(low, high), 0) - CASH * price, 0)


@kernel
def first_choice(state: Any, cards: Any, seat: int) -> int:
    """What it is worth to a seat to buy first: how much better the best lot is for it than what it gets on average."""
    best, total = 0, 0
    for lot in range(int64(state.lots)):
        gain = lot_gain(state, cards, seat, lot)
        best = max(best, gain)
        total += gain
    return in_a_mood(best - total // int64(state.players), mood(state, seat, 0))
