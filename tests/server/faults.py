"""A server that dies at the worst moment of somebody's move."""

import os
import signal
from collections.abc import Callable
from typing import Any

from tabletown.server.store import writing
from tabletown.server.store.protocol import Append
from tabletown.server.store.sql import SqlStore
from tabletown.server.web.tables import TablePages

MOMENTS = {
    "before the write": False,
    "before the commit": False,
    "before others are told": True,
    "before the answer": True,
}
"""When a server may die, and whether the move has been made by then."""


def arm(moment: str) -> None:
    """Let this process be killed at this moment of the first move that a person makes."""
    if moment == "before the write":
        _around(SqlStore, "append", before=_die_of_a_move)
    elif moment == "before the commit":
        _around(writing, "append", after=_die_of_a_move)
    elif moment == "before others are told":
        _around(SqlStore, "append", after=_die_of_a_move)
    elif moment == "before the answer":
        _around(TablePages, "after_change", before=_die)
    else:
        assert not moment, f"there is no moment {moment}"


def _around(
    owner: Any,
    name: str,
    before: Callable[..., None] = lambda *_: None,
    after: Callable[..., None] = lambda *_: None,
) -> None:
    original = getattr(owner, name)

    def wrapped(*args: Any) -> Any:
        before(*args)
        result = original(*args)
        after(*args)
        return result

    setattr(owner, name, wrapped)


def _die_of_a_move(*args: Any) -> None:
    wanted = next(arg for arg in args if isinstance(arg, Append))
    if wanted.request is not None and wanted.events[-1].kind == "move":
        _die()


def _die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
