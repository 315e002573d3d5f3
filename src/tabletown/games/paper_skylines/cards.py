"""From `cards.toml` to the record that the rules read, checked on the way with errors that name card and field."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.engine.errors import CardError
from tabletown.engine.state import Records, blank, record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.vocabulary import (
    EVENTS,
    SITE_NAMES,
    TYPE_NAMES,
    Amount,
    Assembler,
    Effect,
    Reader,
    chains,
    depth,
    read_effect,
)

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
BUILDING_FIELDS = {"id", "name", "level", "type", "sites", "cost", "discount", "gains", "action"}


@dataclass(frozen=True, slots=True)
class Building:
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

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return slug(self.name)


@dataclass(frozen=True, slots=True)
class City:
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

    @property
    def card(self) -> int:
        """Its number among all cards."""
        return s.BUILDINGS + self.index

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return slug(self.name)


@dataclass(frozen=True, slots=True)
class Achievement:
    """One achievement card."""

    index: int
    id: str
    name: str
    count: Amount
    needed: int
    stars: int

    @property
    def slug(self) -> str:
        """The name as moves write it."""
        return slug(self.name)


@dataclass(frozen=True)
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


def slug(name: str) -> str:
    """A name as moves write it: Washington, D.C. is washington-d-c."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """Check parsed card data and turn it into a card set; raises CardError."""
    known = {"building", "city", "achievement", "track", "chips", "awards"}
    _only(table, known, "the cards")
    buildings = tuple(_building(i, row) for i, row in enumerate(_rows(table, "building", s.BUILDINGS)))
    for level in range(1, s.LEVELS + 1):
        if {b.index for b in buildings if b.level == level} != set(range(*s.LEVEL_START[level - 1 : level + 1])):
            most = s.LEVEL_START[level] - s.LEVEL_START[level - 1]
            raise CardError(f"there must be {most} buildings of level {level}, and levels must stand in order")
    cities = tuple(_city(i, row) for i, row in enumerate(_rows(table, "city", s.CITIES)))
    achievements = tuple(_achievement(i, row) for i, row in enumerate(_rows(table, "achievement", s.ACHIEVEMENTS)))
    seen: set[str] = set()
    named: list[Building | City | Achievement] = [*buildings, *cities, *achievements]
    for card in named:
        for name in (card.id, card.slug):
            if name in seen or name in RESERVED:
                raise CardError(
                    f"{card.id}: {name!r} occurs twice or is a word of moves; every card needs its own name"
                )
            seen.add(name)
    if len({b.text for b in buildings}) < len(buildings):
        raise CardError("two buildings have the same action; every card has one of its own")
    _check_depth(buildings, cities)
    track, chips, awards = (_table(table, name) for name in ("track", "chips", "awards"))
    _only(track, {"end", "lines", "end_points"}, "track")
    _only(chips, {"values"}, "chips")
    _only(awards, {"tallest_building", "most_buildings"}, "awards")
    end = _whole(track, "track", "end", 2, 60)
    lines = _numbers(track, "track", "lines", 1, end)
    if not 1 <= len(lines) <= s.LINES or sorted(set(lines)) != lines:
        raise CardError(f"track: lines must be 1 to {s.LINES} rising spaces")
    values = _numbers(chips, "chips", "values", 1, 9)
    if len(values) != s.ACHIEVEMENTS:
        raise CardError(f"chips: values must be {s.ACHIEVEMENTS} numbers, one per achievement")
    data = blank(s.CARDS)
    cards = record(data)
    cards.track_end, cards.lines, cards.end_points = end, len(lines), _whole(track, "track", "end_points", 0, 9)
    cards.line[: len(lines)] = lines
    cards.chip[:] = sorted(values)
    cards.award[:] = [_whole(awards, "awards", name, 0, 9) for name in ("tallest_building", "most_buildings")]
    home, programs = _pack(cards, buildings, cities, achievements)
    data.flags.writeable = False
    points = (int(cards.award[0]), int(cards.award[1]))
    return CardSet(
        buildings, cities, achievements, tuple(sorted(values)), points, tuple(lines), end, home, programs, data
    )


# --- Checks ---------------------------------------------------------------------------------------------------------


def _only(row: Mapping[str, Any], known: set[str], where: str) -> None:
    for name in sorted(set(row) - known):
        raise CardError(f"{where}: unknown field {name!r}; known are {', '.join(sorted(known))}")


def _table(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = table.get(name)
    if not isinstance(found, Mapping):
        raise CardError(f"the table [{name}] is missing")
    return found


def _rows(table: Mapping[str, Any], name: str, number: int) -> list[Mapping[str, Any]]:
    rows = table.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise CardError(f"{name} must be a list of tables, each begun by [[{name}]]")
    if len(rows) != number:
        raise CardError(f"{len(rows)} tables [[{name}]]: there must be {number}")
    return rows


def _whole(row: Mapping[str, Any], where: str, name: str, low: int, high: int) -> int:
    value = row.get(name)
    if type(value) is not int or not low <= value <= high:
        raise CardError(f"{where}: {name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _numbers(row: Mapping[str, Any], where: str, name: str, low: int, high: int) -> list[int]:
    values = row.get(name)
    if not isinstance(values, list) or not all(type(n) is int and low <= n <= high for n in values):
        raise CardError(f"{where}: {name} must be a list of whole numbers from {low} to {high}, not {values!r}")
    return values


def _word(row: Mapping[str, Any], where: str, name: str, words: Sequence[str]) -> int:
    value = row.get(name)
    if value not in words:
        raise CardError(f"{where}: {name} {value!r} must be one of {', '.join(words)}")
    return words.index(value)


def _name(row: Mapping[str, Any], kind: str, fields: set[str]) -> tuple[str, str]:
    id, name = row.get("id"), row.get("name")
    if not isinstance(id, str) or not id.strip():
        raise CardError(f"a {kind} needs an id, not {id!r}")
    _only(row, fields, id)
    if not isinstance(name, str) or not name.isascii() or not slug(name):
        raise CardError(f"{id}: name {name!r} must be plain words")
    return id, name


def _building(index: int, row: Mapping[str, Any]) -> Building:
    id, name = _name(row, "building", BUILDING_FIELDS)
    gains = _numbers(row, id, "gains", 0, 9)
    if len(gains) != s.TRACKS:
        raise CardError(f"{id}: gains must be three numbers: profit, prestige, population")
    sites = row.get("sites", [])
    if not isinstance(sites, list) or len(sites) > 4 or not all(site in SITE_NAMES for site in sites):
        raise CardError(f"{id}: sites must be a list of {', '.join(SITE_NAMES)}, not {sites!r}")
    action = read_effect(f"{id}: action", row.get("action"))
    _no_hidden_words(f"{id}: action", action)
    return Building(
        index=index,
        id=id,
        name=name,
        level=_whole(row, id, "level", 1, s.LEVELS),
        type=_word(row, id, "type", TYPE_NAMES),
        sites=tuple(SITE_NAMES.index(site) for site in sites),
        cost=_whole(row, id, "cost", 0, 9),
        discount=_word(row, id, "discount", TYPE_NAMES),
        gains=(gains[0], gains[1], gains[2]),
        text=row["action"],
        action=action,
    )


def _no_hidden_words(where: str, effect: Effect) -> None:
    for step in effect:
        if step.op in (s.PERFORM, s.EVENT):
            raise CardError(f"{where}: perform and event are not written on cards")
        for block in step.blocks:
            _no_hidden_words(where, block)


def _city(index: int, row: Mapping[str, Any]) -> City:
    id, name = _name(row, "city", {"id", "name", "type", "bonus"})
    kind, bonus = _word(row, id, "type", TYPE_NAMES), row.get("bonus")
    plain = {"wild(type)": "wild_type", "wild(site)": "wild_site", "stay()": "stay"}
    if isinstance(bonus, str) and bonus in plain:
        return City(index, id, name, kind, bonus, plain[bonus])
    cost = COST.fullmatch(bonus) if isinstance(bonus, str) else None
    if cost:
        return City(index, id, name, kind, str(bonus), cost[2], int(cost[1]))
    on = ON.fullmatch(bonus) if isinstance(bonus, str) else None
    if not on or on[1] not in EVENTS[1:]:
        raise CardError(f"{id}: bonus {bonus!r} must be cost(n,over), cost(n,sprawl), wild(type), wild(site), stay() "
                        f"or on(EVENT){{...}} with {', '.join(EVENTS[1:])}")  # fmt: skip
    effect = read_effect(f"{id}: bonus", on[2])
    _no_hidden_words(f"{id}: bonus", effect)
    triggers = (s.TUCK_OP, s.BUILD_OP, s.CLAIM_OP, s.COPY, s.VISIT)
    if any(step.op in triggers or step.blocks for step in effect):
        raise CardError(f"{id}: bonus {bonus!r}: a city's bonus has no blocks and causes no further event")
    event = EVENTS.index(on[1])
    if event == s.ON_LEVEL and not _only_draws(effect):
        raise CardError(f"{id}: bonus {bonus!r}: at a level change a city can only draw a fixed number from the deck")
    return City(index, id, name, kind, str(bonus), "on", 0, event, effect)


def _only_draws(effect: Effect) -> bool:
    (step, *more) = effect
    return not more and step.op == s.DRAW_OP and step.source == s.FROM_DECK and step.amount.count == s.FIXED


def _achievement(index: int, row: Mapping[str, Any]) -> Achievement:
    id, name = _name(row, "achievement", {"id", "name", "condition", "stars"})
    text = row.get("condition")
    match = CONDITION.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise CardError(f"{id}: condition {text!r} must look like types>=5")
    count = Reader(f"{id}: condition", match[1]).amount(match[1])
    return Achievement(index, id, name, count, int(match[2]), _whole(row, id, "stars", 1, 9))


def _check_depth(buildings: Sequence[Building], cities: Sequence[City]) -> None:
    """No card may need more frames than a state has; a city's bonus may come on top of the deepest step."""
    plain = max((depth(b.action) for b in buildings if not chains(b.action)), default=1)
    bonus = max((depth(city.effect) for city in cities if city.effect), default=0)
    for b in buildings:
        needed = 1 + depth(b.action, plain) + bonus  # the first for a discard for action
        if needed > s.FRAMES:
            raise CardError(f"{b.id}: action {b.text!r} is nested too deeply: it needs {needed} frames of {s.FRAMES}")


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
