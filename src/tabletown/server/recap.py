"""What happened since somebody's last turn: a part of their own log, so nothing that they may not know."""

from collections.abc import Sequence

from tabletown.server.story import plies_told, tell
from tabletown.server.table import Line, Table


def recap(table: Table, reader: int, own: Sequence[int]) -> tuple[Line, ...]:
    """The log for a reader since the last turn of the owner of these seats; empty if there is nothing to tell.

    While they move it stays as it was. What a bot did while they were away is news to them.
    """
    mine = [ply.seat in own and ply.hand == "own" for ply in table.course.made]
    until = len(mine)
    while until and mine[until - 1]:
        until -= 1
    since = max((n for n, is_mine in enumerate(mine[:until], 1) if is_mine), default=0)
    if not since or not any(plies_told(table, reader)[since:until]):
        return ()
    lines = tell(table, reader, since)
    return tuple(lines[: len(lines) - len(tell(table, reader, until))])
