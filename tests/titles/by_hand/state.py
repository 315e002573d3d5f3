"""The state of a game: one record of fixed size. Who plays, whose turn it is and the chance are in its header."""

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.state import state_dtype

SEATS, KINDS, COPIES = 4, 2, 12
HOUSE, PARK = range(KINDS)  # in the order of cards.toml
HAND, PLAYS = 3, 6  # cards in a hand, and how many each seat plays in a game
DECK = KINDS * COPIES  # enough: 4 seats draw 6 cards each
UNKNOWN = 255

PLAYING = 1  # the phase
ALL_PLAYED = 1  # why the game ended

ACTIONS = Actions(play=(KINDS,))  # what a seat can do: play a card of a kind
MAX_LEGAL = KINDS

STATE = state_dtype(
    [
        ("deck", np.uint8, DECK),  # kinds; the last of the first `left` is on top
        ("left", np.uint8),
        ("hand", np.uint8, (SEATS, KINDS)),  # how many of each kind: a secret of the seat
        ("held", np.uint8, SEATS),  # how many cards: everybody sees that
        ("built", np.uint8, (SEATS, KINDS)),  # what each seat has played
        ("score", np.uint8, SEATS),  # at most 2 a card or 1 for each of 5 houses: below 30
    ]
)
CARDS = np.dtype([("points", np.int32, KINDS), ("neighbours", np.int32, KINDS)])
