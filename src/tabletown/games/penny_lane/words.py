"""Penny Lane in words: moves as short text, every move as a sentence, and what the seat to act should do."""

import re

from tabletown.engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES, seat_index
from tabletown.engine.state import record
from tabletown.games.penny_lane import lane, main_street
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import Building
from tabletown.render.scene import Button, Gain

ENDINGS = {
    s.TEN_STARS: "a lane has ten stars",
    s.SUPPLY_SHORT: "the building supply ran short",
    s.ROUND_LIMIT: "thirty rounds have been played",
}
GRAMMAR = (
    "a move is pass, bank, town-hall, black-market, guild NAME, gazette 1, gazette 2, tower NUMBER, keep NAME, "
    "at CELL, from NAME, from board, stop, to NAME, to barracks, to temple, lane SEAT, swap NAME or name SEAT"
)
PLAIN = {"pass": "pass", "bank": "bank", "town-hall": "town_hall", "black-market": "black_market", "stop": "stop"}
CELL = re.compile(r"([tb])([+-])([1-9]\d?)")


# --- Names of things ------------------------------------------------------------------------------------------------


def building(position: Position, card: int) -> Building:
    """A building card by its number."""
    found: Building = position.cards.buildings[card]
    return found


def cell_name(position: Position, card: int, column: int | None = None) -> str:
    """The cell of a building, or the one in which it would stand: t+2, b-1."""
    column = int(position.state.column[card]) if column is None else column
    return f"{'tb'[building(position, card).row]}{column:+d}"


def lane_of(position: Position, seat: int) -> list[int]:
    """The building cards of a lane."""
    state = position.state
    return [int(card) for card in state.lane[seat, : state.length[seat]]]


def reference(position: Position, seat: int, card: int) -> str:
    """How a move names a building of one's own lane: its name, with its cell where two copies stand."""
    slug = building(position, card).slug
    copies = [c for c in lane_of(position, seat) if building(position, c).slug == slug]
    return slug if len(copies) < 2 else f"{slug} {cell_name(position, card)}"


def place_name(position: Position, place: int) -> str:
    """A place of a citizen in a sentence."""
    names = {s.BOARD: "the board", s.NONE: "nowhere"}
    return names[place] if place in names else f"the {building(position, place).name}"


def job_name(position: Position, place: int) -> str:
    """A place of work in a sentence."""
    if place >= s.TO_BARRACKS:
        return f"the {position.cards.locations[s.BARRACKS if place == s.TO_BARRACKS else s.TEMPLE].name}"
    return place_name(position, place)


# --- Moves as text --------------------------------------------------------------------------------------------------


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
        return f"at {cell_name(position, int(position.state.adding), arg - s.COLUMNS)}"
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
        return s.ACTIONS.encode(verb, _read_seat(position, rest))
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


def _read_seat(position: Position, name: str) -> int:
    seat = seat_index(name, position.players)
    if seat is None:
        seats = ", ".join(known.lower() for known in SEAT_NAMES[: position.players])
        raise InvalidMove(f"{name!r} is not a seat; seats here are {seats}")
    return seat


def _read_cell(position: Position, text: str) -> int:
    match = CELL.fullmatch(text)
    if not match or int(match[3]) > s.COLUMNS:
        raise InvalidMove(f"{text!r} is not a cell; cells are written like t+2 or b-1")
    if position.state.phase != s.CELL:
        raise IllegalMove("no building is waiting for a cell", "PL-37")
    card = int(position.state.adding)
    if "tb"[building(position, card).row] != match[1]:
        row = "lower row, b" if building(position, card).row == s.LOWER else "upper row, t"
        raise IllegalMove(f"the {building(position, card).name} stands in the {row}", "G3")
    return s.ACTIONS.encode("at", s.COLUMNS + int(match[2] + match[3]))


def _known(position: Position, name: str) -> bool:
    return any(b.slug == name for b in position.cards.buildings)


def _pick(position: Position, cards: list[int], name: str) -> int | None:
    """The card of a list that a name means: its whole name, or the beginning of only one."""
    exact = [c for c in cards if building(position, c).slug == name]
    found = exact[:1] or [c for c in cards if building(position, c).slug.startswith(name)]
    slugs = sorted({building(position, c).slug for c in found})
    if len(slugs) > 1:
        raise AmbiguousMove(f"{name!r} could be {' or '.join(slugs)}")
    return found[0] if found else None


