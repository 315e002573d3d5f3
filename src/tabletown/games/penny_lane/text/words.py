"""Penny Lane in words: every move as a sentence, and what the seat to act should do."""

from tabletown.engine.english import capital, listing, many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, their, with_names
from tabletown.engine.seat_marks import verb as marked
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules import gazette, rounds
from tabletown.games.penny_lane.text.lane_numbers import LaneNumbers, lane_numbers
from tabletown.games.penny_lane.text.names import (
    building,
    cell_words,
    job_name,
    lane_of,
    pennies,
    piece_id,
    place_name,
    the,
)
from tabletown.games.penny_lane.text.news import news
from tabletown.games.penny_lane.text.notation import ASKS, cost, read, say, why_not
from tabletown.games.penny_lane.text.themes import THEMES, theme
from tabletown.games.plain_state import decoded, plain
from tabletown.render.scene import Button, Gain

__all__ = [
    "ENDINGS", "ENDING_RULES", "POINT", "THEMES", "board", "button", "explain", "news", "partial", "prompt", "read",
    "rule", "rules_of", "say", "status", "theme", "tie_breaks", "told", "touches", "why_not",
]  # fmt: skip

ENDINGS = {
    s.TEN_STARS: "a lane has ten stars",
    s.SUPPLY_SHORT: "the building supply ran short",
    s.ROUND_LIMIT: "thirty rounds have been played",
}

POINT = "star"
ENDING_RULES = {s.TEN_STARS: "PL-49", s.SUPPLY_SHORT: "PL-49", s.ROUND_LIMIT: "PL-51"}

# --- Moves in sentences ---------------------------------------------------------------------------------------------


def partial(position: Position, action: int) -> bool:
    """Whether a ply is only the first part of a sentence that a later ply completes."""
    verb, args = decoded(s.ACTIONS, action)
    if verb == "to":
        return args[0] >= s.TO_BARRACKS
    if verb == "swap":
        return bool(plain(position).phase == s.SWAP)
    return verb in ("guild", "gazette", "tower", "from") and plain(position).phase != s.GARAGE


def touches(position: Position, seat: int, action: int) -> list[str]:
    """The ids of the pieces that a move touches."""
    state = plain(position)
    verb, args = decoded(s.ACTIONS, action)
    cards: list[int] = []
    if verb == "at":
        cards = [state.adding]
    elif verb in ("guild", "keep", "from", "to", "swap"):
        cards = [*args, state.leaving] if verb in ("to", "swap") else list(args)
    return [piece_id(position, card) for card in cards if card < s.BUILDINGS]


def told(before: Position, after: Position, seat: int, action: int) -> str | None:
    """The sentence of a ply for the log: what the Gazette and the Tower cost is told at once (see log_sentences.py)."""
    verb, _ = decoded(s.ACTIONS, action)
    return explain(before, seat, action) if verb in ("gazette", "tower") else None


def rules_of(position: Position, seat: int, action: int) -> tuple[str, ...]:
    """The rules that a move applies."""
    state = plain(position)
    verb, _ = decoded(s.ACTIONS, action)
    if verb == "at":
        return ("PL-35", "PL-37") if state.via_guild else ("PL-20", "PL-37")
    if verb in ("from", "stop"):
        return ("PL-40",) if state.phase == s.GARAGE else ("PL-27",)
    if verb == "lane":
        return ("PL-32",) if state.moved_job == s.BARRACKS else ("PL-33",)
    return _RULES[verb]


_RULES = {
    "pass": ("PL-11",), "bank": ("PL-18",), "town_hall": ("PL-43",), "black_market": ("PL-20",), "guild": ("PL-35",),
    "gazette": ("PL-23", "PL-26"), "tower": ("PL-41",), "keep": ("PL-22",), "to": ("PL-24",), "swap": ("G8",),
    "name": ("PL-57",),
}  # fmt: skip


def tie_breaks(position: Position) -> list[tuple[str, list[int]]]:
    """What decides between lanes with equal stars (PL-61)."""
    state = plain(position)
    return [("buildings", state.length), ("pennies", state.pennies)]


def explain(position: Position, seat: int, action: int) -> str:
    """What a move does, as a sentence without its subject, with marks for seats."""
    state = plain(position)
    verb, args = decoded(s.ACTIONS, action)
    if verb == "pass":
        return "passes"
    if verb in ("bank", "town_hall"):
        return _explain_gain(position, seat, action, verb)
    if verb == "black_market":
        return f"pays {pennies(cost(position, seat, verb))} at the Black Market"
    if verb == "guild":
        return f"chooses {the(position, args[0])} at the Masons' Guild for {pennies(cost(position, seat, verb, *args))}"
    if verb == "gazette":
        who = "a citizen" if args[0] == 0 else "two citizens"
        return f"pays {pennies(cost(position, seat, verb, *args))} at the Gazette to move {who}"
    if verb == "tower":
        return f"pays {pennies(cost(position, seat, verb, *args))} at the Tower for {many(args[0] + 1, 'swap')}"
    if verb in ("to", "lane"):
        return _explain_job(position, seat, verb, args[0])
    if verb == "swap":
        if state.phase == s.SWAP:
            return f"picks {the(position, args[0])}"
        return f"swaps {the(position, state.leaving)} and {the(position, args[0])}"
    return _explain_part(position, seat, verb, args)


