"""What a learner is shown of an UpTown game: the features of version 1."""

from tabletown.engine.features import Bits, Feature, Listed, Number, OneOf, Seat, SeatSet, numbered
from tabletown.games.uptown import state as s

SITE_NAMES = numbered("site", s.SITES, 1)
PROJECT_NAMES = numbered("project", s.PROJECTS)
CARD_NAMES = numbered("card", s.PROJECT_CARDS)
ENDINGS = ("not yet", "a street is finished", "a deck is empty")
TALL = 20  # floors; more look the same

FEATURES = (
    Feature(
        "phase", "phase", OneOf(("over", "first action", "second action", "place first", "place second")),
        "Which half of which action is due.",
    ),
    Feature("waiting", "waiting", SeatSet(), "Who may act."),
    Feature("current", "current", Seat(), "Whose turn it is."),
    Feature("start", "start", Seat(), "Who took the first turn."),
    Feature("turns", "turns", Number(30), "Rounds completed."),
    Feature("final round", "final_round", OneOf(ENDINGS), "Whether this is the final round, and why."),
    Feature("ended", "ended", OneOf(ENDINGS), "Whether the game is over, and why."),
    Feature("account", "account", Number(150), "Money of every player.", "each"),
    Feature("upcoins", "upcoins", Number(20), "Upcoins lying on every player's deck.", "each"),
    Feature(
        "chosen",
        "chosen",
        OneOf(PROJECT_NAMES, special={s.NONE: "none"}),
        "The project that needs a site, if one does.",
    ),
    Feature("source", "source", Seat("the public pile"), "Whose deck the chosen project was taken from."),
    Feature("public left", "public_left", Number(s.PUBLIC_CARDS), "Cards left in the public pile."),
    Feature(
        "public card", "public", Listed(numbered("public card", s.PUBLIC_CARDS), length="public_left"),
        "The open card of the public pile; the covered ones are unknown.",
    ),
    Feature("deck left", "deck_left", Number(s.DECK), "Cards left in every deck.", "each"),
    Feature(
        "deck card", "deck", Listed(CARD_NAMES, length="deck_left"),
        "The open card of every deck; the covered ones are unknown.", "each",
    ),
    Feature("discarded", "discarded", Number(s.PROJECT_CARDS), "How many cards were discarded."),
    Feature("discards", "discards", Listed(CARD_NAMES, length="discarded"), "Which cards were discarded."),
    Feature("built", "built", Bits((SITE_NAMES,)), "Sites of every street that are not empty.", "each"),
    Feature("finished", "finished", Bits((SITE_NAMES,)), "Sites of every street that are finished.", "each"),
    Feature("roofed", "roofed", Bits((SITE_NAMES,)), "Sites whose top project has the roof symbol.", "each"),
    Feature("protected", "protected", Bits((SITE_NAMES,)), "Sites with a project that forbids gifts.", "each"),
    Feature("height", "height", Number(TALL), "Floors on every site of every street.", "each", (SITE_NAMES,)),
    Feature(
        "floors", "floors", Listed(PROJECT_NAMES, length="height", steps=TALL, packed=True),
        f"The projects on every site of every street: 1/{TALL} on the ground floor, 2/{TALL} above it, and so on.",
        "each", (SITE_NAMES,),
    ),
)  # fmt: skip

LEFT_OUT = {"options": "there are none"}
