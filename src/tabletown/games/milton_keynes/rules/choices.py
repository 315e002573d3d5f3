"""What can be chosen, phase by phase (section 10 of the rules)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import advanced_setup, auction, permits, pouch, requisition, sale, trading
from tabletown.games.milton_keynes.rules.squares import after_first, first


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """The choices of a seat that is asked, phase by phase (section 10 of the rules)."""
    seat = int64(seat)
    phase = int64(state.phase)
    if phase == s.RIVER:
        return advanced_setup.river_menu(state, out)
    if phase == s.MARSH:
        return advanced_setup.marsh_menu(state, out)
    if phase == s.CHARACTER:
        return character_menu(state, out)
    if phase == s.NEW_YEAR:
        return new_year_menu(state, cards, seat, out)
    if phase == s.DEED:
        return deed_menu(state, cards, seat, out)
    if phase == s.AFTER_COLLECTION:
        return redevelop_menu(state, seat, out)
    if phase in (s.LOBBY_BRIBE, s.LOBBY_BID):
        return lobby_menu(state, seat, out)
    if phase == s.PURCHASE:
        return purchase_menu(state, cards, seat, out)
    if phase == s.TRADE:
        return partner_menu(state, seat, out)
    if phase == s.OFFER:
        return trading.offer_menu(state, seat, out)
    if phase == s.ASK_DEED:
        return trading.deed_menu(state, seat, out)
    if phase == s.ASK_PERMIT:
        return trading.permit_menu(state, cards, out)
    if phase in (s.REPLY, s.ANSWER):
        return reply_menu(state, seat, out)
    if phase == s.POUCH:
        return pouch.pouch_menu(state, cards, seat, out)
    if phase == s.NOMINATE:
        return requisition.nomination_menu(state, seat, out)
    if phase == s.CONTEST:
        return requisition.contest_menu(state, seat, out)
    return amount_menu(state, seat, out)


@kernel
def character_menu(state: Any, out: Any) -> int:
    """Characters that no seat has (D1)."""
    n = 0
    for character in range(s.CHARACTERS):
        free = True
        for seat in range(int64(state.players)):
            free = free and state.character[seat] != character
        if free:
            out[n] = s.PICK_CHARACTER + character
            n += 1
    return n


@kernel
def new_year_menu(state: Any, cards: Any, seat: int, out: Any) -> int:
    """PASS, INQUIRY, or DEMOLISH a plot (D2)."""
    out[0] = s.PASS
    n = 1
    if state.permits[seat, s.INQUIRY] > 0 and state.marker[seat] < cards.top:
        out[n] = s.TAKE_INQUIRY
        n += 1
    if state.permits[seat, s.DEMOLISH] > 0:
        low, high = int64(state.built[0]), int64(state.built[1])
        while low | high:
            plot = first(low, high)
            if permits.can_demolish(state, plot):
                out[n] = s.PICK_DEMOLISH + plot
                n += 1
            low, high = after_first(low, high)
    return n


@kernel
def deed_menu(state: Any, cards: Any, seat: int, out: Any) -> int:
    """BUY the deed of the demolished plot, or LEAVE it (MK-11)."""
    n = 0
    if state.cash[seat] >= cards.compensation:
        out[n] = s.BUY_DEED
        n += 1
    out[n] = s.LEAVE
    return n + 1


@kernel
def redevelop_menu(state: Any, seat: int, out: Any) -> int:
    """PASS, or REDEVELOP an own building (D3)."""
    out[0] = s.PASS
    n = 1
    if state.permits[seat, s.REDEVELOP] > 0:
        low, high = int64(state.built[0]), int64(state.built[1])
        while low | high:
            square = first(low, high)
            if state.owner[square] == seat and state.anchor[square] == square:
                out[n] = s.PICK_REDEVELOP + square
                n += 1
            low, high = after_first(low, high)
    return n


@kernel
def lobby_menu(state: Any, seat: int, out: Any) -> int:
    """PASS, or LOBBY, if there is another amount to choose (D5, D10)."""
    out[0] = s.PASS
    n = 1
    if state.permits[seat, s.LOBBY] == 0:
        return n
    if state.phase == s.LOBBY_BRIBE:
        if state.cash[seat] > 0:
            out[n] = s.LOBBY_LEFT
            n += 1
        return n
    for side in range(2):
        most = int64(state.cash[seat]) - int64(state.bid[seat, 1 - side])
        if auction.is_offered(state, seat, side) and most > 0:
            out[n] = s.LOBBY_LEFT + side
            n += 1
    return n


@kernel
def purchase_menu(state: Any, cards: Any, seat: int, out: Any) -> int:
    """PASS, or a lot that the seat can pay for (D6)."""
    out[0] = s.PASS
    n = 1
    for lot in range(int64(state.lots)):
        price = sale.price(state, cards, lot)
        if 0 < price <= state.cash[seat]:
            out[n] = s.BUY + lot
            n += 1
    return n


@kernel
def partner_menu(state: Any, seat: int, out: Any) -> int:
    """PASS, or a seat to make an offer to (D7)."""
    out[0] = s.PASS
    n = 1
    if trading.has_something(state, seat):
        for other in range(int64(state.players)):
            if other != seat:
                out[n] = s.PARTNER + other
                n += 1
    return n


@kernel
def reply_menu(state: Any, seat: int, out: Any) -> int:
    """ACCEPT, if the seat can deliver; DECLINE; COUNTER once, with something to give (D8)."""
    n = 0
    if trading.can_deliver(state, seat, int64(state.countering)):
        out[n] = s.ACCEPT
        n += 1
    out[n] = s.DECLINE
    n += 1
    if state.phase == s.REPLY and trading.has_something(state, seat):
        out[n] = s.COUNTER
        n += 1
    return n


@kernel
def amount_menu(state: Any, seat: int, out: Any) -> int:
    """Amounts: bribes, bids, rebids, LOBBY, cash in offers (D4, D5, D7, D9 to D11)."""
    low, high, without = amount_limits(state, seat)
    n, amount = 0, low
    while amount <= high:  # up to 191 amounts: written first, then counted, so that nothing branches
        out[n] = s.AMOUNT + amount
        n += 1 if amount != without else 0
        amount += 1
    return n


@kernel
def amount_limits(state: Any, seat: int) -> tuple[int, int, int]:
    """The lowest and highest amount that may be named now, and one that may not (-1: none)."""
    phase, side, cash = int64(state.phase), int64(state.stage[seat]), int64(state.cash[seat])
    if phase == s.BRIBE:
        return 0, cash, -1
    if phase == s.BRIBE_AGAIN:
        return 0, cash, int64(state.bribe[seat])
    if phase == s.BID:
        return 0, cash - (int64(state.bid[seat, s.LEFT]) if side == s.RIGHT else 0), -1
    if phase == s.BID_AGAIN:
        side = int64(state.side)
        return 0, cash - int64(state.bid[seat, 1 - side]), int64(state.bid[seat, side])
    if phase == s.REBID:
        return int64(state.bid[seat, side]), auction.rebid_limit(state, seat, side), -1
    return 1, trading.most_cash(state, seat, phase == s.GIVE_CASH), -1
