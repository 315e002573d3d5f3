"""The state of a Penny Lane game, the record of its cards, and the names of the numbers in both."""

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.state import state_dtype

# Capacities. Cards only ever leave the deck, so all lists are bounded by the cards there are; the card loader refuses
# larger sets. A lane grows from column 1 outwards on both sides of the board and every column up to the farthest holds
# a building, two where the chain changes rows, so no card can lie beyond column 33 (34 buildings at most lie on lanes).
SEATS = 5
BUILDINGS = 35
SUPPLY = 5
DECK = BUILDINGS
BOARDS = 5
COLUMNS = 33  # on each side of the board
EFFECTS = 3
LAST_ROUND = 30
STARS_TO_END = 10
MOST_SWAPS = 32

UNKNOWN = 255  # a card that the viewer may not know
NONE = 254
# places of citizens beside the buildings
BOARD, TO_BARRACKS, TO_TEMPLE = BUILDINGS, BUILDINGS + 1, BUILDINGS + 2

# Rows of a lane, on the two sides of the street.
UPPER, LOWER = 0, 1

# Types of buildings; housing stands in the lower row, everything else in the upper one.
STORE, WORKSHOP, ATTRACTION, HOUSING = range(4)
TYPES = 4

# Half-links.
NO_LINK, PENNY, POINT = range(3)
LEFT, RIGHT, STREET = range(3)  # the edges of a building

# Main Street. The last two have a job vacancy instead of action spaces.
BANK, BLACK_MARKET, GAZETTE, MASONS_GUILD, TOWER, TOWN_HALL, BARRACKS, TEMPLE = range(8)
LOCATIONS = 8

# What building effects do, what they count, and when they hold.
NO_EFFECT, STAR, UPKEEP, GIFT, DISCOUNT, BONUS, DOUBLE_LINKS, MOVE_IN, DRAW = range(9)
ONE, EMPLOYEE, OF_TYPE, PAIRS_OF_TYPE, SETS_OF_TYPES, QUIET = range(6)
ALWAYS, STAFFED, FULL, VACATED = range(4)

# Phases: a turn, what an action still asks, and the choices of upkeep.
OVER, TURN, KEEP, CELL, GARAGE, SOURCE, DESTINATION, LANE, SWAP, SWAP_WITH, RECIPIENT = range(11)

# Why the game ended.
TEN_STARS, SUPPLY_SHORT, ROUND_LIMIT = 1, 2, 3

ACTIONS = Actions(
    # `pass` and `from` are words of Python, so they are handed over by name
    **{"pass": ()},
    bank=(),
    town_hall=(),
    black_market=(),
    guild=(BUILDINGS,),  # the card of the supply
    gazette=(2,),  # one citizen or two
    tower=(MOST_SWAPS,),  # how many swaps, less one
    keep=(BUILDINGS,),  # which of the two cards of Dark Alley
    at=(2 * COLUMNS + 1,),  # the column, counted from the leftmost
    **{"from": (BUILDINGS + 1,)},  # the building that a citizen leaves, or the board
    stop=(),  # no second citizen, nobody moves in
    to=(BUILDINGS + 3,),  # the place where the citizen works: a building, barracks or temple, never the board
    lane=(SEATS,),
    swap=(BUILDINGS,),  # first the one building, then the other
    name=(SEATS,),  # who gains a penny from the Farmer's Co-Op
)
PASS, TO_BANK, TO_TOWN_HALL, TO_BLACK_MARKET = (
    ACTIONS.start[verb] for verb in ("pass", "bank", "town_hall", "black_market")
)
TO_GUILD, TO_GAZETTE, TO_TOWER = (ACTIONS.start[verb] for verb in ("guild", "gazette", "tower"))
KEEP_CARD, AT, FROM, STOP, TO, ON_LANE, SWAP_CARD, NAME = (
    ACTIONS.start[verb] for verb in ("keep", "at", "from", "stop", "to", "lane", "swap", "name")
)
MAX_LEGAL = 48  # a turn: 6 fixed choices, 5 cards of the supply, 32 numbers of swaps; everything else is less