def _explain_gain(position: Position, seat: int, action: int, verb: str) -> str:
    place = position.cards.locations[s.BANK if verb == "bank" else s.TOWN_HALL]
    price = place.cost
    if verb == "bank":
        gained = _gained(position, seat, action) + price
        return f"pays {pennies(price)} at the Bank and {marked(seat, 'gains')} {pennies(gained)}"
    takes = marked(seat, "keeps" if plain(position).mayor == seat else "takes")
    gains = f"{marked(seat, 'gains')} {pennies(place.gain)}"
    return f"pays {pennies(price)} at the Town Hall, {takes} the Mayor and {gains}"


def _explain_job(position: Position, seat: int, verb: str, arg: int) -> str:
    state = plain(position)
    leaves = place_name(position, state.leaving)
    if verb == "to":
        return f"moves a citizen from {leaves} to {job_name(position, arg)}"
    gained = pennies(int(gazette.job_pays_now(position.states, 0, position.cards.data, arg)))
    whose = f"{their(seat)} own" if arg == seat else f"{the_seat(arg)}'s"
    where = position.cards.locations[state.moved_job].name
    return f"sends a citizen from {leaves} to the {where} and {marked(seat, 'gains')} {gained} for {whose} lane"


def _explain_part(position: Position, seat: int, verb: str, args: tuple[int, ...]) -> str:
    state = plain(position)
    if verb == "keep":
        kept = the(position, args[0])
        return f"sees two cards, {marked(seat, 'keeps')} {kept} and {marked(seat, 'puts')} the other one under the deck"
    if verb == "at":
        card = building(position, state.adding)
        how = f"for {pennies(state.paid)}" if state.via_guild else "from the Black Market"
        crew = f", with {many(card.slots, 'citizen')}" if card.slots else ""
        return f"builds {the(position, state.adding)} {how}, {_where(position, args[0])}{crew}"
    if verb == "from" and state.phase == s.GARAGE:
        new = the(position, state.adding)
        return f"moves a citizen from {place_name(position, args[0])} into {new}"
    if verb == "from":
        return f"takes a citizen from {place_name(position, args[0])}"
    if verb == "stop":
        into = f"nobody into {the(position, state.adding)}" if state.phase == s.GARAGE else "no second citizen"
        return f"moves {into}"
    given = int(rounds.gift_amount(position.state, record(position.cards.data), seat))
    return f"lets {the_seat(args[0])} gain {pennies(given)} from the Farmer's Co-Op"


def _where(position: Position, cell: int) -> str:
    return cell_words(position, plain(position).adding, cell - s.COLUMNS)


def _pennies(position: Position, seat: int) -> int:
    return int(position.states["pennies"][0, seat])


def _gained(position: Position, seat: int, action: int) -> int:
    return _pennies(position.after(seat, action), seat) - _pennies(position, seat)


def button(position: Position, seat: int, action: int) -> Button:
    """A move as something that can be clicked: text, words, and what it would bring."""
    verb, args = decoded(s.ACTIONS, action)
    sentence = capital(explain(position, seat, action))
    gains: list[Gain] = []
    notes: list[str] = []
    if verb != "pass":
        after = position.after(seat, action)  # on a copy of what the seat can see
        gained = _pennies(after, seat) - _pennies(position, seat)
        was, now = lane_numbers(position, seat), lane_numbers(after, seat)
        if gained:
            gains.append(Gain("coin", gained, "pennies"))
        if now.stars != was.stars:
            gains.append(Gain("star", now.stars - was.stars, "stars"))
        if now.income != was.income:
            notes.append(f"{now.income - was.income:+d} at every upkeep")
        if verb == "at":
            notes = _link_notes(was, now) + notes
    return Button(say(position, seat, action), sentence, _label(position, verb, args), tuple(gains), tuple(notes))


def _link_notes(was: LaneNumbers, now: LaneNumbers) -> list[str]:
    links = {"penny link": now.penny_links - was.penny_links, "point link": now.point_links - was.point_links}
    made = [many(n, name) for name, n in links.items() if n > 0]
    return [f"Completes {listing(made)}"] if made else ["Completes no link"]


