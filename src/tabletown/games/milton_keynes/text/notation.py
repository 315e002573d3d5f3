"""Milton Keynes' moves as short text, read and written, and why a move is not legal."""

from tabletown.engine.english import a
from tabletown.engine.errors import InvalidMove
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES, seat_index
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import PERMIT_IDS, CardSet
from tabletown.games.milton_keynes.text.names import SIDES, label, lot_squares, slug, square_of
from tabletown.games.milton_keynes.text.pouch_reasons import (
    why_not_add,
    why_not_close,
    why_not_extend,
    why_not_start,
)
from tabletown.games.plain_state import plain

GRAMMAR = (
    "a move is pass, character NAME, inquiry, demolish PLOT, buy-deed, leave, redevelop PLOT, bribe N, lobby, "
    "lobby left, lobby right, buy PLOT, offer SEAT, give PLOT, give PERMIT, give-cash, ask-cash, ask-deed, ask-permit, "
    "cash N, deed PLOT, permit NAME, send, cancel, accept, decline, counter, bid N, rebid N, start PERMIT, "
    "extend PLOT, add PLOT, close, seal, nominate PLOT, stand, move PLOT or tile PLOT"
)
PLAIN = (
    "pass", "inquiry", "buy_deed", "leave", "give_cash", "ask_cash", "ask_deed", "ask_permit", "send", "cancel",
    "accept", "decline", "counter", "close", "seal", "stand",
)  # fmt: skip
ON_PLOTS = ("demolish", "redevelop", "give", "deed", "extend", "add", "nominate", "move", "tile")
ON_PERMITS = {"give": "give_permit", "permit": "permit", "start": "start"}
AMOUNTS = {
    s.BRIBE: "bribe",
    s.BRIBE_AGAIN: "bribe",
    s.GIVE_CASH: "cash",
    s.ASK_CASH: "cash",
    s.BID: "bid",
    s.BID_AGAIN: "bid",
    s.REBID: "rebid",
}
# What is asked in each phase, and the rule that says so.
ASKS = {
    s.GAME_OVER: ("nothing: the game is over", "MK-52"),
    s.RIVER: ("where the next river tile lies", "ADV-3"),
    s.MARSH: ("where a marsh lies", "ADV-5"),
    s.CHARACTER: ("which character to be", "MK-3"),
    s.NEW_YEAR: ("whether to play an Inquiry or a Demolish", "MK-8"),
    s.DEED: ("whether to buy the deed of the demolished plot", "MK-11"),
    s.AFTER_COLLECTION: ("whether to redevelop a building", "MK-17"),
    s.BRIBE: ("how much to bribe", "MK-22"),
    s.LOBBY_BRIBE: ("whether to change the bribe with a Lobby", "MK-23"),
    s.BRIBE_AGAIN: ("which other bribe to name", "MK-23"),
    s.PURCHASE: ("whether to buy a lot", "MK-26"),
    s.TRADE: ("whether to make somebody an offer", "MK-32"),
    s.OFFER: ("what the offer holds", "MK-32"),
    s.GIVE_CASH: ("how much cash to give", "MK-32"),
    s.ASK_CASH: ("how much cash to ask for", "MK-32"),
    s.ASK_DEED: ("which deed to ask for", "MK-32"),
    s.ASK_PERMIT: ("which permit to ask for", "MK-32"),
    s.REPLY: ("how to answer an offer", "MK-33"),
    s.ANSWER: ("how to answer a counter-offer", "MK-33"),
    s.BID: ("how much to bid", "MK-36"),
    s.LOBBY_BID: ("whether to change a bid with a Lobby", "MK-37"),
    s.BID_AGAIN: ("which other amount to bid", "MK-37"),
    s.REBID: ("how much to bid in the tie", "MK-39"),
    s.POUCH: ("what goes into the pouch", "MK-41"),
    s.NOMINATE: ("which plot to requisition", "MK-47"),
    s.CONTEST: ("whether to stand on a contested plot", "MK-47"),
}


