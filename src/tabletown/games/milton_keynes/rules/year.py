"""Milton Keynes' rules in the order of the rulebook: the year from cash collection to building.

Set-up is in game_setup.py, who is asked in turn_order.py, what can be chosen in choices.py; what happens inside a phase
is in the module that bears its name. Rule numbers (MK-n, ADV-n) are those of rules.md.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
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

__all__ = ["apply", "legal", "setup"]


# --- What comes next --------------------------------------------------------------------------------------------------


@kernel
def proceed(state: Any, cards: Any) -> None:
    """Go on from phase to phase until a seat is asked, or the game is over."""
    while state.waiting == 0 and state.ended == 0:
        phase = int64(state.phase)
        if phase in (s.CHARACTER, s.MARSH):
            new_year(state)
        elif phase == s.NEW_YEAR:
            money.cash_collection(state, cards)
            open_window(state, s.AFTER_COLLECTION)
        elif phase == s.AFTER_COLLECTION:
            hold_sale(state, s.SPRING)
        elif phase == s.BRIBE:
            open_window(state, s.LOBBY_BRIBE)
        elif phase == s.LOBBY_BRIBE:
            open_buying(state)
        elif phase == s.PURCHASE:
            sale.end_sale(state)
            if state.season == s.SPRING:
                hold_sale(state, s.AUTUMN)
            else:
                state.season = s.SPRING
                auction.deal_permits(state)
                open_trading(state, cards, 1)
        elif phase == s.TRADE:
            close_trading(state)
            if state.session == 1:
                open_bids(state)
            else:
                state.session = 0
                open_pouches(state)
        elif phase == s.BID:
            open_window(state, s.LOBBY_BID)
        elif phase in (s.LOBBY_BID, s.REBID):
            go_on_bidding(state, cards)
        elif phase == s.POUCH:
            open_nominations(state)
        elif phase == s.NOMINATE:
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
    state.season = s.SPRING
    open_window(state, s.NEW_YEAR)


@kernel
def hold_sale(state: Any, season: int) -> None:
    """Deal lots and let every seat name a bribe in secret; with an empty deck there is no sale (MK-18, 22)."""
    state.season = season
    state.phase = s.PURCHASE
    if state.deck_left == 0:
        return
    sale.deal_lots(state)
    state.phase = s.BRIBE
    call(state, everybody(state))


@kernel
def open_buying(state: Any) -> None:
    """Bribes are paid, and fix the order of buying (MK-24, 25)."""
    sale.buying_order(state)
    sale.pay_bribes(state)
    state.phase = s.PURCHASE
    state.turn = 0
    state.sold = 0
    ask(state, int64(state.order[0]))


@kernel
def open_trading(state: Any, cards: Any, session: int) -> None:
    """A trade session: from the chair on, every seat may make offers (MK-32, 34)."""
    state.session = session
    for seat in range(int64(state.players)):
        state.offers_left[seat] = cards.offers
    trading.forget_deal(state)
    open_window(state, s.TRADE)


@kernel
def close_trading(state: Any) -> None:
    """Offers that were not made lapse with the session."""
    for seat in range(state.players):
        state.offers_left[seat] = 0


@kernel
def open_bids(state: Any) -> None:
    """Every seat beside a permit names its bids in secret (MK-36)."""
    state.phase = s.BID
    seats = 0
    for seat in range(int64(state.players)):
        if auction.is_offered(state, seat, s.LEFT) or auction.is_offered(state, seat, s.RIGHT):
            seats |= 1 << seat
    call(state, seats)
    for seat in range(int64(state.players)):
        if not auction.is_offered(state, seat, s.LEFT):
            state.stage[seat] = 1


@kernel
def go_on_bidding(state: Any, cards: Any) -> None:
    """Rebids as long as there are ties; then permits are settled and the second trade session opens (MK-38 to 40)."""
    if state.phase == s.LOBBY_BID:
        auction.find_ties(state)
    else:
        auction.compare_rebids(state)
    if state.tied == 0:
        auction.settle(state, cards)
        open_trading(state, cards, 2)
        return
    state.phase = s.REBID
    call(state, auction.tied_seats(state))
    for seat in range(int64(state.players)):
        if not auction.is_tied(state, seat, s.LEFT):
            state.stage[seat] = 1


@kernel
def open_pouches(state: Any) -> None:
    """Every seat fills its pouch in secret (MK-41)."""
    state.phase = s.POUCH
    call(state, everybody(state))


@kernel
def open_nominations(state: Any) -> None:
    """Who needs a plot nominates one in secret; how many each needs is open now (MK-47)."""
    state.phase = s.NOMINATE
    seats = 0
    for seat in range(int64(state.players)):
        state.requisitions[seat] = requisition.count_requisitions(state, seat)
        if state.requisitions[seat]:
            seats |= 1 << seat
    call(state, seats)


@kernel
def open_contests(state: Any) -> None:
    """Who nominated a plot that another wants too stands or moves, in secret (MK-47)."""
    state.phase = s.CONTEST
    seats = 0
    for seat in range(int64(state.players)):
        if requisition.next_contested(state, seat, 0) < s.REQUISITIONS:
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
        state.ended = s.DECK_EMPTY
    elif state.dry >= s.MOST_DRY_YEARS:
        state.ended = s.DRY_YEARS
    elif state.year >= s.MOST_YEARS:
        state.ended = s.YEAR_LIMIT
    if state.ended:
        state.phase = s.GAME_OVER
    else:
        new_year(state)


# --- What choices do --------------------------------------------------------------------------------------------------


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out a choice, then go on until a seat is asked."""
    seat, action = int64(seat), int64(action)
    if action == s.PASS:
        passed(state)
    elif action == s.TAKE_INQUIRY:
        permits.hold_inquiry(state, cards, seat)
        acted(state, s.NEW_YEAR)
    elif action in (s.BUY_DEED, s.LEAVE):
        decide_deed(state, cards, seat, action == s.BUY_DEED)
    elif action < s.TO_GIVE_CASH:
        lobby(state, action - s.LOBBY_LEFT)
    elif action < s.PICK_CHARACTER:
        compose(state, seat, action)
    elif action < s.PICK_DEMOLISH:
        pick_character(state, cards, seat, action - s.PICK_CHARACTER)
    elif action < s.PICK_REDEVELOP:
        demolish(state, cards, seat, action - s.PICK_DEMOLISH)
    elif action < s.BUY:
        permits.redevelop(state, cards, seat, action - s.PICK_REDEVELOP)
        acted(state, s.AFTER_COLLECTION)
    elif action < s.PARTNER:
        sale.buy_lot(state, cards, seat, action - s.BUY)
        state.reveals += 1
        next_buyer(state)
    elif action < s.AMOUNT:
        choose_partner(state, seat, action - s.PARTNER)
    elif action < s.GIVE:
        name_amount(state, seat, action - s.AMOUNT)
    elif action < s.START:
        fill_offer(state, action)
    elif action < s.EXTEND:
        pouch.start_item(state, seat, action - s.START, s.NONE)
    elif action < s.ADD:
        pouch.start_item(state, seat, s.EXTENSION, action - s.EXTEND)
    elif action < s.PICK_PLOT:
        pouch.add_deed(state, seat, action - s.ADD)
    elif action < s.MOVE:
        nominate(state, seat, action - s.PICK_PLOT)
    elif action < s.TILE:
        stand_or_move(state, seat, action - s.MOVE)
    else:
        lay_tile(state, cards, seat, action - s.TILE)
    proceed(state, cards)


