"""Penny Lane positions as TOML tables that a person can write, and the audit that refuses impossible ones.

players = 2
mayor = "orange"
turn = "orange"
supply = ["bakery", "florist"]      # what is missing is dealt at random
deck_left = 12                      # left out: all cards that lie nowhere else
used = { bank = 1 }                 # spaces used in this round

[[seat]]
pennies = 3
board = 3
bonus = 1                           # a citizen on the board's own space
lane = ["t+1 luthier 2", "b+1 mansion 1"]    # cell, building, citizens (left out: as it is when built)
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from tabletown.engine.chance import below
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import only, seat_tables, whole
from tabletown.engine.position_fields import seat as seat_named
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, blank, record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import LOCATION_IDS, CardSet
from tabletown.games.penny_lane.positions.audit import audit, check_connected, could_be_doing
from tabletown.games.penny_lane.rules import lane as lanes
from tabletown.games.penny_lane.rules import rounds
from tabletown.games.penny_lane.text.names import lane_of

PHASES = (
    "over", "turn", "keep", "cell", "garage", "source", "destination", "lane", "swap", "swap_with", "recipient",
)  # fmt: skip
ENDS = {"stars": s.TEN_STARS, "supply": s.SUPPLY_SHORT, "rounds": s.ROUND_LIMIT}
PLACES = {s.BOARD: "board", s.TO_BARRACKS: "barracks", s.TO_TEMPLE: "temple"}
FIELDS = {"players", "mayor", "turn", "round", "passes", "supply", "deck", "deck_left", "known_bottom", "used", "seat"}
FIELDS |= {"doing", "over"}
SEAT_FIELDS = {"pennies", "board", "bonus", "gifts", "lane"}
DOING = {"phase", "adding", "guild", "paid", "moves_left", "leaving", "moved_to", "job", "drawn"}
BUILDING = re.compile(r"([tb])([+-])([1-9]\d?) ([a-z_]+(?:#[2-4])?)(?: ([0-3]))?")
MOST_PENNIES = 2_000


# --- Writing --------------------------------------------------------------------------------------------------------


def card_id(cards: CardSet, card: int) -> str:
    """The id of a building card; a second copy is called bakery#2."""
    id = cards.buildings[card].id
    copy = sum(b.id == id for b in cards.buildings[:card]) + 1
    return id if copy == 1 else f"{id}#{copy}"


def write(position: Position) -> dict[str, Any]:
    """A position as tables; cards that a view does not know are written as "?"."""
    state, cards = position.state, position.cards
    table: dict[str, Any] = {
        "players": position.players,
        "mayor": SEAT_NAMES[state.mayor].lower(),
        "turn": SEAT_NAMES[state.current].lower(),
        "round": int(state.rounds),
        "passes": int(state.passes),
        "used": {LOCATION_IDS[i]: int(n) for i, n in enumerate(state.used) if n},
        "supply": [card_id(cards, int(c)) for c in state.supply[: state.supply_left]],
        "deck": _names(cards, state.deck[: state.deck_left][::-1]),
        "deck_left": int(state.deck_left),
        "known_bottom": int(state.known_bottom),
    }
    if state.ended:
        table["over"] = next(name for name, why in ENDS.items() if why == state.ended)
    elif state.phase != s.TURN:
        table["doing"] = _write_doing(position)
    table["seat"] = [
        {
            "pennies": int(state.pennies[seat]),
            "board": int(state.board[seat]) + 1,
            "bonus": int(state.bonus[seat]),
            "gifts": int(state.gifts[seat]),
            "lane": [_write_building(position, card) for card in lane_of(position, seat)],
        }
        for seat in range(position.players)
    ]
    return table


def _names(cards: CardSet, numbers: Any) -> list[str]:
    return ["?" if n == s.UNKNOWN else card_id(cards, int(n)) for n in numbers]


def _write_building(position: Position, card: int) -> str:
    state, building = position.state, position.cards.buildings[card]
    return f"{'tb'[building.row]}{state.column[card]:+d} {card_id(position.cards, card)} {state.citizens[card]}"


