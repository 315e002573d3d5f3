"""What a learner is shown of a Penny Lane game: the features of version 2.

There are only 35 buildings, so each has floats of its own, for every place in which it can be.
"""

from tabletown.engine.features import SCORES, Feature, Listed, Number, OneOf, Points, Seat, numbered
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.observing.v1 import BUILDING_NAMES, LOCATION_NAMES, PHASE_NAMES, PLACE_NAMES, TYPE_NAMES

EXACT = 16  # sums of money up to here have a float of their own
FAR = 12  # columns from the board; few lanes are longer, and what lies farther is only known to lie on the lane

FEATURES = (
    Feature("players", "players", OneOf(("2", "3", "4", "5"), 2), "How many play."),
    Feature("phase", "phase", OneOf(PHASE_NAMES[1:], 1), "What is asked."),
    Feature("current", "current", Seat(""), "Whose turn it is."),
    Feature("mayor", "mayor", Seat(""), "Who is the mayor."),
    Feature("round", "rounds", Number(s.LAST_ROUND), "The round being played."),
    Feature("passes", "passes", Number(s.SEATS), "How many passed in a row."),
    Feature("ended", "ended", OneOf(("ten stars", "supply short", "round limit"), 1), "If the game is over, why."),
    Feature("stars", SCORES, Points(20), "Stars of every player.", "each"),
    Feature("pennies", "pennies", Number(40), "Pennies of every player.", "each"),
    Feature("few pennies", "pennies", OneOf(numbered("exactly", EXACT)), "The same, if they are few.", "each"),
    Feature("board", "board", OneOf(numbered("board", s.BOARDS)), "Which board every player has.", "each"),
    Feature("bonus", "bonus", Number(1), "Whether a citizen is on the board's own space.", "each"),
    Feature("gifts", "gifts", Number(9), "Recipients that every player has still to name at upkeep.", "each"),
    Feature(
        "used", "used", Number(8), "Spaces used in this round; jobs filled at barracks and temple.", "",
        (LOCATION_NAMES,),
    ),
    Feature("supply left", "supply_left", Number(s.SUPPLY), "Cards in the supply."),
    Feature("supply", "supply", Listed(BUILDING_NAMES, length="supply_left"), "The buildings in the supply."),
    Feature("deck left", "deck_left", Number(s.DECK), "Cards in the deck."),
    Feature("known bottom", "known_bottom", Number(s.DECK), "Cards that Dark Alley put at the bottom of the deck."),
    Feature(
        "deck", "deck", Listed(BUILDING_NAMES, length="deck_left", steps=s.DECK),
        f"The cards of the deck that the observer knows: 1/{s.DECK} at its bottom, 2/{s.DECK} above it, and so on.",
    ),
    Feature("drawn", "drawn", Listed(BUILDING_NAMES), "The cards that Dark Alley shows."),
    Feature(
        "adding", "adding", OneOf(BUILDING_NAMES), "The building that needs a cell, or that somebody may move into."
    ),
    Feature("via guild", "via_guild", Number(1), "Whether that building came from the supply."),
    Feature("paid", "paid", Number(20), "What the action has cost."),
    Feature("moves left", "moves_left", Number(s.MOST_SWAPS), "Citizens still to be moved, or swaps to be made."),
    Feature(
        "leaving", "leaving", OneOf(PLACE_NAMES[: s.BUILDINGS + 1]),
        "Where the moving citizen stands, or the first building of a swap.",
    ),
    Feature("moved to", "moved_to", OneOf(PLACE_NAMES), "Where the first citizen went."),
    Feature(
        "moved job", "moved_job", OneOf(("barracks", "temple"), s.BARRACKS),
        "Where the citizen takes a job while its lane is chosen.",
    ),
    Feature("length", "length", Number(s.BUILDINGS), "Buildings on every lane.", "each"),
    Feature("types", "types", Number(12), "Buildings of each type on every lane.", "each", (TYPE_NAMES,)),
    Feature("lane", "lane", Listed(BUILDING_NAMES, length="length"), "Which buildings lie on every lane.", "each"),
    Feature(
        "left of the board", "column", OneOf(numbered("column", FAR, -FAR), -FAR), "Which column a building lies in.",
        "", (BUILDING_NAMES,),
    ),
    Feature(
        "right of the board", "column", OneOf(numbered("column", FAR, 1), 1), "Which column a building lies in.", "",
        (BUILDING_NAMES,),
    ),
    Feature("citizens", "citizens", Number(4), "Citizens on every building.", "", (BUILDING_NAMES,)),
)  # fmt: skip

LEFT_OUT = {
    "options": "there are none",
    "waiting": "it is always the player whose turn it is",
}
