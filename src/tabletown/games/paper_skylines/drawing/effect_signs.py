"""What cards do as rows of signs, made from the same data as their sentences."""

from functools import cache

from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Achievement, Building, City
from tabletown.games.paper_skylines.drawing.signs import Signs
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES, TYPE_NAMES, Amount, Effect, Step
from tabletown.render.text import MINUS

_SOURCES = {
    s.FROM_DECK: "~deck", s.FROM_NEXT: "~next", s.FROM_ROW: "~row", s.FROM_PILE: "~pile", s.FROM_HAND: "~hand",
    s.FROM_ANY: "~any", s.FROM_OWN: "~own", s.FROM_OPPONENT: "~rival",
}  # fmt: skip
_PLACES = {s.HERE: "~here", s.ANYWHERE: "~any", s.ON_TOP: "~over", s.SPRAWL: "~sprawl"}
_TRACKS = (*(f":{name}" for name in TRACK_NAMES), "~any", "~one", "~lowest", "~each")
_COUNTS = {
    s.KINDS: ":types", s.BEST_TYPE: ":type", s.ALL_SITES: ":sites", s.SITE_KINDS: ":sites", s.BEST_SITE: ":site",
    s.COUNT_BUILDINGS: ":sprawl", s.HEIGHT: ":height", s.TALLEST: ":height", s.ICONS_HERE: ":here", s.TUCKED: ":tuck",
    s.LOW_TRACK: ":each",
}  # fmt: skip
_AT_MOST, _AT_LEAST = "\N{LESS-THAN OR EQUAL TO}", "\N{GREATER-THAN OR EQUAL TO}"


def _counted(amount: Amount) -> str:
    return f":{TYPE_NAMES[amount.type]}" if amount.count == s.OF_TYPE else _COUNTS[amount.count]


def _number(amount: Amount) -> Signs:
    if amount.count == s.FIXED:
        return (str(amount.number),)
    share = (f"\N{DIVISION SIGN}{amount.divide}",) if amount.divide > 1 else ()
    most = (f"{_AT_MOST}{amount.most}",) if amount.most < 255 else ()
    return (_counted(amount), *share, *most)


def _range(step: Step) -> str:
    high = step.amount.number
    return f"{step.low}\N{EN DASH}{high}" if step.low < high else str(high)


def _build(step: Step) -> Signs:
    less = step.amount.number
    price = "0" if less == s.FREE else f"{MINUS}{less}" if less else ""
    source = () if step.source == s.FROM_HAND else (_SOURCES[step.source],)
    level = (f"{_AT_MOST}L{step.max_level}",) if step.max_level < s.LEVELS else ()
    return (":build", *((price,) if price else ()), *source, _PLACES[step.where], *level)


def step_signs(step: Step) -> Signs:
    """One step of an effect."""
    number, blocks = _number(step.amount), [effect_signs(block) for block in step.blocks]
    if step.op == s.MAY:
        return (":may", *blocks[0])
    if step.op == s.CHOOSE:
        return sum((("/", *block) for block in blocks), ())[1:]
    if step.op == s.TRADE:
        return (":trade", _range(step), ">", *blocks[0])
    if step.op == s.BUILD_OP:
        return _build(step)
    if step.op == s.RAZE:
        return (":raze", _SOURCES[step.source], *((">", *blocks[0]) if blocks else ()))
    rows: dict[int, Signs] = {
        s.DRAW_OP: (":draw", *number, _SOURCES[step.source]),
        s.PEEK: (":peek", *number, ">", str(step.low), "~hand"),
        s.DECLARE: (":declare", ">", ":draw", f"{step.amount.number}+"),
        s.SWEEP: (":sweep", "~row"),
        s.TUCK_OP: (":tuck", _range(step), _SOURCES[step.source], _PLACES[step.where]),
        s.ADVANCE_OP: (":advance", *number, _TRACKS[step.track]),
        s.DECLINE: (":decline", *number, _TRACKS[step.track]),
        s.HINDER: (":hinder", *number, _TRACKS[step.track]),
        s.SCORE: (f"+{step.amount.number}", ":score"),
        s.REGAIN: (":regain", f"{_AT_MOST}L{step.amount.number}"),
        s.SEIZE: (":seize", f"{_AT_MOST}L{step.amount.number}"),
        s.STEAL: (":steal", *number),
        s.GIFT: (":gift", *number),
        s.VISIT: (":visit",),
        s.COPY: (":copy", _SOURCES[step.source]),
        s.EXTRA_ACTION: (":actions",),
        s.CLAIM_OP: (":claim",),
    }
    return rows[step.op]


@cache
def effect_signs(effect: Effect) -> Signs:
    """A whole effect: its steps, with a bar between two of them."""
    return sum((("|", *step_signs(step)) for step in effect), ())[1:]


@cache
def action_signs(building: Building) -> Signs:
    """What the top card offers the mayor."""
    return effect_signs(building.action)


_EVENTS: dict[int, Signs] = {
    s.ON_OVER: (":build", "~over"), s.ON_TUCK: (":tuck",), s.ON_DRAW: (":draw",), s.ON_ADVANCE: (":advance",),
    s.ON_DISCARD: (":trade",), s.ON_CLAIM: (":claim",), s.ON_LEVEL: ("~next",),
}  # fmt: skip


@cache
def bonus_signs(city: City) -> Signs:
    """What a city gives."""
    plain: dict[str, Signs] = {
        "over": (":build", "~over", f"{MINUS}{city.number}"),
        "sprawl": (":build", "~sprawl", f"{MINUS}{city.number}"),
        "wild_type": (":own", "=", ":types"),
        "wild_site": (":own", "=", "+1", ":sites"),
        "stay": (":visit", ">", "~here"),
    }
    return plain.get(city.modifier) or (*_EVENTS[city.event], ">", *effect_signs(city.effect))


@cache
def condition_signs(achievement: Achievement) -> Signs:
    """What an achievement asks for."""
    return (_counted(achievement.count), f"{_AT_LEAST}{achievement.needed}")