@kernel
def compose(state: Any, seat: int, action: int) -> None:
    """The choices that are one word each: within an offer, its answer, or a pouch."""
    if action == s.TO_GIVE_CASH:
        state.phase = s.GIVE_CASH
    elif action == s.TO_ASK_CASH:
        state.phase = s.ASK_CASH
    elif action == s.TO_ASK_DEED:
        state.phase = s.ASK_DEED
    elif action == s.TO_ASK_PERMIT:
        state.phase = s.ASK_PERMIT
    elif action == s.SEND:
        send(state)
    elif action == s.CANCEL:
        cancel(state)
    elif action == s.ACCEPT:
        trading.strike_deal(state)
        end_deal(state)
    elif action == s.DECLINE:
        end_deal(state)
    elif action == s.COUNTER:
        state.countering = 1
        state.phase = s.OFFER
    elif action == s.CLOSE:
        state.open_item[seat] = 0
    elif action == s.SEAL:
        commit(state, seat)
    else:
        stand_or_move(state, seat, s.NONE)


@kernel
def demolish(state: Any, cards: Any, seat: int, plot: int) -> None:
    """Play a DEMOLISH; a rival's deed may be bought before the window goes on."""
    if permits.demolish(state, cards, seat, plot):
        state.phase = s.DEED
        state.reveals += 1
    else:
        acted(state, s.NEW_YEAR)


