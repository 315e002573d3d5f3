"""Milton Keynes' rules in the order of the rulebook: set-up, then the year from cash collection to building.

What happens inside a phase is in the module that bears its name; here is who is asked what, and what comes next. Rule
numbers (MK-n, ADV-n) are those of rules.md.
"""

from typing import Any

from tabletown.engine.chance import below, shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import auction, layout, money, permits, pouch, requisition, sale, trading
from tabletown.games.milton_keynes.placing import place_all
from tabletown.games.milton_keynes.squares import put, remove, write_squares
from tabletown.games.milton_keynes.state import (
    ACCEPT,
    ADD,
    ADVANCED,
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
    CHARACTERS,
    CLOSE,
    CONTEST,
    COUNTER,
    DECK_EMPTY,
    DECLINE,
    DEED,
    DEMOLISH,
    DRY_YEARS,
    EXTEND,
    EXTENSION,
    GAME_OVER,
    GIVE,
    GIVE_CASH,
    GIVE_PERMIT,
    INQUIRY,
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
    PERMIT_KINDS,
    PICK_CHARACTER,
    PICK_DEED,
    PICK_DEMOLISH,
    PICK_PERMIT,
    PICK_PLOT,
    PICK_REDEVELOP,
    POUCH,
    PURCHASE,
    REBID,
    REDEVELOP,
    REPLY,
    REQUISITIONS,
    RIGHT,
    RIVER,
    ROCK,
    SEAL,
    SEATS,
    SEND,
    SPRING,
    SQUARES,
    START,
    SWAMP,
    TAKE_INQUIRY,
    TILE,
    TO_ASK_CASH,
    TO_ASK_DEED,
    TO_ASK_PERMIT,
    TO_GIVE_CASH,
    TRADE,
    WATER,
    YEAR_LIMIT,
)

# --- Set-up ---------------------------------------------------------------------------------------------------------


@kernel
def setup(state: Any, cards: Any) -> None:
    """The map, the chair, deeds, and then characters; or the layout of the advanced set-up (MK-1 to 5, ADV-1)."""
    clear(state)
    state.chair = below(state, state.players)
    state.asked = state.chair
    for seat in range(int64(state.players)):
        state.marker[seat] = cards.income
        state.floor[seat] = cards.income
    use_map(state, cards)
    if state.options & ADVANCED:
        state.phase = RIVER
        ask(state, int64(state.asked))
    else:
        deal_deeds(state, cards)
        state.phase = CHARACTER
        ask(state, int64(state.asked))


@kernel
def clear(state: Any) -> None:
    """Nothing lies anywhere, nothing is in progress."""
    for square in range(SQUARES):
        state.owner[square] = NONE
        state.kind[square] = NONE
        state.anchor[square] = NONE
    for seat in range(SEATS):
        state.character[seat] = NONE
        state.on_offer[seat] = NONE
        pouch.empty_pouch(state, seat)
        for number in range(REQUISITIONS):
            state.nominated[seat, number] = NONE
            state.moved_to[seat, number] = NONE
    state.cleared = NONE


@kernel
def use_map(state: Any, cards: Any) -> None:
    """The squares for this number of players; those outside do not exist (MK-1)."""
    advanced = state.options & ADVANCED
    for square in range(SQUARES):
        ground = int64(cards.ground[square])
        if cards.dots[square] == 0 or cards.dots[square] > state.players or ground == ROCK:
            continue
        if ground == WATER and not advanced:
            put(state.river, square)
        elif ground == SWAMP and not advanced:
            put(state.marsh, square)
        else:
            put(state.land, square)


@kernel
def deal_deeds(state: Any, cards: Any) -> None:
    """Shuffle the deeds of all land plots and deal some to each player, in secret (MK-2)."""
    n = write_squares(int64(state.land[0]), int64(state.land[1]), 0, state.deck, 0)
    shuffle(state, state.deck, n)
    for seat in range(int64(state.players)):
        for _ in range(int64(cards.deeds)):
            n -= 1
            put(state.hand[seat], int64(state.deck[n]))
            state.deck[n] = 0
            state.deeds_held[seat] += 1
    state.deck_left = n


