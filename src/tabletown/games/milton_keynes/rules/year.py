"""Milton Keynes' rules in the order of the rulebook: the year from cash collection to building.

Set-up is in game_setup.py, who is asked in turn_order.py, what can be chosen in choices.py; what happens inside a phase
is in the module that bears its name. Rule numbers (MK-n, ADV-n) are those of rules.md.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes.rules import auction, money, permits, pouch, requisition, sale, trading
from tabletown.games.milton_keynes.rules.choices import legal
from tabletown.games.milton_keynes.rules.game_setup import lay_tile, pick_character, setup
from tabletown.games.milton_keynes.rules.placing import place_all
from tabletown.games.milton_keynes.rules.squares import put
from tabletown.games.milton_keynes.rules.turn_order import (
    acted,
    ask,
    call,
    commit,
    everybody,
    next_buyer,
    next_seat,
    open_window,
    passed,
)
from tabletown.games.milton_keynes.state import (
    ACCEPT,
    ADD,
    AFTER_COLLECTION,
    AMOUNT,
    ANSWER,
    ASK_CASH,
    ASK_DEED,
    ASK_PERMIT,
    AUTUMN,
    BID,
    BID_AGAIN,
    BRIBE,
    BRIBE_AGAIN,
    BUY,
    BUY_DEED,
    CANCEL,
    CHARACTER,
    CLOSE,
    CONTEST,
    COUNTER,
    DECK_EMPTY,
    DECLINE,
    DEED,
    DRY_YEARS,
    EXTEND,
    EXTENSION,
    GAME_OVER,
    GIVE,
    GIVE_CASH,
    GIVE_PERMIT,
    LEAVE,
    LEFT,
    LOBBY,
    LOBBY_BID,
    LOBBY_BRIBE,
    LOBBY_LEFT,
    MARSH,
    MOST_DRY_YEARS,
    MOST_YEARS,
    MOVE,
    NEW_YEAR,
    NOMINATE,
    NONE,
    OFFER,
    PARTNER,
    PASS,
    PICK_CHARACTER,
    PICK_DEED,
    PICK_DEMOLISH,
    PICK_PERMIT,
    PICK_PLOT,
    PICK_REDEVELOP,
    POUCH,
    PURCHASE,
    REBID,
    REPLY,
    REQUISITIONS,
    RIGHT,
    SEAL,
    SEND,
    SPRING,
    START,
    TAKE_INQUIRY,
    TILE,
    TO_ASK_CASH,
    TO_ASK_DEED,
    TO_ASK_PERMIT,
    TO_GIVE_CASH,
    TRADE,
    YEAR_LIMIT,
)

__all__ = ["apply", "legal", "setup"]


# --- What comes next --------------------------------------------------------------------------------------------------


@kernel
def proceed(state: Any, cards: Any) -> None:
    """Go on from phase to phase until somebody is asked, or the game is over."""
    while state.waiting == 0 and state.ended == 0:
        phase = int64(state.phase)
        if phase in (CHARACTER, MARSH):
            new_year(state)
        elif phase == NEW_YEAR:
            money.cash_collection(state, cards)
            open_window(state, int64(AFTER_COLLECTION))
        elif phase == AFTER_COLLECTION:
            hold_sale(state, int64(SPRING))
        elif phase == BRIBE:
            open_window(state, int64(LOBBY_BRIBE))
        elif phase == LOBBY_BRIBE:
            open_buying(state)
        elif phase == PURCHASE:
            sale.end_sale(state)
            if state.season == SPRING:
                hold_sale(state, int64(AUTUMN))
            else:
                state.season = SPRING
                auction.deal_permits(state)
                open_trading(state, cards, 1)
        elif phase == TRADE:
            close_trading(state)
            if state.session == 1:
                open_bids(state)
            else:
                state.session = 0
                open_pouches(state)
        elif phase == BID:
            open_window(state, int64(LOBBY_BID))
        elif phase in (LOBBY_BID, REBID):
            go_on_bidding(state, cards)
        elif phase == POUCH:
            open_nominations(state)
        elif phase == NOMINATE:
            open_contests(state)
        else:
            place_all(state, cards)
            end_year(state, cards)


@kernel
def new_year(state: Any) -> None:
    """The chair moves on, and a window opens for INQUIRY and DEMOLISH (MK-7, 8)."""
    if state.year > 0:
        state.chair = next_seat(state, int64(state.chair))
    state.year += 1
    state.bought = 0
    state.season = SPRING
    open_window(state, int64(NEW_YEAR))


@kernel
def hold_sale(state: Any, season: int) -> None:
    """Deal lots and let everybody name a bribe in secret; with an empty deck there is no sale (MK-18, 22)."""
    state.season = season
    state.phase = PURCHASE
    if state.deck_left == 0:
        return
    sale.deal_lots(state)
    state.phase = BRIBE
    call(state, everybody(state))


@kernel
def open_buying(state: Any) -> None:
    """Bribes are paid, and fix the order of buying (MK-24, 25)."""
    sale.buying_order(state)
    sale.pay_bribes(state)
    state.phase = PURCHASE
    state.turn = 0
    state.sold = 0
    ask(state, int64(state.order[0]))


@kernel
def open_trading(state: Any, cards: Any, session: int) -> None:
    """A trade session: from the chair on, everybody may make offers (MK-32, 34)."""
    state.session = session
    for seat in range(int64(state.players)):
        state.offers_left[seat] = cards.offers
    trading.forget_deal(state)
    open_window(state, int64(TRADE))


@kernel
def close_trading(state: Any) -> None:
    """Offers that nobody made lapse with the session."""
    for seat in range(state.players):
        state.offers_left[seat] = 0


@kernel
def open_bids(state: Any) -> None:
    """Everybody beside a permit names bids in secret (MK-36)."""
    state.phase = BID
    seats = 0
    for seat in range(int64(state.players)):
        if auction.is_offered(state, seat, int64(LEFT)) or auction.is_offered(state, seat, int64(RIGHT)):
            seats |= 1 << seat
    call(state, seats)
    for seat in range(int64(state.players)):
        if not auction.is_offered(state, seat, int64(LEFT)):
            state.stage[seat] = 1


@kernel
def go_on_bidding(state: Any, cards: Any) -> None:
    """Rebids as long as there are ties; then permits are settled and the second trade session opens (MK-38 to 40)."""
    if state.phase == LOBBY_BID:
        auction.find_ties(state)
    else:
        auction.compare_rebids(state)
    if state.tied == 0:
        auction.settle(state, cards)
        open_trading(state, cards, 2)
        return
    state.phase = REBID
    call(state, auction.tied_seats(state))
    for seat in range(int64(state.players)):
        if not auction.is_tied(state, seat, int64(LEFT)):
            state.stage[seat] = 1


@kernel
def open_pouches(state: Any) -> None:
    """Everybody fills a pouch in secret (MK-41)."""
    state.phase = POUCH
    call(state, everybody(state))


@kernel
def open_nominations(state: Any) -> None:
    """Who needs a plot nominates one in secret; how many each needs is open now (MK-47)."""
    state.phase = NOMINATE
    seats = 0
    for seat in range(int64(state.players)):
        state.requisitions[seat] = requisition.count_requisitions(state, seat)
        if state.requisitions[seat]:
            seats |= 1 << seat
    call(state, seats)


@kernel
def open_contests(state: Any) -> None:
    """Who nominated a plot that another wants too stands or moves, in secret (MK-47)."""
    state.phase = CONTEST
    seats = 0
    for seat in range(int64(state.players)):
        if requisition.next_contested(state, seat, 0) < REQUISITIONS:
            seats |= 1 << seat
    call(state, seats)
    for seat in range(int64(state.players)):
        if (seats >> seat) & 1:
            state.stage[seat] = requisition.next_contested(state, seat, 0)


@kernel
def end_year(state: Any, cards: Any) -> None:
    """Markers move, briefcases are paid, and the game may be over (MK-50 to 52, 54)."""
    money.move_markers(state, cards)
    state.dry = 0 if state.bought else int64(state.dry) + 1
    if state.deck_left == 0:
        state.ended = DECK_EMPTY
    elif state.dry >= MOST_DRY_YEARS:
        state.ended = DRY_YEARS
    elif state.year >= MOST_YEARS:
        state.ended = YEAR_LIMIT
    if state.ended:
        state.phase = GAME_OVER
    else:
        new_year(state)


# --- What choices do --------------------------------------------------------------------------------------------------


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out a choice, then go on until somebody is asked."""
    seat, action = int64(seat), int64(action)
    if action == PASS:
        passed(state)
    elif action == TAKE_INQUIRY:
        permits.hold_inquiry(state, cards, seat)
        acted(state, int64(NEW_YEAR))
    elif action in (BUY_DEED, LEAVE):
        decide_deed(state, cards, seat, action == BUY_DEED)
    elif action < TO_GIVE_CASH:
        lobby(state, action - LOBBY_LEFT)
    elif action < PICK_CHARACTER:
        compose(state, seat, action)
    elif action < PICK_DEMOLISH:
        pick_character(state, cards, seat, action - PICK_CHARACTER)
    elif action < PICK_REDEVELOP:
        demolish(state, cards, seat, action - PICK_DEMOLISH)
    elif action < BUY:
        permits.redevelop(state, cards, seat, action - PICK_REDEVELOP)
        acted(state, int64(AFTER_COLLECTION))
    elif action < PARTNER:
        sale.buy_lot(state, cards, seat, action - BUY)
        state.reveals += 1
        next_buyer(state)
    elif action < AMOUNT:
        choose_partner(state, seat, action - PARTNER)
    elif action < GIVE:
        name_amount(state, seat, action - AMOUNT)
    elif action < START:
        fill_offer(state, action)
    elif action < EXTEND:
        pouch.start_item(state, seat, action - START, int64(NONE))
    elif action < ADD:
        pouch.start_item(state, seat, int64(EXTENSION), action - EXTEND)
    elif action < PICK_PLOT:
        pouch.add_deed(state, seat, action - ADD)
    elif action < MOVE:
        nominate(state, seat, action - PICK_PLOT)
    elif action < TILE:
        stand_or_move(state, seat, action - MOVE)
    else:
        lay_tile(state, cards, seat, action - TILE)
    proceed(state, cards)


