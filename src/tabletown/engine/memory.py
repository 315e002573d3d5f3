"""States as bytes: snapshots of a state, arrays made of them, and the fields of the common header read from them.

NumPy copies a record field by field and makes a new object for every field that is read. Bytes are copied at once and
read by their place, which takes a tenth of the time; a game does both at every ply.
"""

from struct import Struct
from typing import TypeAlias

import numpy as np

from tabletown.engine.kernel import COMPILED
from tabletown.engine.state import HEADER, MAX_SEATS, Records

Memory: TypeAlias = bytearray | memoryview
"""The bytes of one state that can be written: what is written there changes the state."""

_PLACES = {name: place for name, (_, place, *_) in (np.dtype(list(HEADER), align=True).fields or {}).items()}
WAITING, PLAYERS, ENDED = _PLACES["waiting"], _PLACES["players"], _PLACES["ended"]
RULES, EDITION = _PLACES["rules"], _PLACES["edition"]
"""Where these fields of one byte lie in every state."""
SEATS_OF = tuple(tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1) for mask in range(1 << MAX_SEATS))
"""The seats of every bit mask."""
TURN_OF = tuple(seats[0] if seats else None for seats in SEATS_OF)
"""The first seat of every bit mask; None for the empty one."""

_int32 = Struct("=i")


def memory_of(states: Records) -> memoryview:
    """The memory of an array of one state."""
    return states.view(np.uint8).data


def states_in(memory: Memory, dtype: np.dtype[np.void]) -> Records:
    """The array of the one state in some memory, as kernels accept it, compiled or not."""
    states: Records = np.ndarray(1, dtype, memory)
    return states if COMPILED else states.view(np.recarray)


def ply_of(state: bytes | Memory) -> int:
    """How many decisions had been made in a state."""
    number: int = _int32.unpack_from(state, _PLACES["ply"])[0]
    return number


def reveals_of(state: bytes | Memory) -> int:
    """How much had been revealed in a state."""
    number: int = _int32.unpack_from(state, _PLACES["reveals"])[0]
    return number
