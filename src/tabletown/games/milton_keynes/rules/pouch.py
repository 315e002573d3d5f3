"""Filling a pouch: permits and deeds for new buildings and extensions (MK-41 to 46).

Every choice leaves the pouch such that it can be finished: a deed is offered only if the item is legal with it, and if
all requisitions of the pouch still have plots of their own.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.blocks import plots_of
from tabletown.games.milton_keynes.rules.squares import (
    after_first,
    clear,
    component,
    count,
    first,
    grown_high,
    grown_low,
    put,
    size_of,
    write_squares,
)


@kernel
def builds(kind: int) -> int:
    """The building type of a permit; every simple permit builds an ESTATE (MK-43)."""
    if kind <= s.REDEVELOP:
        return s.ESTATE
    if kind == s.COMMONS_PERMIT:
        return s.COMMONS
    if kind == s.DUMP_PERMIT:
        return s.DUMP
    if kind == s.ALLOT_PERMIT:
        return s.ALLOT
    if kind == s.SEWAGE_PERMIT:
        return s.SEWAGE
    return s.NATURE if kind == s.NATURE_PERMIT else s.AIR


@kernel
def requisitions_plot(kind: int) -> bool:
    """Whether a permit takes a plot without its deed (MK-45)."""
    return kind in (s.SEWAGE_PERMIT, s.AIR_PERMIT)


@kernel
def permits_free(state: Any, seat: int, kind: int) -> int:
    """Permits of a kind in hand that are not in the pouch."""
    free = int64(state.permits[seat, kind])
    for i in range(int64(state.items[seat])):
        if state.item_permit[seat, i] == kind:
            free -= 1
    return free


@kernel
def new_buildings(state: Any, seat: int) -> int:
    """How many new buildings are in the pouch."""
    number = 0
    for i in range(int64(state.items[seat])):
        if state.item_permit[seat, i] != s.EXTENSION:
            number += 1
    return number


@kernel
def free_deeds(state: Any, seat: int) -> tuple[int, int]:
    """The deeds in hand that are not in the pouch."""
    low, high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
    for i in range(int64(state.items[seat])):
        low &= ~int64(state.contents[seat, i, 0])
        high &= ~int64(state.contents[seat, i, 1])
    return low, high


@kernel
def ground_of(state: Any, seat: int, item: int) -> tuple[int, int]:
    """What an extension is joined to: the building, and what earlier extensions of the pouch add to it (MK-44)."""
    target = int64(state.item_target[seat, item])
    low, high = plots_of(state, target)
    for i in range(item):
        if state.item_permit[seat, i] == s.EXTENSION and state.item_target[seat, i] == target:
            low |= int64(state.contents[seat, i, 0])
            high |= int64(state.contents[seat, i, 1])
    return low, high


@kernel
def spare_plots(state: Any, cards: Any, seat: int, item: int) -> int:
    """How many more deeds an item may take."""
    deeds = count(state.contents[seat, item])
    kind = int64(state.item_permit[seat, item])
    if kind == s.EXTENSION:
        low, high = ground_of(state, seat, item)
        target = int64(state.kind[state.item_target[seat, item]])
        return int64(cards.most_plots[target]) - size_of(low, high) - deeds
    return int64(cards.most_plots[builds(kind)]) - deeds - (1 if requisitions_plot(kind) else 0)


# --- Requisitions ---------------------------------------------------------------------------------------------------


@kernel
def eligible(state: Any, seat: int, kind: int) -> tuple[int, int]:
    """The plots that a requisition of this pouch may take at all: empty river, or empty land (MK-45)."""
    low, high = ~int64(state.built[0]), ~int64(state.built[1])
    if kind == s.SEWAGE_PERMIT:
        return low & int64(state.river[0]), high & int64(state.river[1])
    for i in range(int64(state.items[seat])):
        low &= ~int64(state.contents[seat, i, 0])
        high &= ~int64(state.contents[seat, i, 1])
    return low & int64(state.land[0]), high & int64(state.land[1])


@kernel
def joining(low: int, high: int) -> tuple[int, int]:
    """All squares that touch every part of a set, so that each would connect it."""
    one, two = ~0, ~0
    while low | high:
        part_low, part_high = component(low, high)
        one &= grown_low(part_low, part_high)
        two &= grown_high(part_low, part_high)
        low &= ~part_low
        high &= ~part_high
    return one, two


@kernel
def candidates(state: Any, seat: int, item: int) -> tuple[int, int]:
    """The plots that would complete a requisitioning item (MK-45)."""
    low, high = joining(int64(state.contents[seat, item, 0]), int64(state.contents[seat, item, 1]))
    one, two = eligible(state, seat, int64(state.item_permit[seat, item]))
    return low & one, high & two


@kernel
def all_can_requisition(state: Any, seat: int) -> bool:
    """Whether every requisition of the pouch that has deeds has a plot, two of a kind different ones (MK-46)."""
    before_low, before_high, before_kind = 0, 0, s.NONE
    for i in range(int64(state.items[seat])):
        kind = int64(state.item_permit[seat, i])
        if not requisitions_plot(kind) or int64(state.contents[seat, i, 0]) | int64(state.contents[seat, i, 1]) == 0:
            continue
        low, high = candidates(state, seat, i)
        if low | high == 0:
            return False
        if kind == before_kind and low == before_low and high == before_high and size_of(low, high) == 1:
            return False
        before_low, before_high, before_kind = low, high, kind
    return True


# --- Choices --------------------------------------------------------------------------------------------------------


@kernel
def addable(state: Any, cards: Any, seat: int) -> tuple[int, int]:
    """The deeds that may be added to the open item."""
    item = int64(state.items[seat]) - 1
    if spare_plots(state, cards, seat, item) <= 0:
        return 0, 0
    free_low, free_high = free_deeds(state, seat)
    kind = int64(state.item_permit[seat, item])
    low, high = int64(state.contents[seat, item, 0]), int64(state.contents[seat, item, 1])
    if not requisitions_plot(kind):
        if kind == s.EXTENSION:
            base_low, base_high = ground_of(state, seat, item)
            low |= base_low
            high |= base_high
        if low | high:
            free_low &= grown_low(low, high)
            free_high &= grown_high(low, high)
        if not has_requisition(state, seat):
            return free_low, free_high
    return that_leave_plots(state, seat, item, free_low, free_high)


@kernel
def has_requisition(state: Any, seat: int) -> bool:
    """Whether an item of the pouch needs a plot."""
    for i in range(int64(state.items[seat])):
        if requisitions_plot(int64(state.item_permit[seat, i])):
            return True
    return False


@kernel
def that_leave_plots(state: Any, seat: int, item: int, low: int, high: int) -> tuple[int, int]:
    """Those of the given deeds with which all requisitions of the pouch still have plots."""
    good_low, good_high = 0, 0
    words = state.contents[seat, item]
    before_low, before_high = int64(words[0]), int64(words[1])
    while low | high:
        rest_low, rest_high = after_first(low, high)
        one, two = low ^ rest_low, high ^ rest_high
        words[0] = before_low | one
        words[1] = before_high | two
        if all_can_requisition(state, seat):
            good_low |= one
            good_high |= two
        low, high = rest_low, rest_high
    words[0] = before_low
    words[1] = before_high
    return good_low, good_high


@kernel
def can_start(state: Any, cards: Any, seat: int, kind: int, target: int) -> bool:
    """Whether some single deed would make a new item legal; tried out on the pouch itself."""
    if permits_free(state, seat, kind) <= 0 or state.items[seat] == s.ITEMS:
        return False
    start_item(state, seat, kind, target)
    low, high = addable(state, cards, seat)
    drop_item(state, seat)
    return low | high != 0


@kernel
def pouch_menu(state: Any, cards: Any, seat: int, out: Any) -> int:
    """START, EXTEND or SEAL between items; ADD and CLOSE within one (D12)."""
    n = 0
    if state.open_item[seat]:
        words = state.contents[seat, int64(state.items[seat]) - 1]
        if int64(words[0]) | int64(words[1]):
            out[n] = s.CLOSE
            n += 1
        low, high = addable(state, cards, seat)
        return write_squares(low, high, s.ADD, out, n)
    out[n] = s.SEAL
    n += 1
    low, high = free_deeds(state, seat)
    if low | high == 0:
        return n
    if new_buildings(state, seat) < s.NEW_BUILDINGS:
        for kind in range(s.PERMIT_KINDS - 1):
            if can_start(state, cards, seat, kind, s.NONE):
                out[n] = s.START + kind
                n += 1
    if permits_free(state, seat, s.EXTENSION) > 0:
        low, high = int64(state.built[0]), int64(state.built[1])
        while low | high:
            anchor = first(low, high)
            own = state.anchor[anchor] == anchor and state.owner[anchor] == seat
            if own and can_start(state, cards, seat, s.EXTENSION, anchor):
                out[n] = s.EXTEND + anchor
                n += 1
            low, high = after_first(low, high)
    return n


@kernel
def start_item(state: Any, seat: int, kind: int, target: int) -> None:
    """Put a permit into the pouch."""
    item = int64(state.items[seat])
    state.item_permit[seat, item] = kind
    state.item_target[seat, item] = target
    state.items[seat] = item + 1
    state.open_item[seat] = 1


@kernel
def drop_item(state: Any, seat: int) -> None:
    """Take the last item out of the pouch."""
    item = int64(state.items[seat]) - 1
    state.item_permit[seat, item] = s.NONE
    state.item_target[seat, item] = s.NONE
    clear(state.contents[seat, item])
    state.items[seat] = item
    state.open_item[seat] = 0


@kernel
def add_deed(state: Any, seat: int, square: int) -> None:
    """Put a deed into the open item."""
    put(state.contents[seat, int64(state.items[seat]) - 1], square)


@kernel
def empty_hand(state: Any, seat: int) -> None:
    """No deeds and no permits are in the hand."""
    clear(state.hand[seat])
    for kind in range(s.PERMIT_KINDS):
        state.permits[seat, kind] = 0


@kernel
def empty_pouch(state: Any, seat: int) -> None:
    """Nothing is in the pouch."""
    for item in range(s.ITEMS):
        state.item_permit[seat, item] = s.NONE
        state.item_target[seat, item] = s.NONE
        clear(state.contents[seat, item])
    state.items[seat] = 0
    state.open_item[seat] = 0
