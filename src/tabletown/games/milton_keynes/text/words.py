"""Milton Keynes in words: every move as a sentence, and what the seat to act should do."""

from functools import lru_cache

import numpy as np

from tabletown.engine.english import a, capital, listing, many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, their, with_names
from tabletown.engine.seat_marks import verb as marked
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.rules import block_preview
from tabletown.games.milton_keynes.text.auction_news import OPENED
from tabletown.games.milton_keynes.text.chapters import chapter
from tabletown.games.milton_keynes.text.composing import composition
from tabletown.games.milton_keynes.text.known_owners import KnownOwners as Memory
from tabletown.games.milton_keynes.text.names import (
    SEASONS,
    SIDES,
    building_name,
    buildings_of,
    label,
    labels,
    lot_squares,
    offer_words,
    permit_between,
    permit_name,
    plots_of,
    squares,
)
from tabletown.games.milton_keynes.text.news import news
from tabletown.games.milton_keynes.text.notation import ASKS, read, say, say_plainly, why_not
from tabletown.games.milton_keynes.text.themes import THEMES
from tabletown.games.milton_keynes.text.typed_amounts import entries, typed
from tabletown.games.plain_state import decoded, plain
from tabletown.render.scene import Button, Gain
from tabletown.render.text import number

__all__ = [
    "ENDINGS",
    "ENDING_RULES",
    "OPENED",
    "POINT",
    "THEMES",
    "Memory",
    "board",
    "button",
    "chapter",
    "composition",
    "entries",
    "explain",
    "news",
    "partial",
    "prompt",
    "read",
    "rule",
    "rules_of",
    "say",
    "status",
    "tie_breaks",
    "told",
    "touches",
    "typed",
    "why_not",
]  # fmt: skip

ENDINGS = {
    s.DECK_EMPTY: "the last deed is sold",
    s.DRY_YEARS: "nothing was sold for three years",
    s.YEAR_LIMIT: "twenty years have passed",
}
ENDING_RULES = {s.DECK_EMPTY: "MK-52", s.DRY_YEARS: "MK-54", s.YEAR_LIMIT: "MK-54"}
POINT = "block"
SEALED = (s.BRIBE, s.BID, s.REBID, s.POUCH, s.NOMINATE, s.CONTEST)

# --- Moves in sentences ---------------------------------------------------------------------------------------------


def partial(position: Position, action: int) -> bool:
    """Whether a ply is only the first part of a sentence that a later ply completes."""
    verb, _ = decoded(s.ACTIONS, action)
    if verb == "amount":
        return plain(position).phase in (s.GIVE_CASH, s.ASK_CASH)
    return verb in (
        "lobby", "partner", "give_cash", "ask_cash", "ask_deed", "ask_permit", "give", "give_permit", "deed", "permit",
        "counter", "start", "extend", "add", "close",
    )  # fmt: skip


def touches(position: Position, seat: int, action: int) -> list[str]:
    """The ids of the pieces that a move touches."""
    verb, args = decoded(s.ACTIONS, action)
    if verb == "buy":
        return [f"deed-{label(square).lower()}" for square in lot_squares(position, args[0])]
    if verb in ("demolish", "redevelop", "tile"):
        return [f"plot-{label(args[0]).lower()}"]
    return []


def explain(position: Position, seat: int, action: int) -> str:
    """What a move does, as a sentence without its subject; empty where `news` tells all that a reader learns."""
    state = plain(position)
    verb, args = decoded(s.ACTIONS, action)
    if _is_hidden(position, seat):
        return ""
    (arg,) = args or (0,)
    if verb in FIXED:
        return _explain_fixed(position.cards, verb, arg)
    if verb in ("send", "cancel", "accept"):
        return _explain_offer(position, seat, verb)
    if verb == "pass":
        return _explain_pass(position)
    if verb == "inquiry":
        return f"plays an Inquiry: income rises from {state.marker[seat]} to {_after_inquiry(position, seat)}"
    if verb in ("leave", "buy_deed"):
        does = "leaves the deed of {} to {}" if verb == "leave" else "buys the deed of {} from {} for {}"
        price = int(position.cards.data["compensation"][0])
        return does.format(_cleared(position), the_seat(state.partner), price)
    if verb == "stand":
        return f"stands on {_contested(position, seat)}"
    if verb == "seal":
        return f"seals {their(seat)} pouch with {_pouch_words(position, seat)}"
    if verb == "amount":
        return _explain_amount(position, seat, arg)
    if verb == "lobby":
        what = "bribe" if state.phase == s.LOBBY_BRIBE else f"bid on the {SIDES[arg]}"
        return f"plays a Lobby to change {their(seat)} {what}"
    if verb == "buy":
        lot = lot_squares(position, arg)
        return f"buys {labels(lot)} for {len(lot) * int(position.cards.data['price'][0])}"
    return _explain_plot(position, seat, verb, arg)


