"""The log in words: what happened at a table, as one reader saw it.

The sentences of a ply are made from the views that the reader's seat had just before and after it, so they contain no
more than the reader could see. A ply that was hidden from the reader has none.
"""

from collections.abc import Sequence

from tabletown.engine.log_sentences import chapter
from tabletown.engine.log_sentences import tell as tell_ply
from tabletown.engine.position import Position
from tabletown.server.play.table import Line, Note, Table
from tabletown.server.play.timeline import TimedPly


def log_lines(table: Table, reader: int, since: int = 0, until: int | None = None) -> list[Line]:
    """The log of a table for one reader (-1: a spectator), oldest first, with notes.

    With `since` and `until`, only that range of plies, with all notes since its beginning.
    """
    by_ply = lines_by_ply(table, reader)[:until]
    lines: list[Line] = []
    notes = sorted(
        (note for note in table.notes if note.ply >= since and _is_open(note, by_ply)), key=lambda note: note.ply
    )
    for ply, sentences in enumerate(by_ply[since:], since):
        while notes and notes[0].ply <= ply:
            lines.append(_note_line(notes.pop(0), lines))
        lines += sentences or ()
    for note in notes:
        lines.append(_note_line(note, lines))
    return lines


def recap(table: Table, reader: int, own: Sequence[int]) -> tuple[Line, ...]:
    """The log since the last turn of the owner of these seats; empty if nothing happened since.

    It stays the same during the owner's turn. Moves of a bot that stood in for the owner are part of it.
    """
    by_ply = lines_by_ply(table, reader)
    mine = _own_turns(table.timeline.plies, own)
    seen = [n for n, lines in enumerate(by_ply) if lines is not None]  # secret moves of others do not end a turn
    until = len(by_ply)
    while seen and mine[seen[-1]]:
        until = seen.pop()
    since = next((n + 1 for n in reversed(seen) if mine[n]), None)
    if since is None or not any(by_ply[since:until]):
        return ()
    return tuple(log_lines(table, reader, since, until))


def _own_turns(plies: Sequence[TimedPly], own: Sequence[int]) -> list[bool]:
    """Whether each ply is one that the owner of these seats made, or a forced one that ended such a turn."""
    found: list[bool] = []
    for index, ply in enumerate(plies):
        ends = bool(index) and found[-1] and plies[index - 1].seat == ply.seat and ply.made_by == "forced"
        found.append(ply.seat in own and (ply.made_by == "own" or ends))
    return found


def lines_by_ply(table: Table, reader: int) -> list[tuple[Line, ...] | None]:
    """The lines of each ply for a reader; None for a ply that was hidden from the reader. Kept in the table."""
    by_ply = table.lines_by_reader.setdefault(reader, [])
    for ply in range(len(by_ply), len(table.game.history)):
        by_ply.append(_lines(table, reader, ply))
    return by_ply


def _lines(table: Table, reader: int, ply: int) -> tuple[Line, ...] | None:
    """The lines of a ply; None if it was hidden from the reader."""
    before, after = (_view(table, reader, number) for number in (ply, ply + 1))
    sentences = tell_ply(before, after, table.game.history[ply], table.game.at(ply))
    if sentences is None:
        return None
    heading, forced, seat = chapter(before), known_as_forced(table, reader, ply), table.game.history[ply].seat
    return tuple(
        Line(one.seat, one.text, one.pieces, one.heading or heading, one.rules, forced and one.seat == seat)
        for one in sentences
    )


def known_as_forced(table: Table, reader: int, ply: int) -> bool:
    """Whether a ply played itself because its seat had one choice, and the reader may know that."""
    timed = table.timeline.plies[ply]
    return timed.made_by == "forced" and (timed.is_open or timed.seat == reader)


def _view(table: Table, reader: int, ply: int) -> Position:
    """The view of a reader after so many plies."""
    is_now = ply == len(table.game.history)
    return table.visibility.view(reader) if is_now else table.game.at(ply).view(reader)


def _is_open(note: Note, by_ply: Sequence[tuple[Line, ...] | None]) -> bool:
    """Whether a reader may see a note: a note on a ply is as secret as the ply."""
    return not note.of_ply or (note.ply < len(by_ply) and by_ply[note.ply] is not None)


def _note_line(note: Note, lines: Sequence[Line]) -> Line:
    return Line(note.seat, note.text, (), lines[-1].round if lines else "")
