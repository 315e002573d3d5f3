"""One seat of a position: cash, marker, cards and buildings, and what it has decided."""

from collections.abc import Mapping
from typing import Any

from tabletown.engine.position import Position
from tabletown.engine.position_fields import choice, whole
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.positions.audit_phases import SALE, TRADING
from tabletown.games.milton_keynes.positions.cards import UNKNOWN, permit_ids, permits_named, read_hand
from tabletown.games.milton_keynes.positions.map import plots_named, slugs, split, write_buildings
from tabletown.games.milton_keynes.positions.market import write_bids
from tabletown.games.milton_keynes.positions.pouches import write_pouch
from tabletown.games.milton_keynes.rules import money

ALWAYS = {"cash", "seen_cash", "marker", "floor", "deeds", "seen_deeds", "permits", "seen_permits", "buildings"}
ALWAYS |= {"character", "owed", "came_back"}


def write_seat(position: Position, seat: int, hidden: bool) -> dict[str, Any]:
    """A seat's table; of a hidden hand only the numbers of its cards, and what all have seen of it."""
    state = position.state
    row: dict[str, Any] = {"cash": UNKNOWN if hidden else int(state.cash[seat])}
    if hidden or state.supposed_cash[seat] != state.cash[seat]:
        row["seen_cash"] = int(state.supposed_cash[seat])
    row |= {"marker": int(state.marker[seat]), "floor": int(state.floor[seat])}
    if state.character[seat] != s.NONE:
        row["character"] = position.cards.characters[state.character[seat]].slug
    row["deeds"] = int(state.deeds_held[seat]) if hidden else slugs(state.hand[seat])
    if state.supposed[seat].any():
        row["seen_deeds"] = slugs(state.supposed[seat])
    row["permits"] = int(state.permits_held[seat]) if hidden else permit_ids(state.permits[seat])
    if state.supposed_permits[seat].any():
        row["seen_permits"] = permit_ids(state.supposed_permits[seat])
    row["buildings"] = write_buildings(state, seat)
    if state.owed[seat]:
        row["owed"] = int(state.owed[seat])
    if state.failed[seat]:
        row["came_back"] = int(state.failed[seat])
    if state.phase in TRADING:
        row["offers"] = int(state.offers_left[seat])
    if state.phase in SALE and (state.phase != s.BRIBE or not state.waiting >> seat & 1):
        row["bribe"] = int(state.bribe[seat])
    return row | write_bids(state, seat) | write_pouch(state, seat, hidden)


def read_seat(state: Any, cards: CardSet, seat: int, row: Mapping[str, Any]) -> bool:
    """A seat's table; returns whether its cash is not known."""
    name, data = SEAT_NAMES[seat], record(cards.data)
    unknown = row.get("cash") == UNKNOWN
    state.cash[seat] = 0 if unknown else whole(row.get("cash", 0), f"{name}'s cash", 0, int(data.cash))
    seen = row.get("seen_cash", int(state.cash[seat]))
    state.supposed_cash[seat] = whole(seen, f"{name}'s seen_cash", 0, int(data.cash))
    state.owed[seat] = whole(row.get("owed", 0), f"{name}'s owed", 0, s.MOST_CASH)
    state.failed[seat] = whole(row.get("came_back", 0), f"{name}'s came_back", 0, s.ITEMS)
    _read_character(state, cards, seat, row)
    setting_up = state.phase in (s.RIVER, s.MARSH, s.CHARACTER)
    deeds: Any = int(data.deeds) if state.phase == s.CHARACTER else []
    permits: list[str] = []
    if setting_up and state.character[seat] != s.NONE:
        permits = permit_ids(data.characters[state.character[seat]])
        if row.get("permits") == len(permits):  # all know which ones
            row = {**row, "permits": permits}
    read_hand(state, seat, row, deeds, permits)
    state.supposed[seat] = split(plots_named(row.get("seen_deeds", []), f"{name}'s seen_deeds"))
    for kind in permits_named(row.get("seen_permits", []), f"{name}'s seen_permits"):
        state.supposed_permits[seat, kind] += 1
    if state.phase in TRADING:
        most = int(data.offers)
        state.offers_left[seat] = whole(row.get("offers", most), f"{name}'s offers", 0, most)
    return unknown


def _read_character(state: Any, cards: CardSet, seat: int, row: Mapping[str, Any]) -> None:
    if "character" not in row:
        return
    slugs = [character.slug for character in cards.characters]
    state.character[seat] = slugs.index(choice(row["character"], f"{SEAT_NAMES[seat]}'s character", slugs))


def read_markers(state: Any, cards: Any, rows: list[Mapping[str, Any]]) -> None:
    """Markers; left out, they stand where the blocks on the map put them (MK-50)."""
    low, top = int(cards.income), int(cards.top)
    for seat, row in enumerate(rows):
        name = SEAT_NAMES[seat]
        floor = whole(row.get("floor", low), f"{name}'s floor", low, top)
        target = max(floor, min(top, low + int(state.blocks[seat])))
        state.marker[seat] = whole(row.get("marker", target), f"{name}'s marker", low, top)
        reached = max(low, int(money.roundabout(cards, int(state.marker[seat]))))
        state.floor[seat] = row.get("floor", reached)