_RULES = {
    "inquiry": "MK-9", "buy_deed": "MK-11", "leave": "MK-11", "give_cash": "MK-32", "ask_cash": "MK-32",
    "ask_deed": "MK-32", "ask_permit": "MK-32", "send": "MK-32", "cancel": "MK-32", "accept": "MK-33",
    "decline": "MK-32", "counter": "MK-32", "close": "MK-41", "seal": "MK-41", "stand": "MK-47", "character": "MK-3",
    "demolish": "MK-10", "redevelop": "MK-17", "buy": "MK-27", "partner": "MK-32", "give": "MK-31",
    "give_permit": "MK-31", "deed": "MK-31", "permit": "MK-31", "start": "MK-42", "extend": "MK-44", "add": "MK-42",
    "nominate": "MK-47", "move": "MK-47",
}  # fmt: skip
_PHASE_RULES = {
    s.RIVER: "ADV-3", s.MARSH: "ADV-5", s.NEW_YEAR: "MK-8", s.AFTER_COLLECTION: "MK-17", s.BRIBE: "MK-22",
    s.LOBBY_BRIBE: "MK-23", s.BRIBE_AGAIN: "MK-23", s.PURCHASE: "MK-26", s.TRADE: "MK-32", s.GIVE_CASH: "MK-32",
    s.ASK_CASH: "MK-32", s.BID: "MK-36", s.LOBBY_BID: "MK-37", s.BID_AGAIN: "MK-37", s.REBID: "MK-39",
}  # fmt: skip
"""The rules of passes, amounts, Lobbies and tiles, by what is asked."""


def rules_of(position: Position, seat: int, action: int) -> tuple[str, ...]:
    """The rules that a move applies."""
    verb, _ = decoded(s.ACTIONS, action)
    return (_RULES[verb],) if verb in _RULES else (_PHASE_RULES[plain(position).phase],)


def tie_breaks(position: Position) -> list[tuple[str, list[int]]]:
    """What decides between equal blocks (MK-53)."""
    return [("cash", plain(position).cash)]


def told(before: Position, after: Position, seat: int, action: int) -> str | None:
    """The sentence of a Lobby on a bid: others see which bid it was when it has changed (see log_sentences.py)."""
    verb, args = decoded(s.ACTIONS, action)
    if verb != "amount" or plain(before).phase != s.LOBBY_BID:
        return None
    old, new = plain(before).bid[seat], plain(after).bid[seat]
    side = next((side for side in (s.LEFT, s.RIGHT) if old[side] != new[side] == args[0]), None)
    if side is None:  # it was the last Lobby there could be, and the bids are settled
        return f"plays a Lobby and {marked(seat, 'changes')} a bid to {args[0]}"
    return _explain_lobby(seat, f"bid for {_permit_on_side(before, seat, side)}", old[side], args[0])


def _is_hidden(position: Position, seat: int) -> bool:
    """Whether a position is the view of a reader who may not know what a seat decides now."""
    return position.seat not in (None, seat) and plain(position).phase in SEALED


FIXED = (
    "give_cash", "ask_cash", "ask_deed", "ask_permit", "decline", "counter", "close", "character", "partner",
    "give_permit", "permit", "start", "give", "deed",
)  # fmt: skip
"""The verbs whose words are the same in every position, and whose buttons show nothing but words."""
_PLAIN = {
    "give_cash": "adds cash to the offer",
    "ask_cash": "asks for cash",
    "ask_deed": "asks for a deed",
    "ask_permit": "asks for a permit",
    "decline": "declines the offer",
    "counter": "answers with a counter-offer",
    "close": "finishes this item of the pouch",
}


def _explain_fixed(cards: CardSet, verb: str, arg: int) -> str:
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "character":
        return f"plays {cards.characters[arg].name}, with {_character_permits(cards, arg)}"
    if verb == "partner":
        return f"composes an offer to {the_seat(arg)}"
    if verb in ("give_permit", "permit"):
        return f"{'offers' if verb == 'give_permit' else 'asks for'} {a(cards.permits[arg].name)}"
    if verb == "start":
        return f"starts {a(cards.buildings[_type_of(arg)].name)} with the permit {cards.permits[arg].name}"
    return f"{'offers' if verb == 'give' else 'asks for'} the deed of {label(arg)}"


