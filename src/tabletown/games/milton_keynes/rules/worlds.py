"""Imagining a world that agrees with a view: who holds which deeds and permits, and how much cash.

What all have seen (a lot that was bought, a permit that was won, what came from the bank) is taken as the best guess
of what is where; only what trades moved in secret makes it wrong. Seats that decide at once have decided nothing yet.
"""

from typing import Any

from tabletown.engine.chance import below, shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.pouch import empty_hand, empty_pouch, start_item
from tabletown.games.milton_keynes.rules.squares import (
    contains,
    count,
    grown_high,
    grown_low,
    high_bit,
    low_bit,
    pick,
    put,
    write_squares,
)

TRIES = 64


@kernel
def imagine(state: Any, cards: Any, seat: int) -> None:
    """Deal the unseen cards to the places that are unknown."""
    if state.phase in (s.RIVER, s.MARSH):  # nothing is dealt yet, so all of it is known (ADV-1)
        return
    if state.phase >= s.NOMINATE:
        imagine_pouches(state, cards, seat)
    hold_what_is_offered(state)
    imagine_deeds(state, seat)
    imagine_permits(state, cards, seat)
    imagine_cash(state, cards, seat)
    if s.REPLY <= state.phase <= s.ANSWER and seat not in (state.maker, state.partner):
        imagine_offer(state, s.MADE, int64(state.maker))
        if state.phase == s.ANSWER:
            imagine_offer(state, s.COUNTERED, int64(state.partner))


# --- Cards ----------------------------------------------------------------------------------------------------------


@kernel
def unseen_deeds(state: Any) -> tuple[int, int]:
    """Deeds that lie nowhere that this view, as far as it is filled in, knows."""
    low = int64(state.land[0]) & ~int64(state.built[0])
    high = int64(state.land[1]) & ~int64(state.built[1])
    if state.cleared != s.NONE:
        low &= ~low_bit(int64(state.cleared))
        high &= ~high_bit(int64(state.cleared))
    for i in range(s.SEATS):
        low &= ~int64(state.hand[i, 0]) & ~int64(state.lot[i, 0])
        high &= ~int64(state.hand[i, 1]) & ~int64(state.lot[i, 1])
    return low, high


@kernel
def hold_what_is_offered(state: Any) -> None:
    """A seat that has offered a card holds it, also while the partner composes a counter-offer."""
    if not s.OFFER <= state.phase <= s.ANSWER:
        return
    for which in range(2):
        seat = int64(state.maker) if which == s.MADE else int64(state.partner)
        state.hand[seat, 0] |= state.given[which, 0]
        state.hand[seat, 1] |= state.given[which, 1]
        for kind in range(s.PERMIT_KINDS):
            state.permits[seat, kind] = max(state.permits[seat, kind], state.gives_permits[which, kind])


@kernel
def imagine_deeds(state: Any, seat: int) -> None:
    """First the deeds that all have seen going to a hand, then others at random; the rest is the deck."""
    for other in range(int64(state.players)):
        if other != seat:
            unseen_low, unseen_high = unseen_deeds(state)
            low = int64(state.supposed[other, 0]) & unseen_low
            high = int64(state.supposed[other, 1]) & unseen_high
            while low | high and count(state.hand[other]) < state.deeds_held[other]:
                deed = pick(state, low, high)
                put(state.hand[other], deed)
                low &= ~low_bit(deed)
                high &= ~high_bit(deed)
    low, high = unseen_deeds(state)
    n = write_squares(low, high, 0, state.deck, 0)
    shuffle(state, state.deck, n)
    for other in range(int64(state.players)):
        if other != seat:
            while count(state.hand[other]) < state.deeds_held[other]:
                n -= 1
                put(state.hand[other], int64(state.deck[n]))
                state.deck[n] = 0


@kernel
def imagine_permits(state: Any, cards: Any, seat: int) -> None:
    """First the permits that all have seen going to a hand, then others at random; the rest is the deck."""
    for other in range(int64(state.players)):
        if other == seat:
            continue
        for kind in range(s.PERMIT_KINDS):
            while (
                state.permits[other, kind] < state.supposed_permits[other, kind]
                and permits_in_hand(state, other) < state.permits_held[other]
                and permits_unseen(state, cards, kind) > 0
            ):
                state.permits[other, kind] += 1
    n = 0
    for kind in range(s.PERMIT_KINDS):
        for _ in range(permits_unseen(state, cards, kind)):
            state.permit_deck[n] = kind
            n += 1
    shuffle(state, state.permit_deck, n)
    for other in range(int64(state.players)):
        if other != seat:
            while permits_in_hand(state, other) < state.permits_held[other]:
                n -= 1
                state.permits[other, state.permit_deck[n]] += 1
                state.permit_deck[n] = 0
    while n > state.permits_left:  # before characters are chosen there is no deck
        n -= 1
        state.permit_deck[n] = 0


@kernel
def permits_in_hand(state: Any, seat: int) -> int:
    """How many permits a hand holds so far."""
    total = 0
    for kind in range(s.PERMIT_KINDS):
        total += int64(state.permits[seat, kind])
    return total


@kernel
def permits_unseen(state: Any, cards: Any, kind: int) -> int:
    """Permits of a kind that lie neither in a hand nor on offer."""
    left = int64(cards.permits[kind])
    for seat in range(s.SEATS):
        left -= int64(state.permits[seat, kind])
        if state.on_offer[seat] == kind:
            left -= 1
    return left


# --- Cash -----------------------------------------------------------------------------------------------------------


