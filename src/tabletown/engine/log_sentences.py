"""What a reader is told of a ply, and what a title's words may say beyond what they must.

A words module may define `news(before, after)`, what became public between two views of one reader, as pairs of a seat
(or -1) and a sentence without its subject; `entries(view, seat)`, the choices that are typed as a number; and
`typed(view, action)`, whether an action is one of those. Titles that do not define them have none.
"""

from dataclasses import dataclass
from typing import Any

from tabletown.engine.game import Ply
from tabletown.engine.position import Position


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence; its subject is the seat, if it has one (-1: none)."""

    seat: int
    text: str
    pieces: tuple[str, ...] = ()  # ids of the pieces it touched


def sees(before: Position, after: Position) -> bool:
    """Whether anything changed for a reader between two of their views."""
    return before.states.tobytes() != after.states.tobytes()


def tell(before: Position, after: Position, ply: Ply) -> list[Saying] | None:
    """A ply in words, from a reader's views before and after it; None if it was hidden from them.

    A ply that is only half a sentence is left to the next one, which tells all of it. A title whose `explain` returns
    nothing leaves a ply to its news: for the one that completes a sealed decision of several seats.
    """
    if before.seat != ply.seat and not sees(before, after):
        return None
    words = before.title.words
    said = []
    if not words.partial(before, ply.action):
        text = words.explain(before, ply.seat, ply.action)
        if text:
            said.append(Saying(ply.seat, text, tuple(words.touches(before, ply.seat, ply.action))))
    news = getattr(words, "news", None)
    return said + [Saying(seat, text) for seat, text in (news(before, after) if news else ())]


def entries(view: Position, seat: int) -> tuple[Any, ...]:
    """The choices of a seat that are typed as a number (`render.scene.Entry`)."""
    listed = getattr(view.title.words, "entries", None)
    return tuple(listed(view, seat)) if listed and seat in view.waiting else ()


def typed(view: Position, action: int) -> bool:
    """Whether an action is chosen by typing a number, so that it needs no button of its own."""
    words = view.title.words
    return hasattr(words, "entries") and bool(words.typed(view, action))
