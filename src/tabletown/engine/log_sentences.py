"""Log sentences: a ply in words, as one reader may see it. Also the optional functions of a title's words module.

A words module may define `news(before, after)`: what became public between two views of the same reader, as pairs of a
seat (or -1) and a sentence without its subject. It may define `entries(view, seat)`, the choices that are typed as a
number, and with it `typed(view, action)`, whether an action is such a choice.
"""

from dataclasses import dataclass
from typing import Any

from tabletown.engine.game import Ply
from tabletown.engine.position import Position


@dataclass(frozen=True, slots=True)
class LogSentence:
    """A sentence of the log. Its subject, which the text leaves out, is the seat; -1 for a sentence without one."""

    seat: int
    text: str
    pieces: tuple[str, ...] = ()  # ids of the pieces that the ply moved or changed


def view_changed(before: Position, after: Position) -> bool:
    """Whether a reader's view changed."""
    return before.states.tobytes() != after.states.tobytes()


def tell(before: Position, after: Position, ply: Ply) -> list[LogSentence] | None:
    """The sentences of a ply, from a reader's views before and after it; None if the ply was hidden from the reader.

    A ply that is only part of a move has no sentence: the ply that completes the move tells all of it. Where a title's
    `explain` returns nothing, its `news` tells the ply: so it is with the last of several simultaneous decisions.
    """
    if before.seat != ply.seat and not view_changed(before, after):
        return None
    words = before.title.words
    said = []
    if not words.partial(before, ply.action):
        text = words.explain(before, ply.seat, ply.action)
        if text:
            said.append(LogSentence(ply.seat, text, tuple(words.touches(before, ply.seat, ply.action))))
    news = getattr(words, "news", None)
    return said + [LogSentence(seat, text) for seat, text in (news(before, after) if news else ())]


def entries(view: Position, seat: int) -> tuple[Any, ...]:
    """The choices of a seat that are typed as a number, as `render.scene.Entry`; empty if the seat may not act."""
    listed = getattr(view.title.words, "entries", None)
    return tuple(listed(view, seat)) if listed and seat in view.waiting else ()


def typed(view: Position, action: int) -> bool:
    """Whether an action is chosen by typing a number, so that it needs no button of its own."""
    words = view.title.words
    return hasattr(words, "entries") and bool(words.typed(view, action))