@kernel
def least_cash(state: Any, seat: int) -> int:
    """What a seat must have at least, by what it has bribed, bid or offered."""
    least = 0
    if s.LOBBY_BRIBE <= state.phase <= s.BRIBE_AGAIN:
        least = int64(state.bribe[seat])
    elif state.phase in (s.LOBBY_BID, s.BID_AGAIN, s.REBID):
        least = int64(state.bid[seat, s.LEFT]) + int64(state.bid[seat, s.RIGHT])
    elif s.OFFER <= state.phase <= s.ANSWER:
        if state.maker == seat:
            least = int64(state.gives_cash[s.MADE])
        elif state.partner == seat:
            least = int64(state.gives_cash[s.COUNTERED])
    return least


@kernel
def imagine_cash(state: Any, cards: Any, seat: int) -> None:
    """What all could count; a seat that must have more has it, and there is never more than the bank gave out."""
    total = 0
    for other in range(int64(state.players)):
        if other != seat:
            state.cash[other] = max(int64(state.supposed_cash[other]), least_cash(state, other))
        total += int64(state.cash[other])
    for other in range(int64(state.players)):
        if other != seat and total > cards.cash:
            spare = int64(state.cash[other]) - least_cash(state, other)
            given_up = min(spare, total - int64(cards.cash))
            state.cash[other] = int64(state.cash[other]) - given_up
            total -= given_up


@kernel
def imagine_offer(state: Any, which: int, seat: int) -> None:
    """Some offer that its maker can keep: a card, or a little cash, against a little cash."""
    if count(state.hand[seat]) > 0:
        put(state.given[which], pick(state, int64(state.hand[seat, 0]), int64(state.hand[seat, 1])))
    elif state.permits_held[seat] > 0:
        kind = 0
        while state.permits[seat, kind] == 0:
            kind += 1
        state.gives_permits[which, kind] = 1
    else:
        state.cash[seat] = max(int64(state.cash[seat]), 1)
        state.gives_cash[which] = 1
    state.asks_cash[which] = 1


# --- Sealed pouches -------------------------------------------------------------------------------------------------


@kernel
def imagine_pouches(state: Any, cards: Any, seat: int) -> None:
    """Pouches of others with as many requisitions as all know of, one deed each; some of them may be contested."""
    for _ in range(TRIES):
        good = True
        for other in range(int64(state.players)):
            if other != seat and good:
                good = imagine_pouch(state, cards, other)
        if good:
            return
        for other in range(int64(state.players)):
            if other != seat:
                forget_pouch(state, other)


@kernel
def forget_pouch(state: Any, seat: int) -> None:
    """Start over with a hand and a pouch."""
    empty_hand(state, seat)
    empty_pouch(state, seat)


@kernel
def imagine_pouch(state: Any, cards: Any, seat: int) -> bool:
    """A requisition after the other: a permit, a plot, and a deed beside it; returns whether that worked."""
    plots_low, plots_high = 0, 0  # different ones for a player's two requisitions, and none that the pouch builds on
    for number in range(int64(state.requisitions[seat])):
        plot = int64(state.nominated[seat, number])
        kind = imagine_kind(state, cards, plot)
        if kind == s.NONE:
            return False
        if plot == s.NONE:
            low, high = plots_to_take(state, kind)
            low &= ~plots_low & ~int64(state.contents[seat, 0, 0])
            high &= ~plots_high & ~int64(state.contents[seat, 0, 1])
            if low | high == 0:
                return False
            plot = pick(state, low, high)
        plots_low |= low_bit(plot)
        plots_high |= high_bit(plot)
        deed_low, deed_high = unseen_deeds(state)
        deed_low &= grown_low(low_bit(plot), high_bit(plot)) & ~plots_low
        deed_high &= grown_high(low_bit(plot), high_bit(plot)) & ~plots_high
        if deed_low | deed_high == 0:
            return False
        deed = pick(state, deed_low, deed_high)
        if number == 0 and int64(state.requisitions[seat]) == 2 and state.nominated[seat, 1] == deed:
            return False
        put(state.hand[seat], deed)
        state.permits[seat, kind] += 1
        start_item(state, seat, kind, s.NONE)
        put(state.contents[seat, int64(state.items[seat]) - 1], deed)
        state.open_item[seat] = 0
    return True


@kernel
def imagine_kind(state: Any, cards: Any, plot: int) -> int:
    """The permit with which a plot is requisitioned, as far as one is left; NONE if not."""
    if plot != s.NONE:
        kind = s.SEWAGE_PERMIT if contains(state.river, plot) else s.AIR_PERMIT
        return kind if permits_unseen(state, cards, kind) > 0 else s.NONE
    sewage, air = permits_unseen(state, cards, s.SEWAGE_PERMIT), permits_unseen(state, cards, s.AIR_PERMIT)
    if sewage + air <= 0:
        return s.NONE
    return s.SEWAGE_PERMIT if below(state, sewage + air) < sewage else s.AIR_PERMIT


@kernel
def plots_to_take(state: Any, kind: int) -> tuple[int, int]:
    """Empty plots beside an unseen deed that a requisition could take."""
    low, high = unseen_deeds(state)
    near_low, near_high = grown_low(low, high), grown_high(low, high)
    near_low &= ~int64(state.built[0])
    near_high &= ~int64(state.built[1])
    if kind == s.SEWAGE_PERMIT:
        return near_low & int64(state.river[0]), near_high & int64(state.river[1])
    return near_low & int64(state.land[0]), near_high & int64(state.land[1])