@kernel
def decide_deed(state: Any, cards: Any, seat: int, buys: bool) -> None:
    """Buy the deed of the demolished plot, or leave it to its owner (MK-11)."""
    if buys:
        permits.buy_deed(state, cards, seat)
    else:
        permits.leave_deed(state)
    state.cleared = s.NONE
    state.partner = 0
    acted(state, s.NEW_YEAR)


@kernel
def lobby(state: Any, side: int) -> None:
    """LOBBY on the bribe or on one of the bids; the card is played with the new amount (MK-23, 37)."""
    state.phase = s.BRIBE_AGAIN if state.phase == s.LOBBY_BRIBE else s.BID_AGAIN
    state.side = side


@kernel
def name_amount(state: Any, seat: int, amount: int) -> None:
    """An amount, for whatever is asked."""
    phase = int64(state.phase)
    if phase == s.BRIBE:
        state.bribe[seat] = amount
        commit(state, seat)
    elif phase == s.BRIBE_AGAIN:
        state.bribe[seat] = amount
        permits.play_card(state, seat, s.LOBBY)
        acted(state, s.LOBBY_BRIBE)
    elif phase == s.BID:
        state.bid[seat, state.stage[seat]] = amount
        next_bid(state, seat)
    elif phase == s.BID_AGAIN:
        state.bid[seat, state.side] = amount
        state.side = s.LEFT
        permits.play_card(state, seat, s.LOBBY)
        acted(state, s.LOBBY_BID)
    elif phase == s.REBID:
        state.rebid[seat, state.stage[seat]] = amount
        next_bid(state, seat)
    elif phase == s.GIVE_CASH:
        state.gives_cash[state.countering] = amount
        state.phase = s.OFFER
    else:
        state.asks_cash[state.countering] = amount
        state.phase = s.OFFER


@kernel
def next_bid(state: Any, seat: int) -> None:
    """After the left side comes the right one, if there is anything to bid for."""
    if state.stage[seat] == s.LEFT:
        wanted = auction.is_offered(state, seat, s.RIGHT)
        if state.phase == s.REBID:
            wanted = auction.is_tied(state, seat, s.RIGHT)
        if wanted:
            state.stage[seat] = s.RIGHT
            return
    commit(state, seat)


@kernel
def choose_partner(state: Any, seat: int, partner: int) -> None:
    """Begin an offer to another seat."""
    state.maker = seat
    state.partner = partner
    state.phase = s.OFFER


@kernel
def fill_offer(state: Any, action: int) -> None:
    """Put a card into an offer, or ask for one."""
    which = int64(state.countering)
    if action < s.GIVE_PERMIT:
        put(state.given[which], action - s.GIVE)
    elif action < s.PICK_DEED:
        state.gives_permits[which, action - s.GIVE_PERMIT] += 1
    elif action < s.PICK_PERMIT:
        put(state.asked_deeds[which], action - s.PICK_DEED)
    else:
        state.asks_permits[which, action - s.PICK_PERMIT] = 1
    state.phase = s.OFFER


@kernel
def send(state: Any) -> None:
    """The partner, or the maker in case of a counter-offer, sees the offer and answers (MK-32)."""
    state.reveals += 1
    trading.forget_deal(state)
    if state.countering:
        state.phase = s.ANSWER
    else:
        state.offers_left[state.maker] -= 1
        state.phase = s.REPLY
    ask(state, trading.receiver(state))


@kernel
def cancel(state: Any) -> None:
    """To cancel an offer is to pass, to cancel a counter-offer is to decline."""
    if state.countering:
        end_deal(state)
    else:
        trading.end_offer(state)
        state.phase = s.TRADE
        passed(state)


@kernel
def end_deal(state: Any) -> None:
    """An offer was accepted or declined: the next player is asked."""
    state.asked = state.maker
    trading.end_offer(state)
    acted(state, s.TRADE)


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
    if number == s.REQUISITIONS:
        commit(state, seat)
