"""What happened since somebody's last turn: a part of their own log, so nothing that they may not know."""

from collections.abc import Sequence

from tabletown.server.play.log import plies_told, tell
from tabletown.server.play.table import Line, Table


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
