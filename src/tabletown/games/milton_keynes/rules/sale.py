"""Spring and Autumn sales: lots, bribes, and buying in rounds (MK-18 to 28)."""

from typing import Any

from tabletown.engine.chance import below
from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import money
from tabletown.games.milton_keynes.rules.permits import gain_deeds
from tabletown.games.milton_keynes.rules.squares import (
    clear,
    count,
    first,
    grown_high,
    grown_low,
    high_bit,
    low_bit,
    size_of,
)


@kernel
def deal_lots(state: Any) -> None:
    """Deal deeds until there are as many lots as players; from the second year on neighbours make one lot."""
    state.on_sale = 0
    state.lots = 0
    players = int64(state.players)
    while state.deck_left > 0 and (state.on_sale < players or state.lots < players):
        deed = int64(state.deck[int64(state.deck_left) - 1])
        if deed == s.HIDDEN:  # who has only a view cannot know what comes
            break
        state.deck_left -= 1
        state.deck[state.deck_left] = 0
        state.dealt[state.on_sale] = deed
        state.on_sale += 1
        if state.year == 1:
            join_lots(state, deed, 0, 0)
        else:
            join_lots(state, deed, grown_low(low_bit(deed), high_bit(deed)), grown_high(low_bit(deed), high_bit(deed)))
    sort_lots(state)


@kernel
def join_lots(state: Any, deed: int, near_low: int, near_high: int) -> None:
    """A new deed joins all the lots that it touches, or is a lot of its own (MK-20)."""
    low, high = low_bit(deed), high_bit(deed)
    kept = 0
    for lot in range(int64(state.lots)):
        one, two = int64(state.lot[lot, 0]), int64(state.lot[lot, 1])
        if (one & near_low) | (two & near_high):
            low |= one
            high |= two
        else:
            state.lot[kept, 0] = one
            state.lot[kept, 1] = two
            kept += 1
    for lot in range(kept, s.SEATS):
        clear(state.lot[lot])
    state.lot[kept, 0] = low
    state.lot[kept, 1] = high
    state.lots = kept + 1


@kernel
def sort_lots(state: Any) -> None:
    """Number the lots in the order of their first labels."""
    for i in range(1, int64(state.lots)):
        j = i
        while j > 0 and first_label(state, j) < first_label(state, j - 1):
            for word in range(2):
                held = state.lot[j, word]
                state.lot[j, word] = state.lot[j - 1, word]
                state.lot[j - 1, word] = held
            j -= 1


@kernel
def first_label(state: Any, lot: int) -> int:
    """The first label of a lot."""
    return first(int64(state.lot[lot, 0]), int64(state.lot[lot, 1]))


@kernel
def price(state: Any, cards: Any, lot: int) -> int:
    """What a lot costs (MK-27); 0 if it is sold."""
    return int64(cards.price) * count(state.lot[lot])


@kernel
def pay_bribes(state: Any) -> None:
    """All bribes go to the bank (MK-24)."""
    for seat in range(int64(state.players)):
        money.pay(state, seat, int64(state.bribe[seat]))


@kernel
def buys_before(state: Any, seat: int, other: int) -> bool:
    """Whether a seat buys before another by bribe and hand (MK-25)."""
    if state.bribe[seat] != state.bribe[other]:
        return state.bribe[seat] > state.bribe[other]
    return hand_size(state, seat) < hand_size(state, other)


@kernel
def hand_size(state: Any, seat: int) -> int:
    """Deeds and permits in hand."""
    return int64(state.deeds_held[seat]) + int64(state.permits_held[seat])


@kernel
def buying_order(state: Any) -> None:
    """Higher bribe first, then fewer cards, then a shuffle of each tied group (MK-25)."""
    players = int64(state.players)
    for i in range(players):
        state.order[i] = i
        j = i
        while j > 0 and buys_before(state, int64(state.order[j]), int64(state.order[j - 1])):
            held = state.order[j]
            state.order[j] = state.order[j - 1]
            state.order[j - 1] = held
            j -= 1
    begin = 0
    while begin < players:
        end = begin + 1
        while end < players and not buys_before(state, int64(state.order[begin]), int64(state.order[end])):
            end += 1
        for i in range(end - 1, begin, -1):
            j = begin + below(state, i - begin + 1)
            held = state.order[i]
            state.order[i] = state.order[j]
            state.order[j] = held
        begin = end


@kernel
def buy_lot(state: Any, cards: Any, seat: int, lot: int) -> None:
    """Pay for a lot and take its deeds (MK-27)."""
    money.pay(state, seat, price(state, cards, lot))
    gain_deeds(state, seat, int64(state.lot[lot, 0]), int64(state.lot[lot, 1]))
    clear(state.lot[lot])
    state.sold = 1
    state.bought = 1


@kernel
def lots_left(state: Any) -> int:
    """How many lots are still to be had."""
    left = 0
    for lot in range(int64(state.lots)):
        if count(state.lot[lot]) > 0:
            left += 1
    return left


@kernel
def end_sale(state: Any) -> None:
    """Unsold deeds go under the deck in the order dealt, the last one to the very bottom (MK-28)."""
    low, high = 0, 0
    for lot in range(int64(state.lots)):
        low |= int64(state.lot[lot, 0])
        high |= int64(state.lot[lot, 1])
    unsold = size_of(low, high)
    for k in range(int64(state.deck_left) - 1, -1, -1):
        state.deck[k + unsold] = state.deck[k]
    state.deck_left = int64(state.deck_left) + unsold
    for i in range(int64(state.on_sale)):
        deed = int64(state.dealt[i])
        if (low & low_bit(deed)) | (high & high_bit(deed)):
            unsold -= 1
            state.deck[unsold] = deed
    for lot in range(s.SEATS):
        clear(state.lot[lot])
        state.bribe[lot] = 0
        state.order[lot] = 0
    for i in range(int64(state.on_sale)):
        state.dealt[i] = 0
    state.on_sale = 0
    state.lots = 0
    state.turn = 0
    state.sold = 0


@kernel
def take_from_deck(state: Any, deed: int) -> None:
    """Take one deed out of the deck, the order otherwise kept; in a view any hidden one stands for it."""
    left = int64(state.deck_left)
    if left == 0:
        return
    found = left - 1
    for i in range(left):
        if state.deck[i] == deed or (state.deck[found] == s.HIDDEN and state.deck[i] == s.HIDDEN):
            found = i
    for i in range(found, left - 1):
        state.deck[i] = state.deck[i + 1]
    state.deck[left - 1] = 0
    state.deck_left -= 1