@kernel
def compose(state: Any, seat: int, action: int) -> None:
    """The choices that are one word each: within an offer, its answer, or a pouch."""
    if action == TO_GIVE_CASH:
        state.phase = GIVE_CASH
    elif action == TO_ASK_CASH:
        state.phase = ASK_CASH
    elif action == TO_ASK_DEED:
        state.phase = ASK_DEED
    elif action == TO_ASK_PERMIT:
        state.phase = ASK_PERMIT
    elif action == SEND:
        send(state)
    elif action == CANCEL:
        cancel(state)
    elif action == ACCEPT:
        trading.strike(state)
        end_deal(state)
    elif action == DECLINE:
        end_deal(state)
    elif action == COUNTER:
        state.countering = 1
        state.phase = OFFER
    elif action == CLOSE:
        state.open_item[seat] = 0
    elif action == SEAL:
        commit(state, seat)
    else:
        stand_or_move(state, seat, NONE)


@kernel
def demolish(state: Any, cards: Any, seat: int, plot: int) -> None:
    """Play a DEMOLISH; a rival's deed may be bought before the window goes on."""
    if permits.demolish(state, cards, seat, plot):
        state.phase = DEED
        state.reveals += 1
    else:
        acted(state, int64(NEW_YEAR))


@kernel
def decide_deed(state: Any, cards: Any, seat: int, buys: bool) -> None:
    """Buy the deed of the demolished plot, or leave it to its owner (MK-11)."""
    if buys:
        permits.buy_deed(state, cards, seat)
    else:
        permits.leave_deed(state)
    state.cleared = NONE
    state.partner = 0
    acted(state, int64(NEW_YEAR))


