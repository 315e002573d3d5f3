"""What a learner is shown of a Paper Skylines game: the features of version 1."""

from tabletown.engine.features import Bits, Feature, Listed, Number, OneOf, Seat, SeatSet, digits, numbered
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.vocabulary import SITE_NAMES, TRACK_NAMES, TYPE_NAMES

BUILDING_NAMES = numbered("building", s.BUILDINGS)
CITY_NAMES = numbered("city", s.CITIES)
CARD_NAMES = (*BUILDING_NAMES, *CITY_NAMES)
LEVEL_NAMES = numbered("level", s.LEVELS, 1)
SLOT_NAMES = numbered("slot", s.SLOTS)
SPOT_NAMES = (*SLOT_NAMES, "left end", "right end")
ACHIEVEMENT_NAMES = numbered("achievement", s.ACHIEVEMENTS)
FRAME_NAMES = numbered("effect", s.FRAMES)
SOURCE_NAMES = ("lines", "ends", "achievements", "effects", "awards", "chips", "handicap")
PHASE_NAMES = (
    "over", "city", "action", "plan", "spot", "pay", "hand", "take", "keep", "own", "rob", "rival", "track", "type",
    "option", "yes or no", "achievement",
)  # fmt: skip
A_SET = Bits((BUILDING_NAMES[: s.SPLIT], BUILDING_NAMES[s.SPLIT :]))
A_BUILDING = OneOf(BUILDING_NAMES, special={s.NONE: "none"})
A_CITY = OneOf(CITY_NAMES, special={s.NONE: "none or unknown"})
A_SLOT = OneOf(SLOT_NAMES)
A_CARD = digits(8)
AN_INSTRUCTION = digits(9)
FLAG = Number(1)

FEATURES = (
    Feature("options", "options", Bits((("seat handicap", "whole game turns"),)), "The optional rules in use."),
    Feature("phase", "phase", OneOf(PHASE_NAMES), "What is asked."),
    Feature("waiting", "waiting", SeatSet(), "Who may act."),
    Feature("current", "current", Seat(), "Whose turn it is."),
    Feature("first", "first", Seat(), "Who is the first player."),
    Feature("opener", "opener", Seat(), "Who took the first turn of level 4."),
    Feature("level", "level", OneOf(LEVEL_NAMES, 1), "The level being played."),
    Feature("marked", "marked", Bits((LEVEL_NAMES,), 1), "Levels whose round-end card is gone."),
    Feature("ended", "ended", FLAG, "Whether the game is over."),
    Feature("actions left", "actions_left", Number(6), "Actions left in this turn."),
    Feature("gained", "gained", FLAG, "Whether an extra action was gained this turn."),
    Feature("bonus used", "bonus_used", FLAG, "Whether the city's bonus of this turn is used up."),
    Feature("moved", "moved", FLAG, "Whether a card has left a deck in this round."),
    Feature("quiet", "quiet", Number(3), "Complete rounds in a row without that."),
    # cards
    Feature("hand", "hand", A_SET, "The observer's hand.", "own"),
    Feature(
        "hand levels", "hand_levels", Number(20), "Cards of each level in every hand: their backs are open.", "each",
        (LEVEL_NAMES,),
    ),
    Feature("pile", "pile", A_SET, "The discard pile."),
    Feature("shown", "shown", A_SET, "Cards that the last ply put into a hand for all to see."),
    Feature("peeked", "peeked", A_SET, "Cards that the observer is looking at."),
    Feature("peeked levels", "peeked_levels", Number(12), "Cards of each level being looked at.", "", (LEVEL_NAMES,)),
    Feature("row", "row", A_BUILDING, "The open cards to draw from.", "", (numbered("place", s.ROW),)),
    Feature("deck left", "deck_left", Number(s.DECK), "Cards left in each deck.", "", (LEVEL_NAMES,)),
    Feature(
        "deck backs", "deck", Listed(("round end", *LEVEL_NAMES), s.BACK, "deck_left", s.DECK),
        "What all know of each deck: whether the round-end card is in it, and its topmost place of a back of each "
        "level, if those of one level lay below those of the next.", "", (numbered("deck", s.LEVELS, 1),),
    ),
    # standing
    Feature("score", "score", Number(120), "Points of every player.", "each"),
    Feature("points", "points", Number(60), "Where they came from.", "each", (SOURCE_NAMES,)),
    Feature("track", "track", Number(24), "Spaces on the three tracks.", "each", (TRACK_NAMES,)),
    Feature("paid", "paid", Number(24), "The highest space whose line has paid.", "each", (TRACK_NAMES,)),
    Feature("ended by", "ended_by", Seat(), "Who was first at the end of each track.", "", (TRACK_NAMES,)),
    Feature("claimed", "claimed", Bits((ACHIEVEMENT_NAMES,)), "Achievements of every player.", "each"),
    Feature("chip", "chip", Number(3), "Values of the observer's chips; 0 if unknown.", "", (ACHIEVEMENT_NAMES,)),
    Feature("chip owner", "chip_owner", Seat(), "Who has the chip of each achievement.", "", (ACHIEVEMENT_NAMES,)),
    # cities
    Feature("dealt", "dealt", A_CITY, "The two cities to choose from.", "own", (("first", "second"),)),
    Feature("city", "city", A_CITY, "Every player's city.", "each"),
    Feature("slots", "slots", Number(s.SLOTS), "How many slots every city has.", "each"),
    Feature("home", "home", A_SLOT, "The slot of every city card.", "each"),
    Feature("mayor", "mayor", A_SLOT, "The slot of every mayor.", "each"),
    Feature(
        "top", "top", A_CARD,
        f"The top card of every slot by the binary digits of its number; {s.BUILDINGS} and up are cities, "
        f"{s.NONE} is a lot.", "each", (SLOT_NAMES,),
    ),
    Feature("under", "under", A_CARD, f"The card tucked last in every slot; {s.NONE} is none.", "each", (SLOT_NAMES,)),
    Feature(
        "below", "below", A_CARD,
        f"The next card down of every built card, or tucked before it; {s.NONE} is none.", "", (CARD_NAMES,),
    ),
    Feature("height", "height", Number(16), "Cards on every slot.", "each", (SLOT_NAMES,)),
    Feature("icons", "icons", Number(10), "Visible types of every building.", "each", (SLOT_NAMES, TYPE_NAMES)),
    Feature("sites", "sites", Number(16), "Visible sites of every city.", "each", (SITE_NAMES,)),
    # work in progress
    Feature("held", "held", A_BUILDING, "A card on its way to be built or tucked."),
    Feature("spot", "spot", OneOf(SPOT_NAMES, special={s.NONE: "none"}), "Where it is built."),
    Feature("price", "price", Number(10), "Cards still to be paid."),
    Feature("depth", "depth", Number(s.FRAMES), "How many effects are in progress, one within the other."),
    Feature("left", "left", digits(8), "How often the step of each is still to be done.", "", (FRAME_NAMES,)),
    Feature("again", "again", Number(8), "How often each is to be resolved.", "", (FRAME_NAMES,)),
    Feature("begin", "begin", AN_INSTRUCTION, "The first instruction of each.", "", (FRAME_NAMES,)),
    Feature("step", "step", AN_INSTRUCTION, "The instruction in progress of each.", "", (FRAME_NAMES,)),
)  # fmt: skip

LEFT_OUT = {"box": "nobody knows what is out of the game"}
