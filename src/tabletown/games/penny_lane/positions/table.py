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

from tabletown.engine.card_pool import CardPool
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import choice, entries, only, seat_tables, subtable, whole
from tabletown.engine.position_fields import seat as seat_named
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, record
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
    id, copy = cards.buildings[card].id, 1
    while copy <= card and cards.buildings[card - copy].id == id:  # copies are numbered one after another
        copy += 1
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


def read(cards: CardSet, table: Mapping[str, Any], states: Records) -> None:
    """Fill in a blank state as tables describe; cards left open are dealt by its chance. Raises PositionError."""
    only(table, FIELDS, "the position")
    state = record(states)
    rounds.clear_work(state)
    seats = seat_tables(table, s.SEATS, SEAT_FIELDS)
    state.players = players = len(seats)
    state.mayor = seat_named(table.get("mayor", "orange"), players, "mayor")
    state.current = seat_named(table.get("turn", SEAT_NAMES[state.mayor]), players, "turn")
    state.waiting = 1 << int(state.current)
    state.rounds = whole(table.get("round", 1), "round", 1, s.LAST_ROUND)
    state.passes = whole(table.get("passes", 0), "passes", 0, players - 1)
    state.phase = s.TURN
    ids = {card_id(cards, b.index): [b.index] for b in cards.buildings}
    copies = {id: [b.index for b in cards.buildings if b.id == id] for id in ids if "#" not in id}  # any of them
    pool = CardPool("building", ids | copies, f"write an id like {next(iter(ids))}")
    _read_used(state, cards, table.get("used", {}))
    for seat, row in enumerate(seats):
        _read_seat(state, cards, pool, seat, row)
    _read_boards(state, seats)
    doing = subtable(table.get("doing", {}), "doing", '{ phase = "garage" }', DOING)
    if doing:
        _read_doing(state, pool, doing)
    _read_piles(state, pool, table, taken=bool(state.via_guild and state.adding != s.NONE))
    _read_over(state, cards, table)
    _check(state, cards)


def _read_used(state: Any, cards: CardSet, used: Any) -> None:
    for name, number in subtable(used, "used", "{ bank = 1 }", set(LOCATION_IDS)).items():
        location = LOCATION_IDS.index(name)
        most = cards.locations[location].spaces[1 if state.players > 3 else 0]
        state.used[location] = whole(number, f"used.{name}", 0, most)


def _read_seat(state: Any, cards: CardSet, pool: CardPool, seat: int, row: Mapping[str, Any]) -> None:
    name, data = SEAT_NAMES[seat], record(cards.data)
    state.pennies[seat] = whole(row.get("pennies", 3), f"{name}'s pennies", 0, MOST_PENNIES)
    state.bonus[seat] = whole(row.get("bonus", 0), f"{name}'s bonus", 0, 1)
    state.gifts[seat] = whole(row.get("gifts", 0), f"{name}'s gifts", 0, 9)
    for text in entries(row.get("lane", []), f"{name}'s lane", "buildings", s.BUILDINGS):
        match = BUILDING.fullmatch(text) if isinstance(text, str) else None
        if not match or int(match[3]) > s.COLUMNS:
            raise PositionError(f"{text!r} in {name}'s lane should look like 't+1 luthier 2'")
        card, column = pool.use(match[4], f"{name}'s lane"), int(match[2] + match[3])
        building = cards.buildings[card]
        if "tb"[building.row] != match[1]:
            raise PositionError(f"{building.name} stands in the {'lower' if building.row else 'upper'} row of a lane")
        if lanes.building_at(state, data, seat, building.row, column) != s.NONE:
            raise PositionError(f"two buildings at {match[1]}{match[2]}{match[3]} of {name}'s lane")
        lanes.add_to_lane(state, data, seat, card, column)
        most = building.jobs or building.slots
        citizens = building.slots if match[5] is None else int(match[5])
        if citizens > most:
            raise PositionError(f"{building.name} holds at most {most} citizens, not {citizens}")
        state.citizens[card] = citizens


