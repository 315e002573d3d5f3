"""What can be true of the work in progress: only what legal moves leave behind, and only in its own phase."""

from typing import Any

from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.positions.audit_pouches import audit_pouches
from tabletown.games.milton_keynes.positions.map import split
from tabletown.games.milton_keynes.rules import auction, requisition
from tabletown.games.milton_keynes.rules.squares import component
from tabletown.games.milton_keynes.text.names import squares

SALE = range(s.BRIBE, s.PURCHASE + 1)
COMPOSING = range(s.OFFER, s.ASK_PERMIT + 1)
ANSWERING = (s.REPLY, s.ANSWER)
TRADING = range(s.TRADE, s.ANSWER + 1)
AUCTION = range(s.BID, s.REBID + 1)
SEALED = (s.BRIBE, s.BID, s.REBID, s.POUCH, s.NOMINATE, s.CONTEST)
ENDS = {"deck": s.DECK_EMPTY, "dry": s.DRY_YEARS, "years": s.YEAR_LIMIT}


def audit_phase(state: Any, cards: Any) -> str:
    """What is impossible about the phase of a state; empty if nothing is."""
    return (
        _audit_year(state)
        or _audit_sale(state)
        or _audit_trade(state, cards)
        or _audit_auction(state)
        or _audit_lobby(state)
        or audit_pouches(state, cards)
        or _audit_waiting(state)
    )


def _audit_year(state: Any) -> str:
    early = s.RIVER <= state.phase <= s.CHARACTER
    if early != (state.year == 0) or state.year > s.MOST_YEARS:
        return f"the year is {state.year}; it is 0 during the set-up and then 1 to {s.MOST_YEARS}"
    if max(state.chair, state.asked) >= state.players or (state.passes >= state.players and not early):
        return "chair, turn and passes must be less than the number of players"
    if (state.phase == s.GAME_OVER) != bool(state.ended):
        return "the game is over without a reason"
    if state.ended == s.DECK_EMPTY and state.deck_left:
        return "the game cannot have ended with an empty deed deck: there are deeds in it (MK-52)"
    if state.dry >= s.MOST_DRY_YEARS and state.ended not in (s.DRY_YEARS, s.DECK_EMPTY):
        return f"after {s.MOST_DRY_YEARS} years without a purchase the game is over (MK-54)"
    if (state.ended == s.DRY_YEARS and state.dry < s.MOST_DRY_YEARS) or state.dry > max(int(state.year), 0):
        return "there were not so many years without a purchase (MK-54)"
    if state.ended == s.YEAR_LIMIT and state.year < s.MOST_YEARS:
        return f"the game ends after year {s.MOST_YEARS}, not before (MK-54)"
    if (state.cleared != s.NONE) != (state.phase == s.DEED):
        return "a deed is in question if, and only if, a plot was just demolished (MK-11)"
    return ""


def lots_of(dealt: list[int], year: int) -> list[set[int]]:
    """The lots of a sale by their first labels: single deeds in year 1, then neighbours together (MK-19, 20)."""
    if year == 1:
        return [{plot} for plot in sorted(dealt)]
    lots, (low, high) = [], split(dealt)
    while low | high:
        one, two = (int(word) for word in component(low, high))
        lots.append(set(squares((one, two))))
        low, high = low & ~one, high & ~two
    return lots


