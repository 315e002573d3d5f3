"""What happened since somebody's last move: the end of their own log, so nothing that they may not know."""

from collections.abc import Sequence

from tabletown.server.story import plies_told, tell
from tabletown.server.table import Line, Table


def recap(table: Table, reader: int, own: Sequence[int]) -> tuple[Line, ...]:
    """The log for a reader since the owner of these seats made a move; empty if nobody else has moved.

    What a bot did while they were away is news to them.
    """
    if not own:
        return ()
    mine = (n for n, ply in enumerate(table.course.made, 1) if ply.seat in own and ply.hand == "own")
    since = max(mine, default=0)
    if not any(plies_told(table, reader)[since:]):
        return ()
    return tuple(tell(table, reader, since))
