"""Short ways to set up a Penny Lane table, to make moves on it and to read what happened."""

import re
from collections.abc import Iterator
from typing import Any

import tomlkit

import tabletown as tt
from tabletown import games
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules import lane as lanes

from .. import shared

TITLE = games.get("penny_lane")
IDS = {building.name: building.id for building in TITLE.cards.buildings}
BOARD = re.compile(r"\[board (\d), bonus (\d)\]")
CELL = re.compile(r"([TB][+-]\d+) ([^,()]+)(?:\((\d)\))?")


def seat(lane: str = "", **fields: Any) -> dict[str, Any]:
    """A `[[seat]]` in the notation "[board 3, bonus 0] T+1 Luthier(2), B+1 Mansion(1)", citizens in brackets."""
    row: dict[str, Any] = {"lane": []}
    board = BOARD.match(lane)
    if board:
        row |= {"board": int(board[1]), "bonus": int(board[2])}
    for cell, name, citizens in CELL.findall(lane):
        row["lane"].append(f"{cell.lower()} {IDS[name.strip()]} {citizens}".strip())
    return row | fields


def table(*seats: dict[str, Any], **header: Any) -> tt.Game:
    """A game that starts from a position: two seats or more (a second one is added), and fields of its header."""
    rows = seats if len(seats) > 1 else (*seats, seat())
    for name in ("supply", "deck"):
        if isinstance(header.get(name), str):
            header[name] = header[name].split()
    return tt.loads(tomlkit.dumps({"title": "penny_lane", **header, "seat": list(rows)}))


def everything_but(names: str) -> str:
    """A lane of all buildings except some (a name twice leaves out both copies), all as they were built."""
    left_out, cells, ends = names.split(), [], {"T": 0, "B": 0}
    for building in TITLE.cards.buildings:
        if building.id in left_out:
            left_out.remove(building.id)
            continue
        row = "TB"[building.row]
        ends[row] += 1
        cells.append(f"{row}+{ends[row]} {building.name}")
    return ", ".join(cells)


def walk(players: int, seed: int) -> Iterator[tt.Game]:
    """A game of random moves, seen before every ply and once more when it is over."""
    return shared.walk("penny_lane", players, seed)


def score(game: Position, seat: int = 0) -> int:
    return int(lanes.stars(game.state, record(game.cards.data), seat))


def income(game: Position, seat: int = 0) -> int:
    """What a lane brings at upkeep, gifts from others excluded."""
    return int(lanes.income(game.state, record(game.cards.data), seat))


def links(game: Position, seat: int = 0) -> tuple[int, int]:
    """Completed penny links and point links, doubled ones twice."""
    state, cards = game.state, record(game.cards.data)
    return int(lanes.links(state, cards, seat, s.PENNY)), int(lanes.links(state, cards, seat, s.POINT))


def worth(lane: str) -> tuple[int, int]:
    """The score and the income of a lane."""
    game = table(seat(lane))
    return score(game), income(game)


def pennies(game: Position) -> list[int]:
    return [int(x) for x in game.state.pennies[: game.players]]


def lane_of(game: Position, seat: int = 0) -> dict[str, tuple[str, int]]:
    """A lane by cell: the building's id and the citizens on it."""
    found = {}
    for card in game.state.lane[seat, : game.state.length[seat]]:
        building = game.cards.buildings[int(card)]
        cell = f"{'TB'[building.row]}{game.state.column[card]:+d}"
        found[cell] = building.id, int(game.state.citizens[card])
    return found


def supply(game: Position) -> list[str]:
    return [game.cards.buildings[int(card)].id for card in game.state.supply[: game.state.supply_left]]


def deck(game: Position) -> list[str]:
    """The deck from its top down."""
    return [game.cards.buildings[int(card)].id for card in game.state.deck[: game.state.deck_left][::-1]]


def verbs(game: Position) -> set[str]:
    """The first words of all legal moves."""
    return {move.split()[0] for move in game.legal_moves}


def pass_all(game: tt.Game) -> None:
    """Everybody passes, which ends the action phase."""
    for _ in range(game.players - int(game.state.passes)):
        game.push("pass")