def _audit_sale(state: Any) -> str:
    if state.phase not in SALE:
        idle = not (state.on_sale or state.lots or state.bribe.any() or state.order.any() or state.season or state.sold)
        return "" if idle else "something is left over from a sale"
    dealt = [int(deed) for deed in state.dealt[: state.on_sale]]
    lots = lots_of(dealt, int(state.year))
    found = [set(squares(state.lot[i])) for i in range(s.SEATS)]
    if len(set(dealt)) < len(dealt) or len(lots) != state.lots:
        return "the lots do not agree with the deeds that were dealt"
    if any(lot and lot != lots[i : i + 1][0] for i, lot in enumerate(found[: len(lots)])) or any(found[len(lots) :]):
        return "the lots do not agree with the deeds that were dealt"
    if len(lots) > state.players or (len(lots) < state.players and state.deck_left):
        return f"there are {len(lots)} lots; deeds are dealt until there are {state.players}, or none is left (MK-20)"
    if state.phase == s.PURCHASE:
        if sorted(state.order[: state.players].tolist()) != list(range(state.players)):
            return "the order of buying must name every player once (MK-25)"
        if not any(found):
            return "the sale is over: all lots are sold (MK-26)"
        return ""
    if any(len(lot) == 0 for lot in found[: len(lots)]) or state.order.any() or state.sold:
        return "nothing is sold before the bribes are paid (MK-24)"
    for seat in range(int(state.players)):
        if state.bribe[seat] > state.cash[seat]:
            return f"{SEAT_NAMES[seat]} cannot bribe with more than the cash in hand (MK-22)"
    return ""


def _audit_trade(state: Any, cards: Any) -> str:
    trading = state.phase in TRADING
    if state.session not in ((1, 2) if trading else (1,) if state.phase in AUCTION else (0,)):
        return "session must be 1 or 2 during trading"
    if any(state.offers_left[seat] > (cards.offers if trading else 0) for seat in range(s.SEATS)):
        return f"a player makes at most {cards.offers} offers in a trade session (MK-34)"
    if state.phase not in (*COMPOSING, *ANSWERING):
        blank = not (state.maker or state.countering or (state.partner and state.phase != s.DEED))
        return "" if blank and _is_empty(state, 0) and _is_empty(state, 1) else "there is an offer outside of trading"
    maker, partner = int(state.maker), int(state.partner)
    if maker == partner or max(maker, partner) >= state.players or maker != state.asked:
        return "an offer goes from the player at turn to another player (MK-32)"
    if not state.countering and not _is_empty(state, 1):
        return "there is a counter-offer, but nobody is countering (MK-32)"
    if state.phase in ANSWERING and state.countering != (state.phase == s.ANSWER):
        return "offers are replied to, counter-offers are answered (MK-32)"
    which = int(state.countering)
    if (state.phase == s.GIVE_CASH and state.gives_cash[which]) or (
        state.phase == s.ASK_CASH and state.asks_cash[which]
    ):
        return "within one offer cash is given once and asked for once"
    sent = 1 if state.phase in COMPOSING and not state.countering else 0
    if state.offers_left[maker] >= cards.offers + sent or (sent and not state.offers_left[maker]):
        return f"{SEAT_NAMES[maker]} cannot have so many offers left (MK-34)"
    for which in range(2):
        problem = _audit_offer(state, which, (maker, partner)[which])
        if problem:
            return problem
    return ""


def _is_empty(state: Any, which: int) -> bool:
    return not (_gives(state, which) or _asks(state, which))


def _gives(state: Any, which: int) -> bool:
    return bool(state.gives_cash[which] or state.given[which].any() or state.gives_permits[which].any())


def _asks(state: Any, which: int) -> bool:
    return bool(state.asks_cash[which] or state.asked_deeds[which].any() or state.asks_permits[which].any())


def _audit_offer(state: Any, which: int, giver: int) -> str:
    sent = state.phase in ANSWERING if which == state.countering else which < state.countering
    if sent and not (_gives(state, which) and _asks(state, which)):
        return "an offer that was sent gives something and asks for something (MK-32)"
    outside = set(squares(state.asked_deeds[which])) - set(squares(state.land))
    if outside or not set(squares(state.given[which])) <= set(squares(state.hand[giver])):
        return f"{SEAT_NAMES[giver]} can offer deeds in hand, and ask for deeds of land plots only (MK-31)"
    if state.gives_cash[which] > state.cash[giver] or state.asks_cash[which] > s.MOST_CASH:
        return f"{SEAT_NAMES[giver]} cannot offer more cash than there is in hand (MK-31)"
    if (state.gives_permits[which] > state.permits[giver]).any() or (state.asks_permits[which] > 1).any():
        return f"{SEAT_NAMES[giver]} can offer permits in hand, and ask for each kind once (MK-31)"
    return ""