def _read_card(position: Position, seat: int, verb: str, name: str) -> int:
    state = position.state
    if verb == "guild":
        cards = [int(c) for c in state.supply[: state.supply_left]]
        where = "in the building supply"
    else:
        cards = sorted(int(c) for c in state.drawn if c < s.NONE)
        where = "one of the two cards"
    card = _pick(position, cards, name)
    if card is None:
        if _known(position, name):
            raise IllegalMove(f"{name} is not {where} now", "PL-35" if verb == "guild" else "PL-22")
        raise InvalidMove(f"there is no building {name!r} in Penny Lane")
    return s.ACTIONS.encode(verb, card)


def _read_own(position: Position, seat: int, verb: str, text: str) -> int:
    """A building of one's own lane, by name, by cell, or by both."""
    name, _, cell = text.rpartition(" ") if CELL.fullmatch(text.split(" ")[-1]) else (text, "", "")
    own = lane_of(position, seat)
    if cell:
        own = [c for c in own if cell_name(position, c) == cell]
        if not own:
            raise IllegalMove(f"no building stands at {cell} of your lane", "PL-24")
    copies = [c for c in own if building(position, c).slug == name]
    if len(copies) > 1:
        cells = " or ".join(cell_name(position, c) for c in copies)
        raise AmbiguousMove(f"two copies of {name} stand on your lane: say which, at {cells}")
    card = own[0] if cell and not name else _pick(position, own, name)
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
    state, phase = position.state, int(position.state.phase)
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
    if not main_street.has_space(state, cards, location):
        return f"no space is open at the {name} in this round", "PL-13"
    if verb == "black_market" and state.deck_left == 0:
        return "the deck is empty", "PL-21"
    if verb == "gazette" and not main_street.somebody_can_move(state, cards, seat):
        return "no citizen of your lane can move", "PL-24"
    if verb == "gazette" and args[0] == 1:
        if not main_street.has_priority(state, location):
            return "two citizens move only on the priority space", "PL-26"
        if lane.citizens(state, seat) < 2:
            return "there are not two citizens on your lane", "PL-27"
    if verb == "tower" and not any(main_street.can_swap(state, seat, row) for row in (s.UPPER, s.LOWER)):
        return "no row of your lane holds two buildings", "PL-42"
    return f"that costs {cost(position, seat, verb, *args)}, you have {state.pennies[seat]}", "PL-13"


def cost(position: Position, seat: int, verb: str, arg: int = 0) -> int:
    """What using a location costs the seat now."""
    state, cards = position.state, record(position.cards.data)
    if verb == "guild":
        return int(main_street.guild_cost(state, cards, seat, arg))
    if verb == "gazette":
        return int(main_street.gazette_cost(state, cards, seat, arg + 1))
    each = int(cards.location_cost[LOCATIONS[verb]])
    return each * (arg + 1) if verb == "tower" else each


# --- Moves in sentences ---------------------------------------------------------------------------------------------


def pennies(number: int) -> str:
    """An amount of money in words."""
    return "1 penny" if number == 1 else f"{number} pennies"


def partial(position: Position, action: int) -> bool:
    """Whether a ply is only the first part of a sentence that a later ply completes."""
    verb, args = s.ACTIONS.decode(action)
    if verb == "to":
        return args[0] >= s.TO_BARRACKS
    if verb == "swap":
        return bool(position.state.phase == s.SWAP)
    return verb in ("guild", "gazette", "tower", "from") and position.state.phase != s.GARAGE


def touches(position: Position, seat: int, action: int) -> list[str]:
    """The ids of the pieces that a move touches."""
    state = position.state
    verb, args = s.ACTIONS.decode(action)
    cards: list[int] = []
    if verb == "at":
        cards = [int(state.adding)]
    elif verb in ("guild", "keep", "from", "to", "swap"):
        cards = [*args, int(state.leaving)] if verb in ("to", "swap") else list(args)
    return [piece_id(position, card) for card in cards if card < s.BUILDINGS]


def piece_id(position: Position, card: int) -> str:
    """The id of a building card wherever it lies; the second copy of a building has one of its own."""
    found = building(position, card)
    copy = sum(b.id == found.id for b in position.cards.buildings[:card]) + 1
    return f"card-{found.slug}" if copy == 1 else f"card-{found.slug}-{copy}"


