"""Paper Skylines' moves as short text, read and written, and why a move is not legal."""

from collections.abc import Sequence

from tabletown.engine.errors import IllegalMove, InvalidMove
from tabletown.engine.lookup import meant, seat_meant
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules import city
from tabletown.games.paper_skylines.text.names import building_name, card, card_name, hand_size, track_name
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES, TYPE_NAMES
from tabletown.games.plain_state import plain

GRAMMAR = (
    "a move is build, tuck, discard, advance, draw, claim, end, mayor NAME, city NAME, plan NAME, over NAME, "
    "lot NUMBER, left, right, pay NAME, card NAME, stop, take NAME, deck, keep NAME, own NAME, rob SEAT, "
    "rival SEAT NAME, track NAME, type NAME, option NUMBER, yes, no or achievement NAME"
)
PLAIN = ("build", "tuck", "discard", "advance", "draw", "claim", "end", "stop", "deck", "no", "yes")
OF_CARDS = ("plan", "pay", "card", "take", "keep")
ENDS = {"left": s.LEFT_END, "right": s.RIGHT_END}


def say(position: Position, seat: int, action: int) -> str:
    """The text of a move."""
    verb, args = s.ACTIONS.decode(action)
    if not args:
        return verb
    arg = args[-1]
    if verb in OF_CARDS:
        return f"{verb} {card(position, arg).slug}"
    if verb == "city":
        return f"city {position.cards.cities[arg].slug}"
    if verb in ("mayor", "own"):
        return f"{verb} {_top_slug(position, seat, arg)}"
    if verb == "spot":
        return _say_spot(position, seat, arg)
    if verb == "rival":
        return f"rival {SEAT_NAMES[args[0]].lower()} {_top_slug(position, args[0], arg)}"
    if verb == "rob":
        return f"rob {SEAT_NAMES[arg].lower()}"
    if verb == "achievement":
        return f"achievement {position.cards.achievements[arg].slug}"
    if verb == "option":
        return f"option {arg + 1}"
    return f"{verb} {(TRACK_NAMES if verb == 'track' else TYPE_NAMES)[arg]}"


def _top_slug(position: Position, seat: int, slot: int) -> str:
    top = plain(position).top[seat][slot]
    return str(slot + 1) if top == s.NONE else card(position, top).slug


def _say_spot(position: Position, seat: int, spot: int) -> str:
    for name, end in ENDS.items():
        if spot == end:
            return name
    top = plain(position).top[seat][spot]
    return f"lot {spot + 1}" if top == s.NONE else f"over {card(position, top).slug}"


# --- Reading --------------------------------------------------------------------------------------------------------


def read(position: Position, seat: int, text: str) -> int:
    """The action that a text means, legal or not; raises InvalidMove, IllegalMove or AmbiguousMove."""
    verb, _, rest = text.partition(" ")
    if text in PLAIN:
        return s.ACTIONS.encode(text)
    if text in ENDS:
        return s.ACTIONS.encode("spot", ENDS[text])
    if not rest:
        raise InvalidMove(f"{text!r} is not a move of Paper Skylines: {GRAMMAR}")
    if verb in OF_CARDS:
        slugs = {b.slug: b.index for b in position.cards.buildings}
        return s.ACTIONS.encode(verb, _pick(slugs, rest, "building card", _offered(position, seat, verb)))
    if verb == "city":
        return s.ACTIONS.encode("city", _pick({c.slug: c.index for c in position.cards.cities}, rest, "city"))
    if verb in ("mayor", "own", "over"):
        return s.ACTIONS.encode("spot" if verb == "over" else verb, _read_building(position, seat, rest))
    if verb == "lot" and rest.isdecimal() and 1 <= int(rest) <= s.SLOTS:
        return s.ACTIONS.encode("spot", int(rest) - 1)
    if verb == "rob":
        return s.ACTIONS.encode("rob", seat_meant(rest, position.players))
    if verb == "rival" and " " in rest:
        name, _, top = rest.partition(" ")
        rival = seat_meant(name, position.players)
        return s.ACTIONS.encode("rival", rival, _read_building(position, rival, top))
    if verb == "option" and rest in ("1", "2", "3", "4"):
        return s.ACTIONS.encode("option", int(rest) - 1)
    if verb in ("track", "type"):
        names = TRACK_NAMES if verb == "track" else TYPE_NAMES
        return s.ACTIONS.encode(verb, _pick({name: i for i, name in enumerate(names)}, rest, verb))
    if verb == "achievement":
        slugs = {a.slug: a.index for a in position.cards.achievements}
        return s.ACTIONS.encode(verb, _pick(slugs, rest, "achievement"))
    raise InvalidMove(f"{text!r} is not a move of Paper Skylines: {GRAMMAR}")


def _offered(position: Position, seat: int, verb: str) -> list[int]:
    """The cards that can be chosen now with a verb: a short name means one of them first."""
    decoded = [s.ACTIONS.decode(action) for action in position.legal_actions_of(seat)]
    return [args[0] for known, args in decoded if known == verb]


def _pick(slugs: dict[str, int], name: str, what: str, offered: Sequence[int] = ()) -> int:
    """What a name means; the beginning of one means what is offered first."""
    slug = name if name in slugs else meant(name, [slug for slug in slugs if slugs[slug] in offered])
    slug = slug or meant(name, slugs)
    if slug is None:
        raise InvalidMove(f"there is no {what} {name!r} in Paper Skylines")
    return slugs[slug]


