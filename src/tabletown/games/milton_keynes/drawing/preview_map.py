"""What the map would look like: with the buildings of the own pouch on it, or without a plot that is cleared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing.income_blocks import Wall, Walls, recounted
from tabletown.games.milton_keynes.rules import blocks
from tabletown.games.milton_keynes.rules.pouch import builds, candidates, ground_of, requisitions_plot
from tabletown.games.milton_keynes.rules.requisition import requisition_item
from tabletown.games.milton_keynes.rules.squares import high_bit, low_bit
from tabletown.games.milton_keynes.text.names import squares


@dataclass(frozen=True, slots=True)
class Ghost:
    """A building that does not stand yet. `taken` is the plot that it requisitions."""

    seat: int
    kind: int
    plots: tuple[int, ...]
    taken: int = s.NONE
    deeds: tuple[int, ...] = ()


@dataclass(frozen=True)
class MapPreview:
    """A map to come: its ghosts, its walls, and what every seat would have."""

    ghosts: tuple[Ghost, ...]
    walls: Walls
    totals: tuple[int, ...]
    gone: frozenset[int] = field(default_factory=frozenset)  # plots that are cleared


NOTHING: Mapping[int, int] = {}


def own_requisitions(position: Position, seat: int) -> dict[int, int]:
    """The plots that a seat's requisitions have nominated, or moved to, by item."""
    state, found = position.state, {}
    for number in range(int(state.requisitions[seat])):
        moved, nominated = int(state.moved_to[seat][number]), int(state.nominated[seat][number])
        plot = moved if moved < s.SQUARES else nominated
        if plot < s.SQUARES:
            found[int(requisition_item(state, seat, number))] = plot
    return found


def of_own_pouch(position: Position, seat: int, now: Walls) -> MapPreview | None:
    """The map with all that is in the seat's pouch; None while there is nothing in it."""
    state = position.state
    if seat < 0 or not s.POUCH <= int(state.phase) <= s.CONTEST or not state.items[seat]:
        return None
    return of_pouch(position, seat, now, taking=own_requisitions(position, seat))


def of_pouch(
    position: Position, seat: int, now: Walls, adding: int = s.NONE, taking: Mapping[int, int] = NOTHING
) -> MapPreview:
    """The map with the seat's pouch built. `now` is what stands on the walls at present; `adding` is one deed more in
    the open item; requisitions take the plots given by item, the others the first they could."""
    states, cards = position.states.copy(), record(position.cards.data)
    state = record(states)
    if adding != s.NONE:
        words = state.contents[seat][int(state.items[seat]) - 1]
        words[0] |= low_bit(adding)
        words[1] |= high_bit(adding)
    ghosts = tuple(filter(None, (_ghost(state, seat, item, taking) for item in range(int(state.items[seat])))))
    for ghost in ghosts:
        low, high = _words(ghost.plots)
        blocks.mark(state, low, high, seat, ghost.kind)
    touched = {plot for ghost in ghosts for plot in ghost.plots}
    return _seen(position, recounted(now, state, cards, touched), ghosts)


def after_clearing(position: Position, seat: int, action: int, now: Walls) -> MapPreview:
    """The map after a move that clears plots."""
    state, before = position.after(seat, action).state, position.state.anchor.tolist()
    anchors = state.anchor.tolist()
    gone = frozenset(plot for plot in range(s.SQUARES) if before[plot] != s.NONE and anchors[plot] == s.NONE)
    smaller = {before[plot] for plot in gone}
    touched = {plot for plot in range(s.SQUARES) if before[plot] in smaller}
    return _seen(position, recounted(now, state, record(position.cards.data), touched), (), gone)


def _seen(
    position: Position, walls: Walls, ghosts: tuple[Ghost, ...], gone: frozenset[int] = frozenset()
) -> MapPreview:
    return MapPreview(ghosts, walls, totals(walls, position.players), gone)


def totals(walls: Mapping[Wall, tuple[Any, ...]], players: int) -> tuple[int, ...]:
    """How many blocks every seat has on these walls."""
    return tuple(sum(block.seat == seat for row in walls.values() for block in row) for seat in range(players))


def _words(plots: tuple[int, ...]) -> tuple[int, int]:
    return sum(int(low_bit(plot)) for plot in plots), sum(int(high_bit(plot)) for plot in plots)


def _ghost(state: Any, seat: int, item: int, taking: Mapping[int, int]) -> Ghost | None:
    deeds = squares(state.contents[seat][item])
    if not deeds:
        return None
    permit = int(state.item_permit[seat][item])
    if permit == s.EXTENSION:
        kind = int(state.kind[int(state.item_target[seat][item])])
        return Ghost(seat, kind, tuple(sorted({*deeds, *squares(ground_of(state, seat, item))})), deeds=tuple(deeds))
    taken = taking.get(item, s.NONE)
    if requisitions_plot(permit) and taken == s.NONE:
        taken = next(iter(squares(candidates(state, seat, item))), s.NONE)
    plots = {*deeds, taken} - {s.NONE}
    return Ghost(seat, int(builds(permit)), tuple(sorted(plots)), taken, tuple(deeds))