def _audit_auction(state: Any) -> str:
    first_session = state.phase in TRADING and state.session == 1
    if state.phase not in AUCTION:
        idle = not (state.bid.any() or state.rebid.any() or state.tied or state.side)
        none_offered = all(kind == s.NONE for kind in state.on_offer)
        return "" if idle and (first_session or none_offered) else "something is left over from an auction"
    if (state.tied and state.phase != s.REBID) or (state.rebid.any() and state.phase != s.REBID):
        return "there are ties and rebids only while rebids are asked for (MK-39)"
    for seat in range(int(state.players)):
        name = SEAT_NAMES[seat]
        if int(state.bid[seat].sum()) > state.cash[seat]:
            return f"{name}'s bids are more than the cash in hand (MK-36)"
        for side in (s.LEFT, s.RIGHT):
            if state.bid[seat, side] and not auction.is_offered(state, seat, side):
                return f"{name} bids where no permit lies (MK-36)"
            if state.rebid[seat, side] and not auction.is_tied(state, seat, side):
                return f"{name} rebids where no permit is tied (MK-39)"
    return _audit_rebids(state) if state.phase == s.REBID else ""


def _audit_rebids(state: Any) -> str:
    for k in range(s.SEATS):
        if state.tied >> k & 1:
            if k >= state.players or state.on_offer[k] == s.NONE:
                return "a permit that is not there cannot be tied (MK-39)"
            if state.bid[k, s.LEFT] != state.bid[int(auction.rival(state, k)), s.RIGHT]:
                return f"the bids on the permit to the left of {SEAT_NAMES[k]} are not tied (MK-39)"
    for seat in range(int(state.players)):
        total = 0
        for side in (s.LEFT, s.RIGHT):
            rebid, bid = int(state.rebid[seat, side]), int(state.bid[seat, side])
            total += max(rebid, bid)
            if 0 < rebid < bid:
                return f"{SEAT_NAMES[seat]} cannot rebid less than before (MK-39)"
        if total > state.cash[seat]:
            return f"{SEAT_NAMES[seat]}'s rebids are more than the cash in hand (MK-39)"
    return ""


def _audit_lobby(state: Any) -> str:
    """A LOBBY that is being played is in hand, and there is something to change (MK-23, 37)."""
    if state.phase not in (s.BRIBE_AGAIN, s.BID_AGAIN):
        return ""
    asked = int(state.asked)
    if not state.permits[asked, s.LOBBY]:
        return f"{SEAT_NAMES[asked]} holds no lobby to play"
    if state.phase == s.BID_AGAIN and not auction.is_offered(state, asked, int(state.side)):
        return f"no permit lies on that side of {SEAT_NAMES[asked]} (MK-37)"
    return ""


def _audit_waiting(state: Any) -> str:
    """Seats that decide at once wait until the last has decided; else one seat is asked."""
    waiting, called = int(state.waiting), int(state.called)
    if state.phase == s.GAME_OVER:
        return "nobody can be asked when the game is over" if waiting or called else ""
    if state.phase in SEALED:
        if not waiting or waiting & ~called or called != called_seats(state):
            return "those who decide at once must be asked until the last of them has decided"
        return ""
    if called or waiting.bit_count() != 1 or waiting >> int(state.players):
        return "exactly one player must be asked"
    return ""


def called_seats(state: Any) -> int:
    """The seats that decide at once in a sealed phase, as a bit mask."""
    seats = range(int(state.players))
    if state.phase == s.BID:
        return sum(1 << p for p in seats if any(auction.is_offered(state, p, side) for side in (s.LEFT, s.RIGHT)))
    if state.phase == s.REBID:
        return int(auction.tied_seats(state))
    if state.phase == s.NOMINATE:
        return sum(1 << p for p in seats if state.requisitions[p])
    if state.phase == s.CONTEST:
        return sum(1 << p for p in seats if requisition.next_contested(state, p, 0) < s.REQUISITIONS)
    return (1 << len(seats)) - 1