def _read_building(position: Position, seat: int, name: str) -> int:
    """The slot of a building, by its top card."""
    state = plain(position)
    slugs: dict[str, int] = {}
    for slot in range(state.slots[seat]):
        top = state.top[seat][slot]
        if top != s.NONE:
            slugs[card(position, top).slug] = slot
    if name in position.cards.by_slug and name not in slugs:
        raise IllegalMove(f"{name} is no top card of {SEAT_NAMES[seat]}'s city", "PS-10")
    return _pick(slugs, name, "building with the top card")


# --- Why not --------------------------------------------------------------------------------------------------------

ASKS = {
    s.CITY: ("choose which city card to keep", "PS-3"),
    s.ACTION: ("it is your turn: take an action or end the turn", "PS-20"),
    s.PLAN: ("choose the card to build", "PS-23"),
    s.SPOT: ("choose where to build", "PS-14"),
    s.PAY: ("choose the cards that pay for the building", "PS-25"),
    s.HAND: ("choose a card of your hand", "PS-43"),
    s.TAKE: ("choose the card to take", "PS-33"),
    s.KEEP: ("choose which of the cards to keep", "PS-43"),
    s.OWN: ("choose one of your buildings", "PS-43"),
    s.ROB: ("choose whom to steal from", "PS-43"),
    s.RIVAL: ("choose an opponent's top card", "PS-43"),
    s.TRACK: ("choose a track", "PS-57"),
    s.TYPE: ("name a type", "PS-43"),
    s.OPTION: ("choose one of the options", "PS-43"),
    s.YES_NO: ("say yes or no", "PS-44"),
    s.ACHIEVEMENT: ("choose an achievement to claim", "PS-35"),
}
VERBS = {
    s.CITY: ("city",),
    s.ACTION: ("build", "tuck", "discard", "advance", "draw", "claim", "end", "mayor"),
    s.PLAN: ("plan",),
    s.SPOT: ("spot",),
    s.PAY: ("pay",),
    s.HAND: ("card", "stop"),
    s.TAKE: ("take", "deck"),
    s.KEEP: ("keep",),
    s.OWN: ("own",),
    s.ROB: ("rob",),
    s.RIVAL: ("rival",),
    s.TRACK: ("track",),
    s.TYPE: ("type",),
    s.OPTION: ("option",),
    s.YES_NO: ("no", "yes"),
    s.ACHIEVEMENT: ("achievement",),
}


def why_not(position: Position, seat: int, action: int) -> tuple[str, str]:
    """Why an action is not legal now: a sentence and the rule that says so."""
    state = plain(position)
    phase = state.phase
    verb, args = s.ACTIONS.decode(action)
    if verb not in VERBS[phase]:
        return ASKS[phase]
    if phase == s.ACTION:
        return _why_not_action(position, seat, verb, *args)
    if verb == "spot":
        return _why_not_spot(position, seat, args[0])
    texts = {
        "city": ("that city card was not dealt to you", "PS-3"),
        "plan": ("that card lies elsewhere, or no spot for it can be paid", "PS-25"),
        "pay": ("that card is not in your hand", "PS-25"),
        "card": ("that card is not in your hand", "PS-43"),
        "stop": ("more cards are needed first", "PS-43"),
        "take": ("that card does not lie where you may take from", "PS-33"),
        "deck": ("no card can be taken from the deck here", "PS-62"),
        "keep": ("that card is not among those you look at", "PS-43"),
        "own": ("that building cannot be chosen for this", "PS-43"),
        "rob": ("choose an opponent who has hand cards", "PS-43"),
        "rival": ("that top card is a city card, a chain card or of too high a level", "PS-43"),
        "option": ("there is no such option", "PS-43"),
        "achievement": ("you have claimed it, or do not fulfil its condition now", "PS-35"),
    }
    if verb == "track":
        track = track_name(args[0])
        if state.track[seat][args[0]] == position.cards.track_end:
            return f"{track} is at its end", "PS-57"
        return f"{track} is not your lowest track", "PS-57"
    return texts[verb]


def _why_not_action(position: Position, seat: int, verb: str, slot: int = 0) -> tuple[str, str]:
    state = plain(position)
    if not state.actions_left:
        return "no action is left: end the turn", "PS-21"
    if verb == "mayor":
        if slot == state.mayor[seat]:
            return "the mayor must move to another building", "PS-41"
        return "the mayor moves only onto a building", "PS-41"
    if verb in ("build", "tuck", "discard") and not hand_size(position, seat):
        return "your hand is empty", "PS-22"
    texts = {
        "build": ("none of your cards can be paid anywhere", "PS-25"),
        "advance": ("all your tracks are at their end", "PS-22"),
        "draw": ("no card is left to draw", "PS-22"),
        "claim": ("there is no achievement that you can claim now", "PS-35"),
    }
    return texts[verb]


def _why_not_spot(position: Position, seat: int, spot: int) -> tuple[str, str]:
    state, cards = position.state, record(position.cards.data)
    step = int(state.step[int(state.depth) - 1])
    inside = spot >= s.LEFT_END or spot < state.slots[seat]
    if not inside or not city.spot_fits(state, seat, spot, int(cards.where[step])):
        if spot >= s.LEFT_END and state.slots[seat] == s.SLOTS:
            return f"a city has at most {s.SLOTS} slots", "PS-18a"
        return "this effect cannot build there", "PS-14"
    cost = int(city.price(state, cards, seat, int(state.held), spot, int(cards.high[step])))
    where = "there" if spot >= s.LEFT_END else f"at {building_name(position, seat, spot)}"
    return f"{card_name(position, int(state.held))} costs {cost} {where}, you have {hand_size(position, seat)}", "PS-25"