def _character_permits(cards: CardSet, character: int) -> str:
    counts = cards.data["characters"][0][character].tolist()
    names = [
        cards.permits[kind].name if n == 1 else f"{n} {cards.permits[kind].name}" for kind, n in enumerate(counts) if n
    ]
    return listing(names)


def _explain_plot(position: Position, seat: int, verb: str, plot: int) -> str:
    state = plain(position)
    name = label(plot)
    if verb == "demolish":
        owner = state.owner[plot]
        whose = f"{their(seat)} own" if owner == seat else f"{the_seat(owner)}'s" if owner < s.SEATS else "a"
        return f"plays a Demolish on {name} of {whose} {_building_at(position, plot)}"
    if verb == "redevelop":
        taken = f"the {_building_at(position, plot)} on {labels(plots_of(position, plot))}"
        return f"plays a Redevelop and {marked(seat, 'takes')} {taken} off the map"
    if verb == "extend":
        return f"starts an Extension of the {_building_at(position, plot)} at {name}"
    if verb == "move":
        return f"moves from {_contested(position, seat)} to {name}"
    if verb == "tile":
        return f"lays {'the river' if state.phase == s.RIVER else 'a marsh'} on {name}"
    return {"add": f"adds the deed of {name}", "nominate": f"requisitions {name}"}[verb]


def _explain_pass(position: Position) -> str:
    phase = plain(position).phase
    return "buys nothing" if phase == s.PURCHASE else "makes no offer" if phase == s.TRADE else "passes"


def _after_inquiry(position: Position, seat: int) -> int:
    cards = position.cards.data
    marker: int = plain(position).marker[seat]
    return min(marker + int(cards["step"][0]), int(cards["top"][0]))


def _cleared(position: Position) -> str:
    square = plain(position).cleared
    return label(square) if square < s.SQUARES else "the plot"


def _contested(position: Position, seat: int) -> str:
    state = plain(position)
    which = min(state.stage[seat], s.REQUISITIONS - 1)
    plot = state.nominated[seat][which]
    return label(plot) if plot < s.SQUARES else "the contested plot"


def _building_at(position: Position, plot: int) -> str:
    kind = plain(position).kind[plot]
    return building_name(position, kind) if kind < s.TYPES else "building"


def _type_of(permit: int) -> int:
    from tabletown.games.milton_keynes.rules.pouch import builds

    return int(builds(permit))


def _explain_amount(position: Position, seat: int, amount: int) -> str:
    state = position.state
    phase = int(state.phase)
    if phase == s.BRIBE:
        return f"bribes {amount}"
    if phase in (s.BRIBE_AGAIN, s.LOBBY_BRIBE):  # others see the card played with the amount
        return _explain_lobby(seat, "bribe", int(state.bribe[seat]), amount)
    if phase == s.BID_AGAIN:
        side = int(state.side)
        bid = f"bid for {_permit_on_side(position, seat, side)}"
        return _explain_lobby(seat, bid, int(state.bid[seat][side]), amount)
    if phase in (s.BID, s.REBID):
        side = min(int(state.stage[seat]), s.RIGHT)
        word = "bids" if phase == s.BID else "rebids"
        return f"{word} {amount} for {_permit_on_side(position, seat, side)}"
    return f"{'gives' if phase == s.GIVE_CASH else 'asks for'} {amount} cash"


def _explain_lobby(seat: int, what: str, old: int, new: int) -> str:
    return f"plays a Lobby and {marked(seat, 'changes')} {their(seat)} {what} from {old} to {new}"


def _permit_on_side(position: Position, seat: int, side: int) -> str:
    k = seat if side == s.LEFT else (seat - 1) % position.players
    kind = plain(position).on_offer[k]
    name = permit_name(position, kind) if kind < s.PERMIT_KINDS else "permit"
    return f"the {name} on the {SIDES[side]}"