@kernel
def lobby(state: Any, side: int) -> None:
    """LOBBY on the bribe or on one of the bids; the card is played with the new amount (MK-23, 37)."""
    state.phase = BRIBE_AGAIN if state.phase == LOBBY_BRIBE else BID_AGAIN
    state.side = side


@kernel
def name_amount(state: Any, seat: int, amount: int) -> None:
    """An amount, for whatever is asked."""
    phase = int64(state.phase)
    if phase == BRIBE:
        state.bribe[seat] = amount
        commit(state, seat)
    elif phase == BRIBE_AGAIN:
        state.bribe[seat] = amount
        permits.play_card(state, seat, int64(LOBBY))
        acted(state, int64(LOBBY_BRIBE))
    elif phase == BID:
        state.bid[seat, state.stage[seat]] = amount
        next_bid(state, seat)
    elif phase == BID_AGAIN:
        state.bid[seat, state.side] = amount
        state.side = LEFT
        permits.play_card(state, seat, int64(LOBBY))
        acted(state, int64(LOBBY_BID))
    elif phase == REBID:
        state.rebid[seat, state.stage[seat]] = amount
        next_bid(state, seat)
    elif phase == GIVE_CASH:
        state.gives_cash[state.countering] = amount
        state.phase = OFFER
    else:
        state.asks_cash[state.countering] = amount
        state.phase = OFFER


