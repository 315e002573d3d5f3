"""What cards say: a plain sentence for every effect, and the same as a row of signs."""

from functools import cache

from tabletown.engine.english import listing, many
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import LOCATION_IDS, TYPE_NAMES, Building, Effect, Location
from tabletown.games.penny_lane.drawing.tokens import Signs
from tabletown.games.penny_lane.text.names import pennies

_LINKS = {s.NO_LINK: "none", s.PENNY: "penny", s.POINT: "point"}
_TYPE_PLURALS = ("stores", "workshops", "attractions", "houses")
_WHEN = {
    s.STAFFED: "while somebody works here",
    s.FULL: "while every job here is filled",
    s.VACATED: "while nobody lives here",
}
_RULES = {
    s.STAR: "PL-44",
    s.UPKEEP: "PL-56",
    s.GIFT: "PL-57",
    s.BONUS: "PL-19",
    s.DOUBLE_LINKS: "PL-46",
    s.MOVE_IN: "PL-40",
    s.DRAW: "PL-22",
}
_DISCOUNT_RULES = {s.GAZETTE: "PL-29", s.MASONS_GUILD: "PL-36"}


def _types(mask: int) -> list[int]:
    return [kind for kind in range(s.TYPES) if mask >> kind & 1]


def _per(counter: int, types: int) -> str:
    kinds = _types(types)
    if counter == s.EMPLOYEE:
        return " per employee"
    if counter == s.QUIET:
        return " per adjacent building without citizens"
    if counter == s.OF_TYPE:
        return f" per {TYPE_NAMES[kinds[0]] if kinds[0] != s.HOUSING else 'house'}"
    if counter == s.PAIRS_OF_TYPE:
        return f" per two {_TYPE_PLURALS[kinds[0]]}"
    if counter == s.SETS_OF_TYPES:
        names = [TYPE_NAMES[kind] if kind != s.HOUSING else "house" for kind in kinds]
        return f" per set of {listing(names)}"
    return ""


def _place(index: int) -> str:
    return {"masons_guild": "Masons' Guild"}.get(LOCATION_IDS[index], LOCATION_IDS[index].replace("_", " ").title())


def sentence(effect: Effect) -> str:
    """An effect in plain words."""
    n, per = effect.amount, _per(effect.counter, effect.types)
    when = f" {_WHEN[effect.when]}" if effect.when in _WHEN else ""
    if effect.verb == s.STAR:
        return f"Worth {many(n, 'star')}{per}{when}."
    if effect.verb == s.UPKEEP:
        return f"Brings {pennies(n)}{per} at upkeep{when}."
    if effect.verb == s.GIFT:
        return f"At upkeep another player, whom you name, gains {pennies(n)}{per} here{when}."
    if effect.verb == s.DISCOUNT:
        return f"The {_place(effect.where)} costs you {n} less{per}{when}, but never less than 1."
    if effect.verb == s.BONUS:
        return f"The {_place(effect.where)} pays you {n} more{when}."
    if effect.verb == s.DOUBLE_LINKS:
        return f"Links on its edges count double{when}."
    if effect.verb == s.MOVE_IN:
        return "When you add a later building, one citizen from another building may move into it."
    return f"At the Black Market you see {many(n, 'card')} and keep one."


@cache
def sentences(building: Building) -> str:
    """All effects of a building in plain words; empty if it has none."""
    return " ".join(map(sentence, building.effects))


@cache
def printed(building: Building) -> str:
    """A card as it is printed: "Luthier, workshop, costs 4; 2 jobs; half links: ..."."""
    facts = [f"{building.name}, {TYPE_NAMES[building.type]}, costs {building.cost}"]
    if building.stars:
        facts.append(many(building.stars, "star"))
    if building.jobs:
        facts.append(many(building.jobs, "job"))
    if building.slots:
        facts.append(many(building.slots, "citizen slot"))
    return _whole(building, facts)


@cache
def standing(building: Building, citizens: int) -> str:
    """A building on a lane: who is there now, and what it does."""
    facts = [f"{building.name}, {TYPE_NAMES[building.type]}"]
    if building.stars:
        facts.append(many(building.stars, "star"))
    if building.jobs:
        facts.append(f"{citizens} of {many(building.jobs, 'job')} filled")
    if building.slots:
        at_home = f"{citizens} of {many(building.slots, 'citizen')} at home"
        uncovered = building.slots - citizens
        facts.append(at_home + (f", {many(uncovered, 'star')} uncovered" if uncovered else ""))
    return _whole(building, facts)


def _whole(building: Building, facts: list[str]) -> str:
    edges = [
        f"{name} {_LINKS[kind]}" for name, kind in zip(("left", "right", "street"), building.links, strict=True) if kind
    ]
    facts.append(f"half links {', '.join(edges)}" if edges else "no half links")
    return f"{'; '.join(facts)}. {sentences(building)}".rstrip()


