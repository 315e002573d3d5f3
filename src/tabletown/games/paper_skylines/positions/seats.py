"""The [[seat]] tables of Paper Skylines positions: hand, city, slots, tracks, points and achievements."""

from collections.abc import Mapping
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import numbers, strings, subtable, whole
from tabletown.engine.position_fields import seat as seat_named
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import CardSet
from tabletown.games.paper_skylines.positions.cards import Desk, write_set
from tabletown.games.paper_skylines.rules import city as cities
from tabletown.games.paper_skylines.rules import sets
from tabletown.games.paper_skylines.text.names import built, card, tucked_cards
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES
from tabletown.games.plain_state import plain

FIELDS = {"city", "dealt", "waiting", "slots", "hand", "tracks", "paid", "score", "points", "claims", "chips"}
POINTS = ("lines", "ends", "claims", "effects", "awards", "chips", "handicap")
MOST_POINTS = 6_000


# --- Writing --------------------------------------------------------------------------------------------------------


def write_seat(position: Position, seat: int) -> dict[str, Any]:
    """What belongs to one seat."""
    state, cards = plain(position), position.cards
    row: dict[str, Any] = {}
    if state.city[seat] != s.NONE:
        row["city"] = cards.cities[state.city[seat]].slug
    if state.phase == s.CITY:
        row["waiting"] = seat in position.waiting
        if state.dealt[seat][0] != s.NONE:
            row["dealt"] = [cards.cities[c].slug for c in state.dealt[seat]]
    row["slots"] = [_write_slot(position, seat, slot) for slot in range(state.slots[seat])]
    row["hand"] = write_set(position, state.hand[seat], state.hand_levels[seat])
    row["tracks"] = list(state.track[seat])
    row["paid"] = list(state.paid[seat])
    row["score"] = state.score[seat]
    row["points"] = {name: n for name, n in zip(POINTS, state.points[seat], strict=True) if n}
    row["claims"] = [a.slug for a in cards.achievements if state.claimed[seat] >> a.index & 1]
    row["chips"] = [a.slug for a in cards.achievements if state.chip_owner[a.index] == seat]
    return row


def _write_slot(position: Position, seat: int, slot: int) -> str:
    floors = " < ".join(card(position, c).slug for c in built(position, seat, slot))
    under = "".join(f" + {card(position, c).slug}" for c in tucked_cards(position, seat, slot))
    mayor = " *" if plain(position).mayor[seat] == slot else ""
    return f"{floors or '( )'}{under}{mayor}"


# --- Reading --------------------------------------------------------------------------------------------------------


def read_seats(state: Any, desk: Desk, table: Mapping[str, Any], seats: list[Mapping[str, Any]]) -> None:
    """All that belongs to seats, and with it who was first at the ends of the tracks, and the chips."""
    for seat, row in enumerate(seats):
        _read_hand(state, desk, seat, row)
    _read_cities(state, desk, seats)
    for seat, row in enumerate(seats):
        _read_tracks(state, desk.cards, seat, row)
    _read_ends(state, desk.cards, table)
    _read_chips(state, desk, table, seats)


def _read_hand(state: Any, desk: Desk, seat: int, row: Mapping[str, Any]) -> None:
    where = f"{SEAT_NAMES[seat]}'s hand"
    for name in strings(row.get("hand", []), where, s.BUILDINGS):
        level = desk.back(name)
        if level:
            state.hand_levels[seat, level - 1] += 1
        else:
            sets.to_hand(state, record(desk.cards.data), seat, desk.use(name, where))


def _read_cities(state: Any, desk: Desk, seats: list[Mapping[str, Any]]) -> None:
    """The city cards first, so that those left open get one of the others."""
    for seat, row in enumerate(seats):
        where = f"{SEAT_NAMES[seat]}'s city"
        if "dealt" in row:
            dealt = [desk.cities.use(name, "dealt") for name in strings(row["dealt"], "dealt", 2)]
            if len(dealt) != 2:
                raise PositionError("dealt must be two city cards")
            state.dealt[seat] = sorted(dealt)
            if "city" in row:
                state.city[seat] = desk.cities.find(row["city"], where)[0]
                if state.city[seat] not in dealt:
                    raise PositionError(f"{row['city']!r} was not dealt to {SEAT_NAMES[seat]}")
        elif "city" in row:
            state.city[seat] = desk.cities.use(row["city"], where)
    for seat, row in enumerate(seats):
        if "dealt" not in row and "waiting" not in row:
            if state.city[seat] == s.NONE:
                state.city[seat] = desk.cities.deal(state)
            _read_slots(state, desk, seat, row)
        elif row.get("slots"):
            raise PositionError("nothing is built before the cities are chosen")


