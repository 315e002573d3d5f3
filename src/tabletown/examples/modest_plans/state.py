"""The state of a game, declared field by field with what it means.

From this follow the record of numbers that the rules work on, what is hidden from whom, positions and moves as text,
what learners see, and the drawing. Who plays, whose turn it is and the chance are in every state.
"""

from tabletown.engine.declared import (
    BY_NOBODY,
    BY_OWNER,
    COUNTS,
    PILE,
    Cards,
    CardType,
    Count,
    Declared,
    Move,
    OneCard,
    SeatOf,
)

SEATS, KINDS = 4, 14
HAND, MEETINGS = 4, 8  # cards in a hand, and how often the town meets
GROUPS = ("home", "green", "trade", "works")  # 1 to 4 in cards.toml
DIFFERENT_GROUPS = 5  # what a card counts whose `of` is 5
LARGEST = 14  # the largest plot

BUILDING = CardType(
    "building",
    KINDS,
    {"plot": "acres", "group": GROUPS, "points": "points", "each": "", "of": ""},
    costs=("plot",),
)

GAME = Declared(
    seats=SEATS,
    fields=(
        Cards("deck", BUILDING, PILE, room=48, length="left", seen=BY_NOBODY),
        Cards("square", BUILDING, COUNTS, says="on the square"),
        Count("meeting", MEETINGS, says="meetings held"),
        SeatOf("first", says="first among equals"),
        Cards("hand", BUILDING, COUNTS, each=True, length="held", seen=BY_OWNER),
        OneCard("plan", BUILDING, each=True, seen=BY_OWNER, says="secret plan"),
        Count("asked", LARGEST, each=True, says="acres asked for"),
        Cards("town", BUILDING, COUNTS, each=True),
    ),
    moves={
        "bring": Move(BUILDING, of="hand", says="brings the plan of a {building}"),
        "take": Move(BUILDING, of="square", says="builds a {building}"),
    },
    phases=("bringing plans", "choosing plans"),
    endings=("the last meeting has been held",),
    max_legal=KINDS,
)

BRING, CHOOSE = 1, 2  # the phases
ALL_HELD = 1  # why the game ended
