"""What a seat may not know in Milton Keynes (MK-6, 35, 47; section 10).

While seats decide at once, a view tells nothing of the others: neither what they chose, nor whether. Their bits in
`waiting` stay set, their pouches look empty, and `ply`, which would count their choices, is replaced by the number of
reveals, which all can count. The same holds for an offer that is being composed.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes.rules.auction import is_offered, is_tied
from tabletown.games.milton_keynes.rules.pouch import empty_pouch
from tabletown.games.milton_keynes.rules.requisition import next_contested
from tabletown.games.milton_keynes.rules.squares import clear
from tabletown.games.milton_keynes.rules.trading import clear_offer, composer, end_offer
from tabletown.games.milton_keynes.rules.worlds import imagine
from tabletown.games.milton_keynes.state import (
    ANSWER,
    ASK_PERMIT,
    BID,
    BID_AGAIN,
    BRIBE,
    BRIBE_AGAIN,
    CONTEST,
    COUNTERED,
    HIDDEN,
    LEFT,
    LOBBY_BID,
    LOBBY_BRIBE,
    MADE,
    NOMINATE,
    NONE,
    OFFER,
    PERMIT_KINDS,
    POUCH,
    REBID,
    REPLY,
    REQUISITIONS,
    RIGHT,
    TRADE,
)


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe other hands, cash and pouches, decks, sealed decisions and other people's offers. At the end all is open."""
    state.ply = state.reveals
    if state.ended:
        return
    for i in range(int64(state.deck_left)):
        state.deck[i] = HIDDEN
    for i in range(int64(state.permits_left)):
        state.permit_deck[i] = HIDDEN
    hide_offer(state, seat)
    hide_lobby(state, seat)
    for other in range(int64(state.players)):
        if other != seat:
            hide_hand(state, other)
            if (int64(state.called) >> other) & 1:
                hide_commitment(state, other)
            if state.phase >= POUCH:
                empty_pouch(state, other)


@kernel
def hide_hand(state: Any, seat: int) -> None:
    """Deeds, permits and cash of another player; how many cards it has is open."""
    clear(state.hand[seat])
    for kind in range(PERMIT_KINDS):
        state.permits[seat, kind] = 0
    state.cash[seat] = 0


@kernel
def hide_commitment(state: Any, seat: int) -> None:
    """A sealed decision looks as if it were still to be made."""
    state.waiting = int64(state.waiting) | (1 << seat)
    state.stage[seat] = first_stage(state, seat)
    if state.phase == BRIBE:
        state.bribe[seat] = 0
    elif state.phase == BID:
        state.bid[seat, LEFT] = 0
        state.bid[seat, RIGHT] = 0
    elif state.phase == REBID:
        state.rebid[seat, LEFT] = 0
        state.rebid[seat, RIGHT] = 0
    else:
        for number in range(REQUISITIONS):
            if state.phase == NOMINATE:
                state.nominated[seat, number] = NONE
            state.moved_to[seat, number] = NONE


@kernel
def first_stage(state: Any, seat: int) -> int:
    """Where a sealed decision begins."""
    if state.phase == BID:
        return 0 if is_offered(state, seat, int64(LEFT)) else 1
    if state.phase == REBID:
        return 0 if is_tied(state, seat, int64(LEFT)) else 1
    return next_contested(state, seat, 0) if state.phase == CONTEST else 0


@kernel
def hide_lobby(state: Any, seat: int) -> None:
    """A LOBBY is seen when its amount is named, not before."""
    if state.asked != seat:
        if state.phase == BRIBE_AGAIN:
            state.phase = LOBBY_BRIBE
        elif state.phase == BID_AGAIN:
            state.phase = LOBBY_BID
            state.side = LEFT


@kernel
def hide_offer(state: Any, seat: int) -> None:
    """An offer is known to its maker, and to its partner once it is sent; others see between whom it is (MK-35)."""
    if OFFER <= state.phase <= ASK_PERMIT and composer(state) != seat:
        if state.countering:
            state.phase = REPLY
            state.countering = 0
            clear_offer(state, int64(COUNTERED))
        else:
            state.phase = TRADE
            end_offer(state)
    if REPLY <= state.phase <= ANSWER and seat not in (state.maker, state.partner):
        clear_offer(state, int64(MADE))
        clear_offer(state, int64(COUNTERED))


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    """Fill what `hide` wiped with a random world that agrees with the view."""
    if not state.ended:
        imagine(state, cards, int64(seat))
