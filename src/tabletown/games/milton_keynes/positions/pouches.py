"""Pouches of a position, and the plots that are nominated.

A pouch is a list of items: "lobby d5 d6" builds an estate with a Lobby, "extend b5 with b6 b7" enlarges the building on
b5. Three dots at the end say that the item is still open.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.position_fields import entries, flag, whole
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import PERMIT_IDS
from tabletown.games.milton_keynes.positions.cards import hold_deeds, hold_permits, permit_named
from tabletown.games.milton_keynes.positions.map import plot_named, plots_named, slugs, split
from tabletown.games.milton_keynes.rules import requisition, turn_order, year
from tabletown.games.milton_keynes.text.names import slug

DOTS = "..."
STAND = "stand"


def write_pouch(state: Any, seat: int, hidden: bool) -> dict[str, Any]:
    """A seat's pouch and nominations; of a hidden pouch only how many plots it requisitions."""
    if state.phase < s.POUCH:
        return {}
    row: dict[str, Any] = {}
    if hidden:
        row |= {"requisitions": int(state.requisitions[seat])} if state.requisitions[seat] else {}
    elif state.items[seat]:
        row["pouch"] = [_write_item(state, seat, item) for item in range(state.items[seat])]
    if state.phase == s.POUCH and not state.waiting >> seat & 1:
        row["sealed"] = True
    plots = [slug(int(plot)) for plot in state.nominated[seat] if plot != s.NONE]
    if plots:
        row["nominated"] = plots
    moves = _write_moves(state, seat)
    return row | ({"moves": moves} if moves else {})


def _write_item(state: Any, seat: int, item: int) -> str:
    kind = int(state.item_permit[seat, item])
    words = [PERMIT_IDS[kind]]
    if kind == s.EXTENSION:
        words = ["extend", slug(int(state.item_target[seat, item])), "with"]
    words += slugs(state.contents[seat, item])
    return " ".join([*words, DOTS] if state.open_item[seat] and item == state.items[seat] - 1 else words)


def _write_moves(state: Any, seat: int) -> list[str]:
    """STAND or the new plot, for each contested plot of the seat about which it has decided."""
    if state.phase != s.CONTEST or not state.called >> seat & 1:
        return []
    done = [n for n in range(int(state.stage[seat])) if requisition.is_contested(state, seat, n)]
    plots = [int(state.moved_to[seat, n]) for n in done]
    return [STAND if plot == s.NONE else slug(plot) for plot in plots]


def read_pouch(state: Any, seat: int, row: Mapping[str, Any]) -> None:
    """What is in a seat's pouch, which is in its hand as well; and how many plots a hidden pouch requisitions."""
    if state.phase < s.POUCH:
        return
    where = f"{SEAT_NAMES[seat]}'s pouch"
    items = entries(row.get("pouch", []), where, "items like 'lobby d5 d6'", s.ITEMS)
    for number, item in enumerate(items):
        if state.open_item[seat]:
            raise PositionError(f"only the last item of {where} may be open ({DOTS})")
        _read_item(state, seat, number, item, where)
    kinds = Counter(int(kind) for kind in state.item_permit[seat, : len(items)])
    hold_permits(state, seat, kinds)
    if state.phase == s.POUCH:
        return
    wanted, name = int(requisition.count_requisitions(state, seat)), f"{SEAT_NAMES[seat]}'s requisitions"
    state.requisitions[seat] = whole(row.get("requisitions", wanted), name, 0, s.REQUISITIONS)
    if items and state.requisitions[seat] != wanted:
        raise PositionError(f"{name} are {wanted}, as the pouch says")


def _read_item(state: Any, seat: int, number: int, text: Any, where: str) -> None:
    words = text.lower().split() if isinstance(text, str) else []
    if not words:
        raise PositionError(f"{text!r} in {where} should look like 'lobby d5 d6' or 'extend b5 with b6'")
    if words[-1] == DOTS:
        state.open_item[seat] = 1
        words = words[:-1]
    if words[:1] == ["extend"]:
        if words[2:3] != ["with"]:
            raise PositionError(f"{text!r} in {where} should look like 'extend b5 with b6'")
        kind, target, names = s.EXTENSION, plot_named(words[1], where), words[3:]
        if state.owner[target] != seat:
            raise PositionError(f"{text!r} in {where}: {SEAT_NAMES[seat]} has no building on {words[1]} (MK-44)")
        target = int(state.anchor[target])
    else:
        kind, target, names = permit_named(words[0] if words else "", where), s.NONE, words[1:]
        if kind == s.EXTENSION:
            raise PositionError(f"{text!r} in {where} should look like 'extend b5 with b6'")
    plots = plots_named(names, where)
    state.item_permit[seat, number] = kind
    state.item_target[seat, number] = target
    state.contents[seat, number] = split(plots)
    state.items[seat] = number + 1
    hold_deeds(state, seat, plots)


def read_nominated(state: Any, rows: list[Mapping[str, Any]]) -> None:
    """The plots that are nominated so far."""
    for seat, row in enumerate(rows):
        plots = plots_named(row.get("nominated", []), f"{SEAT_NAMES[seat]}'s nominated")
        if len(plots) > state.requisitions[seat]:
            raise PositionError(f"{SEAT_NAMES[seat]} nominates {state.requisitions[seat]} plots, not more (MK-47)")
        state.nominated[seat, : len(plots)] = plots


def read_decisions(state: Any, rows: list[Mapping[str, Any]]) -> None:
    """Who has sealed a pouch, nominated, or decided about a contested plot; the others are still asked."""
    if state.phase == s.POUCH:
        turn_order.call(state, int(turn_order.everybody(state)))
        for seat, row in enumerate(rows):
            if flag(row, "sealed"):
                state.waiting = int(state.waiting) & ~(1 << seat)
    elif state.phase == s.NOMINATE:
        _read_nominations(state)
    elif state.phase == s.CONTEST:
        _read_contests(state, rows)


def _read_nominations(state: Any) -> None:
    year.open_nominations(state)
    for seat in range(int(state.players)):
        made = int((state.nominated[seat] != s.NONE).sum())
        state.stage[seat] = made
        if made == state.requisitions[seat]:
            state.waiting = int(state.waiting) & ~(1 << seat)


def _read_contests(state: Any, rows: list[Mapping[str, Any]]) -> None:
    year.open_contests(state)
    for seat, row in enumerate(rows):
        where = f"{SEAT_NAMES[seat]}'s moves"
        for move in entries(row.get("moves", []), where, "plots, or 'stand'"):
            number = int(state.stage[seat])
            if not state.called >> seat & 1 or number == s.REQUISITIONS:
                raise PositionError(f"{where} are more than the plots that others nominated too (MK-47)")
            plot = s.NONE if move == STAND else plot_named(move, where)
            state.moved_to[seat, number] = plot
            state.stage[seat] = requisition.next_contested(state, seat, number + 1)
        if state.called >> seat & 1 and state.stage[seat] == s.REQUISITIONS:
            state.waiting = int(state.waiting) & ~(1 << seat)
