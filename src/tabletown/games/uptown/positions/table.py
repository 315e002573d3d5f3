"""UpTown positions as TOML tables that a person can write, and the audit that refuses impossible ones.

players = 2
start = "orange"
turn = "orange"
step = "first"             # or "second"
public = ["Q02"]           # open card first; what is not listed is dealt at random

[[seat]]
account = 10
upcoins = 0
deck = ["P01"]             # open card first; "?" or what is missing is dealt at random
deck_left = 30             # left out: the unused cards are spread evenly
street = [["P03A"], [], [], ["P04A"], ["P05A"]]   # ground floor first; ids or names
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from tabletown.engine.card_pool import CardPool
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import choice, entries, flag, only, seat_tables, whole
from tabletown.engine.position_fields import seat as seat_named
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, record
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import CardSet
from tabletown.games.uptown.rules import scoring, turn

STEPS = {"first": s.FIRST_ACTION, "second": s.SECOND_ACTION}
PLACING = {"first": s.PLACE_FIRST, "second": s.PLACE_SECOND}
FINAL = {"street": s.STREET_FINISHED, "deck": s.DECK_EMPTY}
SOURCES = (*(name.lower() for name in SEAT_NAMES[: s.SEATS]), "public")


def write(position: Position) -> dict[str, Any]:
    """A position as tables; covered cards of a view are written as "?"."""
    state, cards = position.state, position.cards
    table: dict[str, Any] = {
        "players": position.players,
        "start": SEAT_NAMES[state.start].lower(),
        "turn": SEAT_NAMES[state.current].lower(),
        "step": "first" if state.phase in (s.FIRST_ACTION, s.PLACE_FIRST) else "second",
        "rounds": int(state.turns),
    }
    if state.chosen != s.NONE:
        table["chosen"] = cards.projects[int(state.chosen)].id
        table["source"] = SOURCES[state.source]
    if state.final_round:
        table["final_round"] = next(name for name, why in FINAL.items() if why == state.final_round)
    if state.ended:
        table["over"] = True
    table["public"] = _names(state.public[: state.public_left], cards.public_cards)
    table["public_left"] = int(state.public_left)
    table["discards"] = [cards.project_cards[c] for c in state.discards[: state.discarded]]
    heights, floors = state.height.tolist(), iter(state.floors.tolist())
    table["seat"] = [
        {
            "account": int(state.account[seat]),
            "upcoins": int(state.upcoins[seat]),
            "deck": _names(state.deck[seat, : state.deck_left[seat]], cards.project_cards),
            "deck_left": int(state.deck_left[seat]),
            "street": [[cards.projects[floor].id for floor in islice(floors, height)] for height in heights[seat]],
        }
        for seat in range(position.players)
    ]
    return table


def _names(numbers: Any, ids: tuple[str, ...]) -> list[str]:
    return ["?" if n == s.UNKNOWN else ids[n] for n in reversed(numbers.tolist())]


FIELDS = {"players", "start", "turn", "step", "rounds", "chosen", "source", "final_round", "over", "public"}
FIELDS |= {"public_left", "discards", "seat"}
SEAT_FIELDS = {"account", "upcoins", "deck", "deck_left", "street"}


def read(cards: CardSet, table: Mapping[str, Any], states: Records) -> None:
    """Fill in a blank state as tables describe; cards left open are dealt by its chance. Raises PositionError."""
    only(table, FIELDS, "the position")
    state = record(states)
    seats = seat_tables(table, s.SEATS, SEAT_FIELDS)
    players = len(seats)
    state.players = players
    state.start = seat_named(table.get("start", "orange"), players, "start")
    # whose turn was the last of a finished game need not be written down
    last = (int(state.start) - 1) % players if flag(table, "over") else int(state.start)
    state.current = seat_named(table.get("turn", SEAT_NAMES[last]), players, "turn")
    state.turns = whole(table.get("rounds", 0), "rounds", 0, 100)
    dealer = _Dealer(cards)
    for seat, row in enumerate(seats):
        _read_seat(state, dealer, seat, row)
    discards = entries(table.get("discards", []), "discards", "cards, the first discarded first", s.PROJECT_CARDS)
    state.discarded = len(discards)
    for i, name in enumerate(discards):
        state.discards[i] = dealer.project_cards.use(name, "the discards")
    _read_decks(state, dealer, seats)
    _read_pile(state, dealer, table)
    dealer.deal(state)
    _read_phase(state, cards, table)
    problem = audit(state, record(cards.data))
    if problem:
        raise PositionError(problem)


class _Dealer:
    """Hands out cards by name, each only once, and afterwards deals the unused ones into the open places."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.projects = {key.lower(): p for p in cards.projects.values() for key in (p.id, p.slug, p.name)}
        self.project_cards, self.public_cards = (
            CardPool("card", {id: [i] for i, id in enumerate(ids)}, f"cards are {' to '.join((*ids[:1], *ids[-1:]))}")
            for ids in (cards.project_cards, cards.public_cards)
        )

    def project(self, name: Any, where: str) -> int:
        project = self.projects.get(name.lower()) if isinstance(name, str) else None
        if project is None:
            raise PositionError(f"unknown project {name!r} in {where}; write an id like P03A or a name like grocery")
        pool = self.public_cards if project.index >= s.PUBLIC_START else self.project_cards
        pool.use(project.card, where)
        return project.index

    def deal(self, state: Any) -> None:
        for seat in range(int(state.players)):
            self.project_cards.fill(state, state.deck[seat, : state.deck_left[seat]], s.UNKNOWN)
        self.public_cards.fill(state, state.public[: state.public_left], s.UNKNOWN)


