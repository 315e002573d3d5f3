"""The log in words: what happened at a table, as one seat saw it happen.

Every ply is told from the view that the reader's seat had just before it, so a line can hold no more than the reader
could see. Plies that are only half a sentence are left out; the ply that finishes the sentence tells all of it.
"""

from tabletown.server.tables import Line, Table


def tell(table: Table, reader: int) -> list[Line]:
    """The log of a table for one reader (-1: a spectator), oldest first, notes included."""
    told = table.told.setdefault(reader, [])
    for ply in range(len(told), len(table.game.history)):
        told.append(_line(table, reader, ply))
    lines: list[Line] = []
    notes = sorted(table.notes, key=lambda note: note.ply)
    for ply, line in enumerate(told):
        while notes and notes[0].ply <= ply:
            note = notes.pop(0)
            lines.append(Line(note.seat, note.text, (), lines[-1].round if lines else ""))
        if line is not None:
            lines.append(line)
    lines += [Line(note.seat, note.text, (), lines[-1].round if lines else "") for note in notes]
    return lines


def _line(table: Table, reader: int, ply: int) -> Line | None:
    words = table.title.words
    view = table.game.at(ply).view(reader)
    seat, action = table.game.history[ply].seat, table.game.history[ply].action
    if words.partial(view, action):
        return None
    touched = tuple(words.touches(view, seat, action))
    return Line(seat, words.explain(view, seat, action), touched, words.status(view))
