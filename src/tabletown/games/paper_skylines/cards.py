"""Cards of Paper Skylines: the schema of `cards.toml`, and from it the record that the rules read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any

from msgspec import Meta

from tabletown.engine.card_file import Text, check_cards, check_unique
from tabletown.engine.errors import CardError
from tabletown.engine.schema import Table
from tabletown.engine.state import Records, blank, record
from tabletown.engine.value import Value
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.vocabulary import (
    EVENTS,
    SITE_NAMES,
    TYPE_NAMES,
    Amount,
    Assembler,
    Effect,
    Reader,
    SiteName,
    TypeName,
    chains,
    depth,
    read_effect,
)
from tabletown.games.plain_state import PlainState

BASIC_ACTIONS = {  # the basic actions as effects, in the order of their numbers (3.4, 3.5)
    "build": "build(hand,0,any)",
    "tuck": "tuck(1,hand,here)",
    "discard": "perform(); event(basic_discard)",
    "advance": "advance(1,any); event(basic_advance)",
    "draw": "draw(1,any); event(basic_draw)",
    "claim": "claim()",
}
COST = re.compile(r"cost\(([1-9]),(over|sprawl)\)")
ON = re.compile(r"on\(([a-z_]+)\)\{(.*)\}")
CONDITION = re.compile(r"([a-z_:A-Z]+)>=([1-9]\d?)")
RESERVED = {"deck", "stop", "left", "right", "end"}  # words of moves

# --- The card file --------------------------------------------------------------------------------------------------

_Digit = Annotated[int, Meta(ge=0, le=9)]
_Star = Annotated[int, Meta(ge=1, le=9)]
_Space = Annotated[int, Meta(ge=1, le=60)]
_Name = Annotated[str, Meta(pattern=r"^[\x00-\x7f]*[A-Za-z0-9][\x00-\x7f]*\Z", description="plain words")]
_Effects = Annotated[str, Meta(description="text in the vocabulary of effects")]


class _Track(Table):
    end: Annotated[int, Meta(ge=2, le=60)]
    lines: Annotated[tuple[_Space, ...], Meta(min_length=1, max_length=s.LINES)]
    end_points: _Digit


class _Chips(Table):
    values: Annotated[tuple[_Star, ...], Meta(min_length=s.ACHIEVEMENTS, max_length=s.ACHIEVEMENTS)]


class _Awards(Table):
    tallest_building: _Digit
    most_buildings: _Digit


class _Building(Table):
    id: Text
    name: _Name
    level: Annotated[int, Meta(ge=1, le=s.LEVELS)]
    type: TypeName
    cost: _Digit
    discount: TypeName
    gains: Annotated[
        tuple[_Digit, _Digit, _Digit], Meta(description="three numbers from 0 to 9: profit, prestige, population")
    ]
    action: _Effects
    sites: Annotated[tuple[SiteName, ...], Meta(max_length=4)] = ()


class _City(Table):
    id: Text
    name: _Name
    type: TypeName
    bonus: _Effects


class _Achievement(Table):
    id: Text
    name: _Name
    condition: Annotated[str, Meta(description="text like types>=5")]
    stars: _Star


class _CardFile(Table):
    track: _Track
    chips: _Chips
    awards: _Awards
    building: Annotated[tuple[_Building, ...], Meta(min_length=s.BUILDINGS, max_length=s.BUILDINGS)]
    city: Annotated[tuple[_City, ...], Meta(min_length=s.CITIES, max_length=s.CITIES)]
    achievement: Annotated[tuple[_Achievement, ...], Meta(min_length=s.ACHIEVEMENTS, max_length=s.ACHIEVEMENTS)]


# --- The card set ---------------------------------------------------------------------------------------------------


class Building(Value, frozen=True):
    """One building card."""

    index: int
    id: str
    name: str
    level: int
    type: int
    sites: tuple[int, ...]
    cost: int
    discount: int
    gains: tuple[int, int, int]
    text: str  # its action as written
    action: Effect

    def __hash__(self) -> int:
        """By its id alone: cards are keys of many caches, and hashing a whole effect takes long."""
        return hash(self.id)

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return slug(self.name)


class City(Value, frozen=True):
    """One city card; its number among all cards is `card`."""

    index: int
    id: str
    name: str
    type: int
    bonus: str  # as written
    modifier: str  # "over", "sprawl", "wild_type", "wild_site", "stay" or "on"
    number: int = 0  # of a cost modifier
    event: int = s.NO_EVENT
    effect: Effect = ()

    def __hash__(self) -> int:
        """By its id alone: cards are keys of many caches, and hashing a whole effect takes long."""
        return hash(self.id)

    @property
    def card(self) -> int:
        """Its number among all cards."""
        return s.BUILDINGS + self.index

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return slug(self.name)


class Achievement(Value, frozen=True):
    """One achievement card."""

    index: int
    id: str
    name: str
    count: Amount
    needed: int
    stars: int

    def __hash__(self) -> int:
        """By its id alone: cards are keys of many caches, and hashing a whole effect takes long."""
        return hash(self.id)

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return slug(self.name)


@dataclass(frozen=True, eq=False)  # compared by identity: a card set is loaded once, and is a key of caches
class CardSet:
    """A set of cards: the names for people, and the record `data` for kernels (an array of one)."""

    buildings: tuple[Building, ...]
    cities: tuple[City, ...]
    achievements: tuple[Achievement, ...]
    chips: tuple[int, ...]
    awards: tuple[int, int]
    lines: tuple[int, ...]
    track_end: int
    home: tuple[int, ...]  # the program that each instruction belongs to, by its first instruction
    programs: Mapping[int, str]  # where each program begins: the slug of its card, or the name of a basic action
    data: Records

    @cached_property
    def plain(self) -> PlainState:
        """The record as plain values, for words and drawings."""
        return PlainState(self.data)

    @cached_property
    def numbered(self) -> tuple[Building | City, ...]:
        """Buildings and then cities, by their number among all cards."""
        return (*self.buildings, *self.cities)

    @cached_property
    def by_slug(self) -> dict[str, Building | City]:
        """Buildings and cities by the name that moves write."""
        return {card.slug: card for card in self.numbered}


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """A name as moves write it: Washington, D.C. is washington-d-c."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """Check parsed card data and turn it into a card set; raises CardError."""
    file = check_cards(table, _CardFile)
    buildings = tuple(_building(i, row) for i, row in enumerate(file.building))
    cities = tuple(_city(i, row) for i, row in enumerate(file.city))
    achievements = tuple(_achievement(i, row) for i, row in enumerate(file.achievement))
    _check_levels(buildings)
    _check_names({"building": buildings, "city": cities, "achievement": achievements})
    check_unique((f"building {b.id!r}, action", b.text) for b in buildings)
    _check_depth(buildings, cities)
    end, lines = file.track.end, file.track.lines
    if sorted(set(lines)) != list(lines) or lines[-1] > end:
        raise CardError(f"track, lines: must be rising spaces up to the end of the track at {end}, not {list(lines)}")
    chips, awards = tuple(sorted(file.chips.values)), (file.awards.tallest_building, file.awards.most_buildings)
    data = blank(s.CARDS)
    cards = record(data)
    cards.track_end, cards.lines, cards.end_points = end, len(lines), file.track.end_points
    cards.line[: len(lines)] = lines
    cards.chip[:] = chips
    cards.award[:] = awards
    home, programs = _pack(cards, buildings, cities, achievements)
    data.flags.writeable = False
    return CardSet(buildings, cities, achievements, chips, awards, lines, end, home, programs, data)


def _check_levels(buildings: Sequence[Building]) -> None:
    for level in range(1, s.LEVELS + 1):
        if {b.index for b in buildings if b.level == level} != set(range(*s.LEVEL_START[level - 1 : level + 1])):
            most = s.LEVEL_START[level] - s.LEVEL_START[level - 1]
            raise CardError(f"there must be {most} buildings of level {level}, and levels must stand in order")


def _check_names(kinds: Mapping[str, Sequence[Building | City | Achievement]]) -> None:
    """Every id and every name is unique, and none is a word of moves."""
    named = [(f"{kind} {card.id!r}", card) for kind, cards in kinds.items() for card in cards]
    check_unique(pair for place, card in named for pair in ((f"{place}, id", card.id), (f"{place}, name", card.slug)))
    for place, card in named:
        for name in (card.id, card.slug):
            if name in RESERVED:
                raise CardError(f"{place}, name: {name!r} is a word of moves")


def _building(index: int, row: _Building) -> Building:
    place = f"building {row.id!r}, action"
    action = read_effect(place, row.action)
    _no_hidden_words(place, action)
    return Building(
        index=index,
        id=row.id,
        name=row.name,
        level=row.level,
        type=TYPE_NAMES.index(row.type),
        sites=tuple(SITE_NAMES.index(site) for site in row.sites),
        cost=row.cost,
        discount=TYPE_NAMES.index(row.discount),
        gains=row.gains,
        text=row.action,
        action=action,
    )


def _no_hidden_words(place: str, effect: Effect) -> None:
    for step in effect:
        if step.op in (s.PERFORM, s.EVENT):
            raise CardError(f"{place}: perform and event are not written on cards")
        for block in step.blocks:
            _no_hidden_words(place, block)


def _city(index: int, row: _City) -> City:
    place, kind, bonus = f"city {row.id!r}, bonus", TYPE_NAMES.index(row.type), row.bonus
    plain = {"wild(type)": "wild_type", "wild(site)": "wild_site", "stay()": "stay"}
    if bonus in plain:
        return City(index, row.id, row.name, kind, bonus, plain[bonus])
    cost = COST.fullmatch(bonus)
    if cost:
        return City(index, row.id, row.name, kind, bonus, cost[2], int(cost[1]))
    on = ON.fullmatch(bonus)
    if not on or on[1] not in EVENTS[1:]:
        raise CardError(f"{place}: {bonus!r} must be cost(n,over), cost(n,sprawl), wild(type), wild(site), stay() "
                        f"or on(EVENT){{...}} with {', '.join(EVENTS[1:])}")  # fmt: skip
    effect = read_effect(place, on[2])
    _no_hidden_words(place, effect)
    triggers = (s.TUCK_OP, s.BUILD_OP, s.CLAIM_OP, s.COPY, s.VISIT)
    if any(step.op in triggers or step.blocks for step in effect):
        raise CardError(f"{place}: {bonus!r}: a city's bonus has no blocks and causes no further event")
    event = EVENTS.index(on[1])
    if event == s.ON_LEVEL and not _only_draws(effect):
        raise CardError(f"{place}: {bonus!r}: at a level change a city can only draw a fixed number from the deck")
    return City(index, row.id, row.name, kind, bonus, "on", 0, event, effect)


def _only_draws(effect: Effect) -> bool:
    (step, *more) = effect
    return not more and step.op == s.DRAW_OP and step.source == s.FROM_DECK and step.amount.count == s.FIXED


def _achievement(index: int, row: _Achievement) -> Achievement:
    place = f"achievement {row.id!r}, condition"
    match = CONDITION.fullmatch(row.condition)
    if not match:
        raise CardError(f"{place}: {row.condition!r} must look like types>=5")
    count = Reader(place, match[1]).amount(match[1])
    return Achievement(index, row.id, row.name, count, int(match[2]), row.stars)


def _check_depth(buildings: Sequence[Building], cities: Sequence[City]) -> None:
    """No card may need more frames than a state has; a city's bonus may come on top of the deepest step."""
    plain = max((depth(b.action) for b in buildings if not chains(b.action)), default=1)
    bonus = max((depth(city.effect) for city in cities if city.effect), default=0)
    for b in buildings:
        needed = 1 + depth(b.action, plain) + bonus  # the first for a discard for action
        if needed > s.FRAMES:
            raise CardError(
                f"building {b.id!r}, action: {b.text!r} is nested too deeply: it needs {needed} frames of {s.FRAMES}"
            )


