"""Milton Keynes positions as TOML tables that a person can write, and the audit that refuses impossible ones.

year = 3
chair = "sky"
phase = "pouch"                     # left out: pouches are being filled

[[seat]]
cash = 12
marker = 18                         # left out: where the blocks on the map put it
deeds = ["b4", "g7"]                # in hand; "?" is one that is not known, 3 are three of them
permits = ["lobby", "dump"]
buildings = ["estate g8", "dump b5 b6", "sewage f6 f8 + f7"]

Deeds and permits that are named nowhere lie in their decks; lots and permits between neighbours are dealt if they are
left out. Blocks are never read, they follow from the map. `river`, in the order of its tiles, and `marsh` make a map of
the advanced set-up.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import choice, flag, only, seat_tables, whole
from tabletown.engine.position_fields import seat as seat_named
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.positions.audit import SET_UP, audit
from tabletown.games.milton_keynes.positions.audit_phases import (
    ANSWERING,
    AUCTION,
    COMPOSING,
    ENDS,
    SALE,
    SEALED,
    TRADING,
)
from tabletown.games.milton_keynes.positions.cards import deal_deeds, deal_permits, fill_pouches, guess_cash
from tabletown.games.milton_keynes.positions.map import plot_named, read_buildings, read_layout, write_layout
from tabletown.games.milton_keynes.positions.market import (
    guess_offer,
    open_sale,
    read_bids,
    read_bribes,
    read_last_deal,
    read_lots,
    read_offer,
    read_offered,
    write_auction,
    write_last_deal,
    write_offer,
    write_sale,
)
from tabletown.games.milton_keynes.positions.pouches import read_decisions, read_nominated, read_pouch
from tabletown.games.milton_keynes.positions.seats import ALWAYS as SEAT_ALWAYS
from tabletown.games.milton_keynes.positions.seats import read_markers, read_seat, write_seat
from tabletown.games.milton_keynes.rules import auction, blocks, game_setup, turn_order, year
from tabletown.games.milton_keynes.text.names import slug, squares

__all__ = ["PHASES", "audit", "read", "write"]

PHASES = (
    "over", "river", "marsh", "character", "new-year", "deed", "after-collection",
    "bribe", "lobby-bribe", "bribe-again", "purchase",
    "trade", "offer", "give-cash", "ask-cash", "ask-deed", "ask-permit", "reply", "answer",
    "bid", "lobby-bid", "bid-again", "rebid", "pouch", "nominate", "contest",
)  # fmt: skip
WINDOWS = (s.NEW_YEAR, s.AFTER_COLLECTION, s.LOBBY_BRIBE, s.TRADE, s.LOBBY_BID)
TURNS = (*WINDOWS, s.DEED, s.BRIBE_AGAIN, s.BID_AGAIN)
BUILDING = (s.POUCH, s.NOMINATE, s.CONTEST)
ALWAYS = {"players", "phase", "over", "year", "chair", "turn", "passes", "bought", "dry", "crunch"}
ALWAYS |= {"last_deal", "river", "marsh", "deck", "permit_deck", "seat"}
# What belongs to some phases only; left out, it is as nobody has done anything yet.
FIELDS = {
    "season": SALE,
    "on_sale": SALE,
    "sold": (s.PURCHASE,),
    "order": (s.PURCHASE,),
    "sold_this_round": (s.PURCHASE,),
    "session": TRADING,
    "offer": (*COMPOSING, *ANSWERING),
    "tied": (s.REBID,),
    "side": (s.BID_AGAIN,),
    "demolished": (s.DEED,),
}
SEAT_FIELDS = {
    "bribe": SALE,
    "offers": TRADING,
    "left": (*TRADING, *AUCTION),
    "bids": AUCTION,
    "rebids": (s.REBID,),
    "pouch": BUILDING,
    "sealed": (s.POUCH,),
    "requisitions": (s.NOMINATE, s.CONTEST),
    "nominated": (s.NOMINATE, s.CONTEST),
    "moves": (s.CONTEST,),
}


# --- Writing --------------------------------------------------------------------------------------------------------


def write(position: Position) -> dict[str, Any]:
    """A position as tables; of hands and decks that a view does not know only how many cards they hold."""
    state = position.state
    hidden = position.seat is not None and not state.ended
    table: dict[str, Any] = {"players": position.players}
    table |= {"over": _name(ENDS, state.ended)} if state.ended else {"phase": PHASES[state.phase]}
    table |= {"year": int(state.year), "chair": SEAT_NAMES[state.chair].lower()}
    if state.phase in TURNS:
        table["turn"] = SEAT_NAMES[state.asked].lower()
    elif state.phase == s.PURCHASE:
        table["turn"] = SEAT_NAMES[state.order[state.turn]].lower()
    if state.passes and state.phase != s.MARSH:
        table["passes"] = int(state.passes)
    if state.phase in TRADING:
        table["session"] = int(state.session)
    if state.bought:
        table["bought"] = True
    for name in ("dry", "crunch"):
        if state[name]:
            table[name] = int(state[name])
    if state.phase == s.DEED:
        table["demolished"] = {"plot": slug(int(state.cleared)), "owner": SEAT_NAMES[state.partner].lower()}
    table |= write_last_deal(state)
    table |= write_layout(state) | write_sale(state) | write_offer(state) | write_auction(state)
    deck, permits = state.deck[: state.deck_left][::-1], state.permit_deck[: state.permits_left][::-1]
    table["deck"] = len(deck) if hidden else [slug(int(plot)) for plot in deck]
    table["permit_deck"] = len(permits) if hidden else [position.cards.permits[kind].id for kind in permits]
    table["seat"] = [write_seat(position, seat, hidden and seat != position.seat) for seat in range(position.players)]
    return table


def _name(names: Mapping[str, int], number: Any) -> str:
    return next(name for name, value in names.items() if value == number)


# --- Reading --------------------------------------------------------------------------------------------------------


def read(cards: CardSet, table: Mapping[str, Any], states: Records) -> None:
    """Fill in a blank state as tables describe; what is left open is dealt by its chance. Raises PositionError."""
    only(table, ALWAYS | set(FIELDS), "the position")
    state, data = record(states), record(cards.data)
    game_setup.clear(state)
    rows = seat_tables(table, s.SEATS, SEAT_ALWAYS | set(SEAT_FIELDS))
    state.players = len(rows)
    to_lay = read_layout(state, data, table)
    _read_phase(state, table, to_lay)
    _read_year(state, table)
    for name, phases in FIELDS.items():
        _only_in(name, phases, table, int(state.phase), "")
    for seat, row in enumerate(rows):
        for name, phases in SEAT_FIELDS.items():
            _only_in(name, phases, row, int(state.phase), f"{SEAT_NAMES[seat]}'s ")
        read_buildings(state, seat, row.get("buildings", []))
    _read_cleared(state, table)
    unknown_cash = [seat for seat, row in enumerate(rows) if read_seat(state, cards, seat, row)]
    read_lots(state, table)
    read_last_deal(state, table)
    read_offer(state, table)
    for seat, row in enumerate(rows):
        read_pouch(state, seat, row)
    read_nominated(state, rows)
    to_offer = read_offered(state, rows)
    _deal(state, data, table)
    blocks.count_blocks(state, data)
    read_markers(state, data, rows)
    if to_offer:
        auction.deal_permits(state)
    read_bribes(state, rows)
    open_sale(state, table)
    read_bids(state, table, rows)
    guess_cash(state, data, unknown_cash)
    guess_offer(state)
    read_decisions(state, rows)
    _ask(state)
    problem = _not_waiting(state) or audit(state, data)
    if problem:
        raise PositionError(problem)
    if state.phase in WINDOWS:  # who cannot act is passed over; if nobody can, the game goes on
        turn_order.ask_next(state)
        year.proceed(state, data)
    _check_choices(state, data)


def _only_in(name: str, phases: Any, table: Mapping[str, Any], phase: int, whose: str) -> None:
    if name in table and phase not in phases:
        names = ", ".join(PHASES[p] for p in phases)
        raise PositionError(f"{whose}{name} belongs to the phase {names}, not to {PHASES[phase]}")


def _read_phase(state: Any, table: Mapping[str, Any], to_lay: str) -> None:
    if "over" in table:
        if "phase" in table:
            raise PositionError("over must say why, without a phase")
        state.ended, state.phase = ENDS[choice(table["over"], "over", tuple(ENDS))], s.GAME_OVER
        return
    phase = choice(table.get("phase", to_lay or "pouch"), "phase", PHASES[1:])
    if to_lay != (phase if phase in ("river", "marsh") else ""):
        raise PositionError(f"the phase is {phase}, but {to_lay or 'no river or marsh'} is still to be laid (ADV-2)")
    state.phase = PHASES.index(phase)


def _read_year(state: Any, table: Mapping[str, Any]) -> None:
    players, phase = int(state.players), int(state.phase)
    early = phase in SET_UP
    state.year = whole(table.get("year", 0 if early else 1), "year", 0, s.MOST_YEARS)
    state.chair = state.asked = seat_named(table.get("chair", "orange"), players, "chair")
    if phase in TURNS:
        state.asked = seat_named(table.get("turn", SEAT_NAMES[state.chair]), players, "turn")
    elif "turn" in table and phase != s.PURCHASE:
        raise PositionError(f"turn belongs to phases that ask one player after the other, not to {PHASES[phase]}")
    if "passes" in table:
        state.passes = whole(table["passes"], "passes", 0, players - 1)
    if early:
        marshes = int(state.passes)
        state.asked = (int(state.chair) + int(state.laid) + marshes) % players
    state.bought = flag(table, "bought")
    state.dry = whole(table.get("dry", 0), "dry", 0, s.MOST_YEARS)
    state.crunch = whole(table.get("crunch", 0), "crunch", 0, s.MOST_CASH)
    if phase in TRADING:
        state.session = whole(table.get("session", 1), "session", 1, 2)
    elif phase in AUCTION:
        state.session = 1


def _read_cleared(state: Any, table: Mapping[str, Any]) -> None:
    if state.phase != s.DEED:
        return
    demolished = table.get("demolished")
    if not isinstance(demolished, Mapping) or set(demolished) != {"plot", "owner"}:
        raise PositionError("demolished must be a table like { plot = 'f6', owner = 'sky' }")
    state.cleared = plot_named(demolished["plot"], "demolished.plot")
    state.partner = seat_named(demolished["owner"], int(state.players), "demolished.owner")


def _deal(state: Any, cards: Any, table: Mapping[str, Any]) -> None:
    """Whatever was not named goes where something is missing."""
    if state.phase in (s.RIVER, s.MARSH):
        return
    hidden = [seat for seat in range(int(state.players)) if state.requisitions[seat] and not state.items[seat]]
    for seat in hidden:
        unknown = int(state.deeds_held[seat]) - len(squares(state.hand[seat]))
        if unknown < state.requisitions[seat]:
            raise PositionError(f"{SEAT_NAMES[seat]} has requisitions: name the items of the pouch, or fewer deeds")
    if hidden:
        fill_pouches(state, cards, hidden)
    deal_deeds(state, table.get("deck", []))
    if state.phase != s.CHARACTER:
        deal_permits(state, cards, table.get("permit_deck", []))


def _ask(state: Any) -> None:
    """Who is asked, where not all who decide at once are."""
    phase = int(state.phase)
    if phase == s.CHARACTER:
        chosen = int((state.character[: state.players] != s.NONE).sum())
        state.asked = (int(state.chair) + chosen) % int(state.players)
    if phase in SEALED or phase in (s.PURCHASE, s.GAME_OVER):
        return
    asked = int(state.asked)
    if phase in (*COMPOSING, *ANSWERING):
        asked = int(state.partner) if (phase in COMPOSING) == bool(state.countering) else int(state.maker)
    state.waiting = 1 << asked


def _not_waiting(state: Any) -> str:
    """Why a phase in which several decide at once would be over."""
    if state.phase in SEALED and not state.waiting:
        who = "everybody has decided" if state.called else "nobody has anything to decide"
        return f"{who} in the phase {PHASES[state.phase]}: the game would have gone on"
    return ""


def _check_choices(state: Any, cards: Any) -> None:
    out = np.zeros(s.MAX_LEGAL, np.int32)
    for seat in range(int(state.players)):
        if state.waiting >> seat & 1 and not year.legal(state, cards, seat, out):
            raise PositionError(f"{SEAT_NAMES[seat]} would have no choice in the phase {PHASES[state.phase]}")
