"""States as plain Python values, for words and drawings.

Reading one attribute of a NumPy record takes some microseconds, and calling a kernel with a record even more. Words and
drawings read dozens of them for every view, so they read each field once, as integers and lists of integers.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.position import Position
from tabletown.engine.state import Records


class PlainState:
    """The first record of an array with its fields as attributes: integers, and lists of integers.

    A field is read when it is first asked for. The lists are shared: do not change them.
    """

    def __init__(self, records: Records) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked for by copy and pickle, before there are records
            raise AttributeError(name)
        try:
            value = self._records[name][0].tolist()
        except ValueError as error:
            raise AttributeError(f"there is no field {name!r}") from error
        self.__dict__[name] = value  # found there from now on
        return value


def plain(position: Position) -> PlainState:
    """The state of a position as it is now. It is not kept up to date: ask again after a move."""
    return _plain(position.states.tobytes(), position.states.dtype)


@lru_cache(maxsize=128)  # the words and the drawing of one view ask for it dozens of times
def _plain(data: bytes, dtype: np.dtype[np.void]) -> PlainState:
    return PlainState(np.frombuffer(data, dtype))


@lru_cache(maxsize=4096)  # several functions of a title's words look at the same ply
def decoded(actions: Actions, action: int) -> tuple[str, tuple[int, ...]]:
    """The verb and the arguments of an action, as `actions.decode` gives them."""
    return actions.decode(action)