def _explain_offer(position: Position, seat: int, verb: str) -> str:
    state = plain(position)
    phase, which = state.phase, state.countering
    maker, partner = state.maker, state.partner
    knows = position.seat in (None, maker, partner) and (phase in (s.REPLY, s.ANSWER) or position.seat in (None, seat))
    if verb == "cancel":
        return "declines the offer" if which and knows else "makes no offer"
    if verb == "accept":
        return f"accepts {offer_words(position, which)}" if knows else "accepts the offer"
    if not knows or phase != s.OFFER:
        return ""  # told by the news, from what becomes open
    other = maker if which else partner
    kind = "a counter-offer" if which else "an offer"
    return f"makes {the_seat(other)} {kind}: {offer_words(position, which)}"


def _pouch_words(position: Position, seat: int) -> str:
    state = position.state
    parts = []
    for item in range(int(state.items[seat])):
        permit = int(state.item_permit[seat][item])
        plots = labels(squares(state.contents[seat][item]))
        if permit == s.EXTENSION:
            parts.append(f"an Extension at {label(int(state.item_target[seat][item]))} by {plots}")
        else:
            parts.append(f"{a(building_name(position, _type_of(permit)))} on {plots}")
    return "; ".join(parts) or "nothing in it"


def pouch_brings(position: Position, seat: int) -> str:
    """What a seat's own pouch changes, in short: "+5 blocks, Sky loses 1, income 15 to 20"."""
    state, cards = plain(position), position.cards.data
    after = blocks_now(position, seat)
    changes = [blocks - before for blocks, before in zip(after, state.blocks, strict=False)]
    parts = [f"{number(changes[seat], sign=True)} {'block' if abs(changes[seat]) == 1 else 'blocks'}"]
    for other, change in enumerate(changes):
        if other != seat and change:
            parts.append(f"{the_seat(other)} {'gains' if change > 0 else 'loses'} {abs(change)}")
    earned = int(cards["income"][0]) + after[seat]
    goal = max(state.floor[seat], min(int(cards["top"][0]), earned))
    if goal != state.marker[seat]:
        parts.append(f"income {state.marker[seat]} to {goal}")
    return ", ".join(parts)


# --- Buttons --------------------------------------------------------------------------------------------------------


def button(position: Position, seat: int, action: int) -> Button:
    """A move as something that can be clicked: text, words, and what it would bring."""
    verb, args = decoded(s.ACTIONS, action)
    if verb in FIXED and not _is_hidden(position, seat):
        return fixed_button(position.cards, verb, *args)
    sentence = capital(explain(position, seat, action))
    gains, notes = _preview(position, seat, verb, args)
    return Button(say(position, seat, action), sentence, _label(position, verb, args), gains, notes)


@lru_cache(maxsize=1024)
def fixed_button(cards: CardSet, verb: str, arg: int = 0) -> Button:
    """The button of a move whose words are the same in every position (see `FIXED`)."""
    sentence = capital(_explain_fixed(cards, verb, arg))
    return Button(say_plainly(cards, verb, arg), sentence, _fixed_label(cards, verb, arg))


def _preview(
    position: Position, seat: int, verb: str, args: tuple[int, ...]
) -> tuple[tuple[Gain, ...], tuple[str, ...]]:
    """What a choice changes: the blocks that a pouch item would earn, the price of a lot, what a Demolish does."""
    cards = position.cards.data
    if verb == "buy":
        return (Gain("coin", -int(cards["price"][0]) * len(lot_squares(position, args[0])), "cash"),), ()
    if verb == "inquiry":
        now = plain(position).marker[seat]
        return (Gain("marker", _after_inquiry(position, seat) - now, "income"),), ()
    if verb == "buy_deed":
        return (Gain("coin", -int(cards["compensation"][0]), "cash"),), ()
    if verb in ("add", "demolish", "redevelop"):
        before, after = blocks_now(position, seat), _blocks_after(position, seat, verb, args[0])
        notes = [
            f"{the_seat(other)} {number(after[other] - before[other], sign=True)}"
            for other in range(position.players)
            if other != seat and after[other] != before[other]
        ]
        change = after[seat] - before[seat]
        return ((Gain("block", change, "blocks"),) if change else ()), tuple(notes)
    return (), ()


def blocks_now(position: Position, seat: int) -> list[int]:
    """The blocks of every seat, with what the seat's own pouch would change."""
    gains = np.zeros(s.SEATS, np.int64)
    block_preview.pouch_gains(position.state, record(position.cards.data), seat, gains)
    rows = zip(plain(position).blocks, gains.tolist(), strict=True)
    return [blocks + gain for blocks, gain in rows][: position.players]


def _blocks_after(position: Position, seat: int, verb: str, plot: int) -> list[int]:
    return blocks_now(position.after(seat, s.ACTIONS.encode(verb, plot)), seat)


