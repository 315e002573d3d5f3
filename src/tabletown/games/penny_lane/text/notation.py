"""Penny Lane's moves as short text, read and written, and why a move is not legal."""

import re

from tabletown.engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from tabletown.engine.lookup import meant, seat_meant
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules import gazette, lane, main_street, spaces
from tabletown.games.penny_lane.text.names import building, cell_name, job_name, lane_of, place_name, reference, the
from tabletown.games.plain_state import plain

GRAMMAR = (
    "a move is pass, bank, town-hall, black-market, guild NAME, gazette 1, gazette 2, tower NUMBER, keep NAME, "
    "at CELL, from NAME, from board, stop, to NAME, to barracks, to temple, lane SEAT, swap NAME or name SEAT"
)
PLAIN = {"pass": "pass", "bank": "bank", "town-hall": "town_hall", "black-market": "black_market", "stop": "stop"}
CELL = re.compile(r"([tb])([+-])([1-9]\d?)")


def say(position: Position, seat: int, action: int) -> str:
    """The text of a move."""
    verb, args = s.ACTIONS.decode(action)
    if not args:
        return verb.replace("_", "-")
    (arg,) = args
    if verb in ("gazette", "tower"):
        return f"{verb} {arg + 1}"
    if verb in ("lane", "name"):
        return f"{verb} {SEAT_NAMES[arg].lower()}"
    if verb == "at":
        return f"at {cell_name(position, plain(position).adding, arg - s.COLUMNS)}"
    if verb == "from" and arg == s.BOARD:
        return "from board"
    if verb == "to" and arg >= s.TO_BARRACKS:
        return "to barracks" if arg == s.TO_BARRACKS else "to temple"
    if verb in ("guild", "keep"):
        return f"{verb} {building(position, arg).slug}"
    return f"{verb} {reference(position, seat, arg)}"


def read(position: Position, seat: int, text: str) -> int:
    """The action that a text means, legal or not; raises InvalidMove, IllegalMove or AmbiguousMove."""
    verb, _, rest = text.partition(" ")
    if text in PLAIN:
        return s.ACTIONS.encode(PLAIN[text])
    if verb in ("gazette", "tower") and rest in NUMBERS[verb]:
        return s.ACTIONS.encode(verb, int(rest) - 1)
    if verb in ("lane", "name") and rest:
        return s.ACTIONS.encode(verb, seat_meant(rest, position.players))
    if verb == "at" and rest:
        return _read_cell(position, rest)
    if text in ("from board", "to barracks", "to temple"):
        place = {"board": s.BOARD, "barracks": s.TO_BARRACKS, "temple": s.TO_TEMPLE}[rest]
        return s.ACTIONS.encode(verb, place)
    if verb in ("guild", "keep") and rest:
        return _read_card(position, seat, verb, rest)
    if verb in ("from", "to", "swap") and rest:
        return _read_own(position, seat, verb, rest)
    raise InvalidMove(f"{text!r} is not a move of Penny Lane: {GRAMMAR}")


NUMBERS = {"gazette": ("1", "2"), "tower": tuple(str(k + 1) for k in range(s.MOST_SWAPS))}


def _read_cell(position: Position, text: str) -> int:
    match = CELL.fullmatch(text)
    if not match or int(match[3]) > s.COLUMNS:
        raise InvalidMove(f"{text!r} is not a cell; cells are written like t+2 or b-1")
    state = plain(position)
    if state.phase != s.CELL:
        raise IllegalMove("no building is waiting for a cell", "PL-37")
    card = state.adding
    if "tb"[building(position, card).row] != match[1]:
        row = "lower row, b" if building(position, card).row == s.LOWER else "upper row, t"
        raise IllegalMove(f"{the(position, card)} stands in the {row}", "G3")
    return s.ACTIONS.encode("at", s.COLUMNS + int(match[2] + match[3]))


def _known(position: Position, name: str) -> bool:
    return any(b.slug == name for b in position.cards.buildings)


def _pick(position: Position, cards: list[int], name: str) -> int | None:
    """The card of a list that a name means."""
    slugs = {building(position, c).slug: c for c in reversed(cards)}  # of two copies the first
    slug = meant(name, slugs)
    return None if slug is None else slugs[slug]


def _read_card(position: Position, seat: int, verb: str, name: str) -> int:
    state = plain(position)
    if verb == "guild":
        cards = state.supply[: state.supply_left]
        where = "in the building supply"
    else:
        cards = sorted(c for c in state.drawn if c < s.NONE)
        where = "one of the two cards"
    card = _pick(position, cards, name)
    if card is None:
        if _known(position, name):
            raise IllegalMove(f"{name} is not {where} now", "PL-35" if verb == "guild" else "PL-22")
        raise InvalidMove(f"there is no building {name!r} in Penny Lane")
    return s.ACTIONS.encode(verb, card)


