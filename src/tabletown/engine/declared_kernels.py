"""Kernels over declared fields (see declared.py): hiding and imagining them, and what many rules do with cards.

The kernels `hide` and `resample` of a title with declared fields are a row of calls of these, one for each field
(`games/defaults/hidden.py` writes it).
"""

from typing import Any

from tabletown.engine.chance import below, shuffle
from tabletown.engine.kernel import int64, kernel

UNKNOWN = 255
"""A card or a choice that the viewer may not know."""
NO_CARD = 254
"""What a single card is where there is none; also a seat that nobody has."""
UNKNOWN_COUNT = -1
"""A count that the viewer may not know."""


# --- For rules ------------------------------------------------------------------------------------------------------


@kernel
def fill(pile: Any, copies: Any) -> int:
    """Put all cards of a type into a pile, kind by kind; returns how many. `copies` is `cards.NAME_copies`."""
    n = 0
    for kind in range(len(copies)):
        for _ in range(copies[kind]):
            pile[n] = kind
            n += 1
    return n


@kernel
def fill_shuffled(state: Any, pile: Any, copies: Any) -> int:
    """Put all cards of a type into a pile and shuffle it; returns how many."""
    n = fill(pile, copies)
    shuffle(state, pile, n)
    return int64(n)


@kernel
def remove_at(row: Any, length: int, place: int) -> int:
    """Take the card at a place out of a row or pile; those behind it move up. Returns the new length."""
    for i in range(place, length - 1):
        row[i] = row[i + 1]
    row[length - 1] = 0
    return int64(length - 1)


@kernel
def count_of(row: Any, length: int, kind: int) -> int:
    """How many cards of a kind lie in a row or pile."""
    n = 0
    for i in range(length):
        if row[i] == kind:
            n += 1
    return n


@kernel
def total(counts: Any) -> int:
    """How many cards there are, of all kinds."""
    n = 0
    for kind in range(len(counts)):
        n += int64(counts[kind])
    return n


# --- Hiding ---------------------------------------------------------------------------------------------------------


@kernel
def hide_list(row: Any, length: int) -> None:
    """Wipe the first cards of a row or pile."""
    for i in range(length):
        row[i] = UNKNOWN


@kernel
def hide_counts(counts: Any) -> None:
    """Wipe how many cards there are of each kind; how many in all is told by the length."""
    for kind in range(len(counts)):
        counts[kind] = 0


# --- Imagining ------------------------------------------------------------------------------------------------------


@kernel
def see_list(pool: Any, row: Any, length: int) -> None:
    """Take the known cards of a row or pile out of the pool."""
    for i in range(length):
        see_card(pool, int64(row[i]))


@kernel
def see_card(pool: Any, card: int) -> None:
    """Take a card, if it is one and known, out of the pool."""
    if card < len(pool) and pool[card] > 0:
        pool[card] -= 1


@kernel
def see_counts(pool: Any, counts: Any) -> None:
    """Take counted cards out of the pool."""
    for kind in range(len(counts)):
        pool[kind] -= min(int64(counts[kind]), int64(pool[kind]))


@kernel
def deal_card(state: Any, pool: Any) -> int:
    """A random card out of the pool; `UNKNOWN` if it is empty."""
    left = total(pool)
    if left == 0:
        return UNKNOWN
    place = int64(below(state, left))
    for kind in range(len(pool)):
        place -= int64(pool[kind])
        if place < 0:
            pool[kind] -= 1
            return kind
    return UNKNOWN


@kernel
def deal_list(state: Any, pool: Any, row: Any, length: int) -> None:
    """Deal cards into the unknown places of a row or pile."""
    for i in range(length):
        if row[i] == UNKNOWN:
            row[i] = deal_card(state, pool)


@kernel
def deal_counts(state: Any, pool: Any, counts: Any, length: int) -> None:
    """Deal cards until there are as many as the length says."""
    for _ in range(length - total(counts)):
        card = deal_card(state, pool)
        if card != UNKNOWN:
            counts[card] += 1


@kernel
def imagine_number(state: Any, value: int, unknown: int, least: int, most: int) -> int:
    """A random number in a range where it is unknown, else the number."""
    if value != unknown:
        return value
    return least + int64(below(state, most - least + 1))