def _label(position: Position, verb: str, args: tuple[int, ...]) -> str:
    """Short words for a button of the prompt line."""
    (arg,) = args or (0,)
    if verb == "lobby":
        bribes = plain(position).phase in (s.LOBBY_BRIBE, s.BRIBE_AGAIN)
        return "Lobby" if bribes else f"Lobby on the {SIDES[arg]}"
    if verb == "amount":
        return str(arg)
    if verb == "buy":
        return labels(lot_squares(position, arg))
    if verb in ("redevelop", "extend"):
        return f"{_building_at(position, arg)} {label(arg)}"
    return _fixed_label(position.cards, verb, arg)


def _fixed_label(cards: CardSet, verb: str, arg: int) -> str:
    """Short words for a button that do not depend on the position."""
    if not s.ACTIONS.verbs[verb]:
        texts = {
            "buy_deed": "Buy the deed",
            "leave": "Leave the deed",
            "seal": "Seal the pouch",
            "close": "Finish item",
        }
        return texts.get(verb, verb.replace("_", " ").capitalize())
    if verb == "character":
        return cards.characters[arg].name
    if verb == "partner":
        return f"Offer to {the_seat(arg)}"
    if verb in ("give_permit", "permit", "start"):
        return cards.permits[arg].name
    return label(arg)


# --- What to do -----------------------------------------------------------------------------------------------------


def status(position: Position) -> str:
    """Where the game stands."""
    year = plain(position).year
    if position.is_game_over():
        return f"Over after {many(year, 'year')}"
    return f"Year {year}" if year else "Set-up"


STEPS = {
    s.RIVER: "River",
    s.MARSH: "Marsh",
    s.CHARACTER: "Characters",
    s.NEW_YEAR: "New Year",
    s.DEED: "New Year",
    s.AFTER_COLLECTION: "After collection",
    s.REPLY: "Trading",
    s.ANSWER: "Trading",
    s.BID: "Permits",
    s.LOBBY_BID: "Permits",
    s.BID_AGAIN: "Permits",
    s.REBID: "Permits",
    s.POUCH: "Building",
    s.NOMINATE: "Building",
    s.CONTEST: "Building",
}


def step_name(position: Position) -> str:
    """The phase of the year, as the rulebook calls it."""
    state = plain(position)
    phase = state.phase
    if s.BRIBE <= phase <= s.PURCHASE:
        return SEASONS[state.season]
    return STEPS.get(phase, "Trading")


def prompt(position: Position, seat: int) -> tuple[str, str]:
    """Which phase it is, and one line that says what the seat should do."""
    state = plain(position)
    waiting = position.waiting
    if not waiting:
        return "", "The game is over"
    step, phase = step_name(position), state.phase
    if seat not in waiting:
        if phase in SEALED:
            if seat >= 0 and state.called >> seat & 1:
                return step, "You have decided; you may change it until all have"
            return step, f"{listing([the_seat(other) for other in waiting])} decide in secret"
        return step, f"{the_seat(waiting[0])} decides {ASKS[phase][0]}"
    return step, _task(position, seat)


def _task(position: Position, seat: int) -> str:
    state = plain(position)
    phase = state.phase
    if phase in (s.BID, s.REBID):
        again = "again " if phase == s.REBID else ""
        side = min(state.stage[seat], s.RIGHT)
        return f"Bid {again}in secret for {_permit_on_side(position, seat, side)}"
    if phase == s.OFFER:
        which = state.countering
        other = state.maker if which else state.partner
        return f"Your offer to {the_seat(other)}: {offer_words(position, which)}"
    if phase == s.REPLY:
        return f"{the_seat(state.maker)} offers {offer_words(position, s.MADE)}"
    if phase == s.ANSWER:
        return f"{the_seat(state.partner)} answers: {offer_words(position, s.COUNTERED)}"
    if phase == s.POUCH and state.open_item[seat]:
        permit = state.item_permit[seat][state.items[seat] - 1]
        return f"Add deeds to the {permit_name(position, permit)}, then finish it"
    if phase == s.POUCH and state.items[seat]:
        return f"{capital(_pouch_words(position, seat))}: {pouch_brings(position, seat)}. Put in more, or seal it"
    if phase == s.CONTEST:
        return f"Somebody else wants {_contested(position, seat)} too: stand, or move"
    if phase == s.DEED:
        return f"Buy the deed of {_cleared(position)}, or leave it to its owner"
    if phase == s.TRADE:
        return f"Make somebody an offer ({state.offers_left[seat]} left), or pass"
    return _TASKS[phase]


