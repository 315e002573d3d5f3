"""What can be true of pouches and nominations: items that are legal on the present map (MK-41 to 47)."""

from typing import Any

from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.positions.map import split
from tabletown.games.milton_keynes.rules import blocks, pouch, requisition
from tabletown.games.milton_keynes.text.names import squares


def audit_pouches(state: Any, cards: Any) -> str:
    """What is impossible about pouches, nominations and contests; empty if nothing is."""
    if state.phase < s.POUCH:
        idle = not state.items.any() and not state.requisitions.any() and (state.nominated == s.NONE).all()
        return "" if idle else "there is something in a pouch, outside of building"
    for seat in range(int(state.players)):
        problem = _audit_pouch(state, cards, seat) or _audit_plots(state, seat)
        if problem:
            return f"{SEAT_NAMES[seat]}'s pouch: {problem}"
    return ""


def _audit_pouch(state: Any, cards: Any, seat: int) -> str:
    items = int(state.items[seat])
    kinds = [int(kind) for kind in state.item_permit[seat, :items]]
    if any(kind >= s.PERMIT_KINDS or kinds.count(kind) > state.permits[seat, kind] for kind in kinds):
        return "there are permits in it that are not in hand (MK-41)"
    if sum(kind != s.EXTENSION for kind in kinds) > s.NEW_BUILDINGS:
        return "at most two new buildings fit in (MK-41)"
    if state.open_item[seat] and (state.phase != s.POUCH or not items or not state.waiting >> seat & 1):
        return "an item is open, yet the pouch is sealed (MK-46)"
    seen: set[int] = set()
    for item in range(items):
        deeds = set(squares(state.contents[seat, item]))
        if not deeds <= set(squares(state.hand[seat])) or deeds & seen:
            return "there are deeds in it that are not in hand, or twice (MK-41)"
        seen |= deeds
        problem = _audit_item(state, cards, seat, item, deeds)
        if problem:
            return problem
    return "" if pouch.all_can_requisition(state, seat) else "a requisition has no plot that completes it (MK-46)"


def _audit_item(state: Any, cards: Any, seat: int, item: int, deeds: set[int]) -> str:
    kind, target = int(state.item_permit[seat, item]), int(state.item_target[seat, item])
    is_open = state.open_item[seat] and item == state.items[seat] - 1
    if not deeds and not is_open:
        return "every item needs a deed (MK-42)"
    if (kind == s.EXTENSION) != (target != s.NONE):
        return "an extension names the building that it enlarges (MK-44)"
    if kind == s.EXTENSION and (target >= s.SQUARES or state.owner[target] != seat or state.anchor[target] != target):
        return "an extension enlarges an own building, named by its first label (MK-44)"
    if pouch.spare_plots(state, cards, seat, item) < (1 if is_open and not deeds else 0):
        return "an item has too many plots (MK-42, 44)"
    if pouch.requisitions_plot(kind) or not deeds:
        return ""
    low, high = split(deeds)
    if kind == s.EXTENSION:
        base_low, base_high = pouch.ground_of(state, seat, item)
        low, high = low | int(base_low), high | int(base_high)
    return "" if blocks.is_connected(low, high) else "the plots of an item do not hang together (MK-42, 44)"


def _audit_plots(state: Any, seat: int) -> str:
    """Nominations and moves, each for the item that requisitions the plot (MK-47)."""
    needed = int(requisition.count_requisitions(state, seat)) if state.phase != s.POUCH else 0
    if state.requisitions[seat] != needed or needed > s.REQUISITIONS:
        return "the number of requisitions does not agree with its items (MK-47)"
    plots = [int(plot) for plot in state.nominated[seat] if plot != s.NONE]
    done = not state.waiting >> seat & 1
    if len(plots) != (needed if state.phase == s.CONTEST or done else int(state.stage[seat])):
        return "every requisition nominates one plot (MK-47)"
    if len(set(plots)) < len(plots):
        return "two requisitions nominate the same plot (MK-47)"
    elsewhere = {int(plot) for plot in state.nominated.flat}
    for number, plot in enumerate(plots):
        item = int(requisition.requisition_item(state, seat, number))
        candidates = squares(pouch.candidates(state, seat, item))
        moved = int(state.moved_to[seat, number])
        if plot not in candidates:
            return "a nominated plot does not complete its building (MK-45)"
        if moved != s.NONE and (moved not in candidates or moved in elsewhere or state.phase != s.CONTEST):
            return "a requisition cannot move there (MK-47)"
    moves = [int(plot) for plot in state.moved_to[seat] if plot != s.NONE]
    return "two requisitions move to the same plot (MK-47)" if len(set(moves)) < len(moves) else ""
