"""What a seat may not know in Milton Keynes (MK-6, 35, 47; section 10).

While seats decide at once, a view tells nothing of the others: neither what they chose, nor whether. Their bits in
`waiting` stay set, their pouches look empty, and `ply`, which would count their choices, is replaced by the number of
reveals, which all can count. The same holds for an offer that is being composed.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.auction import is_offered, is_tied
from tabletown.games.milton_keynes.rules.pouch import empty_hand, empty_pouch
from tabletown.games.milton_keynes.rules.requisition import next_contested
from tabletown.games.milton_keynes.rules.trading import clear_offer, composer, end_offer
from tabletown.games.milton_keynes.rules.worlds import imagine


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe other hands, cash and pouches, decks, sealed decisions and other people's offers. At the end all is open."""
    state.ply = state.reveals
    if state.ended:
        return
    for i in range(int64(state.deck_left)):
        state.deck[i] = s.HIDDEN
    for i in range(int64(state.permits_left)):
        state.permit_deck[i] = s.HIDDEN
    hide_offer(state, seat)
    hide_lobby(state, seat)
    for other in range(int64(state.players)):
        if other != seat:
            hide_hand(state, other)
            if (int64(state.called) >> other) & 1:
                hide_commitment(state, other)
            if state.phase >= s.POUCH:
                empty_pouch(state, other)


@kernel
def hide_hand(state: Any, seat: int) -> None:
    """Deeds, permits and cash of another player; how many cards it has is open."""
    empty_hand(state, seat)
    state.cash[seat] = 0


@kernel
def hide_commitment(state: Any, seat: int) -> None:
    """A sealed decision looks as if it were still to be made."""
    state.waiting = int64(state.waiting) | (1 << seat)
    state.stage[seat] = first_stage(state, seat)
    if state.phase == s.BRIBE:
        state.bribe[seat] = 0
    elif state.phase == s.BID:
        state.bid[seat, s.LEFT] = 0
        state.bid[seat, s.RIGHT] = 0
    elif state.phase == s.REBID:
        state.rebid[seat, s.LEFT] = 0
        state.rebid[seat, s.RIGHT] = 0
    else:
        for number in range(s.REQUISITIONS):
            if state.phase == s.NOMINATE:
                state.nominated[seat, number] = s.NONE
            state.moved_to[seat, number] = s.NONE


@kernel
def first_stage(state: Any, seat: int) -> int:
    """Where a sealed decision begins."""
    if state.phase == s.BID:
        return 0 if is_offered(state, seat, s.LEFT) else 1
    if state.phase == s.REBID:
        return 0 if is_tied(state, seat, s.LEFT) else 1
    return next_contested(state, seat, 0) if state.phase == s.CONTEST else 0


@kernel
def hide_lobby(state: Any, seat: int) -> None:
    """A LOBBY is seen when its amount is named, not before."""
    if state.asked != seat:
        if state.phase == s.BRIBE_AGAIN:
            state.phase = s.LOBBY_BRIBE
        elif state.phase == s.BID_AGAIN:
            state.phase = s.LOBBY_BID
            state.side = s.LEFT


@kernel
def hide_offer(state: Any, seat: int) -> None:
    """An offer is known to its maker, and to its partner once it is sent; others see between whom it is (MK-35)."""
    if s.OFFER <= state.phase <= s.ASK_PERMIT and composer(state) != seat:
        if state.countering:
            state.phase = s.REPLY
            state.countering = 0
            clear_offer(state, s.COUNTERED)
        else:
            state.phase = s.TRADE
            end_offer(state)
    if s.REPLY <= state.phase <= s.ANSWER and seat not in (state.maker, state.partner):
        clear_offer(state, s.MADE)
        clear_offer(state, s.COUNTERED)


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    """Fill what `hide` wiped with a random world that agrees with the view."""
    if not state.ended:
        imagine(state, cards, int64(seat))
