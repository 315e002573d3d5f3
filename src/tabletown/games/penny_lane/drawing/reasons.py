"""Why a piece cannot be used now: said on it, with the rule."""

from collections.abc import Callable

from tabletown.engine.english import capital
from tabletown.engine.position import Position
from tabletown.engine.value import replace
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.text.notation import why_not
from tabletown.render.scene import Piece

Reason = tuple[str, str]
"""A sentence without its full stop, and the rule that says so; both empty if there is nothing to say."""
NO_REASON: Reason = ("", "")

Why = Callable[..., Reason]
"""Tells why the move of a verb and its arguments cannot be made."""


def reasons(position: Position, seat: int) -> Why:
    """Reasons for a seat that is to act; nothing for all others, who can only wait."""

    def why(verb: str, *args: int) -> Reason:
        return why_not(position, seat, s.ACTIONS.encode(verb, *args))

    def nothing(verb: str, *args: int) -> Reason:
        return NO_REASON

    return why if seat >= 0 and position.turn == seat else nothing


def said(piece: Piece, reason: Reason) -> Piece:
    """A piece that says why it cannot be used."""
    sentence, rule = reason
    return replace(piece, label=f"{piece.label} {capital(sentence)}.", rule=rule) if sentence else piece
