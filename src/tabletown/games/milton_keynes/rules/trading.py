"""Trade sessions: offers and one counter-offer between two players, in secret (MK-31 to 35)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.squares import clear, count, put_all, remove_all, write_squares


@kernel
def has_something(state: Any, seat: int) -> bool:
    """Whether a player has anything to give."""
    return int64(state.cash[seat]) + int64(state.deeds_held[seat]) + int64(state.permits_held[seat]) > 0


@kernel
def clear_offer(state: Any, which: int) -> None:
    """Empty an offer."""
    state.gives_cash[which] = 0
    state.asks_cash[which] = 0
    clear(state.given[which])
    clear(state.asked_deeds[which])
    for kind in range(s.PERMIT_KINDS):
        state.gives_permits[which, kind] = 0
        state.asks_permits[which, kind] = 0


@kernel
def end_offer(state: Any) -> None:
    """An offer is dealt with: nothing of it stays on the table."""
    clear_offer(state, s.MADE)
    clear_offer(state, s.COUNTERED)
    state.maker = 0
    state.partner = 0
    state.countering = 0


@kernel
def composer(state: Any) -> int:
    """Who composes or has sent the offer in question."""
    return int64(state.partner) if state.countering else int64(state.maker)


@kernel
def receiver(state: Any) -> int:
    """To whom the offer in question goes."""
    return int64(state.maker) if state.countering else int64(state.partner)


@kernel
def permits_in(counts: Any) -> int:
    """How many permits a list of counts holds."""
    total = 0
    for kind in range(s.PERMIT_KINDS):
        total += int64(counts[kind])
    return total


@kernel
def gives_something(state: Any, which: int) -> bool:
    """Whether an offer gives anything."""
    cards = count(state.given[which]) + permits_in(state.gives_permits[which])
    return int64(state.gives_cash[which]) + cards > 0


@kernel
def asks_something(state: Any, which: int) -> bool:
    """Whether an offer asks for anything."""
    cards = count(state.asked_deeds[which]) + permits_in(state.asks_permits[which])
    return int64(state.asks_cash[which]) + cards > 0


@kernel
def offer_menu(state: Any, seat: int, out: Any) -> int:
    """What can be put into an offer next, each card and each side's cash once; then SEND, or CANCEL (D7)."""
    which = int64(state.countering)
    n = 0
    if state.gives_cash[which] == 0 and state.cash[seat] > 0:
        out[n] = s.TO_GIVE_CASH
        n += 1
    if state.asks_cash[which] == 0:
        out[n] = s.TO_ASK_CASH
        n += 1
    low, high = askable(state, seat)
    if low | high:
        out[n] = s.TO_ASK_DEED
        n += 1
    if permits_in(state.asks_permits[which]) < s.PERMIT_KINDS:
        out[n] = s.TO_ASK_PERMIT
        n += 1
    if gives_something(state, which) and asks_something(state, which):
        out[n] = s.SEND
        n += 1
    out[n] = s.CANCEL
    n += 1
    low = int64(state.hand[seat, 0]) & ~int64(state.given[which, 0])
    high = int64(state.hand[seat, 1]) & ~int64(state.given[which, 1])
    n = write_squares(low, high, s.GIVE, out, n)
    for kind in range(s.PERMIT_KINDS):
        if state.gives_permits[which, kind] < state.permits[seat, kind]:
            out[n] = s.GIVE_PERMIT + kind
            n += 1
    return n


@kernel
def askable(state: Any, seat: int) -> tuple[int, int]:
    """The deeds that may be asked for: all that another player could hold, and that are not asked for yet."""
    which = int64(state.countering)
    low = int64(state.land[0]) & ~int64(state.built[0]) & ~int64(state.hand[seat, 0])
    high = int64(state.land[1]) & ~int64(state.built[1]) & ~int64(state.hand[seat, 1])
    return low & ~int64(state.asked_deeds[which, 0]), high & ~int64(state.asked_deeds[which, 1])


@kernel
def deed_menu(state: Any, seat: int, out: Any) -> int:
    """The deeds that may be asked for."""
    low, high = askable(state, seat)
    return write_squares(low, high, s.PICK_DEED, out, 0)


@kernel
def permit_menu(state: Any, cards: Any, out: Any) -> int:
    """The kinds of permit that may be asked for, each once."""
    which = int64(state.countering)
    n = 0
    for kind in range(s.PERMIT_KINDS):
        if state.asks_permits[which, kind] == 0:
            out[n] = s.PICK_PERMIT + kind
            n += 1
    return n


@kernel
def most_cash(state: Any, seat: int, giving: bool) -> int:
    """The largest amount that may be given or asked for."""
    return int64(state.cash[seat]) if giving else s.MOST_CASH


@kernel
def can_deliver(state: Any, seat: int, which: int) -> bool:
    """Whether the seat that is asked holds all that an offer asks for (MK-33)."""
    if state.cash[seat] < state.asks_cash[which]:
        return False
    low = int64(state.asked_deeds[which, 0]) & ~int64(state.hand[seat, 0])
    high = int64(state.asked_deeds[which, 1]) & ~int64(state.hand[seat, 1])
    if low | high:
        return False
    for kind in range(s.PERMIT_KINDS):
        if state.permits[seat, kind] < state.asks_permits[which, kind]:
            return False
    return True


@kernel
def hand_over(state: Any, giver: int, taker: int, cash: int, deeds: Any, permits: Any) -> None:
    """One side of a trade. Only how many cards moved is open to all (MK-35)."""
    state.cash[giver] = int64(state.cash[giver]) - cash
    state.cash[taker] = int64(state.cash[taker]) + cash
    low, high, number = int64(deeds[0]), int64(deeds[1]), count(deeds)
    remove_all(state.hand[giver], low, high)
    put_all(state.hand[taker], low, high)
    state.deeds_held[giver] = int64(state.deeds_held[giver]) - number
    state.deeds_held[taker] = int64(state.deeds_held[taker]) + number
    for kind in range(s.PERMIT_KINDS):
        moved = int64(permits[kind])
        if moved:
            state.permits[giver, kind] = int64(state.permits[giver, kind]) - moved
            state.permits[taker, kind] = int64(state.permits[taker, kind]) + moved
            state.permits_held[giver] = int64(state.permits_held[giver]) - moved
            state.permits_held[taker] = int64(state.permits_held[taker]) + moved


@kernel
def forget_deal(state: Any) -> None:
    """Nothing was moved by a deal lately."""
    for side in range(2):
        state.moved[side, 0] = 0
        state.moved[side, 1] = 0


@kernel
def strike_deal(state: Any) -> None:
    """Carry out the offer that was accepted (MK-31)."""
    which, giver, taker = int64(state.countering), composer(state), receiver(state)
    state.moved[0, 0] = count(state.given[which])
    state.moved[0, 1] = permits_in(state.gives_permits[which])
    state.moved[1, 0] = count(state.asked_deeds[which])
    state.moved[1, 1] = permits_in(state.asks_permits[which])
    hand_over(state, giver, taker, int64(state.gives_cash[which]), state.given[which], state.gives_permits[which])
    hand_over(state, taker, giver, int64(state.asks_cash[which]), state.asked_deeds[which], state.asks_permits[which])
