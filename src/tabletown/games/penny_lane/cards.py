"""Cards of Penny Lane: the schema of `cards.toml`, and from it the record that the rules read."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, field

from tabletown.engine.card_file import Text, check_cards, check_unique
from tabletown.engine.errors import CardError
from tabletown.engine.schema import Table
from tabletown.engine.state import Records, blank, record
from tabletown.engine.value import Value
from tabletown.games.penny_lane import state as s

TypeName = Literal["store", "workshop", "attraction", "housing"]
TYPE_NAMES: tuple[str, ...] = get_args(TypeName)
LINKS = {"": s.NO_LINK, "penny": s.PENNY, "point": s.POINT}
LOCATION_IDS = ("bank", "black_market", "gazette", "masons_guild", "tower", "town_hall", "barracks", "temple")
CONDITIONS = ("always", "staffed", "full", "vacated")
VERBS = ("star", "upkeep", "gift", "discount", "bonus", "double_links", "move_in", "draw")
WHERE = {"discount": ("gazette", "masons_guild"), "bonus": ("bank",)}
RESERVED = {"board", "barracks", "temple"}

# --- The card file --------------------------------------------------------------------------------------------------

_Digit = Annotated[int, Meta(ge=0, le=9)]
_Spaces = Annotated[int, Meta(ge=1, le=8)]
_Citizens = Annotated[int, Meta(ge=0, le=3)]
_Link = Literal["penny", "point"]
_Side = Annotated[tuple[_Link, _Link], Meta(description="two half-links, penny or point (upper, lower)")]
_Id = Annotated[str, Meta(pattern=r"^[a-z]+(_[a-z]+)*\Z", description="lower-case words joined by underscores")]

_LINKS = Meta(description="a table that gives penny or point for left, right or street")


class _Board(Table):
    left: _Side
    right: _Side
    id: Any = None


class _Location(Table):
    id: Text
    name: Text
    cost: _Digit = 0
    spaces: Annotated[
        tuple[_Spaces, _Spaces] | None, Meta(description="two numbers from 1 to 8, for 2-3 and for 4-5 players")
    ] = None
    gain: _Digit = 0
    priority: _Digit = 0
    jobs: _Spaces = 1
    pays: str | None = None


class _Links(Table):
    left: Literal["penny", "point", ""] = ""
    right: Literal["penny", "point", ""] = ""
    street: Literal["penny", "point", ""] = ""


class _Building(Table):
    id: _Id
    name: Text
    type: TypeName
    cost: Annotated[int, Meta(ge=1, le=20)]
    stars: Annotated[int, Meta(ge=0, le=20)] = 0
    jobs: _Citizens = 0
    slots: _Citizens = 0
    links: Annotated[_Links, _LINKS] = field(default_factory=_Links)
    copies: Annotated[int, Meta(ge=1, le=4)] = 1
    effects: Annotated[tuple[str, ...], Meta(max_length=s.EFFECTS)] = ()


class _CardFile(Table):
    board: Annotated[tuple[_Board, ...], Meta(min_length=s.BOARDS, max_length=s.BOARDS)]
    location: tuple[_Location, ...]
    building: tuple[_Building, ...]


# --- The card set ---------------------------------------------------------------------------------------------------


class Effect(Value, frozen=True):
    """One effect of a building, in the vocabulary of cards.toml."""

    verb: int
    amount: int = 1
    counter: int = s.ONE
    types: int = 0  # bit mask
    when: int = s.ALWAYS
    where: int = 0


class Building(Value, frozen=True):
    """One building card; copies differ only by their index."""

    index: int
    id: str
    name: str
    type: int
    cost: int
    stars: int
    jobs: int
    slots: int
    links: tuple[int, ...]  # left, right, street
    effects: tuple[Effect, ...]
    design: int

    def __hash__(self) -> int:
        """By its number alone: cards are keys of many caches, and hashing all effects takes long."""
        return self.index

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return self.id.replace("_", "-")

    @property
    def row(self) -> int:
        """The row of a lane in which it stands."""
        return s.LOWER if self.type == s.HOUSING else s.UPPER


class Location(Value, frozen=True):
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


@dataclass(frozen=True, eq=False)  # compared by identity: a card set is loaded once, and is a key of caches
class CardSet:
    """A set of cards: the names for people, and the record `data` for kernels (an array of one)."""

    buildings: tuple[Building, ...]
    locations: tuple[Location, ...]
    boards: tuple[tuple[tuple[int, int], tuple[int, int]], ...]  # (left, right), each (upper, lower)
    data: Records

    @cached_property
    def piece_ids(self) -> tuple[str, ...]:
        """The id of every building card wherever it lies; further copies of a building have ids of their own."""
        copies: Counter[str] = Counter()
        found = []
        for building in self.buildings:
            copies[building.id] += 1
            copy = copies[building.id]
            found.append(f"card-{building.slug}" if copy == 1 else f"card-{building.slug}-{copy}")
        return tuple(found)


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """Check parsed card data and turn it into a card set; raises CardError."""
    file = check_cards(table, _CardFile)
    locations = tuple(_location(i, row) for i, row in enumerate(file.location))
    if tuple(location.id for location in locations) != LOCATION_IDS:
        raise CardError(f"location id: must be {', '.join(LOCATION_IDS)}, in this order")
    rows = [(design, row) for design, row in enumerate(file.building) for _ in range(row.copies)]
    buildings = tuple(_building(i, design, row) for i, (design, row) in enumerate(rows))
    check_unique((f"building {row.id!r}, id", row.id) for row in file.building)
    check_unique((f"building {row.id!r}, name", row.name) for row in file.building)
    if not s.SUPPLY <= len(buildings) <= s.BUILDINGS:
        raise CardError(f"{len(buildings)} building cards: there must be {s.SUPPLY} to {s.BUILDINGS}")
    if sum(effect.verb == s.DRAW for b in buildings for effect in b.effects) > 1:
        raise CardError(
            "only one card may draw at the Black Market: what lies at the bottom of the deck is one seat's secret"
        )
    boards = tuple((_side(row.left), _side(row.right)) for row in file.board)
    return CardSet(buildings, locations, boards, _pack(buildings, locations, boards))


def _side(kinds: Sequence[str]) -> tuple[int, int]:
    upper, lower = kinds
    return LINKS[upper], LINKS[lower]


def _links(*kinds: str) -> tuple[int, ...]:
    return tuple(LINKS[kind] for kind in kinds)


def _location(index: int, row: _Location) -> Location:
    pays = (s.ONE, 0)
    if row.pays is not None:
        where = f"location {row.id!r}, pays"
        pays = _counter(where, row.pays)
        if not pays[1]:
            raise CardError(f"{where}: {row.pays!r} must count buildings: type:X, pair:X or set:X+Y+Z")
    spaces = row.spaces or (row.jobs, row.jobs)
    return Location(index, row.id, row.name, row.cost, spaces, row.gain, row.priority, pays)


def _building(index: int, design: int, row: _Building) -> Building:
    where = f"building {row.id!r}"
    if row.id in RESERVED:
        raise CardError(f"{where}, id: {row.id} is a word of moves")
    kind = TYPE_NAMES.index(row.type)
    if (kind == s.HOUSING and row.jobs) or (kind != s.HOUSING and row.slots):
        raise CardError(f"{where}, jobs: housing has slots and no jobs, other buildings have jobs and no slots")
    return Building(
        index=index,
        id=row.id,
        name=row.name,
        type=kind,
        cost=row.cost,
        stars=row.stars,
        jobs=row.jobs,
        slots=row.slots,
        links=_links(row.links.left, row.links.right, row.links.street),
        effects=tuple(_effect(f"{where}, effects", text) for text in row.effects),
        design=design,
    )


def _effect(place: str, text: str) -> Effect:
    words = text.split()
    if not words or words[0] not in VERBS:
        raise CardError(f"{place}: {text!r} must begin with one of {', '.join(VERBS)}")
    verb, rest = VERBS.index(words[0]) + 1, words[1:]
    when = CONDITIONS.index(rest.pop()) if rest and rest[-1] in CONDITIONS else s.ALWAYS
    where = 0
    if verb in (s.DISCOUNT, s.BONUS):
        location = rest.pop(0) if rest else ""
        if location not in WHERE[words[0]]:
            raise CardError(f"{place}: {text!r} needs a location: {' or '.join(WHERE[words[0]])}")
        where = LOCATION_IDS.index(location)
    counted = verb in (s.STAR, s.UPKEEP, s.GIFT, s.DISCOUNT)
    numbered = counted or verb in (s.BONUS, s.DRAW)
    if len(rest) != counted + numbered or (numbered and not re.fullmatch(r"[1-9]", rest[0])):
        raise CardError(f"{place}: {text!r} does not fit the vocabulary of {words[0]}")
    if verb == s.GIFT and when != s.ALWAYS:
        raise CardError(f"{place}: {text!r}: a gift knows no condition")
    if verb == s.DRAW and rest[0] != "2":
        raise CardError(f"{place}: {text!r}: only two cards can be drawn")
    counter, types = _counter(place, rest[1]) if counted else (s.ONE, 0)
    return Effect(verb, int(rest[0]) if numbered else 1, counter, types, when, where)


def _counter(place: str, text: str) -> tuple[int, int]:
    plain = {"one": s.ONE, "employee": s.EMPLOYEE, "quiet": s.QUIET}
    if text in plain:
        return plain[text], 0
    kinds = {"type": (s.OF_TYPE, 1), "pair": (s.PAIRS_OF_TYPE, 1), "set": (s.SETS_OF_TYPES, 3)}
    kind, _, names = text.partition(":")
    types = set(names.split("+"))
    if (
        kind not in kinds
        or len(names.split("+")) != len(types)
        or len(types) != kinds[kind][1]
        or types - set(TYPE_NAMES)
    ):
        raise CardError(f"{place}: counter {text!r} must be one, employee, quiet, type:X, pair:X or set:X+Y+Z")
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