def _pack(
    cards: Any, buildings: Sequence[Building], cities: Sequence[City], achievements: Sequence[Achievement]
) -> tuple[tuple[int, ...], dict[int, str]]:
    assembler = Assembler(cards)
    programs: dict[int, str] = {}
    for i, (name, text) in enumerate(BASIC_ACTIONS.items()):
        cards.basic[i] = assembler.add(read_effect(name, text))
        programs[int(cards.basic[i])] = name
    for b in buildings:
        i = b.index
        cards.level[i], cards.kind[i], cards.cost[i], cards.discount[i] = b.level, b.type, b.cost, b.discount
        cards.gain[i], cards.chain[i] = b.gains, chains(b.action)
        for site in b.sites:
            cards.sites[i, site] += 1
        cards.program[i] = assembler.add(b.action)
        programs[int(cards.program[i])] = b.slug
    for city in cities:
        i = city.index
        cards.kind[city.card] = city.type
        cards.cost_over[i] = city.number if city.modifier == "over" else 0
        cards.cost_sprawl[i] = city.number if city.modifier == "sprawl" else 0
        cards.wild_type[i], cards.wild_site[i] = city.modifier == "wild_type", city.modifier == "wild_site"
        cards.stay[i], cards.event[i] = city.modifier == "stay", city.event
        if city.event == s.ON_LEVEL:
            cards.level_draw[i] = city.effect[0].amount.number
        elif city.effect:
            cards.bonus[i] = assembler.add(city.effect)
            programs[int(cards.bonus[i])] = city.slug
    for a in achievements:
        i = a.index
        cards.counter[i], cards.counted[i] = a.count.count, a.count.type
        cards.needed[i], cards.stars[i] = a.needed, a.stars
    return tuple(assembler.home), programs