def _read_seat(state: Any, dealer: _Dealer, seat: int, row: Mapping[str, Any]) -> None:
    name, cards = SEAT_NAMES[seat], dealer.cards
    state.account[seat] = whole(row.get("account", 10), f"{name}'s account", 0, 15_000)
    state.upcoins[seat] = whole(row.get("upcoins", 0), f"{name}'s upcoins", 0, 15_000)
    street = row.get("street", [[]] * s.SITES)
    if not isinstance(street, list) or len(street) != s.SITES or not all(isinstance(x, list) for x in street):
        raise PositionError(f"{name}'s street must be {s.SITES} lists of projects, ground floor first")
    for site, floors in enumerate(street):
        for floor in floors:
            project = dealer.project(floor, f"{name}'s site {site + 1}")
            _check_floor(state, cards, seat, site, project)
            turn.build(state, record(cards.data), project, seat, site)


def _check_floor(state: Any, cards: CardSet, street: int, site: int, index: int) -> None:
    """A floor must have been legal when it was built, whoever built it."""
    project = cards.projects[index]
    if not turn.places(state, record(cards.data), index, street) >> site & 1:
        where = f"{SEAT_NAMES[street]}'s site {site + 1}"
        raise PositionError(
            f"{project.id} {project.name} cannot stand on floor {state.height[street, site]} of {where}"
        )


def _read_decks(state: Any, dealer: _Dealer, seats: list[Mapping[str, Any]]) -> None:
    dealt = len(dealer.cards.project_cards) // len(seats)
    open_ended = []
    for seat, row in enumerate(seats):
        where = f"{SEAT_NAMES[seat]}'s deck"
        known = entries(row.get("deck", []), where, "cards, open card first", s.DECK)
        left = whole(row.get("deck_left", len(known)), f"{where}: deck_left", len(known), dealt)
        state.deck_left[seat] = left
        state.deck[seat, :left] = s.UNKNOWN
        for i, name in enumerate(known):
            if name != "?":
                state.deck[seat, left - 1 - i] = dealer.project_cards.use(name, where)
        if "deck_left" not in row and "?" not in known:
            open_ended.append(seat)
    unknown = sum(int((state.deck[p, : state.deck_left[p]] == s.UNKNOWN).sum()) for p in range(len(seats)))
    spare = len(dealer.project_cards.unused) - unknown
    if spare < 0:
        raise PositionError(f"the decks need {-spare} more cards than are left")
    _spread(state, open_ended, spare, dealt)


