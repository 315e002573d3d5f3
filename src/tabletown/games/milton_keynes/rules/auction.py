"""Permits between neighbours: two sealed bids each, LOBBY, rebids and settlement (MK-30, 36 to 40)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import money
from tabletown.games.milton_keynes.rules.permits import gain_permit, put_under


@kernel
def deal_permits(state: Any) -> None:
    """One permit face up between each seat and the next, from the chair on, as far as they reach (MK-30)."""
    players = int64(state.players)
    for i in range(players):
        k = (int64(state.chair) + i) % players
        if state.permits_left > 0:
            state.permits_left -= 1
            state.on_offer[k] = state.permit_deck[state.permits_left]
            state.permit_deck[state.permits_left] = 0
        else:
            state.on_offer[k] = s.NONE


@kernel
def permit_beside(state: Any, seat: int, side: int) -> int:
    """Which permit lies on a side of a seat."""
    players = int64(state.players)
    return seat if side == s.LEFT else (seat + players - 1) % players


@kernel
def is_offered(state: Any, seat: int, side: int) -> bool:
    """Whether a permit lies on this side of a seat."""
    return state.on_offer[permit_beside(state, seat, side)] != s.NONE


@kernel
def rival(state: Any, k: int) -> int:
    """The seat to whose right permit `k` lies; it is on the left of seat `k`."""
    return (k + 1) % int64(state.players)


@kernel
def is_tied(state: Any, seat: int, side: int) -> bool:
    """Whether the permit on this side is to be bid for again."""
    return (int64(state.tied) >> permit_beside(state, seat, side)) & 1 == 1


@kernel
def find_ties(state: Any) -> None:
    """Permits for which both rivals bid the same; a tie at 0 is one too (MK-39)."""
    state.tied = 0
    for k in range(int64(state.players)):
        if state.on_offer[k] != s.NONE and state.bid[k, s.LEFT] == state.bid[rival(state, k), s.RIGHT]:
            state.tied = int64(state.tied) | (1 << k)


@kernel
def tied_seats(state: Any) -> int:
    """The seats that rebid, as a bit mask."""
    mask = 0
    for k in range(int64(state.players)):
        if (int64(state.tied) >> k) & 1:
            mask |= (1 << k) | (1 << rival(state, k))
    return mask


@kernel
def rebid_limit(state: Any, seat: int, side: int) -> int:
    """The highest rebid: what the other side needs stays tied up (MK-39)."""
    other = 1 - side
    reserved = int64(state.bid[seat, other])
    if side == s.RIGHT and is_tied(state, seat, s.LEFT):
        reserved = int64(state.rebid[seat, s.LEFT])  # answered first, and already raised
    return int64(state.cash[seat]) - reserved


@kernel
def compare_rebids(state: Any) -> None:
    """A tie that both seats raised alike goes on; a tie that neither raised is over, and neither gets the permit."""
    going_on = 0
    for k in range(int64(state.players)):
        if (int64(state.tied) >> k) & 1:
            other = rival(state, k)
            before = int64(state.bid[k, s.LEFT])
            state.bid[k, s.LEFT] = state.rebid[k, s.LEFT]
            state.bid[other, s.RIGHT] = state.rebid[other, s.RIGHT]
            if state.bid[k, s.LEFT] == state.bid[other, s.RIGHT] and state.bid[k, s.LEFT] > before:
                going_on |= 1 << k
    state.tied = going_on
    for seat in range(s.SEATS):
        state.rebid[seat, s.LEFT] = 0
        state.rebid[seat, s.RIGHT] = 0


@kernel
def settle(state: Any, cards: Any) -> None:
    """The higher bidder takes the permit and pays the other; one that neither took goes under the deck (MK-38, 40)."""
    players = int64(state.players)
    for i in range(players):
        k = (int64(state.chair) + i) % players
        if state.on_offer[k] == s.NONE:
            continue
        kind, other = int64(state.on_offer[k]), rival(state, k)
        mine, theirs = int64(state.bid[k, s.LEFT]), int64(state.bid[other, s.RIGHT])
        if mine == theirs:
            put_under(state, kind)
        else:
            winner, loser = (k, other) if mine > theirs else (other, k)
            money.pay(state, winner, max(mine, theirs))
            money.earn(state, cards, loser, max(mine, theirs))
            gain_permit(state, winner, kind)
    for seat in range(s.SEATS):
        state.on_offer[seat] = s.NONE
        state.bid[seat, s.LEFT] = 0
        state.bid[seat, s.RIGHT] = 0
    state.tied = 0
