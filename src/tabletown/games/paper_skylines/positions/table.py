"""Paper Skylines positions as TOML tables that a person can write.

players = 2
first = "orange"
turn = "orange"
level = 2                           # actions_left: as many as the level
marked = [1]                        # levels whose round-end card is gone; all below the current level, if left out
row = ["diner", "-", "zoo"]         # left out: dealt at random
pile = ["sandlot"]
deck = [[], ["cannery", "end"]]     # by level, top card first. With "end", or once its level is marked, a list is
                                    # complete; else the cards that lie nowhere else are shuffled under it

[[seat]]
city = "boston"
slots = ["cottage-row", "boston *", "post-office < village-green + zoo", "( )", "diner"]
hand = ["sawmill", "?2"]            # "?2" is any card of level 2
tracks = [4, 0, 7]
score = 3
claims = ["high-rise"]
"""

from collections.abc import Mapping
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import entries, flag, only, seat_tables, whole
from tabletown.engine.position_fields import seat as seat_named
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import CardSet
from tabletown.games.paper_skylines.positions.audit import audit, check_work
from tabletown.games.paper_skylines.positions.cards import Desk, keep_round_ends, read_cards, write_cards
from tabletown.games.paper_skylines.positions.doing import read_doing, write_doing
from tabletown.games.paper_skylines.positions.seats import FIELDS as SEAT_FIELDS
from tabletown.games.paper_skylines.positions.seats import read_seats, write_seat
from tabletown.games.paper_skylines.rules import hidden, turn
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES
from tabletown.games.plain_state import plain

__all__ = ["audit", "read", "write"]

FIELDS = {"players", "first", "turn", "level", "marked", "actions_left", "gained", "bonus_used", "moved", "quiet"}
FIELDS |= {"opener", "row", "pile", "shown", "deck", "chips", "ends", "doing", "over", "seat"}


# --- Writing --------------------------------------------------------------------------------------------------------


def write(position: Position) -> dict[str, Any]:
    """A position as tables; cards that a view does not know are written as "?" and their level."""
    state = plain(position)
    table: dict[str, Any] = {"players": position.players, "first": _seat_name(state.first)}
    table["turn"] = _seat_name(state.current)
    table["level"] = state.level
    table["marked"] = [level for level in range(1, s.LEVELS + 1) if state.marked >> level & 1]
    table["actions_left"] = state.actions_left
    for name in ("gained", "bonus_used", "moved"):
        table[name] = bool(getattr(state, name))
    table["quiet"] = state.quiet
    if state.opener != s.NONE:
        table["opener"] = _seat_name(state.opener)
    table |= write_cards(position)
    table["chips"] = list(state.chip)
    table["ends"] = {
        name: _seat_name(state.ended_by[track])
        for track, name in enumerate(TRACK_NAMES)
        if state.ended_by[track] != s.NONE
    }
    if state.ended:
        table["over"] = True
    elif state.phase != s.ACTION:
        table["doing"] = write_doing(position)
    table["seat"] = [write_seat(position, seat) for seat in range(position.players)]
    return table


def _seat_name(seat: Any) -> str:
    return SEAT_NAMES[int(seat)].lower()


# --- Reading --------------------------------------------------------------------------------------------------------


def read(cards: CardSet, table: Mapping[str, Any], states: Records) -> None:
    """Fill in a blank state as tables describe; cards left open are dealt by its chance. Raises PositionError."""
    only(table, FIELDS, "the position")
    state = record(states)
    turn.clear(state)
    seats = seat_tables(table, s.SEATS, SEAT_FIELDS)
    state.players = len(seats)
    desk = Desk(cards)
    _read_turn(state, table)
    read_seats(state, desk, table, seats)
    read_doing(state, desk, table.get("doing", {}))
    round_ends = read_cards(state, desk, table)
    _read_over(state, table)
    desk.check_backs()
    hidden.resample(state, record(cards.data), -1)
    keep_round_ends(state, round_ends)
    problem = audit(state, record(cards.data)) or check_work(state, cards)
    if problem:
        raise PositionError(problem)


def _read_turn(state: Any, table: Mapping[str, Any]) -> None:
    players = int(state.players)
    state.first = seat_named(table.get("first", "orange"), players, "first")
    state.current = seat_named(table.get("turn", SEAT_NAMES[state.first]), players, "turn")
    state.waiting = 1 << int(state.current)
    state.phase = s.ACTION
    state.level = level = whole(table.get("level", 1), "level", 1, s.LEVELS)
    for n in entries(table.get("marked", list(range(1, level))), "marked", "levels"):
        state.marked |= 1 << whole(n, "each level of marked", 1, s.LEVELS)
    state.actions_left = whole(table.get("actions_left", level), "actions_left", 0, level + 1)
    for name in ("gained", "bonus_used", "moved"):
        setattr(state, name, flag(table, name))
    state.quiet = whole(table.get("quiet", 0), "quiet", 0, turn.QUIET_ROUNDS - 1)
    if "opener" in table or level == s.LEVELS:
        state.opener = seat_named(table.get("opener", SEAT_NAMES[state.first]), players, "opener")


def _read_over(state: Any, table: Mapping[str, Any]) -> None:
    seats = table["seat"]
    if state.phase == s.CITY:
        state.waiting = sum(1 << seat for seat, row in enumerate(seats) if flag(row, "waiting"))
        if not state.waiting or not all("waiting" in row for row in seats):
            raise PositionError("while cities are chosen every seat says whether it is waiting, and one at least is")
        return
    if any("dealt" in row or "waiting" in row for row in seats):
        raise PositionError('city cards are dealt only while doing.phase is "city"')
    if flag(table, "over"):
        if "doing" in table or not state.marked >> s.LEVELS & 1 or state.level != s.LEVELS:
            raise PositionError("the game is over only at the end of a turn of level 4 with its round-end card gone")
        state.ended, state.phase, state.waiting = s.LAST_LEVEL, s.GAME_OVER, 0