def _read_slots(state: Any, desk: Desk, seat: int, row: Mapping[str, Any]) -> None:
    name, data = SEAT_NAMES[seat], record(desk.cards.data)
    own = desk.cards.cities[int(state.city[seat])]
    texts = strings(row.get("slots", [own.slug]), f"{name}'s slots", s.SLOTS)
    homes: list[int] = []
    mayors: list[int] = []
    state.slots[seat] = len(texts)
    for slot, text in enumerate(texts):
        if text.endswith("*"):
            mayors.append(slot)
            text = text[:-1]
        floors, *under = (part.strip() for part in text.split("+"))
        if floors == "( )":
            if under or mayors[-1:] == [slot]:
                raise PositionError(f"nothing lies under an empty lot of {name}'s city, and no mayor stands on it")
            continue
        for i, floor in enumerate(part.strip() for part in floors.split("<")):
            if desk.cities.names.get(floor.lower()) == [own.index]:
                if i or homes:
                    raise PositionError(f"{own.name} is the lowest card of one building of {name}'s city")
                homes.append(slot)
                cities.put_on_top(state, data, seat, slot, own.card)
            else:
                cities.put_on_top(state, data, seat, slot, desk.use(floor, f"{name}'s slots"))
        for tucked in under:
            cities.tuck_under(state, data, seat, slot, desk.use(tucked, f"{name}'s slots"))
    if len(homes) != 1 or len(mayors) > 1:
        raise PositionError(f"{name}'s city needs its city card {own.name}, and one mayor (*)")
    state.home[seat] = homes[0]
    state.mayor[seat] = mayors[0] if mayors else homes[0]


def _read_tracks(state: Any, cards: CardSet, seat: int, row: Mapping[str, Any]) -> None:
    name = SEAT_NAMES[seat]
    spaces = numbers(row.get("tracks", [0, 0, 0]), f"{name}'s tracks", s.TRACKS, cards.track_end)
    crossed = [max((line for line in cards.lines if line <= space), default=0) for space in spaces]
    paid = numbers(row.get("paid", crossed), f"{name}'s paid", s.TRACKS, cards.track_end)
    for track in range(s.TRACKS):
        if paid[track] < crossed[track] or paid[track] not in (0, *cards.lines):
            raise PositionError(f"{name}'s paid must name the highest line that has paid on each track, or 0")
    state.track[seat], state.paid[seat] = spaces, paid
    state.score[seat] = whole(row.get("score", 0), f"{name}'s score", 0, MOST_POINTS)
    points = subtable(row.get("points", {}), f"{name}'s points", "{ lines = 3 }", set(POINTS))
    for i, source in enumerate(POINTS):
        state.points[seat, i] = whole(points.get(source, 0), f"{name}'s points.{source}", 0, MOST_POINTS)


def _read_ends(state: Any, cards: CardSet, table: Mapping[str, Any]) -> None:
    ends = subtable(table.get("ends", {}), "ends", '{ profit = "sky" }', set(TRACK_NAMES))
    for track, name in enumerate(TRACK_NAMES):
        if name in ends:
            state.ended_by[track] = seat_named(ends[name], int(state.players), f"ends.{name}")
        elif "ends" not in table:  # the seat that stands at the end was first there
            there = [p for p in range(int(state.players)) if state.track[p, track] == cards.track_end]
            state.ended_by[track] = there[0] if there else s.NONE


def _read_chips(state: Any, desk: Desk, table: Mapping[str, Any], seats: list[Mapping[str, Any]]) -> None:
    state.chip[:] = numbers(table.get("chips", [0] * s.ACHIEVEMENTS), "chips", s.ACHIEVEMENTS, 9)
    known = [int(value) for value in state.chip if value]
    if any(known.count(value) > desk.cards.chips.count(value) for value in known):
        raise PositionError(f"there are only the chips {', '.join(map(str, desk.cards.chips))}")
    for seat, row in enumerate(seats):
        for field in ("claims", "chips"):
            for name in strings(row.get(field, []), f"{SEAT_NAMES[seat]}'s {field}", s.ACHIEVEMENTS):
                if name not in desk.achievements:
                    raise PositionError(f"unknown achievement {name!r}; there are {', '.join(desk.achievements)}")
                achievement = desk.achievements[name]
                if field == "claims":
                    state.claimed[seat] |= 1 << achievement
                elif state.chip_owner[achievement] != s.NONE:
                    raise PositionError(f"the chip of {name} has two owners")
                else:
                    state.chip_owner[achievement] = seat
    if not any("chips" in row for row in seats):  # the first seat that claimed has the chip
        for i in range(s.ACHIEVEMENTS):
            owners = [p for p in range(len(seats)) if state.claimed[p] >> i & 1]
            state.chip_owner[i] = owners[0] if owners else s.NONE
