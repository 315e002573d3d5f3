"""What a learner is shown of a Milton Keynes game: the features of version 2.

What is usual is 0: an empty square, no permit, nobody. Buildings are told plot by plot.
"""

from tabletown.engine.features import Bits, Feature, Listed, Number, OneOf, Seat, SeatSet, numbered
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.observing.v1 import (
    A_SET,
    CASH,
    ENDINGS,
    FLAG,
    ITEM_NAMES,
    OF_A_KIND,
    OFFERS,
    PERMIT_NAMES,
    PHASE_NAMES,
    SIDES,
    SQUARE_NAMES,
    TYPE_NAMES,
)

A_SQUARE = OneOf(SQUARE_NAMES)
A_PERMIT = OneOf(PERMIT_NAMES)
EXACT = 26  # sums of money up to here have a float of their own

FEATURES = (
    Feature("players", "players", OneOf(("2", "3", "4", "5"), 2), "How many play."),
    Feature("options", "options", Bits((("advanced",),)), "The optional rules in use."),
    Feature("phase", "phase", OneOf(PHASE_NAMES[1:], 1), "What is asked."),
    Feature("waiting", "waiting", SeatSet(), "Who may act, as far as the observer knows."),
    Feature("asked", "asked", Seat(""), "Whose turn it is where seats act one by one."),
    Feature("stage", "stage", Number(s.REQUISITIONS), "How far every secret decision is.", "each"),
    Feature("chair", "chair", Seat(""), "Who is in the chair."),
    Feature("year", "year", Number(s.MOST_YEARS), "The year."),
    Feature("season", "season", FLAG, "Spring or autumn."),
    Feature("session", "session", Number(2), "Which trade session it is."),
    Feature("passes", "passes", Number(s.SEATS), "How many passed in a row."),
    Feature("bought", "bought", FLAG, "Whether a lot was bought this year."),
    Feature("dry", "dry", Number(s.MOST_DRY_YEARS), "Years in a row without that."),
    Feature("ended", "ended", OneOf(ENDINGS[1:], 1), "If the game is over, why."),
    # the map
    Feature("river", "river", A_SET, "River tiles."),
    Feature("marsh", "marsh", A_SET, "Marshes."),
    Feature("owner", "owner", Seat(""), "Whose building stands on a square.", "", (SQUARE_NAMES,)),
    Feature("kind", "kind", OneOf(TYPE_NAMES), "What is built.", "", (SQUARE_NAMES,)),
    Feature("extent", "extent", Number(s.MOST_PLOTS), "How many plots the building has.", "", (SQUARE_NAMES,)),
    Feature("cleared", "cleared", A_SQUARE, "A demolished plot whose deed is in question."),
    Feature("laid", "laid", Number(s.RIVER_TILES), "River tiles that were laid by players."),
    # players
    Feature("blocks", "blocks", Number(150), "Every player's blocks.", "each"),
    Feature("hand", "hand", A_SET, "The observer's deeds.", "own"),
    Feature("supposed", "supposed", A_SET, "Deeds that all have seen going to a hand.", "each"),
    Feature("deeds held", "deeds_held", Number(40), "How many deeds every player holds.", "each"),
    Feature("permits", "permits", OF_A_KIND, "The observer's permits.", "own", (PERMIT_NAMES,)),
    Feature(
        "supposed permits", "supposed_permits", OF_A_KIND, "Permits that all have seen going to a hand.", "each",
        (PERMIT_NAMES,),
    ),
    Feature("permits held", "permits_held", Number(16), "How many permits every player holds.", "each"),
    Feature("cash", "cash", CASH, "The observer's cash.", "own"),
    Feature("little cash", "cash", OneOf(numbered("exactly", EXACT)), "The same, if it is little.", "own"),
    Feature("supposed cash", "supposed_cash", CASH, "What all could count of every player's cash.", "each"),
    Feature("character", "character", OneOf(numbered("character", s.CHARACTERS)), "Every player's character.", "each"),
    Feature("marker", "marker", Number(50), "Every player's place on the income rail.", "each"),
    Feature("floor", "floor", Number(50), "Below which it cannot fall.", "each"),
    Feature("owed", "owed", Number(70), "What the bank owed every player at the last payment.", "each"),
    Feature("crunch", "crunch", Number(10), "What each had to give up because the bank was short."),
    # decks and sales
    Feature("deck left", "deck_left", Number(s.DECK), "Deeds in the deck."),
    Feature("permits left", "permits_left", Number(s.PERMITS), "Permits in the deck."),
    Feature("on sale", "on_sale", Number(s.ON_SALE), "How many deeds were dealt to the sale."),
    Feature("lots", "lots", Number(s.SEATS), "How many lots they make."),
    Feature("lot", "lot", A_SET, "The deeds of each lot.", "", (numbered("lot", s.SEATS),)),
    Feature("bribe", "bribe", CASH, "Every player's bribe.", "each"),
    Feature("order", "order", Seat(""), "In which order the players buy.", "", (numbered("place", s.SEATS, 1),)),
    Feature("turn", "turn", Number(s.SEATS), "How many of them had their turn."),
    Feature("sold", "sold", FLAG, "Whether somebody bought in this round."),
    # trading
    Feature("offers left", "offers_left", Number(4), "Offers that every player may still make.", "each"),
    Feature("maker", "maker", Seat(""), "Who makes an offer."),
    Feature("partner", "partner", Seat(""), "To whom."),
    Feature("countering", "countering", FLAG, "Whether a counter-offer is being made."),
    Feature("given", "given", A_SET, "Deeds that it gives.", "", (OFFERS,)),
    Feature("asked deeds", "asked_deeds", A_SET, "Deeds that it asks for.", "", (OFFERS,)),
    Feature("gives cash", "gives_cash", CASH, "Cash that it gives.", "", (OFFERS,)),
    Feature("asks cash", "asks_cash", CASH, "Cash that it asks for.", "", (OFFERS,)),
    Feature("gives permits", "gives_permits", OF_A_KIND, "Permits that it gives.", "", (OFFERS, PERMIT_NAMES)),
    Feature("asks permits", "asks_permits", OF_A_KIND, "Permits that it asks for.", "", (OFFERS, PERMIT_NAMES)),
    Feature(
        "last deal", "moved", Number(30), "How many cards the last deal moved.", "",
        (("from proposer", "to proposer"), ("deeds", "permits")),
    ),
    # the auction
    Feature(
        "on offer", "on_offer", A_PERMIT, "The permit to the left of every player, to the right of the next.", "each"
    ),
    Feature("bid", "bid", CASH, "Every player's bids.", "each", (SIDES,)),
    Feature("rebid", "rebid", CASH, "Every player's second bids, where the first were equal.", "each", (SIDES,)),
    Feature("tied", "tied", SeatSet(), "Whose permit on the left had equal bids."),
    Feature("side", "side", FLAG, "The side of a LOBBY: left or right."),
    # pouches
    Feature("items", "items", Number(s.ITEMS), "How many things every open pouch holds.", "each"),
    Feature("open item", "open_item", FLAG, "Whether the last of them is unfinished.", "each"),
    Feature("item permit", "item_permit", A_PERMIT, "The permits in the observer's pouch.", "own", (ITEM_NAMES,)),
    Feature("item target", "item_target", A_SQUARE, "The buildings that they extend.", "own", (ITEM_NAMES,)),
    Feature("contents", "contents", A_SET, "The deeds in the observer's pouch.", "own", (ITEM_NAMES,)),
    Feature("failed", "failed", Number(s.ITEMS), "Items of every player's last pouch that came back.", "each"),
    Feature("requisitions", "requisitions", Number(s.REQUISITIONS), "Requisitions of every sealed pouch.", "each"),
    Feature(
        "nominated", "nominated", Listed(SQUARE_NAMES, steps=s.REQUISITIONS),
        "The plots that every player requisitions: a half for the first, 1 for the second.", "each",
    ),
    Feature("moved to", "moved_to", Listed(SQUARE_NAMES, steps=s.REQUISITIONS), "Where they were moved to.", "each"),
)  # fmt: skip

LEFT_OUT = {
    "land": "all squares of the map but river and marsh",
    "built": "squares that have an owner",
    "anchor": "neighbouring plots of one owner and kind are one building",
    "tiles": "the river says where they lie",
    "called": "who may act says as much",
    "dealt": "the lots hold them",
    "deck": "its cards are covered; their number is there",
    "permit_deck": "its cards are covered; their number is there",
}