def _spread(state: Any, seats: list[int], spare: int, most: int) -> None:
    """Put unused cards under the decks whose size was left open, never making one larger than it was dealt."""
    for seat in seats:
        share = min(spare // len(seats), most - int(state.deck_left[seat]))
        if share > 0:
            left = int(state.deck_left[seat])
            state.deck[seat, share : share + left] = state.deck[seat, :left].copy()
            state.deck[seat, :share] = s.UNKNOWN
            state.deck_left[seat] = left + share


def _read_pile(state: Any, dealer: _Dealer, table: Mapping[str, Any]) -> None:
    known, pool = (
        entries(table.get("public", []), "public", "cards, open card first", s.PUBLIC_CARDS),
        dealer.public_cards,
    )
    numbers = [s.UNKNOWN if name == "?" else pool.use(name, "the public pile") for name in known]
    rest = len(pool.unused) - numbers.count(s.UNKNOWN)
    closed = "public_left" not in table and "?" in known
    default = len(known) if closed else len(known) + rest
    left = whole(table.get("public_left", default), "public_left", len(known), len(known) + max(rest, 0))
    if rest < 0:
        raise PositionError("the public pile has more cards than are left")
    state.public_left = left
    state.public[:left] = s.UNKNOWN
    for i, number in enumerate(numbers):
        state.public[left - 1 - i] = number


def _read_phase(state: Any, cards: CardSet, table: Mapping[str, Any]) -> None:
    over = flag(table, "over")
    step = choice(table.get("step", "second" if over else "first"), "step", tuple(STEPS))
    state.phase, state.chosen, state.waiting = STEPS[step], s.NONE, 1 << int(state.current)
    if step == "second" and state.upcoins[state.current] and not over:
        raise PositionError("no upcoins can lie on the deck of the seat that is at its second action")
    _read_final_round(state, table)
    if "source" in table and "chosen" not in table:
        raise PositionError("source says where the chosen project lies, but none is chosen")
    if over:
        _read_over(state, table)
    elif "chosen" in table:
        _read_chosen(state, cards, table, step)


def _read_final_round(state: Any, table: Mapping[str, Any]) -> None:
    """Why the final round was triggered: by default as the position shows, and never for a reason it does not show."""
    turn.check_final_round(state)
    if "final_round" not in table:
        return
    claimed = choice(table["final_round"], "final_round", tuple(FINAL))
    players = range(int(state.players))
    shown = {
        "street": any(state.finished[seat] == s.ALL_SITES for seat in players),
        "deck": any(state.deck_left[seat] == 0 for seat in players),
    }
    if not shown[claimed]:
        what = "street has five finished sites" if claimed == "street" else "deck is empty"
        raise PositionError(f"it cannot be the final round: no {what}")
    state.final_round = FINAL[claimed]


def _read_over(state: Any, table: Mapping[str, Any]) -> None:
    if "chosen" in table:
        raise PositionError("the game cannot be over while a project is being placed")
    if not state.final_round:
        raise PositionError("the game cannot be over: no deck is empty and no street has five finished sites")
    if (state.current + 1) % state.players != state.start or state.phase != s.SECOND_ACTION:
        raise PositionError("a game ends after the second action of the seat before the start player")
    state.ended, state.waiting, state.phase = state.final_round, 0, s.OVER


def _read_chosen(state: Any, cards: CardSet, table: Mapping[str, Any], step: str) -> None:
    """A chosen project must be one that the seat could legally choose at this step."""
    source = SOURCES.index(choice(table.get("source"), "source", SOURCES[: state.players] + SOURCES[-1:]))
    out = np.zeros(s.MAX_LEGAL, np.int32)
    listing = turn.first_actions if step == "first" else turn.second_actions
    for action in out[: listing(state, record(cards.data), int(state.current), out)]:
        trial = state.copy()
        turn.apply(trial, record(cards.data), int(state.current), int(action))
        chosen = cards.projects[int(trial.chosen)].id if trial.chosen != s.NONE else None
        if trial.source == source and chosen == table["chosen"]:
            state.chosen, state.source, state.phase = trial.chosen, source, PLACING[step]
            return
    raise PositionError(f"{table['chosen']!r} cannot be chosen from {table['source']} at the {step} action")


def audit(state: Any, cards: Any) -> str:
    """What is impossible about a state, in one sentence; empty if nothing is.

    Every card is in one place only, no list is longer than its cards, and the masks agree with the floors.
    """
    seen_cards: list[int] = []
    seen_public: list[int] = []
    for i in range(int(scoring.ground_floor(state, state.players, 0))):
        project = int(state.floors[i])
        pile, card = (seen_cards, project // 2) if project < s.PUBLIC_START else (seen_public, (project - 120) // 4)
        pile.append(card)
    for seat in range(int(state.players)):
        seen_cards += [int(c) for c in state.deck[seat, : state.deck_left[seat]] if c != s.UNKNOWN]
        if state.account[seat] < 0 or state.upcoins[seat] < 0:
            return f"{SEAT_NAMES[seat]} has a negative amount of money"
    seen_cards += [int(c) for c in state.discards[: state.discarded]]
    seen_public += [int(c) for c in state.public[: state.public_left] if c != s.UNKNOWN]
    for cards_seen, most in ((seen_cards, int(cards.project_cards)), (seen_public, int(cards.public_cards))):
        if len(set(cards_seen)) < len(cards_seen) or any(card >= most for card in cards_seen):
            return "a card lies in two places"
    if state.start >= state.players or state.current >= state.players:
        return "the seat to act is not at the table"
    if not state.ended and state.phase in (s.FIRST_ACTION, s.SECOND_ACTION) and state.chosen != s.NONE:
        return "a project is chosen, but nothing is being placed"
    return _audit_streets(state, cards)


def _audit_streets(state: Any, cards: Any) -> str:
    for street in range(int(state.players)):
        for site in range(s.SITES):
            start, height = int(scoring.ground_floor(state, street, site)), int(state.height[street, site])
            floors = [int(p) for p in state.floors[start : start + height]]
            flags = {
                "built": bool(floors),
                "finished": any(cards.roof[p] for p in floors),
                "roofed": bool(floors) and bool(cards.roof[floors[-1]]),
                "protected": any(cards.no_gifts[p] for p in floors),
            }
            for name, expected in flags.items():
                if bool(getattr(state, name)[street] >> site & 1) != bool(expected):
                    return f"{SEAT_NAMES[street]}'s site {site + 1} is marked wrongly as {name}"
    return ""
