"""From `cards.toml` to the record that the rules read, checked on the way with errors that name card and field."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.engine.errors import CardError
from tabletown.engine.state import Records, blank, record
from tabletown.games.penny_lane import state as s

TYPE_NAMES = ("store", "workshop", "attraction", "housing")
LINKS = {"penny": s.PENNY, "point": s.POINT}
EDGES = ("left", "right", "street")
LOCATION_IDS = ("bank", "black_market", "gazette", "masons_guild", "tower", "town_hall", "barracks", "temple")
CONDITIONS = ("always", "staffed", "full", "vacated")
VERBS = ("star", "upkeep", "gift", "discount", "bonus", "double_links", "move_in", "draw")
WHERE = {"discount": ("gazette", "masons_guild"), "bonus": ("bank",)}
RESERVED = {"board", "barracks", "temple"}
FIELDS = {"id", "name", "type", "cost", "stars", "jobs", "slots", "links", "copies", "effects"}
LOCATION_FIELDS = {"id", "name", "cost", "spaces", "gain", "priority", "jobs", "pays"}


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a building, in the vocabulary of cards.toml."""

    verb: int
    amount: int = 1
    counter: int = s.ONE
    types: int = 0  # bit mask
    when: int = s.ALWAYS
    where: int = 0


@dataclass(frozen=True, slots=True)
class Building:
    """One building card; copies differ only by their index."""

    index: int
    id: str
    name: str
    type: int
    cost: int
    stars: int
    jobs: int
    slots: int
    links: tuple[int, int, int]  # left, right, street
    effects: tuple[Effect, ...]
    design: int

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return self.id.replace("_", "-")

    @property
    def row(self) -> int:
        """The row of a lane in which it stands."""
        return s.LOWER if self.type == s.HOUSING else s.UPPER


@dataclass(frozen=True, slots=True)
class Location:
    """One card of Main Street."""

    index: int
    id: str
    name: str
    cost: int
    spaces: tuple[int, int]
    gain: int
    priority: int
    pays: tuple[int, int]  # counter and types of a job location

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return self.id.replace("_", "-")


@dataclass(frozen=True)
class CardSet:
    """A set of cards: the names for people, and the record `data` for kernels (an array of one)."""

    buildings: tuple[Building, ...]
    locations: tuple[Location, ...]
    boards: tuple[tuple[tuple[int, int], tuple[int, int]], ...]  # (left, right), each (upper, lower)
    data: Records


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """Check parsed card data and turn it into a card set; raises CardError."""
    for name in set(table) - {"board", "location", "building"}:
        raise CardError(f"unknown table {name!r}; there are board, location and building")
    boards = tuple(_board(row) for row in _rows(table, "board"))
    if len(boards) != s.BOARDS:
        raise CardError(f"{len(boards)} boards: there must be {s.BOARDS}")
    locations = tuple(_location(i, row) for i, row in enumerate(_rows(table, "location")))
    if tuple(location.id for location in locations) != LOCATION_IDS:
        raise CardError(f"the locations must be {', '.join(LOCATION_IDS)}, in this order")
    buildings: list[Building] = []
    designs: set[str] = set()
    for design, row in enumerate(_rows(table, "building")):
        for _ in range(_whole(row, "copies", 1, 4, 1)):
            buildings.append(_building(len(buildings), design, row))
        for field in ("id", "name"):
            if row[field] in designs:
                raise CardError(f"building {field} {row[field]!r} occurs twice; use copies")
            designs.add(row[field])
    if not s.SUPPLY <= len(buildings) <= s.BUILDINGS:
        raise CardError(f"{len(buildings)} building cards: there must be {s.SUPPLY} to {s.BUILDINGS}")
    if sum(effect.verb == s.DRAW for b in buildings for effect in b.effects) > 1:
        raise CardError(
            "only one card may draw at the Black Market: what lies at the bottom of the deck is one seat's secret"
        )
    return CardSet(tuple(buildings), locations, boards, _pack(buildings, locations, boards))