def _write_doing(position: Position) -> dict[str, Any]:
    state, cards = position.state, position.cards
    doing: dict[str, Any] = {"phase": PHASES[state.phase]}
    for field in ("adding", "leaving", "moved_to"):
        place = int(getattr(state, field))
        if place != s.NONE:
            doing[field] = PLACES[place] if place in PLACES else card_id(cards, place)
    for name, number in (("guild", state.via_guild), ("paid", state.paid), ("moves_left", state.moves_left)):
        if number:
            doing[name] = int(number)
    if state.moved_job:
        doing["job"] = LOCATION_IDS[state.moved_job]
    if state.phase == s.KEEP:
        doing["drawn"] = _names(cards, state.drawn)
    return doing


# --- Reading --------------------------------------------------------------------------------------------------------


def read(cards: CardSet, table: Mapping[str, Any], rng: tuple[int, int]) -> Records:
    """Build the state that tables describe; cards left open are dealt by the chance `rng`. Raises PositionError."""
    only(table, FIELDS, "the position")
    states = blank(s.STATE)
    state = record(states)
    state.rng[:] = rng
    rounds.clear_work(state)
    seats = seat_tables(table, s.SEATS)
    state.players = players = len(seats)
    state.mayor = seat_named(table.get("mayor", "orange"), players, "mayor")
    state.current = seat_named(table.get("turn", SEAT_NAMES[state.mayor]), players, "turn")
    state.waiting = 1 << int(state.current)
    state.rounds = whole(table.get("round", 1), "round", 1, s.LAST_ROUND)
    state.passes = whole(table.get("passes", 0), "passes", 0, players - 1)
    state.phase = s.TURN
    dealer = _Dealer(cards)
    _read_used(state, cards, table.get("used", {}))
    for seat, row in enumerate(seats):
        _read_seat(state, dealer, seat, row)
    _read_boards(state, seats)
    doing = table.get("doing", {})
    if doing:
        _read_doing(state, dealer, doing)
    _read_piles(state, dealer, table, taken=bool(state.via_guild and state.adding != s.NONE))
    _read_over(state, cards, table)
    _check(state, cards)
    return states


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > s.BUILDINGS:
        raise PositionError(f"{name} must be a list of buildings")
    return value