def _read_boards(state: Any, seats: list[Mapping[str, Any]]) -> None:
    free = list(range(1, s.BOARDS + 1))
    boards = {}
    for seat, row in enumerate(seats):
        if "board" in row:
            boards[seat] = whole(row["board"], f"{SEAT_NAMES[seat]}'s board", 1, s.BOARDS)
            if boards[seat] not in free:
                raise PositionError(f"board {boards[seat]} lies in two places")
            free.remove(boards[seat])
    for seat in range(len(seats)):
        state.board[seat] = (boards[seat] if seat in boards else free.pop(0)) - 1


def _read_doing(state: Any, pool: CardPool, doing: Mapping[str, Any]) -> None:
    state.phase = PHASES.index(choice(doing.get("phase"), "doing.phase", PHASES[2:]))
    state.via_guild = whole(doing.get("guild", 0), "doing.guild", 0, 1)
    state.paid = whole(doing.get("paid", 0), "doing.paid", 0, 99)
    state.moves_left = whole(doing.get("moves_left", 0), "doing.moves_left", 0, s.MOST_SWAPS)
    if "adding" in doing and state.phase == s.GARAGE:  # somebody may move in: the new building stands on the lane
        state.adding = _lane_card(pool, doing["adding"], "adding")
    elif "adding" in doing:
        state.adding = pool.use(doing["adding"], "doing.adding")
    for field in ("leaving", "moved_to"):
        if field in doing:
            places = [place for place, name in PLACES.items() if name == doing[field]]
            setattr(state, field, places[0] if places else _lane_card(pool, doing[field], field))
    if "job" in doing:
        state.moved_job = LOCATION_IDS.index(choice(doing["job"], "doing.job", LOCATION_IDS[s.BARRACKS :]))
    drawn = entries(doing.get("drawn", []), "doing.drawn", "buildings")
    if len(drawn) != (2 if state.phase == s.KEEP else 0):
        raise PositionError("doing.drawn must be the two cards that are seen while one is kept")
    for i, name in enumerate(drawn):
        state.drawn[i] = s.UNKNOWN if name == "?" else pool.use(name, "doing.drawn")


def _lane_card(pool: CardPool, name: Any, field: str) -> int:
    """A building that has its place already; of several copies the first."""
    if not isinstance(name, str) or name not in pool.names:
        raise PositionError(f"doing.{field} must be a building, board, barracks or temple, not {name!r}")
    return pool.names[name][0]


def _read_piles(state: Any, pool: CardPool, table: Mapping[str, Any], taken: bool) -> None:
    """The supply and the deck: first the cards that are named, then the supply is filled up, the deck is the rest."""
    most = s.SUPPLY - taken
    known = entries(table.get("supply", []), "supply", "buildings", s.BUILDINGS)
    if len(known) > most:
        raise PositionError(f"the supply holds at most {most} buildings now")
    supply = [pool.use(name, "the supply") for name in known]
    listed = entries(table.get("deck", []), "deck", "buildings", s.BUILDINGS)
    numbers = [s.UNKNOWN if name == "?" else pool.use(name, "the deck") for name in listed]
    unknown = numbers.count(s.UNKNOWN) + sum(int(card) == s.UNKNOWN for card in state.drawn)
    left = whole(table.get("deck_left", len(listed)), "deck_left", len(listed), s.DECK)
    spare = len(pool.unused) - unknown - (left - len(listed))  # neither named nor counted anywhere
    if spare < 0:
        raise PositionError(f"the deck needs {-spare} more cards than are left")
    filled = min(most - len(supply), spare)
    if "deck_left" not in table:
        left += spare - filled
    elif spare > filled:
        raise PositionError(f"{spare - filled} buildings lie nowhere: deck_left should be {left + spare - filled}")
    supply += [pool.deal(state) for _ in range(filled)]
    state.supply_left = len(supply)
    state.supply[: len(supply)] = sorted(supply)
    state.deck_left = left
    state.deck[:left] = [s.UNKNOWN] * (left - len(numbers)) + numbers[::-1]
    pool.fill(state, state.drawn, s.UNKNOWN)
    pool.fill(state, state.deck[:left], s.UNKNOWN)
    state.known_bottom = whole(table.get("known_bottom", 0), "known_bottom", 0, left)


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
