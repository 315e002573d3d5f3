"""The state of an UpTown game, the record of its cards, and the names of the numbers in both."""

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.state import state_dtype

# Capacities. Cards only ever leave a deck or the pile, so each list is bounded by the cards there are; the card loader
# refuses larger sets. All 76 cards can end up on one site, so floors are kept in one list for all streets.
SEATS, SITES = 4, 5
PROJECT_CARDS, PUBLIC_CARDS = 60, 16
DECK = PROJECT_CARDS // 2
FLOORS = PROJECT_CARDS + PUBLIC_CARDS
PUBLIC_START = 2 * PROJECT_CARDS  # projects 0-119 are ends of project cards, 120-183 of public cards
PROJECTS = PUBLIC_START + 4 * PUBLIC_CARDS
TERMS = 4
MOST = 100  # of a number in a term; all 76 floors with 4 terms of 152 icons then pay at most 4.7 million a time
ALL_SITES = (1 << SITES) - 1

UNKNOWN = 255  # a card that the viewer may not know
NONE = 254

# Phases of a turn (UT-8). To place is the second half of either action: a project has been chosen and needs a site.
OVER, FIRST_ACTION, SECOND_ACTION, PLACE_FIRST, PLACE_SECOND = range(5)

# Sources of a card: the deck of seat 0-3, or the public pile.
PUBLIC_PILE = SEATS

# Reasons in `final_round` and `ended` (UT-43).
STREET_FINISHED, DECK_EMPTY = 1, 2

# Where a project may stand (UT-24 to 26).
ANYWHERE, GROUND, UPPER, ON_ROOF = 0, 1, 2, 3

# Types; icons of type NO_TYPE are counted nowhere.
OFFICE, SERVICE, APARTMENT, COFFEE, STORE, HOTEL = range(6)
TYPES = 6
NO_TYPE = 255

# Kinds of income and prestige terms.
NO_TERM, FIXED, BELOW, ON_SITE, ON_STREET, IF_GROUND = range(6)

ACTIONS = Actions(
    take=(),  # collect the upcoins on the seat's own deck
    skip=(),  # no first action possible
    discard=(),
    play=(2,),  # an end of the free card
    buy=(SEATS, 2),  # whose deck, which end
    public=(4,),  # one of the four projects of the public card
    # `pass` is a word of Python, so it is handed over by name
    **{"pass": ()},
    site=(SEATS, SITES),  # whose street, which site
)
TAKE, SKIP, DISCARD, PASS = (ACTIONS.start[verb] for verb in ("take", "skip", "discard", "pass"))
PLAY, BUY, PUBLIC, SITE = (ACTIONS.start[verb] for verb in ("play", "buy", "public", "site"))
MAX_LEGAL = 20

STATE = state_dtype(
    [
        ("account", np.int32, SEATS),
        ("upcoins", np.int32, SEATS),  # lying on each deck
        ("start", np.uint8),
        ("current", np.uint8),
        ("turns", np.uint8),  # rounds completed
        ("final_round", np.uint8),  # 0, or why it was triggered
        ("chosen", np.uint8),  # the project to be placed, or NONE
        ("source", np.uint8),  # where its card lies
        ("public_left", np.uint8),
        ("discarded", np.uint8),
        ("deck_left", np.uint8, SEATS),
        # bit masks of sites, one per street
        ("built", np.uint8, SEATS),  # not empty
        ("finished", np.uint8, SEATS),
        ("roofed", np.uint8, SEATS),  # the top project has the roof symbol
        ("protected", np.uint8, SEATS),  # contains a no-gifts project
        ("height", np.uint8, (SEATS, SITES)),
        ("floors", np.uint8, FLOORS),  # projects by street, site and floor; as many as `height` says
        ("deck", np.uint8, (SEATS, DECK)),  # the top card is the last of the first `deck_left`
        ("public", np.uint8, PUBLIC_CARDS),
        ("discards", np.uint8, PROJECT_CARDS),
    ]
)

CARDS = np.dtype(
    [
        ("project_cards", np.int16),
        ("public_cards", np.int16),
        ("cost", np.int16, PROJECT_CARDS),
        ("kind", np.uint8, PROJECTS),  # OFFICE ... HOTEL or NO_TYPE
        ("icons", np.uint8, PROJECTS),  # 0, 1, or 2 for a double
        ("where", np.uint8, PROJECTS),
        ("roof", np.uint8, PROJECTS),
        ("gift", np.uint8, PROJECTS),
        ("no_gifts", np.uint8, PROJECTS),
        ("income_kind", np.uint8, (PROJECTS, TERMS)),
        ("income_type", np.uint8, (PROJECTS, TERMS)),
        ("income_n", np.int8, (PROJECTS, TERMS)),
        ("prestige_kind", np.uint8, (PROJECTS, TERMS)),
        ("prestige_type", np.uint8, (PROJECTS, TERMS)),
        ("prestige_n", np.int8, (PROJECTS, TERMS)),
    ],
    align=True,
)