@kernel
def pick_character(state: Any, cards: Any, seat: int, character: int) -> None:
    """Take a character nobody has, and its permits (MK-3)."""
    state.character[seat] = character
    for kind in range(PERMIT_KINDS):
        for _ in range(int64(cards.characters[character, kind])):
            permits.gain_permit(state, seat, kind)
    state.reveals += 1
    state.asked = next_seat(state, seat)
    state.waiting = 0
    if state.asked != state.chair:
        ask(state, int64(state.asked))
    else:
        shuffle_permits(state, cards)


@kernel
def shuffle_permits(state: Any, cards: Any) -> None:
    """The permits that nobody holds are the permit deck (MK-4)."""
    n = 0
    for kind in range(PERMIT_KINDS):
        left = int64(cards.permits[kind])
        for seat in range(int64(state.players)):
            left -= int64(state.permits[seat, kind])
        for _ in range(left):
            state.permit_deck[n] = kind
            n += 1
    shuffle(state, state.permit_deck, n)
    state.permits_left = n


@kernel
def lay_tile(state: Any, cards: Any, seat: int, square: int) -> None:
    """Lay a river tile or a marsh; after the second marsh everything is dealt (ADV-2 to 6)."""
    state.reveals += 1
    state.asked = next_seat(state, seat)
    ask(state, int64(state.asked))
    if state.phase == RIVER:
        if layout.lay_river(state, square):
            state.phase = MARSH
        return
    put(state.marsh, square)
    remove(state.land, square)
    state.passes += 1  # counts the marshes
    if state.passes == 2:
        state.passes = 0
        state.waiting = 0
        deal_deeds(state, cards)
        shuffle_permits(state, cards)
        deal_four_permits(state)


@kernel
def deal_four_permits(state: Any) -> None:
    """No characters in the advanced game: four permits at random for everybody (ADV-6)."""
    for seat in range(int64(state.players)):
        for _ in range(4):
            state.permits_left -= 1
            state.permits[seat, state.permit_deck[state.permits_left]] += 1
            state.permit_deck[state.permits_left] = 0
            state.permits_held[seat] += 1


# --- Who is asked ---------------------------------------------------------------------------------------------------