def _rows(table: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = table.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise CardError(f"{name} must be a list of tables, each begun by [[{name}]]")
    return rows


def _only(row: Mapping[str, Any], known: set[str], where: str) -> None:
    for name in sorted(set(row) - known):
        raise CardError(f"{where}: unknown field {name!r}; known are {', '.join(sorted(known))}")


def _whole(row: Mapping[str, Any], name: str, low: int, high: int, default: int = 0) -> int:
    value = row.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise CardError(f"{row.get('id')}: {name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _board(row: Mapping[str, Any]) -> tuple[tuple[int, int], tuple[int, int]]:
    where = f"board {row.get('id')}"
    _only(row, {"id", "left", "right"}, where)
    sides = []
    for side in ("left", "right"):
        links = row.get(side)
        if (
            not isinstance(links, list)
            or len(links) != 2
            or not all(isinstance(link, str) and link in LINKS for link in links)
        ):
            raise CardError(f"{where}: {side} must be two half-links, penny or point (upper, lower), not {links!r}")
        sides.append((LINKS[links[0]], LINKS[links[1]]))
    return sides[0], sides[1]


def _location(index: int, row: Mapping[str, Any]) -> Location:
    where = f"location {row.get('id')}"
    _only(row, LOCATION_FIELDS, where)
    if not isinstance(row.get("id"), str) or not isinstance(row.get("name"), str):
        raise CardError(f"{where}: a location needs an id and a name")
    spaces = row.get("spaces", [row.get("jobs", 1)] * 2)
    if not isinstance(spaces, list) or len(spaces) != 2 or not all(type(n) is int and 0 < n < 9 for n in spaces):
        raise CardError(f"{where}: spaces must be two numbers from 1 to 8, for 2-3 and for 4-5 players")
    pays = _counter(where, row["pays"]) if "pays" in row else (s.ONE, 0)
    if "pays" in row and not pays[1]:
        raise CardError(f"{where}: pays {row['pays']!r} must count buildings: type:X, pair:X or set:X+Y+Z")
    cost, gain, priority = _whole(row, "cost", 0, 9), _whole(row, "gain", 0, 9), _whole(row, "priority", 0, 9)
    return Location(index, row["id"], row["name"], cost, (spaces[0], spaces[1]), gain, priority, pays)


def _building(index: int, design: int, row: Mapping[str, Any]) -> Building:
    id = row.get("id")
    if not isinstance(id, str) or not re.fullmatch(r"[a-z]+(_[a-z]+)*", id) or id in RESERVED:
        raise CardError(f"building id {id!r} must be lower-case words joined by underscores, not a word of moves")
    _only(row, FIELDS, id)
    if not isinstance(row.get("name"), str) or not row["name"].strip():
        raise CardError(f"{id}: a building needs a name")
    if row.get("type") not in TYPE_NAMES:
        raise CardError(f"{id}: type {row.get('type')!r} must be one of {', '.join(TYPE_NAMES)}")
    kind = TYPE_NAMES.index(row["type"])
    jobs, slots = _whole(row, "jobs", 0, 3), _whole(row, "slots", 0, 3)
    if (kind == s.HOUSING and jobs) or (kind != s.HOUSING and slots):
        raise CardError(f"{id}: housing has slots and no jobs, other buildings have jobs and no slots")
    effects = row.get("effects", [])
    if not isinstance(effects, list) or len(effects) > s.EFFECTS:
        raise CardError(f"{id}: effects must be a list of at most {s.EFFECTS}")
    return Building(
        index=index,
        id=id,
        name=row["name"],
        type=kind,
        cost=_whole(row, "cost", 1, 20, -1),
        stars=_whole(row, "stars", 0, 20),
        jobs=jobs,
        slots=slots,
        links=_links(id, row.get("links", {})),
        effects=tuple(_effect(id, text) for text in effects),
        design=design,
    )


def _links(id: str, links: Any) -> tuple[int, int, int]:
    kinds = list(links.values()) if isinstance(links, Mapping) else [links]
    if not all(isinstance(kind, str) and kind in LINKS for kind in kinds) or set(links) - set(EDGES):
        raise CardError(f"{id}: links must give penny or point for left, right or street, not {links!r}")
    left, right, street = (LINKS.get(links.get(edge, ""), s.NO_LINK) for edge in EDGES)
    return left, right, street


def _effect(id: str, text: Any) -> Effect:
    words = text.split() if isinstance(text, str) else []
    if not words or words[0] not in VERBS:
        raise CardError(f"{id}: effect {text!r} must begin with one of {', '.join(VERBS)}")
    verb, rest = VERBS.index(words[0]) + 1, words[1:]
    when = CONDITIONS.index(rest.pop()) if rest and rest[-1] in CONDITIONS else s.ALWAYS
    where = 0
    if verb in (s.DISCOUNT, s.BONUS):
        place = rest.pop(0) if rest else ""
        if place not in WHERE[words[0]]:
            raise CardError(f"{id}: effect {text!r} needs a location: {' or '.join(WHERE[words[0]])}")
        where = LOCATION_IDS.index(place)
    counted = verb in (s.STAR, s.UPKEEP, s.GIFT, s.DISCOUNT)
    numbered = counted or verb in (s.BONUS, s.DRAW)
    if len(rest) != counted + numbered or (numbered and not re.fullmatch(r"[1-9]", rest[0])):
        raise CardError(f"{id}: effect {text!r} does not fit the vocabulary of {words[0]}")
    if verb == s.GIFT and when != s.ALWAYS:
        raise CardError(f"{id}: effect {text!r}: a gift knows no condition")
    if verb == s.DRAW and rest[0] != "2":
        raise CardError(f"{id}: effect {text!r}: only two cards can be drawn")
    counter, types = _counter(id, rest[1]) if counted else (s.ONE, 0)
    return Effect(verb, int(rest[0]) if numbered else 1, counter, types, when, where)


def _counter(id: str, text: Any) -> tuple[int, int]:
    if not isinstance(text, str):
        raise CardError(f"{id}: {text!r} must be a counter in quotes, like type:store")
    plain = {"one": s.ONE, "employee": s.EMPLOYEE, "quiet": s.QUIET}
    if text in plain:
        return plain[text], 0
    kinds = {"type": (s.OF_TYPE, 1), "pair": (s.PAIRS_OF_TYPE, 1), "set": (s.SETS_OF_TYPES, 3)}
    kind, _, names = text.partition(":")
    types = names.split("+")
    if (
        kind not in kinds
        or len(types) != kinds[kind][1]
        or set(types) - set(TYPE_NAMES)
        or len(set(types)) < len(types)
    ):
        raise CardError(f"{id}: counter {text!r} must be one, employee, quiet, type:X, pair:X or set:X+Y+Z")
    return kinds[kind][0], sum(1 << TYPE_NAMES.index(name) for name in types)


def _pack(buildings: Sequence[Building], locations: Sequence[Location], boards: Sequence[Any]) -> Records:
    data = blank(s.CARDS)
    cards = record(data)
    cards.buildings = len(buildings)
    for b in buildings:
        i = b.index
        cards.design[i], cards.kind[i], cards.cost[i], cards.stars[i] = b.design, b.type, b.cost, b.stars
        cards.jobs[i], cards.slots[i], cards.link[i] = b.jobs, b.slots, b.links
        for k, effect in enumerate(b.effects):
            cards.effects[i] |= 1 << effect.verb
            cards.effect[i, k], cards.amount[i, k], cards.counter[i, k] = effect.verb, effect.amount, effect.counter
            cards.types[i, k], cards.when[i, k], cards.where[i, k] = effect.types, effect.when, effect.where
    cards.board_link[:] = boards
    for place in locations:
        i = place.index
        cards.location_cost[i], cards.spaces[i], cards.gain[i] = place.cost, place.spaces, place.gain
        cards.priority[i], (cards.pays_counter[i], cards.pays_types[i]) = place.priority, place.pays
    data.flags.writeable = False
    return data
