"""Sales, offers and auctions of a position."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.position_fields import choice, entries, flag, subtable, whole
from tabletown.engine.position_fields import seat as seat_named
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import PERMIT_IDS
from tabletown.games.milton_keynes.positions.audit_phases import ANSWERING, AUCTION, COMPOSING, SALE, TRADING, lots_of
from tabletown.games.milton_keynes.positions.cards import (
    hold_deeds,
    hold_permits,
    permit_ids,
    permit_named,
    permits_named,
)
from tabletown.games.milton_keynes.positions.map import plots_named, slugs, split
from tabletown.games.milton_keynes.rules import auction, sale, turn_order, worlds, year
from tabletown.games.milton_keynes.text.names import SIDES, slug, squares

SEASONS = ("spring", "autumn")
OFFER = "{ from = 'orange', to = 'sky', gives = { cash = 3 } }"


# --- Sales ----------------------------------------------------------------------------------------------------------


def write_sale(state: Any) -> dict[str, Any]:
    """The deeds on sale in the order dealt, those of them that are sold, and the order of buying."""
    if state.phase not in SALE:
        return {}
    dealt = [int(deed) for deed in state.dealt[: state.on_sale]]
    left = {plot for lot in range(s.SEATS) for plot in squares(state.lot[lot])}
    table: dict[str, Any] = {"season": SEASONS[state.season], "on_sale": [slug(plot) for plot in dealt]}
    if state.phase == s.PURCHASE:
        table["sold"] = [slug(plot) for plot in dealt if plot not in left]
        table["order"] = [SEAT_NAMES[seat].lower() for seat in state.order[: state.players]]
        table["sold_this_round"] = bool(state.sold)
    return table


def read_lots(state: Any, table: Mapping[str, Any]) -> None:
    """The lots, before the deck is dealt; left out, they are dealt later."""
    if state.phase not in SALE:
        return
    state.season = SEASONS.index(choice(table.get("season", "spring"), "season", SEASONS))
    dealt = plots_named(table.get("on_sale", []), "on_sale")
    if len(dealt) > s.ON_SALE:
        raise PositionError(f"at most {s.ON_SALE} deeds can be on sale")
    lots = lots_of(dealt, int(state.year))
    if len(lots) > state.players:
        raise PositionError(f"on_sale makes {len(lots)} lots; there are at most as many as players (MK-20)")
    sold = set(plots_named(table.get("sold", []), "sold"))
    for plot in sold - set(dealt):
        raise PositionError(f"{slug(plot)} is sold, but it is not in on_sale")
    state.dealt[: len(dealt)] = dealt
    state.on_sale, state.lots = len(dealt), len(lots)
    for i, lot in enumerate(lots):
        if lot & sold and not lot <= sold:
            raise PositionError(f"{' '.join(map(slug, sorted(lot)))} are one lot: it is sold as a whole (MK-20)")
        state.lot[i] = split(lot - sold)


def read_bribes(state: Any, rows: list[Mapping[str, Any]]) -> None:
    """Bribes: in the sealed phase of those who have decided, then of all."""
    if state.phase not in SALE:
        return
    if state.phase == s.BRIBE:
        turn_order.call(state, int(turn_order.everybody(state)))
    for seat, row in enumerate(rows):
        if "bribe" in row:
            state.bribe[seat] = whole(row["bribe"], f"{SEAT_NAMES[seat]}'s bribe", 0, s.MOST_CASH)
            if state.phase == s.BRIBE:
                state.waiting = int(state.waiting) & ~(1 << seat)


def open_sale(state: Any, table: Mapping[str, Any]) -> None:
    """With all cards in their places: deal lots that the position does not name, and find the order of buying."""
    if state.phase not in SALE:
        return
    if not state.on_sale:
        if not state.deck_left:
            raise PositionError("there is no sale without deeds: name some in on_sale, or leave some for the deck")
        sale.deal_lots(state)
    if state.phase != s.PURCHASE:
        return
    if "order" not in table:
        sale.buying_order(state)
    else:
        names = table["order"] if isinstance(table["order"], list) else [table["order"]]
        order = [seat_named(name, int(state.players), "order") for name in names]
        if sorted(order) != list(range(state.players)):
            raise PositionError(f"order must name every player once, the first buyer first, not {table['order']!r}")
        state.order[: len(order)] = order
    state.sold = flag(table, "sold_this_round")
    buyer = seat_named(table.get("turn", SEAT_NAMES[state.order[0]]), int(state.players), "turn")
    state.turn = state.order[: state.players].tolist().index(buyer)
    state.waiting = 1 << buyer


# --- Offers ---------------------------------------------------------------------------------------------------------


def write_offer(state: Any) -> dict[str, Any]:
    """The offer that is composed or answered, and its counter-offer."""
    if state.phase not in (*COMPOSING, *ANSWERING):
        return {}
    offer: dict[str, Any] = {"from": SEAT_NAMES[state.maker].lower(), "to": SEAT_NAMES[state.partner].lower()}
    offer |= _sides(state, s.MADE)
    if state.countering:
        offer["counter"] = _sides(state, s.COUNTERED)
    return {"offer": offer}


def _sides(state: Any, which: int) -> dict[str, Any]:
    gives = _side(state.gives_cash[which], state.given[which], state.gives_permits[which])
    asks = _side(state.asks_cash[which], state.asked_deeds[which], state.asks_permits[which])
    return ({"gives": gives} if gives else {}) | ({"asks": asks} if asks else {})


def _side(cash: Any, deeds: Any, permits: Any) -> dict[str, Any]:
    side: dict[str, Any] = {"cash": int(cash)} if cash else {}
    side |= {"deeds": slugs(deeds)} if deeds.any() else {}
    return side | ({"permits": permit_ids(permits)} if permits.any() else {})


def read_offer(state: Any, table: Mapping[str, Any]) -> None:
    """The offer; what its makers give they hold."""
    if state.phase not in (*COMPOSING, *ANSWERING):
        return
    offer = subtable(table.get("offer"), "offer", OFFER, {"from", "to", "gives", "asks", "counter"})
    players = int(state.players)
    state.maker = state.asked = seat_named(offer.get("from", SEAT_NAMES[state.asked]), players, "offer.from")
    state.partner = seat_named(offer.get("to"), players, "offer.to")
    _read_sides(state, s.MADE, offer, "offer", int(state.maker))
    if "counter" in offer:
        counter = subtable(offer["counter"], "offer.counter", "{ asks = { cash = 3 } }", {"gives", "asks"})
        state.countering = 1
        _read_sides(state, s.COUNTERED, counter, "offer.counter", int(state.partner))
    elif state.phase == s.ANSWER:
        state.countering = 1


def _read_sides(state: Any, which: int, offer: Mapping[str, Any], where: str, giver: int) -> None:
    for name, cash, deeds, permits in (
        ("gives", state.gives_cash, state.given, state.gives_permits),
        ("asks", state.asks_cash, state.asked_deeds, state.asks_permits),
    ):
        side = subtable(offer.get(name, {}), f"{where}.{name}", "{ cash = 3 }", {"cash", "deeds", "permits"})
        cash[which] = whole(side.get("cash", 0), f"{where}.{name}.cash", 0, s.MOST_CASH)
        plots = plots_named(side.get("deeds", []), f"{where}.{name}.deeds")
        kinds = Counter(permits_named(side.get("permits", []), f"{where}.{name}.permits"))
        deeds[which] = split(plots)
        for kind, number in kinds.items():
            permits[which, kind] = number
        if name == "gives":
            hold_deeds(state, giver, plots)
            hold_permits(state, giver, kinds)


def write_last_deal(state: Any) -> dict[str, Any]:
    """How many deeds and permits the last deal moved, to and from its proposer: all have seen that (MK-35)."""
    return {"last_deal": state.moved.tolist()} if state.moved.any() else {}


def read_last_deal(state: Any, table: Mapping[str, Any]) -> None:
    """How many cards the last deal moved."""
    sides = table.get("last_deal", [[0, 0], [0, 0]])
    if not isinstance(sides, list) or [isinstance(side, list) and len(side) for side in sides] != [2, 2]:
        raise PositionError(f"last_deal must be deeds and permits to and fro, like [[1, 0], [0, 2]], not {sides!r}")
    for i, side in enumerate(sides):
        state.moved[i] = [whole(number, "last_deal", 0, s.DECK) for number in side]


def guess_offer(state: Any) -> None:
    """An offer of which nobody said what it contains."""
    if state.phase not in ANSWERING:
        return
    for which, giver in ((s.MADE, int(state.maker)), (s.COUNTERED, int(state.partner))):
        fields = (state.gives_cash, state.given, state.gives_permits, state.asks_cash, state.asked_deeds)
        blank = not any(field[which].any() for field in (*fields, state.asks_permits))
        if blank and which <= state.countering:
            worlds.imagine_offer(state, which, giver)


# --- The auction ----------------------------------------------------------------------------------------------------


def write_auction(state: Any) -> dict[str, Any]:
    """Which permits are tied, by the seat to whose left they lie, and the side of a LOBBY."""
    table: dict[str, Any] = {}
    if state.phase == s.REBID:
        table["tied"] = [SEAT_NAMES[k].lower() for k in range(state.players) if state.tied >> k & 1]
    if state.phase == s.BID_AGAIN:
        table["side"] = SIDES[state.side]
    return table


def write_bids(state: Any, seat: int) -> dict[str, Any]:
    """The permit to the left of a seat and its bids; in a sealed phase only those that are made."""
    row: dict[str, Any] = {}
    if state.on_offer[seat] != s.NONE:
        row["left"] = PERMIT_IDS[state.on_offer[seat]]
    if state.phase in AUCTION:
        row |= _made(state, seat, "bids", state.bid[seat], state.phase == s.BID, auction.is_offered)
    if state.phase == s.REBID and state.called >> seat & 1:
        row |= _made(state, seat, "rebids", state.rebid[seat], True, auction.is_tied)
    return row


def _made(state: Any, seat: int, name: str, amounts: Any, sealed: bool, concerns: Any) -> dict[str, Any]:
    made = [int(amount) for amount in amounts]
    if not sealed:
        return {name: made} if any(made) else {}
    if not state.called >> seat & 1:
        return {}
    if not state.waiting >> seat & 1:
        return {name: made}
    half = state.stage[seat] == s.RIGHT and concerns(state, seat, s.LEFT)
    return {name: made[:1]} if half else {}


def read_offered(state: Any, rows: list[Mapping[str, Any]]) -> bool:
    """The permits between neighbours; returns whether they are still to be dealt."""
    if state.phase not in AUCTION and not (state.phase in TRADING and state.session == 1):
        return False
    for seat, row in enumerate(rows):
        if "left" in row:
            state.on_offer[seat] = permit_named(row["left"], f"{SEAT_NAMES[seat]}'s left")
    return not any("left" in row for row in rows)


def read_bids(state: Any, table: Mapping[str, Any], rows: list[Mapping[str, Any]]) -> None:
    """Bids and rebids; in the sealed phases a list of one is a decision half made."""
    if state.phase not in AUCTION:
        return
    if state.phase == s.BID:
        year.open_bids(state)
    for seat, row in enumerate(rows):
        bids = _amounts(row, "bids", seat)
        state.bid[seat, : len(bids)] = bids
        if state.phase == s.BID and bids:
            _decide(state, seat, len(bids), auction.is_offered)
    if state.phase == s.BID_AGAIN:
        state.side = SIDES.index(choice(table.get("side", "left"), "side", SIDES))
    if state.phase == s.REBID:
        _read_rebids(state, table, rows)


def _read_rebids(state: Any, table: Mapping[str, Any], rows: list[Mapping[str, Any]]) -> None:
    if "tied" in table:
        names = table["tied"] if isinstance(table["tied"], list) else [table["tied"]]
        for name in names:
            state.tied = int(state.tied) | 1 << seat_named(name, int(state.players), "tied")
    else:
        auction.find_ties(state)
    turn_order.call(state, int(auction.tied_seats(state)))
    for seat in range(int(state.players)):
        state.stage[seat] = s.LEFT if auction.is_tied(state, seat, s.LEFT) else s.RIGHT
    for seat, row in enumerate(rows):
        rebids = _amounts(row, "rebids", seat)
        state.rebid[seat, : len(rebids)] = rebids
        if rebids:
            _decide(state, seat, len(rebids), auction.is_tied)


def _amounts(row: Mapping[str, Any], name: str, seat: int) -> list[int]:
    where = f"{SEAT_NAMES[seat]}'s {name}"
    amounts = entries(row.get(name, []), where, "numbers like [4, 0], the left one and the right one", 2)
    return [whole(amount, where, 0, s.MOST_CASH) for amount in amounts]


def _decide(state: Any, seat: int, made: int, concerns: Any) -> None:
    """A seat has named one amount or both; it has decided when none is left to name."""
    if not state.called >> seat & 1:
        raise PositionError(f"{SEAT_NAMES[seat]} has nothing to bid for now")
    right = concerns(state, seat, s.RIGHT)
    state.stage[seat] = s.RIGHT if right else s.LEFT
    if made == 2 or not right:
        state.waiting = int(state.waiting) & ~(1 << seat)
