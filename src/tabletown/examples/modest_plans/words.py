"""Words of our own; all others follow from the declared fields."""

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES

from . import state as s


def status(position: Position) -> str:
    """How far the game is."""
    if position.is_game_over():
        return "Over"
    return f"Meeting {int(position.state.meeting) + 1} of {s.MEETINGS}"


def prompt(position: Position, seat: int) -> tuple[str, str]:
    """What the page asks a seat to do, and where."""
    if position.is_game_over():
        return "", "The game is over"
    if seat not in position.waiting:
        return "", f"{' and '.join(SEAT_NAMES[one] for one in position.waiting)} to choose"
    if position.state.phase == s.BRING:
        return "", "Choose a plan in secret: the smallest one chooses first"
    return "", "Choose what you build"
