"""What a reader learns from a ply beyond the ply itself: cards that were shown, drawn, given and stolen (6.3).

Everything is told by comparing two views of the same reader, so no line can hold more than the reader may know.
"""

from collections.abc import Sequence

from tabletown.engine.english import listing
from tabletown.engine.position import Position
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.text.names import card_name, members, possessive
from tabletown.games.plain_state import plain


def news(before: Position, after: Position) -> list[tuple[int, str]]:
    """Cards shown to all; and of the reader's own hand, what came to it unseen and what was taken from it."""
    was, now = plain(before), plain(after)
    seat, actor = after.seat, was.current
    shown = members(now.shown)
    lines = [(actor, f"shows {_cards(after, shown)}")] if shown else []
    if seat is None or seat < 0 or was.phase == s.CITY or now.phase == s.CITY:
        return lines
    held, holds = set(members(was.hand[seat])), set(members(now.hand[seat]))
    drawn = sorted(holds - held - _in_sight(before) - set(shown))
    if drawn:
        lines.append((seat, f"now holds {_cards(after, drawn)}"))
    if actor != seat and held - holds:
        lines.append((actor, f"takes {_cards(after, sorted(held - holds))} from {possessive(seat)} hand"))
    return lines


def _cards(position: Position, numbers: Sequence[int]) -> str:
    return listing([card_name(position, number) for number in numbers])


def _in_sight(position: Position) -> set[int]:
    """Cards that lay open before: the sentence of the ply itself says who takes one."""
    state = plain(position)
    tops = {top for row in state.top for top in row}
    return set(state.row) | set(members(state.pile)) | tops
