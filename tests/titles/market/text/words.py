"""Moves of Market as text and sentences."""

from tabletown.engine.english import capital
from tabletown.engine.errors import InvalidMove
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.render.scene import Button

from .. import state as s
from ..cards import Building

ENDINGS = {s.ROW_EMPTY: "the row is empty"}
SKIP = s.ACTIONS.encode("skip")


def building_at(position: Position, place: int) -> Building | None:
    """The building at a place of the row."""
    kind = int(position.state.row[place])
    found: Building | None = None if kind == s.NONE else position.cards.buildings[kind]
    return found


def say(position: Position, seat: int, action: int) -> str:
    """The text of a move."""
    building = None if action == SKIP else building_at(position, action)
    return "skip" if action == SKIP else f"take {building.id if building else '?'}"


def read(position: Position, seat: int, text: str) -> int:
    """The action that a text means."""
    if text == "skip":
        return SKIP
    for place in range(s.ROW):
        if text == say(position, seat, place):
            return place
    raise InvalidMove(f"{text!r} is not a move here: a move is skip, or take and a building of the row")


def why_not(position: Position, seat: int, action: int) -> tuple[str, str]:
    """Why an action is not legal."""
    return "a turn can be skipped once, from number 2 of the rules on, while the deck lasts", "M-2"


def partial(position: Position, action: int) -> bool:
    """No ply is part of a move."""
    return False


def touches(position: Position, seat: int, action: int) -> list[str]:
    """Buildings have no ids: there are three of each."""
    return []


def explain(position: Position, seat: int, action: int) -> str:
    """A move as a sentence without its subject."""
    if action == SKIP:
        return "skips the turn"
    building = building_at(position, action)
    return f"takes the {building.name} for {building.points} points" if building else "takes nothing"


def button(position: Position, seat: int, action: int) -> Button:
    """A move as a button."""
    sentence = capital(explain(position, seat, action))
    return Button(say(position, seat, action), sentence, sentence)


def status(position: Position) -> str:
    """Where the game stands."""
    return "Over" if position.is_game_over() else f"{position.state.left} left"


def prompt(position: Position, seat: int) -> tuple[str, str]:
    """What the seat should do."""
    turn = position.turn
    if turn is None:
        return "", "The game is over"
    return "Turn", "Take a building" if turn == seat else f"{SEAT_NAMES[turn]} is to act"


def rule(position: Position) -> str:
    """The rule that applies now."""
    return "M-1"


def board(position: Position) -> str:
    """The table as text."""
    row = [building.name for place in range(s.ROW) if (building := building_at(position, place))]
    return f"Market by the rules {position.rules}: {', '.join(row)}; scores {position.scores()}"