def explain(position: Position, seat: int, action: int) -> str:
    """What a move does, as a sentence without its subject."""
    state = position.state
    verb, args = s.ACTIONS.decode(action)
    if verb == "pass":
        return "passes"
    if verb in ("bank", "town_hall"):
        gained = _after(position, seat, action).gained
        mayor = "" if verb == "bank" else (" and keeps the Mayor" if state.mayor == seat else " and takes the Mayor")
        what = "nothing" if gained == 0 else pennies(gained)
        return f"uses the {position.cards.locations[LOCATIONS[verb]].name}{mayor}: {what} in all"
    if verb == "black_market":
        return f"pays {pennies(cost(position, seat, verb))} at the Black Market"
    if verb == "guild":
        name = building(position, args[0]).name
        return f"chooses the {name} at the Masons' Guild for {pennies(cost(position, seat, verb, *args))}"
    if verb == "gazette":
        who = "a citizen" if args[0] == 0 else "two citizens"
        return f"pays {pennies(cost(position, seat, verb, *args))} at the Gazette to move {who}"
    if verb == "tower":
        swaps = "1 swap" if args[0] == 0 else f"{args[0] + 1} swaps"
        return f"pays {pennies(cost(position, seat, verb, *args))} at the Tower for {swaps}"
    return _explain_part(position, seat, action, verb, args)


def _explain_part(position: Position, seat: int, action: int, verb: str, args: tuple[int, ...]) -> str:
    state = position.state
    if verb == "keep":
        return f"sees two cards, keeps the {building(position, args[0]).name} and puts the other one under the deck"
    if verb == "at":
        how = f"for {pennies(int(state.paid))}" if state.via_guild else "from the Black Market"
        cell = cell_name(position, int(state.adding), args[0] - s.COLUMNS).upper()
        return f"builds the {building(position, int(state.adding)).name} {how} at {cell}"
    if verb == "from" and state.phase == s.GARAGE:
        return f"moves a citizen from {place_name(position, args[0])} into the {building(position, int(state.adding)).name}"
    if verb == "from":
        return f"takes a citizen from {place_name(position, args[0])}"
    if verb == "stop":
        return "moves nobody in" if state.phase == s.GARAGE else "moves no second citizen"
    if verb == "to":
        return f"moves a citizen from {place_name(position, int(state.leaving))} to {job_name(position, args[0])}"
    if verb == "lane":
        gained = pennies(int(main_street.job_pays(state, record(position.cards.data), int(state.moved_job), args[0])))
        whose = "the own" if args[0] == seat else f"{SEAT_NAMES[args[0]]}'s"
        where = position.cards.locations[int(state.moved_job)].name
        return (
            f"sends a citizen from {place_name(position, int(state.leaving))} to the {where}: {gained} for {whose} lane"
        )
    if verb == "swap":
        if state.phase == s.SWAP:
            return f"picks the {building(position, args[0]).name}"
        return f"swaps the {building(position, int(state.leaving)).name} and the {building(position, args[0]).name}"
    return f"gives a penny to {SEAT_NAMES[args[0]]}"


class _After:
    """What a move changes at once for the seat that makes it, on a copy of what it can see."""

    def __init__(self, position: Position, seat: int, action: int) -> None:
        states = position.states.copy()
        position.title.loops.step(states, 0, position.cards.data, seat, action)
        before, after, cards = position.state, record(states), record(position.cards.data)
        self.gained = int(after.pennies[seat]) - int(before.pennies[seat])
        self.stars = int(lane.stars(after, cards, seat)) - int(lane.stars(before, cards, seat))
        self.income = int(lane.income(after, cards, seat)) - int(lane.income(before, cards, seat))
        self.links = [
            int(lane.links(after, cards, seat, kind)) - int(lane.links(before, cards, seat, kind))
            for kind in (s.PENNY, s.POINT)
        ]


def _after(position: Position, seat: int, action: int) -> _After:
    return _After(position, seat, action)


def button(position: Position, seat: int, action: int) -> Button:
    """A move as something that can be clicked: text, words, and what it would bring."""
    verb, args = s.ACTIONS.decode(action)
    sentence = explain(position, seat, action)
    sentence = sentence[:1].upper() + sentence[1:]
    gains: list[Gain] = []
    notes: list[str] = []
    if verb != "pass":
        after = _after(position, seat, action)
        if after.gained:
            gains.append(Gain("coin", after.gained, "pennies"))
        if after.stars:
            gains.append(Gain("star", after.stars, "stars"))
        if after.income:
            notes.append(f"{after.income:+d} at every upkeep")
        if verb == "at":
            notes = _link_notes(after.links) + notes
    return Button(say(position, seat, action), sentence, _label(position, verb, args), tuple(gains), tuple(notes))


def _link_notes(links: list[int]) -> list[str]:
    names = [(links[0], "penny link"), (links[1], "point link")]
    made = [f"{n} {name}{'s' if n > 1 else ''}" for n, name in names if n > 0]
    return [f"Completes {' and '.join(made)}"] if made else ["Completes no link"]