STATE = state_dtype(
    [
        ("pennies", np.int32, SEATS),
        ("board", np.uint8, SEATS),
        ("bonus", np.uint8, SEATS),  # citizens on the board's own space, 0 or 1
        ("gifts", np.uint16, SEATS),  # recipients still to be named at upkeep
        ("used", np.uint8, LOCATIONS),  # spaces used in this round, jobs filled at barracks and temple
        ("mayor", np.uint8),
        ("current", np.uint8),
        ("passes", np.uint8),  # in a row
        ("rounds", np.uint8),  # the round being played, from 1
        ("deck_left", np.uint8),
        ("supply_left", np.uint8),
        ("known_bottom", np.uint8),  # cards at the bottom of the deck that the owner of Dark Alley put there
        # work in progress
        ("adding", np.uint8),  # the building that needs a cell, or that a citizen may move into
        ("via_guild", np.uint8),  # it came from the supply, which is filled up at the end
        ("paid", np.uint8),  # what the action cost
        ("moves_left", np.uint8),  # citizens still to be moved by the Gazette, or swaps by the Tower
        ("leaving", np.uint8),  # where the moving citizen stands, or the first building of a swap
        ("moved_to", np.uint8),  # where the first citizen went
        ("moved_job", np.uint8),  # barracks or temple, while the lane is chosen
        ("drawn", np.uint8, 2),  # the cards seen with Dark Alley
        ("supply", np.uint8, SUPPLY),  # ascending, for its order has no meaning
        ("deck", np.uint8, DECK),  # the top card is the last of the first `deck_left`
        # lanes: the buildings of each, ascending; one entry per building card says where it lies and who is on it
        ("length", np.uint8, SEATS),
        ("types", np.uint8, (SEATS, TYPES)),  # how many buildings of each type
        ("lane", np.uint8, (SEATS, BUILDINGS)),
        ("column", np.int8, BUILDINGS),  # -33 ... -1 and 1 ... 33; 0 if not on a lane
        ("citizens", np.uint8, BUILDINGS),
    ]
)

CARDS = np.dtype(
    [
        ("buildings", np.int16),
        ("design", np.uint8, BUILDINGS),  # copies of one building share it
        ("kind", np.uint8, BUILDINGS),  # STORE ... HOUSING
        ("cost", np.uint8, BUILDINGS),
        ("stars", np.uint8, BUILDINGS),
        ("jobs", np.uint8, BUILDINGS),
        ("slots", np.uint8, BUILDINGS),
        ("link", np.uint8, (BUILDINGS, 3)),  # by edge
        ("effects", np.uint16, BUILDINGS),  # bit mask of the kinds of effects that it has
        ("effect", np.uint8, (BUILDINGS, EFFECTS)),
        ("amount", np.int8, (BUILDINGS, EFFECTS)),
        ("counter", np.uint8, (BUILDINGS, EFFECTS)),
        ("types", np.uint8, (BUILDINGS, EFFECTS)),  # bit mask of the types that the counter counts
        ("when", np.uint8, (BUILDINGS, EFFECTS)),
        ("where", np.uint8, (BUILDINGS, EFFECTS)),  # the location of a discount or bonus
        ("board_link", np.uint8, (BOARDS, 2, 2)),  # by side (left, right) and row
        ("location_cost", np.uint8, LOCATIONS),
        ("spaces", np.uint8, (LOCATIONS, 2)),  # for 2-3 and for 4-5 players; job vacancies for barracks and temple
        ("gain", np.uint8, LOCATIONS),
        ("priority", np.uint8, LOCATIONS),
        ("pays_counter", np.uint8, LOCATIONS),
        ("pays_types", np.uint8, LOCATIONS),
    ],
    align=True,
)