class _Dealer:
    """Hands out building cards by name, each only once; unused ones are dealt into the open places at the end."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.ids = [card_id(cards, b.index) for b in cards.buildings]
        self.unused = list(range(len(cards.buildings)))

    def use(self, name: Any, where: str) -> int:
        if not isinstance(name, str) or name.partition("#")[0] not in self.ids:
            raise PositionError(f"unknown building {name!r} in {where}; write an id like {self.ids[0]}")
        exact = [self.ids.index(name)] if name in self.ids else []
        copies = [b.index for b in self.cards.buildings if b.id == name]  # whoever writes no number means any copy
        free = [card for card in (*exact, *copies) if card in self.unused]
        if not free:
            raise PositionError(f"building {name} lies in two places (again in {where})")
        self.unused.remove(free[0])
        return free[0]

    def deal(self, state: Any) -> int:
        return self.unused.pop(int(below(state, len(self.unused))))


def _read_used(state: Any, cards: CardSet, used: Any) -> None:
    if not isinstance(used, Mapping):
        raise PositionError(f"used must be a table like {{ bank = 1 }}, not {used!r}")
    for name, number in used.items():
        if name not in LOCATION_IDS:
            raise PositionError(f"unknown location {name!r} in used; there are {', '.join(LOCATION_IDS)}")
        location = LOCATION_IDS.index(name)
        most = cards.locations[location].spaces[1 if state.players > 3 else 0]
        state.used[location] = whole(number, f"used.{name}", 0, most)


def _read_seat(state: Any, dealer: _Dealer, seat: int, row: Mapping[str, Any]) -> None:
    name = SEAT_NAMES[seat]
    only(row, SEAT_FIELDS, f"the seat of {name}")
    state.pennies[seat] = whole(row.get("pennies", 3), f"{name}'s pennies", 0, MOST_PENNIES)
    state.bonus[seat] = whole(row.get("bonus", 0), f"{name}'s bonus", 0, 1)
    state.gifts[seat] = whole(row.get("gifts", 0), f"{name}'s gifts", 0, 9)
    cards = record(dealer.cards.data)
    for text in _list(row.get("lane", []), f"{name}'s lane"):
        match = BUILDING.fullmatch(text) if isinstance(text, str) else None
        if not match or int(match[3]) > s.COLUMNS:
            raise PositionError(f"{text!r} in {name}'s lane should look like 't+1 luthier 2'")
        card, column = dealer.use(match[4], f"{name}'s lane"), int(match[2] + match[3])
        building = dealer.cards.buildings[card]
        if "tb"[building.row] != match[1]:
            raise PositionError(f"{building.name} stands in the {'lower' if building.row else 'upper'} row of a lane")
        if lanes.building_at(state, cards, seat, building.row, column) != s.NONE:
            raise PositionError(f"two buildings at {match[1]}{match[2]}{match[3]} of {name}'s lane")
        lanes.add_to_lane(state, cards, seat, card, column)
        most = building.jobs or building.slots
        citizens = building.slots if match[5] is None else int(match[5])
        if citizens > most:
            raise PositionError(f"{building.name} holds at most {most} citizens, not {citizens}")
        state.citizens[card] = citizens


def _read_boards(state: Any, seats: list[Any]) -> None:
    taken: list[int] = []
    for seat, row in enumerate(seats):
        if "board" in row:
            board = whole(row["board"], f"{SEAT_NAMES[seat]}'s board", 1, s.BOARDS) - 1
            if board in taken:
                raise PositionError(f"board {board + 1} lies in two places")
            taken.append(board)
            state.board[seat] = board
    free = [board for board in range(s.BOARDS) if board not in taken]
    for seat, row in enumerate(seats):
        if "board" not in row:
            state.board[seat] = free.pop(0)


def _read_doing(state: Any, dealer: _Dealer, doing: Any) -> None:
    if not isinstance(doing, Mapping):
        raise PositionError(f"doing must be a table, not {doing!r}")
    only(doing, DOING, "doing")
    phase = doing.get("phase")
    if phase not in PHASES[2:]:
        raise PositionError(f"doing.phase must be one of {', '.join(PHASES[2:])}, not {phase!r}")
    state.phase = PHASES.index(phase)
    state.via_guild = whole(doing.get("guild", 0), "doing.guild", 0, 1)
    state.paid = whole(doing.get("paid", 0), "doing.paid", 0, 99)
    state.moves_left = whole(doing.get("moves_left", 0), "doing.moves_left", 0, s.MOST_SWAPS)
    if "adding" in doing and state.phase == s.GARAGE:  # somebody may move in: the new building stands on the lane
        state.adding = dealer.ids.index(_lane_card(dealer, doing["adding"], "adding"))
    elif "adding" in doing:
        state.adding = dealer.use(doing["adding"], "doing.adding")
    for field in ("leaving", "moved_to"):
        if field in doing:
            places = {name: place for place, name in PLACES.items()}
            name = doing[field]
            known = isinstance(name, str) and name in places
            setattr(state, field, places[name] if known else dealer.ids.index(_lane_card(dealer, name, field)))
    if "job" in doing:
        if doing["job"] not in LOCATION_IDS[s.BARRACKS :]:
            raise PositionError(f"doing.job must be barracks or temple, not {doing['job']!r}")
        state.moved_job = LOCATION_IDS.index(doing["job"])
    drawn = _list(doing.get("drawn", []), "doing.drawn")
    if len(drawn) != (2 if state.phase == s.KEEP else 0):
        raise PositionError("doing.drawn must be the two cards that are seen while one is kept")
    for i, name in enumerate(drawn):
        state.drawn[i] = s.UNKNOWN if name == "?" else dealer.use(name, "doing.drawn")


def _lane_card(dealer: _Dealer, name: Any, field: str) -> str:
    if not isinstance(name, str) or name not in dealer.ids:
        raise PositionError(f"doing.{field} must be a building, board, barracks or temple, not {name!r}")
    return name


def _read_piles(state: Any, dealer: _Dealer, table: Mapping[str, Any], taken: bool) -> None:
    """The supply and the deck: first the cards that are named, then the supply is filled up, the deck is the rest."""
    most = s.SUPPLY - taken
    known = _list(table.get("supply", []), "supply")
    if len(known) > most:
        raise PositionError(f"the supply holds at most {most} buildings now")
    supply = [dealer.use(name, "the supply") for name in known]
    listed = _list(table.get("deck", []), "deck")
    numbers = [s.UNKNOWN if name == "?" else dealer.use(name, "the deck") for name in listed]
    unknown = numbers.count(s.UNKNOWN) + sum(int(card) == s.UNKNOWN for card in state.drawn)
    left = whole(table.get("deck_left", len(listed)), "deck_left", len(listed), s.DECK)
    spare = len(dealer.unused) - unknown - (left - len(listed))  # neither named nor counted anywhere
    if spare < 0:
        raise PositionError(f"the deck needs {-spare} more cards than are left")
    filled = min(most - len(supply), spare)
    if "deck_left" not in table:
        left += spare - filled
    elif spare > filled:
        raise PositionError(f"{spare - filled} buildings lie nowhere: deck_left should be {left + spare - filled}")
    supply += [dealer.deal(state) for _ in range(filled)]
    state.supply_left = len(supply)
    state.supply[: len(supply)] = sorted(supply)
    _read_deck(state, dealer, numbers, left)
    state.known_bottom = whole(table.get("known_bottom", 0), "known_bottom", 0, left)


def _read_deck(state: Any, dealer: _Dealer, numbers: list[int], left: int) -> None:
    state.deck_left = left
    state.deck[:left] = s.UNKNOWN
    for i, number in enumerate(numbers):
        state.deck[left - 1 - i] = number
    for pile, size in ((state.drawn, 2), (state.deck, left)):
        for i in range(size):
            if pile[i] == s.UNKNOWN:
                pile[i] = dealer.deal(state)


def _read_over(state: Any, cards: CardSet, table: Mapping[str, Any]) -> None:
    if "over" not in table:
        return
    why = rounds.why_it_ends(state, record(cards.data))
    if table["over"] is True:
        wanted = why
    elif isinstance(table["over"], str) and table["over"] in ENDS:
        wanted = ENDS[table["over"]]
    else:
        raise PositionError(f"over must be true, or why: {', '.join(ENDS)}, not {table['over']!r}")
    if not why or why != wanted or "doing" in table:
        raise PositionError("the game cannot be over for this reason: no lane has ten stars, the supply is full")
    state.ended, state.waiting, state.phase = why, 0, s.OVER


def _check(state: Any, cards: CardSet) -> None:
    data, players = record(cards.data), int(state.players)
    problem = audit(state, data)
    if problem:
        raise PositionError(problem)
    for seat in range(players):
        check_connected(state, cards, seat)
    if state.known_bottom and not any(lanes.owns_effect(state, data, seat, s.DRAW, s.NONE) for seat in range(players)):
        raise PositionError("known_bottom counts cards that the owner of Dark Alley put there, and nobody owns it")
    open_places = s.SUPPLY - int(state.supply_left) - bool(state.via_guild)
    if open_places > 0 and state.deck_left and state.phase != s.OVER:
        raise PositionError("the supply is filled up to five as long as the deck has cards")
    if state.phase != s.OVER:
        out = np.zeros(s.MAX_LEGAL, np.int32)
        if not could_be_doing(state, data) or not rounds.legal(state, data, int(state.current), out):
            raise PositionError(f"nobody could be doing this: {PHASES[state.phase]} with what the position gives")
