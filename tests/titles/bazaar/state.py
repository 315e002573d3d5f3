"""The state of a game: a field of every kind."""

from tabletown.engine.declared import (
    BY_NOBODY,
    BY_OWNER,
    COUNTS,
    PILE,
    ROW,
    TOP,
    Amount,
    ASeat,
    Cards,
    CardType,
    Choice,
    Count,
    Declared,
    Flag,
    Members,
    Move,
    OneCard,
    OneOf,
    SeatOf,
)

SEATS = 4
WARES, CONTRACTS = 5, 4
MARKET, HAND, ROUNDS = 4, 3, 10
GUILDS = ("Weavers", "Potters", "Smiths")
MOST_COINS, MOST_FAVOUR, MOST_SAVED, MOST_BID = 99, 8, 60, 3

WARE = CardType("ware", WARES, {"price": "coins to buy it", "worth": "points when laid out"}, costs=("price",))
CONTRACT = CardType("contract", CONTRACTS, {"reward": "points at the end"})

GAME = Declared(
    seats=SEATS,
    fields=(
        Cards("deck", WARE, PILE, room=30, length="left", seen=BY_NOBODY),
        Cards("market", WARE, ROW, room=MARKET, length="offered"),
        Cards("contracts", CONTRACT, PILE, room=8, length="contracts_left", seen=TOP),
        OneCard("fashion", WARE, says="in fashion"),
        Count("rounds", ROUNDS, least=1, says="round"),
        Flag("festival"),
        SeatOf("first", says="begins"),
        Cards("hand", WARE, COUNTS, each=True, length="held", seen=BY_OWNER),
        Cards("stall", WARE, COUNTS, each=True, says="laid out"),
        OneCard("contract", CONTRACT, each=True, seen=BY_OWNER),
        Choice("mood", ("generous", "greedy"), each=True, seen=BY_OWNER),
        Count("coins", MOST_COINS, each=True),
        Count("saved", MOST_SAVED, each=True, seen=BY_OWNER, says="savings"),
        Count("favour", MOST_FAVOUR, each=True),
        Members("guilds", GUILDS, each=True),
    ),
    moves={
        "buy": Move(WARE, of="market", says="buys the {ware}"),
        "lay": Move(WARE, of="hand", says="lays out the {ware}"),
        "give": Move(WARE, ASeat(), of="hand", says="gives the {ware} to {1}"),
        "save": Move(Amount(MOST_BID), says="saves {0} coins"),
        "join": Move(OneOf(GUILDS), says="joins the {0}"),
        "take": Move(of="contracts", says="takes the top contract"),
        "rest": Move(says="rests"),
    },
    endings=("ten rounds have been played",),
    phases=("trading", "closing time"),
)

BUY, LAY = 0, WARES
GIVE = LAY + WARES
SAVE = GIVE + WARES * SEATS
JOIN = SAVE + MOST_BID + 1
TAKE = JOIN + len(GUILDS)
REST = TAKE + 1
