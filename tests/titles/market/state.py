"""The state of Market."""

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.state import state_dtype

SEATS, KINDS, COPIES, ROW = 3, 4, 3, 2
DECK = KINDS * COPIES
NONE = 255

CHOOSING = 1
ROW_EMPTY = 1

ACTIONS = Actions(take=(ROW,), skip=())  # `skip` came with number 2: verbs are only appended
MAX_LEGAL = ROW + 1

STATE = state_dtype(
    [
        ("deck", np.uint8, DECK),  # kinds; the last one is on top
        ("left", np.uint8),
        ("row", np.uint8, ROW),
        ("held", np.uint8, (SEATS, KINDS)),
        ("gone", np.uint8, KINDS),
        ("skipped", np.uint8, SEATS),  # from number 2 on
        ("current", np.uint8),
    ]
)
CARDS = np.dtype([("points", np.int32, KINDS)])
