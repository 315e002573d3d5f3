"""Opening the pouches and placing what survives, all at once (MK-48, 49)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.blocks import count_blocks, mark
from tabletown.games.milton_keynes.rules.permits import lose_deeds, lose_permit, put_under
from tabletown.games.milton_keynes.rules.pouch import builds, empty_pouch, ground_of, requisitions_plot
from tabletown.games.milton_keynes.rules.requisition import final_plot, is_lost
from tabletown.games.milton_keynes.rules.sale import take_from_deck
from tabletown.games.milton_keynes.rules.squares import contains, high_bit, low_bit, put_all, remove_all

FAILED = 1 << 7  # marks a permit of the pouch whose item goes back to the hand


@kernel
def in_rival_pouch(state: Any, seat: int, plot: int) -> bool:
    """Whether the deed of a plot lies in another player's pouch (MK-48)."""
    for other in range(int64(state.players)):
        for i in range(int64(state.items[other])):
            if other != seat and contains(state.contents[other, i], plot):
                return True
    return False


@kernel
def fail_items(state: Any) -> None:
    """Requisitions on a contested plot fail, and air bases where another player builds (MK-47, 48)."""
    for seat in range(int64(state.players)):
        number = 0
        for i in range(int64(state.items[seat])):
            kind = int64(state.item_permit[seat, i])
            if not requisitions_plot(kind):
                continue
            built_on = kind == s.AIR_PERMIT and in_rival_pouch(state, seat, final_plot(state, seat, number))
            if built_on or is_lost(state, seat, number):
                state.item_permit[seat, i] = kind | FAILED
            number += 1


@kernel
def fetch_deed(state: Any, plot: int) -> None:
    """Fetch the deed of an air base's plot from a hand or out of the deck, without compensation (MK-49)."""
    for seat in range(int64(state.players)):
        if contains(state.hand[seat], plot):
            lose_deeds(state, seat, low_bit(plot), high_bit(plot))
            return
    take_from_deck(state, plot)


@kernel
def place_item(state: Any, seat: int, item: int, plot: int) -> None:
    """Place one item on the map; its deeds lie on the table, its permit goes under the deck."""
    kind = int64(state.item_permit[seat, item])
    low, high = int64(state.contents[seat, item, 0]), int64(state.contents[seat, item, 1])
    lose_deeds(state, seat, low, high)
    if kind == s.EXTENSION:
        target = int64(state.item_target[seat, item])
        building = int64(state.kind[target])
        base_low, base_high = ground_of(state, seat, item)
        mark(state, low | base_low, high | base_high, seat, building)
        follow_target(state, seat, item, target)
    else:
        if plot != s.NONE:
            low |= low_bit(plot)
            high |= high_bit(plot)
            if not contains(state.river, plot):
                fetch_deed(state, plot)
        mark(state, low, high, seat, builds(kind))
    lose_permit(state, seat, kind)
    put_under(state, kind)


@kernel
def take_back_item(state: Any, seat: int, item: int, kind: int) -> None:
    """A failed item returns to the hand it came from, seen by all (MK-48)."""
    state.failed[seat] += 1
    low, high = int64(state.contents[seat, item, 0]), int64(state.contents[seat, item, 1])
    for other in range(s.SEATS):
        remove_all(state.supposed[other], low, high)
    put_all(state.supposed[seat], low, high)
    if state.supposed_permits[seat, kind] == 0:
        state.supposed_permits[seat, kind] = 1


@kernel
def follow_target(state: Any, seat: int, item: int, target: int) -> None:
    """An extended building may have a new first label: later extensions of the pouch mean the same building."""
    anchor = state.anchor[target]
    for i in range(item + 1, int64(state.items[seat])):
        if state.item_target[seat, i] == target:
            state.item_target[seat, i] = anchor


@kernel
def place_all(state: Any, cards: Any) -> None:
    """From the chair on, in the order of each pouch, everything that did not fail; then blocks are laid anew."""
    for seat in range(s.SEATS):
        state.failed[seat] = 0
    fail_items(state)
    players = int64(state.players)
    for turn in range(players):
        seat = (int64(state.chair) + turn) % players
        number = 0
        for i in range(int64(state.items[seat])):
            kind = int64(state.item_permit[seat, i])
            needs_plot = requisitions_plot(kind & ~FAILED)
            if kind >= FAILED:
                take_back_item(state, seat, i, kind & ~FAILED)
            else:
                place_item(state, seat, i, final_plot(state, seat, number) if needs_plot else s.NONE)
            if needs_plot:
                number += 1
    for seat in range(s.SEATS):
        empty_pouch(state, seat)
        state.requisitions[seat] = 0
        for number in range(s.REQUISITIONS):
            state.nominated[seat, number] = s.NONE
            state.moved_to[seat, number] = s.NONE
    count_blocks(state, cards)