_TASKS = {
    s.RIVER: "Lay the next river tile",
    s.MARSH: "Lay a marsh on the rim",
    s.CHARACTER: "Choose a character; its permits are yours",
    s.NEW_YEAR: "Play an Inquiry or a Demolish, or pass",
    s.AFTER_COLLECTION: "Redevelop a building, or pass",
    s.BRIBE: "Name your bribe in secret",
    s.LOBBY_BRIBE: "Change your bribe with a Lobby, or pass",
    s.BRIBE_AGAIN: "Name another bribe",
    s.PURCHASE: "Buy a lot, or pass",
    s.GIVE_CASH: "How much cash do you give?",
    s.ASK_CASH: "How much cash do you ask for?",
    s.ASK_DEED: "Choose the deed that you ask for",
    s.ASK_PERMIT: "Choose the permit that you ask for",
    s.LOBBY_BID: "Change a bid with a Lobby, or pass",
    s.BID_AGAIN: "Name another bid",
    s.POUCH: "Put buildings into your pouch, then seal it",
    s.NOMINATE: "Nominate the plot that you requisition",
}


def rule(position: Position) -> str:
    """The rule that applies now."""
    state = plain(position)
    return "MK-53" if state.ended else ASKS[state.phase][1]


# --- The table as text ----------------------------------------------------------------------------------------------

TYPE_LETTERS = "enaScdl"  # estate, nature, air, sewage, commons, dump, allotments


def board(position: Position) -> str:
    """The whole table as text for a terminal."""
    state = position.state
    lines = [f"Milton Keynes, {status(position)}, {step_name(position)}", "     1  2  3  4  5  6  7  8  9"]
    river, marsh, land = squares(state.river), squares(state.marsh), squares(state.land)
    for row in range(s.ROWS):
        cells = []
        for square in range(row * s.COLUMNS, (row + 1) * s.COLUMNS):
            if state.owner[square] != s.NONE:
                cells.append(SEAT_NAMES[int(state.owner[square])][0] + TYPE_LETTERS[int(state.kind[square])])
            else:
                cells.append("~~" if square in river else "%%" if square in marsh else ". " if square in land else "  ")
        lines.append(f"  {'ABCDEFGHI'[row]}  " + " ".join(cells).rstrip())
    for seat in range(position.players):
        lines += _seat_lines(position, seat)
    lots = [labels(lot_squares(position, lot)) for lot in range(int(state.lots)) if lot_squares(position, lot)]
    if lots:
        lines.append("  on sale " + " | ".join(lots))
    offered = [
        f"{permit_name(position, int(kind))} between {listing(permit_between(position, k))}"
        for k, kind in enumerate(state.on_offer[: position.players])
        if kind < s.PERMIT_KINDS
    ]
    if offered:
        lines.append("  permits " + ", ".join(offered))
    lines.append(f"  deeds left {state.deck_left}, permits left {state.permits_left}")
    if position.turn is not None:
        step, text = prompt(position, position.turn if position.seat is None else position.seat)
        lines.append(f"{step}: {with_names(text)}")
    return "\n".join(lines)


def _seat_lines(position: Position, seat: int) -> list[str]:
    state = position.state
    mark = ">" if seat in position.waiting else " "
    known = position.seat in (None, seat) or bool(state.ended)
    cash = f"cash {state.cash[seat]}" if known else "cash ?"
    cards = f"{many(int(state.deeds_held[seat]), 'deed')}, {many(int(state.permits_held[seat]), 'permit')}"
    facts = f"blocks {state.blocks[seat]}  income {state.marker[seat]}"
    chair = "  chair" if state.chair == seat else ""
    lines = [f"{mark} {SEAT_NAMES[seat]:<9} {facts}  {cash}  {cards}{chair}"]
    if known and (state.deeds_held[seat] or state.permits_held[seat]):
        names = [
            permit_name(position, kind) + (f" x{n}" if n > 1 else "") for kind, n in enumerate(state.permits[seat]) if n
        ]
        lines.append(f"      {labels(squares(state.hand[seat]))}  {', '.join(names)}".rstrip())
    built = [
        f"{_building_at(position, plot)} {labels(plots_of(position, plot))}" for plot in buildings_of(position, seat)
    ]
    if built:
        lines.append("      " + "; ".join(built))
    return lines
