"""The state of a Milton Keynes game, the record of its cards, and the names of the numbers in both."""

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.state import state_dtype

# The map is nine rows of nine squares, numbered in label order: A1 is 0, I9 is 80. Sets of squares are bit masks in two
# words: rows A-E in the first, rows F-I in the second (rules/squares.py).
ROWS, COLUMNS = 9, 9
SQUARES = ROWS * COLUMNS
SPLIT = 45
WORDS = 2

SEATS = 5
PERMIT_KINDS, CHARACTERS, TYPES = 11, 6, 7
PERMITS = 32
DECK = 76  # the deed deck: 80 squares less two marshes and the shortest advanced river
ON_SALE = 61  # all deeds that are left after dealing may join a sale (section 13)
RIVER_TILES = 10
NEW_BUILDINGS = 2
ITEMS = 5  # of a pouch: two new buildings and three EXTENSIONs
REQUISITIONS = 2  # of a pouch
MOST_PLOTS = 6
MOST_CASH = 190

NONE = 255
HIDDEN = 254  # a card that the viewer may not know

# Permits, in the order of the card file.
INQUIRY, LOBBY, DEMOLISH, REDEVELOP, COMMONS_PERMIT, DUMP_PERMIT, ALLOT_PERMIT = range(7)
SEWAGE_PERMIT, NATURE_PERMIT, AIR_PERMIT, EXTENSION = range(7, 11)
# Building types.
ESTATE, NATURE, AIR, SEWAGE, COMMONS, DUMP, ALLOT = range(TYPES)
BY_SIZE = 3  # in the table of walls: the larger building earns

LEFT, RIGHT = 0, 1
MADE, COUNTERED = 0, 1  # an offer and its counter-offer

# Phases: what is asked.
GAME_OVER, RIVER, MARSH, CHARACTER, NEW_YEAR, DEED, AFTER_COLLECTION = range(7)
BRIBE, LOBBY_BRIBE, BRIBE_AGAIN, PURCHASE = range(7, 11)
TRADE, OFFER, GIVE_CASH, ASK_CASH, ASK_DEED, ASK_PERMIT, REPLY, ANSWER = range(11, 19)
BID, LOBBY_BID, BID_AGAIN, REBID = range(19, 23)
POUCH, NOMINATE, CONTEST = range(23, 26)

SPRING, AUTUMN = 0, 1

# Why a game ended.
DECK_EMPTY, DRY_YEARS, YEAR_LIMIT = 1, 2, 3
MOST_DRY_YEARS, MOST_YEARS = 3, 20

ADVANCED = 1  # the bit of the option

ACTIONS = Actions(
    **{"pass": ()},
    inquiry=(),
    buy_deed=(),
    leave=(),
    lobby=(2,),  # the bribe, or the bid on the left or right
    give_cash=(),
    ask_cash=(),
    ask_deed=(),
    ask_permit=(),
    send=(),
    cancel=(),
    accept=(),
    decline=(),
    counter=(),
    close=(),
    seal=(),
    stand=(),
    character=(CHARACTERS,),
    demolish=(SQUARES,),
    redevelop=(SQUARES,),  # a building by its first label
    buy=(SEATS,),  # a lot
    partner=(SEATS,),
    amount=(MOST_CASH + 1,),
    give=(SQUARES,),
    give_permit=(PERMIT_KINDS,),
    deed=(SQUARES,),  # a deed that is asked for
    permit=(PERMIT_KINDS,),
    start=(PERMIT_KINDS - 1,),
    extend=(SQUARES,),
    add=(SQUARES,),
    nominate=(SQUARES,),
    move=(SQUARES,),
    tile=(SQUARES,),
)
MAX_LEGAL = MOST_CASH + 1

PASS, TAKE_INQUIRY, BUY_DEED, LEAVE = (ACTIONS.start[verb] for verb in ("pass", "inquiry", "buy_deed", "leave"))
LOBBY_LEFT = ACTIONS.start["lobby"]
TO_GIVE_CASH, TO_ASK_CASH, TO_ASK_DEED, TO_ASK_PERMIT, SEND, CANCEL = (
    ACTIONS.start[verb] for verb in ("give_cash", "ask_cash", "ask_deed", "ask_permit", "send", "cancel")
)
ACCEPT, DECLINE, COUNTER, CLOSE, SEAL, STAND = (
    ACTIONS.start[verb] for verb in ("accept", "decline", "counter", "close", "seal", "stand")
)
PICK_CHARACTER, PICK_DEMOLISH, PICK_REDEVELOP, BUY, PARTNER, AMOUNT = (
    ACTIONS.start[verb] for verb in ("character", "demolish", "redevelop", "buy", "partner", "amount")
)
GIVE, GIVE_PERMIT, PICK_DEED, PICK_PERMIT, START, EXTEND, ADD, PICK_PLOT, MOVE, TILE = (
    ACTIONS.start[verb]
    for verb in ("give", "give_permit", "deed", "permit", "start", "extend", "add", "nominate", "move", "tile")
)

