"""Moves as text and sentences. What else a title can say has defaults, which docs/titles.md of Tabletown lists."""

from tabletown.engine.errors import InvalidMove
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES

from . import state as s

ENDINGS = {s.ALL_PLAYED: "everybody has played six cards"}


def say(position: Position, seat: int, action: int) -> str:
    """The text of a move."""
    return f"play {position.cards.kinds[action].id}"


def read(position: Position, seat: int, text: str) -> int:
    """The action that a text means."""
    for action in range(s.KINDS):
        if text == say(position, seat, action):
            return action
    raise InvalidMove(f"{text!r} is not a move here: a move is 'play' and the name of a card")


def why_not(position: Position, seat: int, action: int) -> tuple[str, str]:
    """Why an action is not legal, and the rule that says so."""
    return f"there is no {position.cards.kinds[action].name} in this hand", "G-2"


def explain(position: Position, seat: int, action: int) -> str:
    """A move as a sentence without its subject."""
    return f"builds a {position.cards.kinds[action].name.lower()}"


def rule(position: Position) -> str:
    """The number of the rule that applies now."""
    return "G-2"


def board(position: Position) -> str:
    """The table as text. A view shows only its own hand: the others are wiped there."""
    kinds, state = position.cards.kinds, position.state
    lines = [f"{int(state.left)} cards in the deck"]
    for seat in range(position.players):
        built = ", ".join(f"{int(state.built[seat, kind])} {kinds[kind].name}" for kind in range(s.KINDS))
        hand = [kinds[kind].name for kind in range(s.KINDS) for _ in range(int(state.hand[seat, kind]))]
        shown = f" ({', '.join(hand)})" if hand else ""
        lines.append(f"{SEAT_NAMES[seat]}: {built}; {int(state.held[seat])} in hand{shown}")
    return "\n".join(lines)
