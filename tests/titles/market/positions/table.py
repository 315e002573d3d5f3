"""Positions of Market as TOML."""

from collections.abc import Mapping
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import entries, only, seat, seat_tables, whole
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, record

from .. import state as s
from ..cards import CardSet
from ..rules.turn import resample

UNKNOWN = "?"


def write(position: Position) -> dict[str, Any]:
    """The state as tables. `skipped` is written from number 2 on, so that texts of number 1 stay as they are."""
    state, buildings = position.state, position.cards.buildings
    names = [*(building.id for building in buildings), *[UNKNOWN] * (s.NONE - s.KINDS + 1)]
    seats = [
        {"held": [int(n) for n in state.held[n]]} | ({"skipped": int(state.skipped[n])} if state.rules >= 2 else {})
        for n in range(position.players)
    ]
    return {
        "turn": SEAT_NAMES[int(state.current)].lower(),
        "deck": [names[kind] for kind in state.deck[: int(state.left)]],
        "row": [names[kind] for kind in state.row if kind != s.NONE],
        "empty": [place for place in range(s.ROW) if state.row[place] == s.NONE],
        "gone": [int(n) for n in state.gone],
        "seat": seats,
    }


def read(cards: CardSet, table: Mapping[str, Any], states: Records) -> None:
    """Fill in a blank state as tables describe."""
    only(table, {"players", "turn", "deck", "row", "empty", "gone", "seat"}, "the position")
    state, kinds = record(states), {building.id: kind for kind, building in enumerate(cards.buildings)}
    rows = seat_tables(table, s.SEATS, {"held", "skipped"} if state.rules >= 2 else {"held"})
    state.players = len(rows)
    state.current = seat(table.get("turn", "orange"), len(rows), "turn")
    for number, own in enumerate(rows):
        state.held[number] = own.get("held", [0] * s.KINDS)
        state.skipped[number] = whole(own.get("skipped", 0), "skipped", 0, 1)
    state.gone[:] = table.get("gone", [0] * s.KINDS)
    deck, row = (entries(table.get(name, []), name, "buildings", s.DECK) for name in ("deck", "row"))
    places = [place for place in range(s.ROW) if place not in table.get("empty", [])]
    if len(row) != len(places) or not {*deck, *row} <= {*kinds, UNKNOWN}:
        raise PositionError(f"row and deck have buildings out of {', '.join(kinds)}, a place of the row each")
    state.row[:] = s.NONE
    for place, name in zip(places, row, strict=True):
        state.row[place] = kinds[name]
    state.left = len(deck)
    state.deck[: len(deck)] = [kinds.get(name, s.NONE) for name in deck]
    state.phase = s.CHOOSING
    if row:
        state.waiting = 1 << int(state.current)
    else:
        state.ended = s.ROW_EMPTY
    if UNKNOWN in deck:
        resample(state, record(cards.data), -1)
    if problem := audit(state, record(cards.data)):
        raise PositionError(problem)


def audit(state: Any, cards: Any) -> str:
    """What is impossible about a state."""
    count = [int(n) for n in state.gone + state.held.sum(axis=0)]
    for kind in (*state.deck[: int(state.left)], *(kind for kind in state.row if kind != s.NONE)):
        count[int(kind)] += 1
    return "" if count == [s.COPIES] * s.KINDS else f"there are {count} buildings of each kind, not {s.COPIES}"