STATE = state_dtype(
    [
        # sets of squares
        ("land", np.int64, WORDS),
        ("river", np.int64, WORDS),  # tiles, also under a building
        ("marsh", np.int64, WORDS),
        ("built", np.int64, WORDS),
        ("hand", np.int64, (SEATS, WORDS)),  # deeds
        ("supposed", np.int64, (SEATS, WORDS)),  # deeds that all have seen going to this hand (bought, returned)
        ("lot", np.int64, (SEATS, WORDS)),
        ("contents", np.int64, (SEATS, ITEMS, WORDS)),  # deeds of each pouch item
        ("given", np.int64, (2, WORDS)),  # deeds of an offer and a counter-offer
        ("asked_deeds", np.int64, (2, WORDS)),
        # buildings: the same on each of their plots
        ("blocks", np.int16, SEATS),
        ("owner", np.uint8, SQUARES),  # NONE: nothing is built here
        ("kind", np.uint8, SQUARES),
        ("anchor", np.uint8, SQUARES),  # the building's first label
        ("extent", np.uint8, SQUARES),  # its size
        # decks: the top card is the last of those left
        ("deck", np.uint8, DECK),
        ("deck_left", np.uint8),
        ("permit_deck", np.uint8, PERMITS),
        ("permits_left", np.uint8),
        # players
        ("permits", np.uint8, (SEATS, PERMIT_KINDS)),
        ("supposed_permits", np.uint8, (SEATS, PERMIT_KINDS)),  # as far as all have seen
        ("deeds_held", np.uint8, SEATS),  # sizes of hands are open
        ("permits_held", np.uint8, SEATS),
        ("cash", np.uint8, SEATS),
        ("supposed_cash", np.uint8, SEATS),  # what all could count, trades aside
        ("character", np.uint8, SEATS),
        ("marker", np.uint8, SEATS),
        ("floor", np.uint8, SEATS),
        # the year
        ("year", np.uint8),
        ("chair", np.uint8),
        ("asked", np.uint8),  # whose turn it is where seats act one by one
        ("passes", np.uint8),  # in a row
        ("season", np.uint8),
        ("session", np.uint8),  # of trading
        ("bought", np.uint8),  # a lot was bought this year
        ("dry", np.uint8),  # years in a row without that
        ("owed", np.uint8, SEATS),  # by the bank at the last payment
        ("crunch", np.uint8),  # its k (MK-16)
        ("cleared", np.uint8),  # a demolished plot whose deed is in question
        ("called", np.uint8),  # the seats that decide at once
        ("stage", np.uint8, SEATS),  # how far each of them is
        # sales
        ("dealt", np.uint8, ON_SALE),  # in the order of dealing
        ("on_sale", np.uint8),
        ("lots", np.uint8),
        ("bribe", np.uint8, SEATS),
        ("order", np.uint8, SEATS),  # of buying
        ("turn", np.uint8),  # place in that order
        ("sold", np.uint8),  # a seat bought in this round
        # trading
        ("offers_left", np.uint8, SEATS),
        ("maker", np.uint8),
        ("partner", np.uint8),
        ("countering", np.uint8),
        ("gives_cash", np.uint8, 2),
        ("asks_cash", np.uint8, 2),
        ("gives_permits", np.uint8, (2, PERMIT_KINDS)),
        ("asks_permits", np.uint8, (2, PERMIT_KINDS)),
        ("moved", np.uint8, (2, 2)),  # deeds and permits that the last deal moved to and from its proposer (MK-35)
        # the auction: permit k lies to the left of seat k and to the right of the next seat
        ("on_offer", np.uint8, SEATS),
        ("bid", np.uint8, (SEATS, 2)),
        ("rebid", np.uint8, (SEATS, 2)),
        ("tied", np.uint8),  # bit mask of permits
        ("side", np.uint8),  # of a LOBBY
        # pouches
        ("items", np.uint8, SEATS),
        ("open_item", np.uint8, SEATS),
        ("item_permit", np.uint8, (SEATS, ITEMS)),
        ("item_target", np.uint8, (SEATS, ITEMS)),  # the building that is extended
        ("failed", np.uint8, SEATS),  # items of the last pouch that came back
        ("requisitions", np.uint8, SEATS),  # open once all pouches are sealed
        ("nominated", np.uint8, (SEATS, REQUISITIONS)),
        ("moved_to", np.uint8, (SEATS, REQUISITIONS)),
        # the advanced set-up
        ("tiles", np.uint8, RIVER_TILES),
        ("laid", np.uint8),
    ]
)

CARDS = np.dtype(
    [
        ("dots", np.uint8, SQUARES),  # the players from which a square belongs to the map; 0: never
        ("ground", np.uint8, SQUARES),  # LAND, WATER or SWAMP in the standard game
        ("permits", np.uint8, PERMIT_KINDS),
        ("characters", np.uint8, (CHARACTERS, PERMIT_KINDS)),
        ("walls", np.uint8, (TYPES, TYPES)),  # what a row building earns beside a column building: 0, 1, 2 or BY_SIZE
        ("inside", np.uint8, TYPES),  # what an internal wall earns
        ("riverside", np.uint8, TYPES),
        ("marshside", np.uint8, TYPES),
        ("most_plots", np.uint8, TYPES),
        ("cash", np.uint8),
        ("income", np.uint8),  # where markers start
        ("grant", np.uint8),  # of the first year
        ("top", np.uint8),  # of the income rail
        ("step", np.uint8),  # from roundabout to roundabout, an INQUIRY, a briefcase
        ("price", np.uint8),  # of a deed in a sale
        ("compensation", np.uint8),  # for the deed of a demolished plot
        ("deeds", np.uint8),  # dealt at the start
        ("offers", np.uint8),  # of a player in a trade session
    ],
    align=True,
)
LAND, WATER, SWAMP, ROCK = range(4)
