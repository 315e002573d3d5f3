"""The headings of the log of Milton Keynes: the year and its phase, as the rulebook calls it (MK-7)."""

from tabletown.engine.position import Position
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import SEASONS
from tabletown.games.plain_state import plain

CASH_COLLECTION, TRADING, BUILDING = "Cash Collection", "Trading", "Building"


def heading(position: Position, part: str) -> str:
    """The heading for a phase of the year of a position."""
    return f"Year {plain(position).year}, {part}"


def chapter(position: Position) -> str:
    """The heading under which the sentences of the next ply belong."""
    state = plain(position)
    phase = state.phase
    if not state.year:
        return "Set-up"
    if phase <= s.AFTER_COLLECTION:
        return heading(position, CASH_COLLECTION)
    if phase <= s.PURCHASE:
        return heading(position, SEASONS[state.season])
    return heading(position, BUILDING if phase >= s.POUCH else TRADING)
