"""Trade offers worth making: for each partner at most one purchase and one sale, from what the seat may know.

An offer is seven numbers: cash (above 0 if it is given, below 0 if it is asked for), the deeds given (two words) and
the kinds of permit given (a bit mask), then the deeds and kinds asked for. It depends on hands and cash, never on what
is composed so far, so it stays the same from its first ply to SEND.

A seat makes at most one offer in a session. Sums are odd in the first session and even in the second: an offer that was
refused is not made again in the same year.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.squares import after_first, first, high_bit, low_bit, size_of
from tabletown.games.milton_keynes.rules.trading import asks_something, gives_something
from tabletown.games.milton_keynes.rules.worth import CASH, PAIR, added_worth, balance_gain, deed_worth, permits_worth

LEAST_GAIN = 10  # of each side, in hundredths of a point
LEAST_TOGETHER = 30
SHARES = 6  # what both gain together is divided into so many shares,
PARTNERS_SHARES = 3  # of which the partner gets three, and in the second session four
FAR_APART = 40  # an offer that is worse by more than this is declined without a counter-offer
NOTHING = (0, 0, 0, 0, 0, 0, 0)


# --- What a seat knows of a hand --------------------------------------------------------------------------------------


@kernel
def supposed_deeds(state: Any, seat: int, other: int) -> tuple[int, int]:
    """The deeds that a seat believes another to hold: those that all have seen going there, and that it has not got."""
    if state.deeds_held[other] == 0:
        return 0, 0
    low = int64(state.supposed[other, 0]) & ~int64(state.hand[seat, 0]) & ~int64(state.built[0])
    high = int64(state.supposed[other, 1]) & ~int64(state.hand[seat, 1]) & ~int64(state.built[1])
    return low, high


# --- The list ---------------------------------------------------------------------------------------------------------


@kernel
def is_offer(offer: tuple[int, int, int, int, int, int, int]) -> bool:
    """Whether there is anything in an offer."""
    return offer[1] | offer[2] | offer[3] | offer[4] | offer[5] | offer[6] != 0


@kernel
def purchase(state: Any, cards: Any, seat: int, partner: int) -> tuple[int, int, int, int, int, int, int]:
    """Ask for the deed or permit that is worth most to the seat beyond its worth to the partner.

    Cash is given for it, or a deed that the partner can use better, with cash on either side.
    """
    mine_low, mine_high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
    low, high = supposed_deeds(state, seat, partner)
    best, plot, permit = LEAST_TOGETHER - 1, -1, -1
    rest_low, rest_high = low, high
    while rest_low | rest_high:
        square = first(rest_low, rest_high)
        rest_low, rest_high = after_first(rest_low, rest_high)
        gain = deed_worth(state, square, mine_low, mine_high, PAIR) + balance_gain(state, seat, 1, 0)
        loss = deed_worth(state, square, low, high, PAIR) - balance_gain(state, partner, -1, 0)
        if gain - loss > best:
            best, plot = gain - loss, square
    if state.permits_held[partner] > 0 and permit_moves(state, seat, partner) > best:
        for kind in range(s.EXTENSION):
            if state.supposed_permits[partner, kind] > 0:
                plot, permit = -1, kind
    if plot < 0 and permit < 0:
        return NOTHING
    most, given = 0, -1
    while mine_low | mine_high:  # a deed that the partner can use better
        square = first(mine_low, mine_high)
        mine_low, mine_high = after_first(mine_low, mine_high)
        loss = deed_worth(state, square, int64(state.hand[seat, 0]), int64(state.hand[seat, 1]), PAIR)
        gain = deed_worth(state, square, low, high, PAIR)
        if gain - loss > most:
            most, given = gain - loss, square
    give_low, give_high = 0, 0
    if given >= 0:
        give_low, give_high = low_bit(given), high_bit(given)
    ask_low, ask_high, ask_kinds = 0, 0, 0
    if plot >= 0:
        ask_low, ask_high = low_bit(plot), high_bit(plot)
    else:
        ask_kinds = 1 << permit
    return priced(state, seat, partner, give_low, give_high, 0, ask_low, ask_high, ask_kinds)


@kernel
def sell(state: Any, cards: Any, seat: int, partner: int) -> tuple[int, int, int, int, int, int, int]:
    """Offer for cash the deed or permit that is worth most to the partner beyond its worth to the seat."""
    low, high = supposed_deeds(state, seat, partner)
    best, plot, permit = LEAST_TOGETHER - 1, -1, -1
    rest_low, rest_high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
    while rest_low | rest_high:
        square = first(rest_low, rest_high)
        rest_low, rest_high = after_first(rest_low, rest_high)
        loss = deed_worth(state, square, int64(state.hand[seat, 0]), int64(state.hand[seat, 1]), PAIR)
        gain = deed_worth(state, square, low, high, PAIR)
        together = gain + balance_gain(state, partner, 1, 0) - loss + balance_gain(state, seat, -1, 0)
        if together > best:
            best, plot = together, square
    if permit_moves(state, partner, seat) > best:
        for kind in range(s.EXTENSION):
            if state.permits[seat, kind] > 0:
                plot, permit = -1, kind
    if plot < 0 and permit < 0:
        return NOTHING
    give_low, give_high, give_kinds = 0, 0, 0
    if plot >= 0:
        give_low, give_high = low_bit(plot), high_bit(plot)
    else:
        give_kinds = 1 << permit
    return priced(state, seat, partner, give_low, give_high, give_kinds, 0, 0, 0)


@kernel
def permit_moves(state: Any, taker: int, giver: int) -> int:
    """What two seats gain together if a permit changes hands: it is worth more where deeds wait for one.

    Which kind of building it allows makes no difference; an Extension allows none.
    """
    return balance_gain(state, taker, 0, 1) + balance_gain(state, giver, 0, -1)


@kernel
def trade_gain(
    state: Any, seat: int, hand_low: int, hand_high: int, come_low: int, come_high: int, come_kinds: int,
    gone_low: int, gone_high: int, gone_kinds: int,
) -> int:  # fmt: skip
    """What a seat with these deeds gains by the cards of a trade: those that come, and those that go."""
    kept_low, kept_high = hand_low & ~gone_low, hand_high & ~gone_high
    gain = added_worth(state, come_low, come_high, kept_low, kept_high) + permits_worth(come_kinds)
    gain -= added_worth(state, gone_low, gone_high, kept_low, kept_high) + permits_worth(gone_kinds)
    deeds = size_of(come_low, come_high) - size_of(gone_low, gone_high)
    return gain + balance_gain(state, seat, deeds, size_of(come_kinds, 0) - size_of(gone_kinds, 0))


@kernel
def priced(
    state: Any, seat: int, partner: int, give_low: int, give_high: int, give_kinds: int,
    ask_low: int, ask_high: int, ask_kinds: int,
) -> tuple[int, int, int, int, int, int, int]:  # fmt: skip
    """An exchange of cards with a price from which both gain; NOTHING if there is none, or it cannot be paid."""
    low, high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
    own = trade_gain(state, seat, low, high, ask_low, ask_high, ask_kinds, give_low, give_high, give_kinds)
    low, high = supposed_deeds(state, seat, partner)
    theirs = -trade_gain(state, partner, low, high, give_low, give_high, give_kinds, ask_low, ask_high, ask_kinds)
    second = state.session == 2
    shares = PARTNERS_SHARES + (1 if second else 0)
    cash = (theirs + (own - theirs) * shares // SHARES) // CASH
    cash = (cash + 1) // 2 * 2 if second else cash // 2 * 2 + 1
    if own - CASH * cash < LEAST_GAIN or CASH * cash - theirs < LEAST_GAIN:
        return NOTHING
    if not is_payable(state, seat, partner, cash, give_low | give_high | give_kinds, ask_low | ask_high | ask_kinds):
        return NOTHING
    return cash, give_low, give_high, give_kinds, ask_low, ask_high, ask_kinds


@kernel
def is_payable(state: Any, seat: int, partner: int, cash: int, gives_cards: int, asks_cards: int) -> bool:
    """Whether an offer with this cash has two sides, and the side that pays can, as far as the seat knows (MK-32)."""
    if cash > 0:
        return asks_cards != 0 and cash <= state.cash[seat]
    if cash < 0:
        return gives_cards != 0 and -cash <= state.supposed_cash[partner]
    return gives_cards != 0 and asks_cards != 0


@kernel
def counter_offer(state: Any, cards: Any, seat: int) -> tuple[int, int, int, int, int, int, int]:
    """The offer that was made to a seat, turned round, for a price that suits the seat.

    NOTHING if the offer suits it as it is or is far from that, or if the seat lacks what it is asked for.
    """
    low, high = int64(state.asked_deeds[s.MADE, 0]), int64(state.asked_deeds[s.MADE, 1])
    if (low & ~int64(state.hand[seat, 0])) | (high & ~int64(state.hand[seat, 1])):
        return NOTHING
    given_low, given_high = int64(state.given[s.MADE, 0]), int64(state.given[s.MADE, 1])
    kinds, asked_kinds = 0, 0
    for kind in range(s.PERMIT_KINDS):
        if state.gives_permits[s.MADE, kind] > 1 or state.asks_permits[s.MADE, kind] > state.permits[seat, kind]:
            return NOTHING  # permits are asked for one of a kind at a time
        if state.gives_permits[s.MADE, kind] > 0:
            kinds |= 1 << kind
        if state.asks_permits[s.MADE, kind] > 0:
            asked_kinds |= 1 << kind
    hand_low, hand_high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
    gain = trade_gain(state, seat, hand_low, hand_high, given_low, given_high, kinds, low, high, asked_kinds)
    offered = int64(state.asks_cash[s.MADE]) - int64(state.gives_cash[s.MADE])  # what the seat would pay
    gain -= CASH * offered
    if gain >= LEAST_GAIN or gain < -FAR_APART:
        return NOTHING
    cash = offered - (LEAST_GAIN - gain) // CASH - 1
    if not is_payable(state, seat, int64(state.maker), cash, low | high | asked_kinds, given_low | given_high | kinds):
        return NOTHING
    return cash, low, high, asked_kinds, given_low, given_high, kinds


# --- Step by step -----------------------------------------------------------------------------------------------------


@kernel
def next_ply(state: Any, which: int, offer: tuple[int, int, int, int, int, int, int]) -> int:
    """The next small action on the way to an offer; -1 if there is none, or what is composed does not fit."""
    if not is_offer(offer):
        return -1
    cash, give_low, give_high, give_kinds, ask_low, ask_high, ask_kinds = offer
    given_low, given_high = int64(state.given[which, 0]), int64(state.given[which, 1])
    asked_low, asked_high = int64(state.asked_deeds[which, 0]), int64(state.asked_deeds[which, 1])
    if (given_low & ~give_low) | (given_high & ~give_high) | (asked_low & ~ask_low) | (asked_high & ~ask_high):
        return -1
    give, ask = -1, -1  # the first kind of permit that is missing
    for kind in range(s.PERMIT_KINDS - 1, -1, -1):
        wanted, present = (give_kinds >> kind) & 1, int64(state.gives_permits[which, kind])
        if present > wanted:
            return -1
        give = kind if present < wanted else give
        wanted, present = (ask_kinds >> kind) & 1, int64(state.asks_permits[which, kind])
        if present > wanted:
            return -1
        ask = kind if present < wanted else ask
    gives_cash, asks_cash = int64(state.gives_cash[which]), int64(state.asks_cash[which])
    if gives_cash not in (0, max(cash, 0)) or asks_cash not in (0, max(-cash, 0)):
        return -1
    phase = int64(state.phase)
    ask_low &= ~asked_low
    ask_high &= ~asked_high
    give_low &= ~given_low
    give_high &= ~given_high
    if ask_low | ask_high:
        return in_menu(phase, s.ASK_DEED, s.TO_ASK_DEED, s.PICK_DEED + first(ask_low, ask_high))
    if ask >= 0:
        return in_menu(phase, s.ASK_PERMIT, s.TO_ASK_PERMIT, s.PICK_PERMIT + ask)
    if cash > 0 and gives_cash == 0:
        return in_menu(phase, s.GIVE_CASH, s.TO_GIVE_CASH, s.AMOUNT + cash)
    if cash < 0 and asks_cash == 0:
        return in_menu(phase, s.ASK_CASH, s.TO_ASK_CASH, s.AMOUNT - cash)
    if phase != s.OFFER:
        return -1
    if give_low | give_high:
        return s.GIVE + first(give_low, give_high)
    return s.GIVE_PERMIT + give if give >= 0 else s.SEND


@kernel
def in_menu(phase: int, menu: int, to_menu: int, action: int) -> int:
    """An action of a menu that is opened first; -1 if another menu is open."""
    if phase == menu:
        return action
    return to_menu if phase == s.OFFER else -1


@kernel
def sensible_plies(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Keep of the choices of a trade session those that lead to an offer of the list, or to none."""
    phase = int64(state.phase)
    if phase == s.TRADE:
        return sensible_partners(state, cards, seat, out, n)
    if phase == s.ANSWER:
        return n
    if phase == s.REPLY:
        return n if out[n - 1] != s.COUNTER or is_offer(counter_offer(state, cards, seat)) else n - 1
    one, two = -1, -1
    if state.countering:
        one = next_ply(state, s.COUNTERED, counter_offer(state, cards, seat))
    else:
        one = next_ply(state, s.MADE, purchase(state, cards, seat, int64(state.partner)))
        two = next_ply(state, s.MADE, sell(state, cards, seat, int64(state.partner)))
    kept = 0
    for i in range(n):
        if out[i] in (one, two):
            out[kept] = out[i]
            kept += 1
    if kept > 0:
        return kept
    if phase != s.OFFER:
        return n
    return send_or_cancel(state, out)


@kernel
def sensible_partners(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Keep PASS, and the partners to whom there is an offer, unless the seat has made one in this session."""
    if state.offers_left[seat] < cards.offers:
        return 1
    kept = 1
    for i in range(1, n):
        partner = int64(out[i]) - s.PARTNER
        if is_offer(purchase(state, cards, seat, partner)) or is_offer(sell(state, cards, seat, partner)):
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def send_or_cancel(state: Any, out: Any) -> int:
    """What is left of an offer that is not on the list: to send it as it is, or to cancel it."""
    which = int64(state.countering)
    if gives_something(state, which) and asks_something(state, which):
        out[0] = s.SEND
        out[1] = s.CANCEL
        return 2
    out[0] = s.CANCEL
    return 1