def _label(position: Position, verb: str, args: tuple[int, ...]) -> str:
    """Short words for a button of the prompt line."""
    plain = {"pass": "Pass", "bank": "Bank", "town_hall": "Town Hall", "black_market": "Black Market"}
    if verb in plain:
        return plain[verb]
    (arg,) = args or (0,)
    if verb == "stop":
        return "Nobody moves in" if position.state.phase == s.GARAGE else "No second citizen"
    if verb == "gazette":
        return "Move one citizen" if arg == 0 else "Move two citizens"
    if verb == "tower":
        return f"{arg + 1} swap{'s' if arg else ''}"
    if verb in ("lane", "name"):
        return SEAT_NAMES[arg]
    if verb == "at":
        return cell_name(position, int(position.state.adding), arg - s.COLUMNS).upper()
    if verb == "from" and arg == s.BOARD:
        return "The board"
    if verb == "to" and arg >= s.TO_BARRACKS:
        return "Barracks" if arg == s.TO_BARRACKS else "Temple"
    return building(position, arg).name


# --- What to do -----------------------------------------------------------------------------------------------------


def status(position: Position) -> str:
    """Where the game stands."""
    state = position.state
    return f"Over after {state.rounds} rounds" if state.ended else f"Round {state.rounds}"


def prompt(position: Position, seat: int) -> tuple[str, str]:
    """Which phase it is, and one line that says what the seat should do."""
    state, turn = position.state, position.turn
    if turn is None:
        return "", "The game is over"
    step = "Upkeep" if state.phase == s.RECIPIENT else "Action"
    if turn != seat:
        return step, f"{SEAT_NAMES[turn]} is to act"
    adding = building(position, int(state.adding)).name if state.adding < s.NONE else ""
    second = "the second" if state.moved_to != s.NONE else "a"
    texts = {
        s.TURN: "Use a location of Main Street, or pass",
        s.KEEP: "Keep one of the two cards",
        s.CELL: f"Choose where to put the {adding}",
        s.GARAGE: f"Move a citizen into the {adding}, or nobody",
        s.SOURCE: f"Choose {second} citizen to move",
        s.DESTINATION: f"Choose a job for the citizen from {place_name(position, int(state.leaving))}",
        s.LANE: f"Choose the lane that the {position.cards.locations[int(state.moved_job)].name} pays for",
        s.SWAP: f"Choose a building to swap ({state.moves_left} left)",
        s.SWAP_WITH: "Choose the building to swap it with",
        s.RECIPIENT: "Name the player who gains a penny",
    }
    if position.legal_actions(seat) == [s.PASS]:
        return step, "No location can be used: pass"
    return step, texts[int(state.phase)]


def rule(position: Position) -> str:
    """The rule that applies now."""
    return "PL-61" if position.state.ended else ASKS[int(position.state.phase)][1]


def board(position: Position) -> str:
    """The whole table as text for a terminal."""
    state, cards = position.state, record(position.cards.data)
    lines = [f"Penny Lane, {status(position)}"]
    for seat in range(position.players):
        mark = ">" if seat == position.turn else " "
        mayor = "  Mayor" if state.mayor == seat else ""
        worth = f"{lane.stars(state, cards, seat)}*  income {lane.income(state, cards, seat)}"
        lines.append(f"{mark} {SEAT_NAMES[seat]:<9} {pennies(int(state.pennies[seat]))}  {worth}{mayor}")
        lines += [f"    {row}  {_row_text(position, seat, r)}" for r, row in enumerate(("upper", "lower"))]
    names = [building(position, int(c)) for c in state.supply[: state.supply_left]]
    lines.append("  supply " + ", ".join(f"{b.name} ({b.cost})" for b in names) + f"; deck {state.deck_left}")
    used = [
        f"{place.name} {state.used[place.index]}/{_spaces(position, place.index)}" for place in position.cards.locations
    ]
    lines.append("  used " + ", ".join(used))
    if position.turn is not None:
        step, text = prompt(position, position.turn)
        lines.append(f"{SEAT_NAMES[position.turn]}, {step.lower()}: {text}")
    return "\n".join(lines)


def _spaces(position: Position, location: int) -> int:
    return int(position.cards.locations[location].spaces[1 if position.players > 3 else 0])


def _row_text(position: Position, seat: int, row: int) -> str:
    state = position.state
    own = [c for c in lane_of(position, seat) if building(position, c).row == row]
    cells = {int(state.column[c]): c for c in own}
    parts = []
    for column in sorted({*cells, 0}):
        if column == 0:
            parts.append(
                f"[board {state.board[seat] + 1}, {state.bonus[seat]} citizen]" if row == s.UPPER else "[board]"
            )
            continue
        found = building(position, cells[column])
        people = found.jobs or found.slots
        crew = f" {state.citizens[cells[column]]}/{people}" if people else ""
        parts.append(f"{column:+d} {found.name}{crew}")
    return " | ".join(parts)
