"""The state of a Paper Skylines game, the record of its cards, and the names of the numbers in both."""

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.state import state_dtype

# Capacities. Every building card is in exactly one place, so sets of cards are bit masks over all of them: one word for
# levels 1-2 and one for levels 3-4, and no set can overflow. A city has at most 32 slots by rule (PS-18a). Level 4's
# deck grows by the reshuffle to at most the cards of levels 3 and 4 (PS-64); the other decks only shrink from the cards
# of their level and the round-end card.
SEATS, SLOTS, ROW = 4, 32, 3
LEVELS, TYPES, SITES, TRACKS = 4, 5, 5, 3
BUILDINGS, CITIES = 85, 12
SPLIT = 40  # cards from here on are of levels 3 and 4 and lie in the second word
LEVEL_START = (0, 20, 40, 65, 85)  # the first card of each level, and the end
DECK = 46  # levels 3 and 4 (45), or one level (25) and its round-end card
ACHIEVEMENTS, LINES = 8, 8
CODE = 512  # instructions of all cards together; the card loader refuses more
# Effect lists in progress. The deepest is a discard for action (1) of a chain card (2), its trade (3), the other card
# (4), its block (5), a block in that (6), and a city's bonus (7). The card loader counts the depth of every card.
FRAMES = 7
MOST_OPTIONS = 4  # of a `choose`

UNKNOWN = 0  # the value of a chip that the viewer may not know
NONE = 254
ROUND_END = 240  # the round-end card of a deck
BACK = 240  # BACK + level: a card of which the viewer sees only the back
FRESH = 255  # a step of an effect that has not begun

PROFIT, PRESTIGE, POPULATION = range(3)
ANY_TRACK, ONE_TRACK, LOWEST, EACH = 3, 4, 5, 6

# Spots for building: a slot (a building or a lot), or one of the ends.
LEFT_END, RIGHT_END = SLOTS, SLOTS + 1
SPOTS = SLOTS + 2

# Phases: who is asked what. In every phase but CITY the seat at turn is asked.
GAME_OVER, CITY, ACTION, PLAN, SPOT, PAY, HAND, TAKE, KEEP = range(9)
OWN, ROB, RIVAL, TRACK, TYPE, OPTION, YES_NO, ACHIEVEMENT = range(9, 17)

LAST_LEVEL = 1  # why the game ended

ACTIONS = Actions(
    # a turn's choices (PS-20)
    build=(),
    tuck=(),
    discard=(),
    advance=(),
    draw=(),
    claim=(),
    end=(),
    mayor=(SLOTS,),
    # what they ask (section 6.1 of the rules)
    city=(CITIES,),
    plan=(BUILDINGS,),  # the card to build
    spot=(SPOTS,),
    pay=(BUILDINGS,),
    card=(BUILDINGS,),  # a hand card to tuck, trade or discard
    stop=(),
    take=(BUILDINGS,),  # a card of the row or the pile
    deck=(),  # the deck instead of the row
    keep=(BUILDINGS,),
    own=(SLOTS,),  # one of the seat's own buildings
    rob=(SEATS,),
    rival=(SEATS, SLOTS),
    track=(TRACKS,),
    type=(TYPES,),
    option=(MOST_OPTIONS,),
    no=(),
    yes=(),
    achievement=(ACHIEVEMENTS,),
)
# The first action of each phase: what is chosen is its number from there. `stop` and `deck` are number 85.
PHASE_START = (0, *(ACTIONS.start[verb] for verb in (
    "city", "build", "plan", "spot", "pay", "card", "take", "keep",
    "own", "rob", "rival", "track", "type", "option", "no", "achievement",
)))  # fmt: skip
EXTRA = BUILDINGS
# numbers of the choices of a turn
BUILD, TUCK, DISCARD, ADVANCE, DRAW, CLAIM, END_TURN, TO_MAYOR = range(8)
BASICS = 6
MAX_LEGAL = 96  # opponents' top cards: 3 cities of 32 slots; a hand has 85 cards and `stop`

