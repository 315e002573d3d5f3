"""What the map would look like: with the buildings of the own pouch on it, or without a plot that is cleared."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.engine.value import Value, replace
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing.income_blocks import Wall, Walls, blocks_on_walls
from tabletown.games.milton_keynes.drawing.town import Town
from tabletown.games.milton_keynes.rules import blocks
from tabletown.games.milton_keynes.rules.pouch import builds, candidates, ground_of, requisitions_plot
from tabletown.games.milton_keynes.rules.requisition import requisition_item
from tabletown.games.milton_keynes.text.names import mask_of, squares, squares_in, words_of
from tabletown.games.plain_state import plain


class Ghost(Value, frozen=True):
    """A building that does not stand yet. `taken` is the plot that it requisitions."""

    seat: int
    kind: int
    plots: tuple[int, ...]
    taken: int = s.NONE
    deeds: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)  # compared by identity, so that it is a cheap part of the key of a cache
class MapPreview:
    """A map to come: its ghosts, its walls, and what every seat would have."""

    ghosts: tuple[Ghost, ...]
    walls: Walls
    totals: tuple[int, ...]
    gone: frozenset[int] = frozenset()  # plots that are cleared


class Item(Value, frozen=True):
    """An item of a pouch: a permit and deeds."""

    permit: int
    target: int  # the building that is extended, by its first label
    deeds: int  # a set of squares as one number


class Pouch(Value, frozen=True):
    """What is in the pouch of a seat. `taking` are the plots that its requisitions take, by item."""

    seat: int
    items: tuple[Item, ...]
    taking: tuple[tuple[int, int], ...] = ()

    def with_deed(self, square: int) -> "Pouch":
        """The pouch with one deed more in its last item."""
        *others, last = self.items
        return replace(self, items=(*others, replace(last, deeds=last.deeds | 1 << square)))

    def with_plot(self, item: int, plot: int) -> "Pouch":
        """The pouch with an item that requisitions a plot."""
        return replace(self, taking=tuple(sorted({**dict(self.taking), item: plot}.items())))


def pouch_of(position: Position, seat: int) -> Pouch | None:
    """The pouch of a seat in the building phase; None while there is nothing in it."""
    state = plain(position)
    if seat < 0 or not s.POUCH <= state.phase <= s.CONTEST:
        return None
    count = state.items[seat]
    rows = zip(
        state.item_permit[seat],
        state.item_target[seat],
        state.contents[seat],
        strict=True,
    )
    items = tuple(Item(permit, target, mask_of(deeds)) for permit, target, deeds in list(rows)[:count])
    return Pouch(seat, items, _requisitions(position, seat)) if items else None


def _requisitions(position: Position, seat: int) -> tuple[tuple[int, int], ...]:
    """The plots that a seat's requisitions have nominated, or moved to, by item."""
    state = plain(position)
    found = []
    for number in range(state.requisitions[seat]):
        moved, nominated = state.moved_to[seat][number], state.nominated[seat][number]
        plot = moved if moved < s.SQUARES else nominated
        if plot < s.SQUARES:
            found.append((int(requisition_item(position.state, seat, number)), plot))
    return tuple(found)


@lru_cache(maxsize=1024)
def of_pouch(town: Town, pouch: Pouch) -> MapPreview:
    """The map with a pouch built. Requisitions for which no plot is given take the first they could."""
    states, seat = town.states(), pouch.seat
    state = record(states)
    state.items[seat] = len(pouch.items)
    for n, item in enumerate(pouch.items):
        state.item_permit[seat][n], state.item_target[seat][n] = item.permit, item.target
        state.contents[seat][n] = words_of(item.deeds)
    found = (_ghost(state, seat, n, item, dict(pouch.taking)) for n, item in enumerate(pouch.items))
    ghosts = tuple(filter(None, found))
    for ghost in ghosts:
        low, high = words_of(sum(1 << plot for plot in ghost.plots))
        blocks.mark(state, low, high, seat, ghost.kind)
    walls = blocks_on_walls(state, record(town.cards.data))
    return MapPreview(ghosts, walls, totals(walls, town.players))


@lru_cache(maxsize=1024)
def after_clearing(town: Town, later: Town) -> MapPreview:
    """The map after a move that clears plots; `later` is the map that the move leads to."""
    gone = frozenset(plot for plot in range(s.SQUARES) if town.anchor[plot] != s.NONE and later.anchor[plot] == s.NONE)
    return MapPreview((), later.walls, totals(later.walls, town.players), gone)


def totals(walls: Mapping[Wall, tuple[Any, ...]], players: int) -> tuple[int, ...]:
    """How many blocks every seat has on these walls."""
    return tuple(sum(block.seat == seat for row in walls.values() for block in row) for seat in range(players))


def _ghost(state: Any, seat: int, number: int, item: Item, taking: Mapping[int, int]) -> Ghost | None:
    deeds = squares_in(item.deeds)
    if not deeds:
        return None
    if item.permit == s.EXTENSION:
        plots = {*deeds, *squares(ground_of(state, seat, number))}
        return Ghost(seat, int(state.kind[item.target]), tuple(sorted(plots)), deeds=deeds)
    taken = taking.get(number, s.NONE)
    if requisitions_plot(item.permit) and taken == s.NONE:
        taken = next(iter(squares(candidates(state, seat, number))), s.NONE)
    plots = {*deeds, taken} - {s.NONE}
    return Ghost(seat, int(builds(item.permit)), tuple(sorted(plots)), taken, deeds)