def _label(position: Position, verb: str, args: tuple[int, ...]) -> str:
    """Short words for a button of the prompt line."""
    labels = {"pass": "Pass", "bank": "Bank", "town_hall": "Town Hall", "black_market": "Black Market"}
    if verb in labels:
        return labels[verb]
    (arg,) = args or (0,)
    if verb == "stop":
        return "Nobody moves in" if plain(position).phase == s.GARAGE else "No second citizen"
    if verb == "gazette":
        return "Move one citizen" if arg == 0 else "Move two citizens"
    if verb == "tower":
        return many(arg + 1, "swap")
    if verb in ("lane", "name"):
        return the_seat(arg)
    if verb == "at":
        return "Here"  # written in the empty cell; the sentence says where that is
    if verb == "from" and arg == s.BOARD:
        return "The board"
    if verb == "to" and arg >= s.TO_BARRACKS:
        return "Barracks" if arg == s.TO_BARRACKS else "Temple"
    return building(position, arg).name


# --- What to do -----------------------------------------------------------------------------------------------------


def status(position: Position) -> str:
    """Where the game stands."""
    state = plain(position)
    return f"Over after {state.rounds} rounds" if state.ended else f"Round {state.rounds}"


def prompt(position: Position, seat: int) -> tuple[str, str]:
    """Which phase it is, and one line that says what the seat should do."""
    state, turn = plain(position), position.turn
    if turn is None:
        return "", "The game is over"
    step = "Upkeep" if state.phase == s.RECIPIENT else "Action"
    if turn != seat:
        return step, f"{the_seat(turn)} is to act"
    adding = the(position, state.adding) if state.adding < s.NONE else ""
    second = "the second" if state.moved_to != s.NONE else "a"
    texts = {
        s.TURN: "Use a location of Main Street, or pass",
        s.KEEP: "Keep one of the two cards",
        s.CELL: f"Choose where to put {adding}",
        s.GARAGE: f"Move a citizen into {adding}, or nobody",
        s.SOURCE: f"Choose {second} citizen to move",
        s.DESTINATION: f"Choose a job for the citizen from {place_name(position, state.leaving)}",
        s.LANE: f"Choose the lane that the {position.cards.locations[state.moved_job].name} pays for",
        s.SWAP: f"Choose a building to swap ({state.moves_left} left)",
        s.SWAP_WITH: "Choose the building to swap it with",
        s.RECIPIENT: "Name the player who gains a penny",
    }
    if position.legal_actions_of(seat) == [s.PASS]:
        return step, "No location can be used: pass"
    return step, texts[state.phase]


def rule(position: Position) -> str:
    """The rule that applies now."""
    state = plain(position)
    return "PL-61" if state.ended else ASKS[state.phase][1]


def board(position: Position) -> str:
    """The whole table as text for a terminal."""
    state = plain(position)
    lines = [f"Penny Lane, {status(position)}"]
    for seat in range(position.players):
        mark = ">" if seat == position.turn else " "
        mayor = "  Mayor" if state.mayor == seat else ""
        numbers = lane_numbers(position, seat)
        worth = f"{numbers.stars}*  income {numbers.income}"
        lines.append(f"{mark} {SEAT_NAMES[seat]:<9} {pennies(state.pennies[seat])}  {worth}{mayor}")
        lines += [f"    {row}  {_row_text(position, seat, r)}" for r, row in enumerate(("upper", "lower"))]
    names = [building(position, c) for c in state.supply[: state.supply_left]]
    lines.append("  supply " + ", ".join(f"{b.name} ({b.cost})" for b in names) + f"; deck {state.deck_left}")
    used = [
        f"{place.name} {state.used[place.index]}/{_spaces(position, place.index)}" for place in position.cards.locations
    ]
    lines.append("  used " + ", ".join(used))
    if position.turn is not None:
        step, text = prompt(position, position.turn)
        lines.append(f"{SEAT_NAMES[position.turn]}, {step.lower()}: {with_names(text)}")
    return "\n".join(lines)


def _spaces(position: Position, location: int) -> int:
    return int(position.cards.locations[location].spaces[1 if position.players > 3 else 0])


def _row_text(position: Position, seat: int, row: int) -> str:
    state = plain(position)
    own = [c for c in lane_of(position, seat) if building(position, c).row == row]
    cells = {state.column[c]: c for c in own}
    parts = []
    for column in sorted({*cells, 0}):
        if column == 0:
            crew = f" {state.board[seat] + 1}, {many(state.bonus[seat], 'citizen')}" if row == s.UPPER else ""
            parts.append(f"[board{crew}]")
            continue
        found = building(position, cells[column])
        people = found.jobs or found.slots
        crew = f" {state.citizens[cells[column]]}/{people}" if people else ""
        parts.append(f"{column:+d} {found.name}{crew}")
    return " | ".join(parts)