# Where points come from; hopping on the score track is the rest.
BY_LINES, BY_ENDS, BY_CLAIMS, BY_EFFECTS, BY_AWARDS, BY_CHIPS, BY_HANDICAP = range(7)
POINT_SOURCES = 7

# Optional rules, by bit.
SEAT_HANDICAP, WHOLE_GAME_TURNS = 1, 2

STATE = state_dtype(
    [
        # sets of cards, as words of bits (PS-65, 6.3)
        ("hand", np.int64, (SEATS, 2)),
        ("pile", np.int64, 2),
        ("box", np.int64, 2),  # out of the game
        ("peeked", np.int64, 2),
        ("shown", np.int64, 2),  # by the last ply: cards that went to a hand for all to see (declare)
        ("score", np.int32, SEATS),
        ("points", np.uint16, (SEATS, POINT_SOURCES)),
        ("hand_levels", np.uint8, (SEATS, LEVELS)),  # how many hand cards of each level: their backs are open
        ("peeked_levels", np.uint8, LEVELS),
        ("track", np.uint8, (SEATS, TRACKS)),
        ("paid", np.uint8, (SEATS, TRACKS)),  # the highest space whose line has paid (PS-52)
        ("ended_by", np.uint8, TRACKS),  # who was first at the end of each track, or NONE
        ("claimed", np.uint8, SEATS),  # bit masks of achievements
        ("chip", np.uint8, ACHIEVEMENTS),  # values
        ("chip_owner", np.uint8, ACHIEVEMENTS),
        ("dealt", np.uint8, (SEATS, 2)),  # the two city cards, while one is being chosen
        ("city", np.uint8, SEATS),  # NONE until chosen
        ("first", np.uint8),  # the first player
        ("opener", np.uint8),  # who took the first turn of level 4, or NONE
        ("current", np.uint8),
        ("level", np.uint8),
        ("marked", np.uint8),  # bit mask of the levels whose round-end card is gone (PS-61)
        ("actions_left", np.uint8),
        ("gained", np.uint8),  # an extra action was gained this turn (PS-47)
        ("bonus_used", np.uint8),  # the city's bonus of this turn is used up (5.6)
        ("moved", np.uint8),  # a card has left a deck in this round (PS-66)
        ("quiet", np.uint8),  # complete rounds in a row without that
        ("row", np.uint8, ROW),
        ("deck_left", np.uint8, LEVELS),
        ("deck", np.uint8, (LEVELS, DECK)),  # the top card is the last of the first `deck_left`
        # cities: slots from left to right
        ("slots", np.uint8, SEATS),
        ("home", np.uint8, SEATS),  # the slot of the city card
        ("mayor", np.uint8, SEATS),  # the slot of the mayor
        ("top", np.uint8, (SEATS, SLOTS)),  # the top card, BUILDINGS + n for a city card, or NONE for a lot
        ("under", np.uint8, (SEATS, SLOTS)),  # the card tucked last, or NONE
        ("below", np.uint8, BUILDINGS + CITIES),  # the next card down of a built card, or tucked before it, or NONE
        ("height", np.uint8, (SEATS, SLOTS)),
        ("icons", np.uint8, (SEATS, SLOTS, TYPES)),  # visible types of each building (PS-11)
        ("sites", np.uint8, (SEATS, SITES)),  # visible sites of each city
        # work in progress
        ("held", np.uint8),  # a card on its way to be built or tucked, or NONE
        ("spot", np.uint8),  # where it is built, or NONE
        ("price", np.uint8),  # cards still to be paid
        ("depth", np.uint8),  # frames in use
        ("left", np.uint8, FRAMES),  # how often the step is still to be done, or FRESH
        ("again", np.uint8, FRAMES),  # how often the list is to be resolved, this time included
        ("begin", np.uint16, FRAMES),  # the first instruction of the list
        ("step", np.uint16, FRAMES),  # the instruction in progress
    ]
)

