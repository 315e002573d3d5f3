"""How many blocks a building would earn before it stands: for previews and for bots. Nothing here changes the map."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.blocks import beside
from tabletown.games.milton_keynes.rules.pouch import builds, candidates, ground_of, requisitions_plot
from tabletown.games.milton_keynes.rules.squares import (
    DIRECTIONS,
    after_first,
    contains,
    first,
    high_bit,
    low_bit,
    neighbour,
    size_of,
)


@kernel
def in_set(low: int, high: int, square: int) -> bool:
    """Whether a square is in a set given as two words."""
    return (low & low_bit(square)) | (high & high_bit(square)) != 0


@kernel
def gain(state: Any, cards: Any, whose: int, seat: int, low: int, high: int, kind: int) -> int:
    """What a new building of `seat` on a set of plots changes for `whose` blocks."""
    size = size_of(low, high)
    change = 0
    rest_low, rest_high = low, high
    while rest_low | rest_high:
        plot = first(rest_low, rest_high)
        rest_low, rest_high = after_first(rest_low, rest_high)
        for direction in range(DIRECTIONS):
            other = neighbour(plot, direction)
            if other < 0:
                continue
            inside = in_set(low, high, other)
            if whose == seat and inside:
                change += int64(cards.inside[kind]) if plot < other else 0
            elif whose == seat:
                change += own_wall(state, cards, seat, other, kind, size)
            if state.owner[other] == whose and not inside:
                change += wall_beside(state, cards, whose, seat, plot, other, kind, size)
    return change


@kernel
def own_wall(state: Any, cards: Any, seat: int, other: int, kind: int, size: int) -> int:
    """What a new building earns on one of its outer walls, by what is on the other side."""
    if state.owner[other] != s.NONE:
        own = state.owner[other] == seat
        return beside(cards, kind, size, own, int64(state.kind[other]), int64(state.extent[other]))
    if contains(state.river, other):
        return int64(cards.riverside[kind])
    if contains(state.marsh, other):
        return int64(cards.marshside[kind])
    return 0


@kernel
def wall_beside(state: Any, cards: Any, whose: int, seat: int, plot: int, other: int, kind: int, size: int) -> int:
    """What the standing building of `whose` on `other` earns by the wall that it shares with the new one on `plot`."""
    theirs = int64(state.kind[other])
    earned = beside(cards, theirs, int64(state.extent[other]), whose == seat, kind, size)
    if contains(state.river, plot) and state.owner[plot] == s.NONE:  # the view that is lost
        earned -= int64(cards.riverside[theirs])
    return earned


@kernel
def item_gain(state: Any, cards: Any, whose: int, seat: int, item: int) -> int:
    """What an item of a pouch, as it is, changes for `whose` blocks. A requisition is taken to get its first plot."""
    low, high = int64(state.contents[seat, item, 0]), int64(state.contents[seat, item, 1])
    permit = int64(state.item_permit[seat, item])
    if low | high == 0:
        return 0
    if permit == s.EXTENSION:
        base_low, base_high = ground_of(state, seat, item)
        kind = int64(state.kind[state.item_target[seat, item]])
        after = gain(state, cards, whose, seat, low | base_low, high | base_high, kind)
        return after - gain(state, cards, whose, seat, base_low, base_high, kind)
    if requisitions_plot(permit):
        one, two = candidates(state, seat, item)
        if one | two:
            plot = first(one, two)
            low |= low_bit(plot)
            high |= high_bit(plot)
    return gain(state, cards, whose, seat, low, high, builds(permit))


@kernel
def pouch_gain(state: Any, cards: Any, whose: int, seat: int) -> int:
    """What all items of a pouch change for `whose` blocks, one by one."""
    change = 0
    for item in range(int64(state.items[seat])):
        change += item_gain(state, cards, whose, seat, item)
    return change


@kernel
def pouch_gains(state: Any, cards: Any, seat: int, out: Any) -> None:
    """Write what the pouch of a seat changes for the blocks of every seat."""
    for whose in range(int64(state.players)):
        out[whose] = pouch_gain(state, cards, whose, seat)
