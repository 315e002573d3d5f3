"""The log in words: what happened at a table, as one seat saw it happen.

Every ply is told from the views that the reader's seat had just before and after it, so a line can hold no more than
the reader could see. A ply that was hidden from the reader is not told.
"""

from collections.abc import Sequence

from tabletown.engine.log_sentences import tell as tell_ply
from tabletown.engine.position import Position
from tabletown.server.play.table import Line, Note, Table


def tell(table: Table, reader: int, since: int = 0, until: int | None = None) -> list[Line]:
    """The log of a table for one reader (-1: a spectator), oldest first, notes included.

    All of it, or the plies from one to another with the notes since the first.
    """
    told = plies_told(table, reader)[:until]
    lines: list[Line] = []
    notes = sorted(
        (note for note in table.notes if note.ply >= since and _is_open(note, told)), key=lambda note: note.ply
    )
    for ply, said in enumerate(told[since:], since):
        while notes and notes[0].ply <= ply:
            lines.append(_aside(notes.pop(0), lines))
        lines += said or ()
    for note in notes:
        lines.append(_aside(note, lines))
    return lines


def recap(table: Table, reader: int, own: Sequence[int]) -> tuple[Line, ...]:
    """The log for a reader since the last turn of the owner of these seats; empty if there is nothing to tell.

    While they move it stays as it was. What a bot did while they were away is news to them.
    """
    told = plies_told(table, reader)
    mine = [ply.seat in own and ply.hand == "own" for ply in table.timeline.made]
    seen = [n for n, lines in enumerate(told) if lines is not None]  # what others do in secret must not break a turn
    until = len(told)
    while seen and mine[seen[-1]]:
        until = seen.pop()
    since = next((n + 1 for n in reversed(seen) if mine[n]), None)
    if since is None or not any(told[since:until]):
        return ()
    return tuple(tell(table, reader, since, until))


def plies_told(table: Table, reader: int) -> list[tuple[Line, ...] | None]:
    """What a reader is told of each ply that stands; None of one that was hidden from them."""
    told = table.told.setdefault(reader, [])
    for ply in range(len(told), len(table.game.history)):
        told.append(_lines(table, reader, ply))
    return told


def _lines(table: Table, reader: int, ply: int) -> tuple[Line, ...] | None:
    """The lines of a ply; None if the reader saw nothing of it."""
    before, after = (_view(table, reader, number) for number in (ply, ply + 1))
    said = tell_ply(before, after, table.game.history[ply])
    if said is None:
        return None
    return tuple(Line(one.seat, one.text, one.pieces, table.title.words.status(before)) for one in said)


def _view(table: Table, reader: int, ply: int) -> Position:
    """What a reader saw after so many plies."""
    is_now = ply == len(table.game.history)
    return table.visibility.view(reader) if is_now else table.game.at(ply).view(reader)


def _is_open(note: Note, told: Sequence[tuple[Line, ...] | None]) -> bool:
    """Whether a reader may hear a note: what is said of a ply is as secret as the ply."""
    return not note.of_ply or (note.ply < len(told) and told[note.ply] is not None)


def _aside(note: Note, lines: Sequence[Line]) -> Line:
    return Line(note.seat, note.text, (), lines[-1].round if lines else "")
