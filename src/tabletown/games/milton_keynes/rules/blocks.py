"""Buildings on the map, and the income blocks on their walls (section 7 of the rules)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules.squares import (
    DIRECTIONS,
    after_first,
    component,
    contains,
    first,
    high_bit,
    low_bit,
    neighbour,
    put_all,
    remove,
    size_of,
)


@kernel
def by_size(mine: int, other: int) -> int:
    """The size rule: 2 if larger by two plots or more, 0 if smaller by two or more, else 1."""
    if mine >= other + 2:
        return 2
    return 0 if mine <= other - 2 else 1


@kernel
def beside(cards: Any, kind: int, size: int, own: bool, other_kind: int, other_size: int) -> int:
    """What a building earns on a wall with another building, by the table of walls (S-1 to 4)."""
    if own and kind != s.ALLOT and other_kind != s.ALLOT:
        return 0
    earns = int64(cards.walls[kind, other_kind])
    return by_size(size, other_size) if earns == s.BY_SIZE else earns


@kernel
def wall(state: Any, cards: Any, plot: int, other: int) -> int:
    """What the building on `plot` earns on its wall with the square `other`."""
    kind = int64(state.kind[plot])
    if state.owner[other] != s.NONE:
        if state.anchor[other] == state.anchor[plot]:  # an internal wall is counted from its first plot
            return int64(cards.inside[kind]) if plot < other else 0
        own = state.owner[other] == state.owner[plot]
        size, other_size = int64(state.extent[plot]), int64(state.extent[other])
        return beside(cards, kind, size, own, int64(state.kind[other]), other_size)
    if contains(state.river, other):
        return int64(cards.riverside[kind])
    return int64(cards.marshside[kind]) if contains(state.marsh, other) else 0


@kernel
def wall_incomes(state: Any, cards: Any, out: Any) -> None:
    """Write what buildings earn on every wall of the map, by plot and direction; 0 where nothing stands."""
    for plot in range(s.SQUARES):
        for direction in range(DIRECTIONS):
            other = neighbour(plot, direction)
            stands = other >= 0 and state.owner[plot] != s.NONE
            out[plot, direction] = wall(state, cards, plot, other) if stands else 0


@kernel
def plot_income(state: Any, cards: Any, plot: int) -> int:
    """What a building earns on the four walls of one of its plots."""
    earned = 0
    for direction in range(DIRECTIONS):
        other = neighbour(plot, direction)
        if other >= 0:
            earned += wall(state, cards, plot, other)
    return earned


@kernel
def count_blocks(state: Any, cards: Any) -> None:
    """Lay all income blocks anew: they are a function of the map alone (MK-13, S-6)."""
    for seat in range(s.SEATS):
        state.blocks[seat] = 0
    low, high = int64(state.built[0]), int64(state.built[1])
    while low | high:
        plot = first(low, high)
        state.blocks[int64(state.owner[plot])] += plot_income(state, cards, plot)
        low, high = after_first(low, high)


@kernel
def mark(state: Any, low: int, high: int, owner: int, kind: int) -> None:
    """Make one building of a connected set of plots."""
    anchor, size = first(low, high), size_of(low, high)
    put_all(state.built, low, high)
    while low | high:
        plot = first(low, high)
        state.owner[plot] = owner
        state.kind[plot] = kind
        state.anchor[plot] = anchor
        state.extent[plot] = size
        low, high = after_first(low, high)


@kernel
def unmark(state: Any, plot: int) -> None:
    """Nothing stands on a plot any more; the rest of its building is left for `mark`."""
    state.owner[plot] = s.NONE
    state.kind[plot] = s.NONE
    state.anchor[plot] = s.NONE
    state.extent[plot] = 0
    remove(state.built, plot)


@kernel
def plots_of(state: Any, anchor: int) -> tuple[int, int]:
    """The set of plots of a building, by its first label."""
    low, high = 0, 0
    rest_low, rest_high = int64(state.built[0]), int64(state.built[1])
    while rest_low | rest_high:
        plot = first(rest_low, rest_high)
        if state.anchor[plot] == anchor:
            low |= low_bit(plot)
            high |= high_bit(plot)
        rest_low, rest_high = after_first(rest_low, rest_high)
    return low, high


@kernel
def inner_walls(state: Any, plot: int) -> int:
    """How many plots of the same building a plot touches."""
    walls = 0
    for direction in range(DIRECTIONS):
        other = neighbour(plot, direction)
        if other >= 0 and state.owner[other] != s.NONE and state.anchor[other] == state.anchor[plot]:
            walls += 1
    return walls


@kernel
def is_connected(low: int, high: int) -> bool:
    """Whether a set that is not empty hangs together."""
    one, two = component(low, high)
    return one == low and two == high