@kernel
def next_seat(state: Any, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % int64(state.players)


@kernel
def ask(state: Any, seat: int) -> None:
    """Wait for one seat alone."""
    state.waiting = 1 << seat


@kernel
def call(state: Any, seats: int) -> None:
    """Wait for several seats that decide at once, in secret."""
    state.called = seats
    state.waiting = seats
    for seat in range(SEATS):
        state.stage[seat] = 0


@kernel
def everybody(state: Any) -> int:
    """All seats, as a bit mask."""
    return (1 << int64(state.players)) - 1


@kernel
def commit(state: Any, seat: int) -> None:
    """A seat has decided. When the last one has, all is revealed."""
    state.waiting = int64(state.waiting) & ~(1 << seat)
    if state.waiting == 0:
        state.called = 0
        state.reveals += 1
        for other in range(SEATS):
            state.stage[other] = 0


@kernel
def open_window(state: Any, phase: int) -> None:
    """Ask from the chair on who wants to play a card, until all have passed in a row."""
    state.phase = phase
    state.passes = 0
    state.asked = state.chair
    ask_next(state)


@kernel
def ask_next(state: Any) -> None:
    """Ask the next seat that might act, judged by what all can see; the others pass by themselves."""
    state.waiting = 0
    while state.passes < state.players:
        if might_act(state, int64(state.asked)):
            ask(state, int64(state.asked))
            return
        state.asked = next_seat(state, int64(state.asked))
        state.passes += 1
    state.passes = 0
    state.asked = state.chair


@kernel
def might_act(state: Any, seat: int) -> bool:
    """Whether a seat is asked in the window that is open, or in a trade session."""
    if state.phase == TRADE:
        return state.offers_left[seat] > 0
    if state.permits_held[seat] == 0:
        return False
    return state.phase != AFTER_COLLECTION or has_building(state, seat)


@kernel
def has_building(state: Any, seat: int) -> bool:
    """Whether a seat owns anything on the map."""
    for square in range(SQUARES):
        if state.owner[square] == seat:
            return True
    return False


@kernel
def acted(state: Any, phase: int) -> None:
    """The seat that was asked has done something: the window stays open for all."""
    state.phase = phase
    state.reveals += 1
    state.passes = 0
    state.asked = next_seat(state, int64(state.asked))
    ask_next(state)


@kernel
def passed(state: Any) -> None:
    """The seat that was asked passes."""
    state.reveals += 1
    if state.phase == PURCHASE:
        next_buyer(state)
        return
    state.passes += 1
    state.asked = next_seat(state, int64(state.asked))
    ask_next(state)


# --- What comes next ------------------------------------------------------------------------------------------------


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
def next_buyer(state: Any) -> None:
    """The next buyer; rounds repeat until no lot is left or nobody bought in a whole round (MK-26)."""
    state.waiting = 0
    if sale.lots_left(state) == 0:
        return
    state.turn += 1
    if state.turn == state.players:
        if not state.sold:
            return
        state.turn = 0
        state.sold = 0
    ask(state, int64(state.order[state.turn]))


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


# --- What can be chosen ---------------------------------------------------------------------------------------------


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """The choices of a seat that is asked, phase by phase (section 10 of the rules)."""
    seat = int64(seat)
    phase = int64(state.phase)
    if phase == RIVER:
        return layout.river_menu(state, out)
    if phase == MARSH:
        return layout.marsh_menu(state, out)
    if phase == CHARACTER:
        return character_menu(state, out)
    if phase == NEW_YEAR:
        return new_year_menu(state, cards, seat, out)
    if phase == DEED:
        return deed_menu(state, cards, seat, out)
    if phase == AFTER_COLLECTION:
        return redevelop_menu(state, seat, out)
    if phase in (LOBBY_BRIBE, LOBBY_BID):
        return lobby_menu(state, seat, out)
    if phase == PURCHASE:
        return purchase_menu(state, cards, seat, out)
    if phase == TRADE:
        return partner_menu(state, seat, out)
    if phase == OFFER:
        return trading.offer_menu(state, seat, out)
    if phase == ASK_DEED:
        return trading.deed_menu(state, seat, out)
    if phase == ASK_PERMIT:
        return trading.permit_menu(state, cards, out)
    if phase in (REPLY, ANSWER):
        return reply_menu(state, seat, out)
    if phase == POUCH:
        return pouch.pouch_menu(state, cards, seat, out)
    if phase == NOMINATE:
        return requisition.nomination_menu(state, seat, out)
    if phase == CONTEST:
        return requisition.contest_menu(state, seat, out)
    return amount_menu(state, seat, out)


@kernel
def character_menu(state: Any, out: Any) -> int:
    """Characters that nobody has (D1)."""
    n = 0
    for character in range(CHARACTERS):
        free = True
        for seat in range(int64(state.players)):
            free = free and state.character[seat] != character
        if free:
            out[n] = PICK_CHARACTER + character
            n += 1
    return n


@kernel
def new_year_menu(state: Any, cards: Any, seat: int, out: Any) -> int:
    """PASS, INQUIRY, or DEMOLISH a plot (D2)."""
    out[0] = PASS
    n = 1
    if state.permits[seat, INQUIRY] > 0 and state.marker[seat] < cards.top:
        out[n] = TAKE_INQUIRY
        n += 1
    if state.permits[seat, DEMOLISH] > 0:
        for plot in range(SQUARES):
            if permits.can_demolish(state, plot):
                out[n] = PICK_DEMOLISH + plot
                n += 1
    return n


@kernel
def deed_menu(state: Any, cards: Any, seat: int, out: Any) -> int:
    """BUY the deed of the demolished plot, or LEAVE it (MK-11)."""
    n = 0
    if state.cash[seat] >= cards.compensation:
        out[n] = BUY_DEED
        n += 1
    out[n] = LEAVE
    return n + 1


@kernel
def redevelop_menu(state: Any, seat: int, out: Any) -> int:
    """PASS, or REDEVELOP an own building (D3)."""
    out[0] = PASS
    n = 1
    if state.permits[seat, REDEVELOP] > 0:
        for square in range(SQUARES):
            if state.owner[square] == seat and state.anchor[square] == square:
                out[n] = PICK_REDEVELOP + square
                n += 1
    return n


@kernel
def lobby_menu(state: Any, seat: int, out: Any) -> int:
    """PASS, or LOBBY, if there is another amount to choose (D5, D10)."""
    out[0] = PASS
    n = 1
    if state.permits[seat, LOBBY] == 0:
        return n
    if state.phase == LOBBY_BRIBE:
        if state.cash[seat] > 0:
            out[n] = LOBBY_LEFT
            n += 1
        return n
    for side in range(2):
        most = int64(state.cash[seat]) - int64(state.bid[seat, 1 - side])
        if auction.is_offered(state, seat, side) and most > 0:
            out[n] = LOBBY_LEFT + side
            n += 1
    return n


@kernel
def purchase_menu(state: Any, cards: Any, seat: int, out: Any) -> int:
    """PASS, or a lot that one can pay for (D6)."""
    out[0] = PASS
    n = 1
    for lot in range(int64(state.lots)):
        price = sale.price(state, cards, lot)
        if 0 < price <= state.cash[seat]:
            out[n] = BUY + lot
            n += 1
    return n


@kernel
def partner_menu(state: Any, seat: int, out: Any) -> int:
    """PASS, or somebody to make an offer to (D7)."""
    out[0] = PASS
    n = 1
    if trading.has_something(state, seat):
        for other in range(int64(state.players)):
            if other != seat:
                out[n] = PARTNER + other
                n += 1
    return n


@kernel
def reply_menu(state: Any, seat: int, out: Any) -> int:
    """ACCEPT, if one can deliver; DECLINE; COUNTER once, with something to give (D8)."""
    n = 0
    if trading.can_deliver(state, seat, int64(state.countering)):
        out[n] = ACCEPT
        n += 1
    out[n] = DECLINE
    n += 1
    if state.phase == REPLY and trading.has_something(state, seat):
        out[n] = COUNTER
        n += 1
    return n


@kernel
def amount_menu(state: Any, seat: int, out: Any) -> int:
    """Amounts: bribes, bids, rebids, LOBBY, cash in offers (D4, D5, D7, D9 to D11)."""
    low, high, without = amount_limits(state, seat)
    n = 0
    for amount in range(low, high + 1):
        if amount != without:
            out[n] = AMOUNT + amount
            n += 1
    return n


@kernel
def amount_limits(state: Any, seat: int) -> tuple[int, int, int]:
    """The lowest and highest amount that may be named now, and one that may not (-1: none)."""
    phase, side, cash = int64(state.phase), int64(state.stage[seat]), int64(state.cash[seat])
    if phase == BRIBE:
        return 0, cash, -1
    if phase == BRIBE_AGAIN:
        return 0, cash, int64(state.bribe[seat])
    if phase == BID:
        return 0, cash - (int64(state.bid[seat, LEFT]) if side == RIGHT else 0), -1
    if phase == BID_AGAIN:
        side = int64(state.side)
        return 0, cash - int64(state.bid[seat, 1 - side]), int64(state.bid[seat, side])
    if phase == REBID:
        return int64(state.bid[seat, side]), auction.rebid_limit(state, seat, side), -1
    return 1, trading.most_cash(state, seat, phase == GIVE_CASH), -1


# --- What choices do ------------------------------------------------------------------------------------------------


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
