"""What a learner is shown of a Penny Lane game: the features of version 1."""

from tabletown.engine.features import Feature, Listed, Number, OneOf, Seat, SeatSet, numbered
from tabletown.games.penny_lane import state as s

BUILDING_NAMES = numbered("building", s.BUILDINGS)
PLACE_NAMES = (*BUILDING_NAMES, "board", "barracks", "temple")
LOCATION_NAMES = ("bank", "black market", "gazette", "masons guild", "tower", "town hall", "barracks", "temple")
TYPE_NAMES = ("store", "workshop", "attraction", "housing")
PHASE_NAMES = (
    "over", "turn", "keep", "cell", "garage", "source", "destination", "lane", "swap", "swap with", "recipient",
)  # fmt: skip
NO_CARD = {s.NONE: "none"}

FEATURES = (
    Feature("phase", "phase", OneOf(PHASE_NAMES), "What is asked."),
    Feature("waiting", "waiting", SeatSet(), "Who may act."),
    Feature("current", "current", Seat(), "Whose turn it is."),
    Feature("mayor", "mayor", Seat(), "Who is the mayor."),
    Feature("round", "rounds", Number(s.LAST_ROUND), "The round being played."),
    Feature("passes", "passes", Number(s.SEATS), "How many passed in a row."),
    Feature(
        "ended", "ended", OneOf(("not yet", "ten stars", "supply short", "round limit")),
        "Whether the game is over, and why.",
    ),
    Feature("pennies", "pennies", Number(40), "Pennies of every player.", "each"),
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
    Feature(
        "drawn", "drawn", OneOf(BUILDING_NAMES, special={s.NONE: "none", s.UNKNOWN: "unknown"}),
        "The two cards that Dark Alley shows.", "", (("first", "second"),),
    ),
    Feature(
        "adding", "adding", OneOf(BUILDING_NAMES, special=NO_CARD),
        "The building that needs a cell, or that somebody may move into.",
    ),
    Feature("via guild", "via_guild", Number(1), "Whether that building came from the supply."),
    Feature("paid", "paid", Number(20), "What the action has cost."),
    Feature("moves left", "moves_left", Number(s.MOST_SWAPS), "Citizens still to be moved, or swaps to be made."),
    Feature(
        "leaving", "leaving", OneOf(PLACE_NAMES[: s.BUILDINGS + 1], special=NO_CARD),
        "Where the moving citizen stands, or the first building of a swap.",
    ),
    Feature("moved to", "moved_to", OneOf(PLACE_NAMES, special=NO_CARD), "Where the first citizen went."),
    Feature(
        "moved job", "moved_job", OneOf(("barracks", "temple"), s.BARRACKS, {0: "none"}),
        "Where the citizen takes a job while its lane is chosen.",
    ),
    Feature("length", "length", Number(s.BUILDINGS), "Buildings on every lane.", "each"),
    Feature("types", "types", Number(12), "Buildings of each type on every lane.", "each", (TYPE_NAMES,)),
    Feature("lane", "lane", Listed(BUILDING_NAMES, length="length"), "Which buildings lie on every lane.", "each"),
    Feature(
        "column", "column", Number(s.COLUMNS, -s.COLUMNS),
        "Where on its lane a building lies: below a half left of the board, above it right, a half if on no lane.", "",
        (BUILDING_NAMES,),
    ),
    Feature("citizens", "citizens", Number(4), "Citizens on every building.", "", (BUILDING_NAMES,)),
)  # fmt: skip

LEFT_OUT = {"options": "there are none"}
