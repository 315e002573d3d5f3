"""The state of a game, declared field by field with what it means.

From this follow the record of numbers that the rules work on, what is hidden from whom, positions and moves as text,
what learners see, and the drawing. Who plays, whose turn it is and the chance are in every state.
"""

from tabletown.engine.declared import BY_NOBODY, BY_OWNER, COUNTS, PILE, Cards, CardType, Count, Declared, Move

SEATS = 4
HAND, PLAYS = 3, 6  # cards in a hand, and how many each seat plays in a game
HOUSE, PARK = range(2)  # in the order of cards.toml

KIND = CardType("kind", 2, {"points": "points", "neighbours": "for each house of yours"})

GAME = Declared(
    seats=SEATS,
    fields=(
        Cards("deck", KIND, PILE, room=24, length="left", seen=BY_NOBODY),
        Cards("hand", KIND, COUNTS, each=True, length="held", seen=BY_OWNER),
        Cards("built", KIND, COUNTS, each=True),
        Count("score", 99, each=True, says="points"),
    ),
    moves={"play": Move(KIND, of="hand", says="builds a {kind}")},
    endings=("everybody has played six cards",),
)

PLAYING = 1  # the phase
ALL_PLAYED = 1  # why the game ended