def say(position: Position, seat: int, action: int) -> str:
    """The text of a move."""
    state = plain(position)
    verb, args = s.ACTIONS.decode(action)
    (arg,) = args or (0,)
    if verb == "lobby":
        return "lobby" if state.phase in (s.LOBBY_BRIBE, s.BRIBE_AGAIN) else f"lobby {SIDES[arg]}"
    if verb == "buy":
        lot = lot_squares(position, arg)
        return f"buy {slug(lot[0])}" if lot else f"buy {arg + 1}"
    if verb == "amount":
        return f"{AMOUNTS.get(state.phase, 'amount')} {arg}"
    return say_plainly(position.cards, verb, arg)


def say_plainly(cards: CardSet, verb: str, arg: int) -> str:
    """The text of a move whose text does not depend on the position."""
    if verb in PLAIN:
        return verb.replace("_", "-")
    if verb == "character":
        return f"character {cards.characters[arg].slug}"
    if verb == "partner":
        return f"offer {SEAT_NAMES[arg].lower()}"
    if verb in ("give_permit", "permit", "start"):
        return f"{verb.partition('_')[0]} {PERMIT_IDS[arg]}"
    return f"{verb} {slug(arg)}"


def read(position: Position, seat: int, text: str) -> int:
    """The action that a text means, legal or not; raises InvalidMove."""
    verb, _, rest = text.partition(" ")
    if text.replace("-", "_") in PLAIN:
        return s.ACTIONS.encode(text.replace("-", "_"))
    if verb == "lobby" and rest in ("", *SIDES):
        return s.ACTIONS.encode("lobby", SIDES.index(rest) if rest else 0)
    if verb in AMOUNTS.values() and rest.isascii() and rest.isdecimal() and len(rest) < 4:
        return _read_amount(position, verb, int(rest))
    if verb == "offer" and rest:
        return s.ACTIONS.encode("partner", _read_seat(position, rest))
    if verb == "character" and rest:
        return s.ACTIONS.encode("character", _read_character(position, rest))
    if verb in ON_PERMITS and rest in PERMIT_IDS:
        if verb == "start" and rest == PERMIT_IDS[s.EXTENSION]:
            raise InvalidMove("an extension begins with the building it enlarges: extend PLOT")
        return s.ACTIONS.encode(ON_PERMITS[verb], PERMIT_IDS.index(rest))
    square = square_of(rest)
    if verb == "buy" and square is not None:
        return s.ACTIONS.encode("buy", _read_lot(position, square))
    if verb in ON_PLOTS and square is not None:
        if verb in ("redevelop", "extend") and position.state.anchor[square] != s.NONE:
            square = int(position.state.anchor[square])  # any plot of a building names it
        return s.ACTIONS.encode(verb, square)
    if verb in ON_PLOTS and rest:
        raise InvalidMove(f"{rest!r} is no plot; plots are called A1 to I9")
    raise InvalidMove(f"{text!r} is not a move of Milton Keynes: {GRAMMAR}")


def _read_amount(position: Position, verb: str, amount: int) -> int:
    asked = AMOUNTS.get(int(position.state.phase))
    if asked is not None and verb != asked:
        raise InvalidMove(f"an amount is called {asked} now: {asked} {amount}")
    if amount > s.MOST_CASH:
        raise InvalidMove(f"there are only {s.MOST_CASH} in the game, so nobody can name {amount}")
    return s.ACTIONS.encode("amount", amount)


def _read_seat(position: Position, name: str) -> int:
    seat = seat_index(name, position.players)
    if seat is None:
        seats = ", ".join(known.lower() for known in SEAT_NAMES[: position.players])
        raise InvalidMove(f"there is no seat {name!r}; seats are {seats}")
    return seat


def _read_character(position: Position, name: str) -> int:
    for character in position.cards.characters:
        if name in (character.slug, character.name.lower()):
            return int(character.index)
    known = ", ".join(character.slug for character in position.cards.characters)
    raise InvalidMove(f"there is no character {name!r}; there are {known}")