# --- Effects as programs --------------------------------------------------------------------------------------------

# Operations, in the order of the vocabulary (5.4); the last four are not written on cards.
DRAW_OP, PEEK, DECLARE, SWEEP, TUCK_OP, TRADE, ADVANCE_OP, DECLINE, HINDER, SCORE, REGAIN, BUILD_OP = range(1, 13)
RAZE, SEIZE, STEAL, GIFT, VISIT, COPY, EXTRA_ACTION, CLAIM_OP, MAY, CHOOSE = range(13, 23)
STOP, BRANCH, PERFORM, EVENT = 0, 23, 24, 25

# Sources and destinations of cards, and whose card is copied.
FROM_DECK, FROM_NEXT, FROM_ROW, FROM_PILE, FROM_HAND, FROM_ANY, FROM_OWN, FROM_OPPONENT = range(8)
# Where a card is tucked or built.
HERE, ANYWHERE, ON_TOP, SPRAWL = range(4)
FREE = 99  # a reduction that makes any price 0

# Counts (5.2).
(
    FIXED, OF_TYPE, KINDS, BEST_TYPE, ALL_SITES, SITE_KINDS, BEST_SITE,
    COUNT_BUILDINGS, HEIGHT, TALLEST, ICONS_HERE, TUCKED, LOW_TRACK,
) = range(13)  # fmt: skip

# Events of city bonuses (5.6).
NO_EVENT, ON_OVER, ON_TUCK, ON_DRAW, ON_ADVANCE, ON_DISCARD, ON_CLAIM, ON_LEVEL = range(8)

CARDS = np.dtype(
    [
        # buildings; a city's level is 0
        ("level", np.uint8, BUILDINGS + CITIES),
        ("kind", np.uint8, BUILDINGS + CITIES),
        ("sites", np.uint8, (BUILDINGS + CITIES, SITES)),
        ("cost", np.uint8, BUILDINGS),
        ("discount", np.uint8, BUILDINGS),  # the type that makes it cheaper
        ("gain", np.uint8, (BUILDINGS, TRACKS)),
        ("chain", np.uint8, BUILDINGS),  # its action copies or visits (5.5)
        ("program", np.uint16, BUILDINGS),  # where its action begins
        ("basic", np.uint16, BASICS),  # where the basic actions begin
        # cities
        ("cost_over", np.uint8, CITIES),
        ("cost_sprawl", np.uint8, CITIES),
        ("wild_type", np.uint8, CITIES),
        ("wild_site", np.uint8, CITIES),
        ("stay", np.uint8, CITIES),
        ("event", np.uint8, CITIES),
        ("bonus", np.uint16, CITIES),  # where the effect of the event begins
        ("level_draw", np.uint8, CITIES),  # cards drawn at a level change
        # achievements, awards, chips, tracks
        ("counter", np.uint8, ACHIEVEMENTS),
        ("counted", np.uint8, ACHIEVEMENTS),
        ("needed", np.uint8, ACHIEVEMENTS),
        ("stars", np.uint8, ACHIEVEMENTS),
        ("chip", np.uint8, ACHIEVEMENTS),
        ("award", np.uint8, 2),  # tallest building, most buildings
        ("lines", np.uint8),
        ("line", np.uint8, LINES),
        ("track_end", np.uint8),
        ("end_points", np.uint8),
        # instructions
        ("op", np.uint8, CODE),
        ("low", np.uint8, CODE),
        ("high", np.uint8, CODE),  # the number itself where there is no range
        ("amount", np.uint8, CODE),  # what is counted instead of a fixed number
        ("amount_type", np.uint8, CODE),
        ("divide", np.uint8, CODE),
        ("most", np.uint8, CODE),
        ("source", np.uint8, CODE),
        ("where", np.uint8, CODE),
        ("on_track", np.uint8, CODE),
        ("max_level", np.uint8, CODE),
        ("skip", np.uint16, CODE),  # the next instruction after this one and its block
    ],
    align=True,
)