def _read_own(position: Position, seat: int, verb: str, text: str) -> int:
    """A building of the seat's own lane, by name, by cell, or by both."""
    name, _, cell = text.rpartition(" ") if CELL.fullmatch(text.split(" ")[-1]) else (text, "", "")
    own = lane_of(position, seat)
    if cell:
        own = [c for c in own if cell_name(position, c) == cell]
        if not own:
            raise IllegalMove(f"no building stands at {cell} of your lane", "G8" if verb == "swap" else "PL-24")
    found = _pick(position, own, name) if name else None
    copies = [c for c in own if found is not None and building(position, c).slug == building(position, found).slug]
    if len(copies) > 1:
        cells = " or ".join(cell_name(position, c) for c in copies)
        raise AmbiguousMove(f"two copies of it stand on your lane: say which, at {cells}")
    card = own[0] if cell and not name else found
    if card is None:
        if _known(position, name):
            raise IllegalMove(f"{name} does not stand on your lane", "PL-24" if verb != "swap" else "G8")
        raise InvalidMove(f"there is no building {name!r} in Penny Lane")
    return s.ACTIONS.encode(verb, card)


# --- Why not --------------------------------------------------------------------------------------------------------

ASKS = {
    s.TURN: ("it is your turn: use a location of Main Street or pass", "PL-10"),
    s.KEEP: ("choose which of the two cards to keep", "PL-22"),
    s.CELL: ("choose a cell for the new building", "PL-37"),
    s.GARAGE: ("choose who moves into the new building, or stop", "PL-40"),
    s.SOURCE: ("choose where the citizen leaves", "PL-24"),
    s.DESTINATION: ("choose where the citizen works", "PL-24"),
    s.LANE: ("choose the lane that pays", "PL-31"),
    s.SWAP: ("choose a building to swap", "PL-41"),
    s.SWAP_WITH: ("choose the building to swap with", "PL-41"),
    s.RECIPIENT: ("name the player who gains a penny", "PL-57"),
}
VERBS = {
    s.TURN: ("pass", "bank", "town_hall", "black_market", "guild", "gazette", "tower"),
    s.KEEP: ("keep",),
    s.CELL: ("at",),
    s.GARAGE: ("from", "stop"),
    s.SOURCE: ("from", "stop"),
    s.DESTINATION: ("to",),
    s.LANE: ("lane",),
    s.SWAP: ("swap",),
    s.SWAP_WITH: ("swap",),
    s.RECIPIENT: ("name",),
}
LOCATIONS = {
    "bank": s.BANK,
    "town_hall": s.TOWN_HALL,
    "black_market": s.BLACK_MARKET,
    "guild": s.MASONS_GUILD,
    "gazette": s.GAZETTE,
    "tower": s.TOWER,
}


def why_not(position: Position, seat: int, action: int) -> tuple[str, str]:
    """Why an action is not legal now: a sentence and the rule that says so."""
    state = plain(position)
    phase = state.phase
    verb, args = s.ACTIONS.decode(action)
    if verb not in VERBS[phase]:
        return ASKS[phase]
    if verb in LOCATIONS:
        return _why_not_there(position, seat, verb, *args)
    if verb == "at":
        return "a building stands beside the board, beside a building or across from one, on an empty cell", "G7"
    if verb == "stop":
        return "the first citizen must move", "PL-27"
    if verb == "from":
        if phase == s.GARAGE:
            return "only a citizen of another building can move in", "PL-40"
        if args[0] == state.moved_to:
            return "the second citizen must be another one than the first", "PL-28"
        return f"no citizen can leave {place_name(position, args[0])} for another vacancy", "PL-24"
    if verb == "to":
        if args[0] == state.leaving:
            return "a citizen must move to another card", "PL-25"
        return f"{job_name(position, args[0])} has no vacancy", "PL-24"
    if verb == "swap":
        return "a swap needs two buildings of the same row", "G8"
    return "name another player", "PL-57"


def _why_not_there(position: Position, seat: int, verb: str, *args: int) -> tuple[str, str]:
    state, cards, location = position.state, record(position.cards.data), LOCATIONS[verb]
    name = position.cards.locations[location].name
    if not spaces.has_space(state, cards, location):
        return f"no space is open at the {name} in this round", "PL-13"
    if verb == "black_market" and state.deck_left == 0:
        return "the deck is empty", "PL-21"
    if verb == "gazette" and not gazette.somebody_can_move(state, cards, seat):
        return "no citizen of your lane can move", "PL-24"
    if verb == "gazette" and args[0] == 1:
        if not spaces.has_priority(state, location):
            return "two citizens move only on the priority space", "PL-26"
        if lane.citizens(state, seat) < 2:
            return "there are not two citizens on your lane", "PL-27"
    if verb == "tower" and not any(main_street.can_swap(state, seat, row) for row in (s.UPPER, s.LOWER)):
        return "no row of your lane holds two buildings", "PL-42"
    return f"that costs {cost(position, seat, verb, *args)}, you have {state.pennies[seat]}", "PL-13"


def cost(position: Position, seat: int, verb: str, arg: int = 0) -> int:
    """What using a location costs the seat now."""
    what = arg + 1 if verb in ("gazette", "tower") else arg
    return int(main_street.price(position.states, 0, position.cards.data, seat, LOCATIONS[verb], what))