def _read_lot(position: Position, square: int) -> int:
    for lot in range(int(position.state.lots)):
        if square in lot_squares(position, lot):
            return lot
    raise InvalidMove(f"{label(square)} is not on sale")


def why_not(position: Position, seat: int, action: int) -> tuple[str, str]:
    """Why an action is not legal now, and the rule that says so."""
    state = position.state
    verb, args = s.ACTIONS.decode(action)
    asked, rule = ASKS[int(state.phase)]
    legal = position.legal_actions_of(seat)
    verbs = {s.ACTIONS.decode(other)[0] for other in legal}
    if int(state.phase) == s.POUCH and (reason := _why_not_in_pouch(position, seat, verb, args)):
        return reason
    if verb not in verbs:
        return _why_no_such_choice(position, seat, verb) or (f"asked is {asked}, not {verb.replace('_', '-')}", rule)
    if verb == "amount":
        amounts = [other - s.AMOUNT for other in legal]
        if args[0] in range(amounts[0], amounts[-1]):
            return f"a Lobby must change the amount, and it is {args[0]} already", rule
        return f"the amount must be from {amounts[0]} to {amounts[-1]}, not {args[0]}", rule
    if verb == "character":
        return "somebody else has this character", rule
    if verb == "buy":
        return f"your cash does not pay for this lot: you have {int(state.cash[seat])}", "MK-27"
    if verb == "demolish":
        return f"{label(args[0])} has no building, or more than one internal wall", "MK-10"
    if verb == "redevelop":
        return f"no building of yours stands on {label(args[0])}", "MK-17"
    if verb in ("nominate", "move", "tile"):
        return f"{label(args[0])} is no candidate", rule
    if verb in ("give", "give_permit"):
        return "you do not hold that card, or it is in the offer already", "MK-31"
    if verb == "deed":
        return f"the deed of {label(args[0])} can be in nobody else's hand, or is asked for already", "MK-31"
    if verb == "permit":
        return f"the offer asks for {a(position.cards.permits[args[0]].name)} already", "MK-32"
    if verb == "lobby":
        return f"no permit lies on your {SIDES[args[0]]}, or there is no other amount to bid for it", "MK-37"
    return "an offer goes to another player", "MK-32"


def _why_not_in_pouch(position: Position, seat: int, verb: str, args: tuple[int, ...]) -> tuple[str, str] | None:
    """Why a choice of the pouch is refused; None for choices that have nothing to do with it."""
    if verb == "start":
        return why_not_start(position, seat, args[0])
    if verb == "extend":
        return why_not_extend(position, seat, args[0])
    if verb == "add":
        return why_not_add(position, seat, args[0])
    if verb == "close":
        return why_not_close(position, seat)
    return None


def _why_no_such_choice(position: Position, seat: int, verb: str) -> tuple[str, str] | None:
    phase = int(position.state.phase)
    if verb == "inquiry" and phase == s.NEW_YEAR:
        return "you hold no Inquiry, or your income is at the top", "MK-9"
    if verb == "demolish" and phase == s.NEW_YEAR:
        return "you hold no Demolish, or there is nothing to demolish", "MK-10"
    if verb == "redevelop" and phase == s.AFTER_COLLECTION:
        return "you hold no Redevelop", "MK-17"
    if verb == "lobby" and phase in (s.LOBBY_BRIBE, s.LOBBY_BID):
        return "you hold no Lobby, or there is no other amount to name", "MK-23" if phase == s.LOBBY_BRIBE else "MK-37"
    if verb == "buy" and phase == s.PURCHASE:
        return "your cash pays for no lot", "MK-27"
    if verb == "buy_deed" and phase == s.DEED:
        return "the deed costs more than you have", "MK-11"
    if verb == "accept" and phase in (s.REPLY, s.ANSWER):
        return "you cannot deliver all that is asked", "MK-33"
    if verb == "send" and phase == s.OFFER:
        return "an offer gives something and asks for something", "MK-32"
    if verb == "seal" and phase == s.POUCH:
        return "an item of the pouch is still open: close it first", "MK-46"
    return None