@cache
def rule(building: Building) -> str:
    """The rule that explains a building."""
    for effect in building.effects:
        if effect.verb == s.DISCOUNT:
            return _DISCOUNT_RULES.get(effect.where, "PL-17")
        if effect.counter == s.QUIET:
            return "PL-48"
        if effect.counter in (s.OF_TYPE, s.PAIRS_OF_TYPE, s.SETS_OF_TYPES):
            return "PL-47"
        return _RULES[effect.verb]
    return "PL-30" if building.slots else "PL-45"


# --- Signs ----------------------------------------------------------------------------------------------------------


def _counter_signs(counter: int, types: int) -> Signs:
    icons = tuple(f":{TYPE_NAMES[kind]}" for kind in _types(types))
    if counter == s.EMPLOYEE:
        return (":citizen", ">")
    if counter == s.QUIET:
        return (":quiet", ">")
    if counter == s.PAIRS_OF_TYPE:
        return (*icons, *icons, ">")
    return (*icons, ">") if icons else ()


def _when_signs(when: int) -> Signs:
    return {s.STAFFED: (":citizen", ">"), s.FULL: ("full", ">"), s.VACATED: ("empty", ">")}.get(when, ())


def _amount(n: int, icon: str) -> Signs:
    return (icon,) if n == 1 else (str(n), icon)


def _effect_signs(effect: Effect) -> Signs:
    n = effect.amount
    what = _counter_signs(effect.counter, effect.types)
    when = _when_signs(effect.when)
    if effect.when == s.STAFFED and what:  # one arrow is enough
        when = when[:1]
    if effect.verb == s.STAR:
        return (*when, *what, *_amount(n, ":point"))
    if effect.verb == s.UPKEEP:
        return (*when, *what, *_amount(n, ":penny"))
    if effect.verb == s.GIFT:
        return (":gifted", *_amount(n, ":penny"))
    if effect.verb == s.DISCOUNT:
        return (*when, *what, _place(effect.where).split()[-1], f"\N{MINUS SIGN}{n}")
    if effect.verb == s.BONUS:
        return (*when, _place(effect.where), f"+{n}")
    if effect.verb == s.DOUBLE_LINKS:
        return (*when, ":penny", ":point", "\N{MULTIPLICATION SIGN}2")
    if effect.verb == s.MOVE_IN:
        return ("new", ">", ":citizen", "in")
    return (*(":card",) * n, ">", ":card")


@cache
def signs(building: Building) -> Signs:
    """All effects of a building as one row of signs."""
    row: Signs = ()
    for effect in building.effects:
        row += (("\N{MIDDLE DOT}",) if row and effect.verb != s.GIFT else ()) + _effect_signs(effect)
    return row


# --- Main Street ----------------------------------------------------------------------------------------------------

_DOES: dict[int, str] = {
    s.BANK: "Gain {gain}. The first user of a round gains {priority} more.",
    s.BLACK_MARKET: "Turn up the top card of the deck and add it to your lane.",
    s.GAZETTE: "Move a citizen into a job. The first user of a round may move two for {extra} more.",
    s.MASONS_GUILD: "Build a card of the supply for its cost. The first user of a round pays {extra} less.",
    s.TOWER: "Swap two buildings of one row, as often as you pay.",
    s.TOWN_HALL: "Take the Mayor and gain {gain}.",
}
LOCATION_RULES = ("PL-18", "PL-20", "PL-24", "PL-35", "PL-41", "PL-43", "PL-32", "PL-33")


def location(place: Location, spaces: int, used: int) -> str:
    """A location of Main Street: what it costs, what it does, what is still open."""
    if place.index in (s.BARRACKS, s.TEMPLE):
        pays = f"Pays 1 penny{_per(*place.pays)} on a lane you choose to whoever sends a citizen here."
        return f"{place.name}: {pays} {'Taken' if used >= spaces else 'Vacant'} this round."
    cost = (
        "" if place.index == s.MASONS_GUILD else f", costs {place.cost}{' per swap' if place.index == s.TOWER else ''}"
    )
    does = _DOES[place.index].format(gain=pennies(place.gain), priority=place.priority, extra=pennies(place.priority))
    return f"{place.name}{cost}: {does} {spaces - used} of {many(spaces, 'space')} open."


def location_signs(place: Location) -> tuple[Signs, str]:
    """A location in signs, and what its first user gets."""
    if place.index in (s.BARRACKS, s.TEMPLE):
        icons = tuple(f":{TYPE_NAMES[kind]}" for kind in _types(place.pays[1]))
        return (":citizen", ">", ":penny", "per", *icons), ""
    price = (":penny", str(place.cost))
    rows: dict[int, tuple[Signs, str]] = {
        s.BANK: ((*price, ">", "gain", str(place.gain)), f"first +{place.priority}"),
        s.BLACK_MARKET: ((*price, ">", ":card", "unseen"), ""),
        s.GAZETTE: ((*price, ">", "move", ":citizen"), f"first: two for {place.cost + place.priority}"),
        s.MASONS_GUILD: ((":penny", "cost", ">", "build"), f"first \N{MINUS SIGN}{place.priority}"),
        s.TOWER: ((*price, "each", ">", "swap"), ""),
        s.TOWN_HALL: ((*price, ">", "Mayor,", f"+{place.gain}"), ""),
    }
    return rows[place.index]
