"""Log sentences: a ply in words, as one reader may see it. Also the optional functions of a title's words module.

A words module tells a ply by `explain(view, seat, action)`. It may define

- `told(before, after, seat, action)`: the sentence of a ply where the reader knows more after it than before it; None
  means that `explain` says all there is, an empty text that the ply needs no sentence;
- `news(before, after, ply, opened)`: what happened without a choice, or became public, as a list of `LogSentence`;
- `OPENED`, fields of the state that hold sealed decisions: when a ply turns them over and settles them at once, no view
  shows them, so `news` gets them in `opened`, as they were before the ply;
- `rules_of(before, seat, action)`: the numbers of the rules that a ply applies;
- `chapter(position)`: the heading of the log under which a ply belongs, where that is not the `status`;
- `tie_breaks(position)`: what decides between seats with equal points, see `final_result.py`;
- `entries(view, seat)`, the choices that are typed as a number, and with it `typed(view, action)`, whether an action is
  such a choice;
- `Memory`, what a reader knows from earlier views (`server/play/memory.py`);
- `THEMES`, what a puzzle is about by the verb of its move, or `theme(view, seat, actions)`, the same by more than that;
- `composition(view, seat, memory)`, the move of several plies that a page puts together and sends in one piece.

Sentences hold marks for seats (`seat_marks.py`): `sentence_of` puts one into words for a reader.
"""

from typing import Any

from tabletown.engine.final_result import final_sentences
from tabletown.engine.game import Ply
from tabletown.engine.position import Position
from tabletown.engine.sentence import LogSentence, Opened, sentence_of

__all__ = ["LogSentence", "chapter", "composition", "entries", "sentence_of", "tell", "typed", "view_changed"]


def view_changed(before: Position, after: Position) -> bool:
    """Whether a reader's view changed."""
    return before.states.tobytes() != after.states.tobytes()


def tell(before: Position, after: Position, ply: Ply, whole: Position) -> list[LogSentence] | None:
    """The sentences of a ply, from a reader's views before and after it; None if the ply was hidden from the reader.

    A ply that is only part of a move has no sentence: the ply that completes the move tells all of it. Where a title's
    `explain` returns nothing, its `news` tells the ply: so it is with the last of several simultaneous decisions.
    `whole` is the position before the ply with all that is hidden. Nothing is read of it but the sealed decisions that
    the ply turned over (`OPENED`).
    """
    if before.seat != ply.seat and not view_changed(before, after):
        return None
    words = before.title.words
    said = []
    text = _text(words, before, after, ply)
    if text:
        rules_of = getattr(words, "rules_of", None)
        rules = rules_of(before, ply.seat, ply.action) if rules_of else ()
        said.append(LogSentence(ply.seat, text, tuple(words.touches(before, ply.seat, ply.action)), rules))
    news = getattr(words, "news", None)
    if news:
        said += news(before, after, ply, _opened(before, after, whole))
    if after.is_game_over() and not before.is_game_over():
        said += final_sentences(after)
    return said


def chapter(position: Position) -> str:
    """The heading of the log under which the sentences of the next ply belong, unless one has a heading of its own."""
    words = position.title.words
    named: str = words.chapter(position) if hasattr(words, "chapter") else words.status(position)
    return named


def _opened(before: Position, after: Position, whole: Position) -> Opened:
    """The sealed decisions that a ply turned over; empty if it turned over nothing."""
    fields = getattr(before.title.words, "OPENED", ())
    if not fields or before.states["reveals"][0] == after.states["reveals"][0]:
        return {}
    return {field: whole.states[field][0].tolist() for field in fields}


def _text(words: Any, before: Position, after: Position, ply: Ply) -> str:
    """The sentence of the ply itself; empty if it has none."""
    told = getattr(words, "told", None)
    text: str | None = told(before, after, ply.seat, ply.action) if told else None
    if text is None:
        text = "" if words.partial(before, ply.action) else words.explain(before, ply.seat, ply.action)
    return text


def entries(view: Position, seat: int) -> tuple[Any, ...]:
    """The choices of a seat that are typed as a number, as `render.scene.Entry`; empty if the seat may not act."""
    listed = getattr(view.title.words, "entries", None)
    return tuple(listed(view, seat)) if listed and seat in view.waiting else ()


def composition(view: Position, seat: int, memory: Any = None) -> Any:
    """What a seat may put together and send in one piece, as `render.scene.Composition`; None if there is nothing."""
    found = getattr(view.title.words, "composition", None)
    return found(view, seat, memory) if found and seat in view.waiting else None


def typed(view: Position, action: int) -> bool:
    """Whether an action is chosen by typing a number, so that it needs no button of its own."""
    words = view.title.words
    return hasattr(words, "entries") and bool(words.typed(view, action))