@kernel
def next_bid(state: Any, seat: int) -> None:
    """After the left side comes the right one, if there is anything to bid for."""
    if state.stage[seat] == LEFT:
        wanted = auction.is_offered(state, seat, int64(RIGHT))
        if state.phase == REBID:
            wanted = auction.is_tied(state, seat, int64(RIGHT))
        if wanted:
            state.stage[seat] = RIGHT
            return
    commit(state, seat)


@kernel
def choose_partner(state: Any, seat: int, partner: int) -> None:
    """Begin an offer to somebody."""
    state.maker = seat
    state.partner = partner
    state.phase = OFFER


@kernel
def fill_offer(state: Any, action: int) -> None:
    """Put a card into an offer, or ask for one."""
    which = int64(state.countering)
    if action < GIVE_PERMIT:
        put(state.given[which], action - GIVE)
    elif action < PICK_DEED:
        state.gives_permits[which, action - GIVE_PERMIT] += 1
    elif action < PICK_PERMIT:
        put(state.asked_deeds[which], action - PICK_DEED)
    else:
        state.asks_permits[which, action - PICK_PERMIT] = 1
    state.phase = OFFER


@kernel
def send(state: Any) -> None:
    """The partner, or the maker in case of a counter-offer, sees the offer and answers (MK-32)."""
    state.reveals += 1
    trading.forget_deal(state)
    if state.countering:
        state.phase = ANSWER
    else:
        state.offers_left[state.maker] -= 1
        state.phase = REPLY
    ask(state, trading.receiver(state))


@kernel
def cancel(state: Any) -> None:
    """To cancel an offer is to pass, to cancel a counter-offer is to decline."""
    if state.countering:
        end_deal(state)
    else:
        trading.end_offer(state)
        state.phase = TRADE
        passed(state)


@kernel
def end_deal(state: Any) -> None:
    """An offer was accepted or declined: the next player is asked."""
    state.asked = state.maker
    trading.end_offer(state)
    acted(state, int64(TRADE))


@kernel
def nominate(state: Any, seat: int, plot: int) -> None:
    """Nominate a plot for the next requisition of the pouch."""
    state.nominated[seat, state.stage[seat]] = plot
    state.stage[seat] += 1
    if state.stage[seat] == state.requisitions[seat]:
        commit(state, seat)


@kernel
def stand_or_move(state: Any, seat: int, plot: int) -> None:
    """Stand on a contested plot (NONE), or move to another one."""
    number = int64(state.stage[seat])
    state.moved_to[seat, number] = plot
    number = requisition.next_contested(state, seat, number + 1)
    state.stage[seat] = number
    if number == REQUISITIONS:
        commit(state, seat)
