"""What a reader learns from a ply beyond the ply itself: what was revealed, paid, dealt and built.

Everything is told by comparing two views of the same reader, so no line can hold more than the reader may know.
"""

from tabletown.engine.english import a, listing, many
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import NOBODY, record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import (
    SEASONS,
    building_name,
    label,
    labels,
    lot_squares,
    offer_words,
    permit_between,
    permit_name,
    plots_of,
)

Line = tuple[int, str]
"""A seat (or NOBODY) and a sentence without its subject."""


def news(before: Position, after: Position) -> list[Line]:
    """What became open, in the order in which it happened."""
    lines: list[Line] = []
    for tell in (
        _offers,
        _bribes,
        _bids,
        _permits_won,
        _buildings,
        _income,
        _collection,
        _lots,
        _buying,
        _permits_dealt,
    ):
        lines += tell(before, after)
    return lines


def _left(before: Position, after: Position, *phases: int) -> bool:
    """Whether the ply ended one of these phases."""
    return int(before.state.phase) in phases and int(after.state.phase) not in phases


def _by_seat(position: Position, numbers: list[int]) -> str:
    return listing([f"{SEAT_NAMES[seat]} {numbers[seat]}" for seat in range(position.players)])


def _offers(before: Position, after: Position) -> list[Line]:
    state = after.state
    if state.phase == s.REPLY and before.state.phase not in (s.REPLY, s.ANSWER):
        maker, partner = int(state.maker), int(state.partner)
        if after.seat == maker:
            return []  # the sentence of the ply says it all
        what = f": {offer_words(after, s.MADE)}" if after.seat == partner else ""
        return [(maker, f"makes {SEAT_NAMES[partner]} an offer{what}")]
    if state.phase == s.ANSWER and before.state.phase == s.REPLY:
        maker, partner = int(state.maker), int(state.partner)
        what = f": {offer_words(after, s.COUNTERED)}" if after.seat == maker else ""
        return [(partner, f"answers {SEAT_NAMES[maker]} with a counter-offer{what}")]
    moved = [[int(n) for n in side] for side in state.moved]
    if before.state.phase in (s.REPLY, s.ANSWER) and state.phase == s.TRADE and any(map(any, moved)):
        counter = before.state.phase == s.ANSWER
        giver = int(before.state.partner if counter else before.state.maker)
        taker = int(before.state.maker if counter else before.state.partner)
        ways = [
            f"{SEAT_NAMES[seat]} hands over {many(deeds, 'deed')} and {many(permits, 'permit')}"
            for seat, (deeds, permits) in ((giver, moved[0]), (taker, moved[1]))
        ]
        return [(NOBODY, f"A deal: {', '.join(ways)}.")]
    return []


def _bribes(before: Position, after: Position) -> list[Line]:
    if not _left(before, after, s.BRIBE):
        return []
    return [(NOBODY, f"The bribes: {_by_seat(after, [int(n) for n in after.state.bribe])}.")]


def _bids(before: Position, after: Position) -> list[Line]:
    state = after.state
    if not _left(before, after, s.BID) or not (state.on_offer[: after.players] < s.PERMIT_KINDS).any():
        return []
    lines = []
    for k in range(after.players):
        if state.on_offer[k] < s.PERMIT_KINDS:
            one, other = permit_between(after, k)
            bids = int(state.bid[k][s.LEFT]), int(state.bid[(k + 1) % after.players][s.RIGHT])
            name = permit_name(after, int(state.on_offer[k]))
            lines.append((NOBODY, f"Bids for the {name}: {one} {bids[0]}, {other} {bids[1]}."))
    return lines


def _permits_won(before: Position, after: Position) -> list[Line]:
    lines: list[Line] = []
    for k in range(after.players):
        kind = int(before.state.on_offer[k])
        if kind >= s.PERMIT_KINDS or after.state.on_offer[k] < s.PERMIT_KINDS:
            continue
        rivals = (k, (k + 1) % after.players)
        won = [
            seat
            for seat in rivals
            if after.state.supposed_permits[seat][kind] > before.state.supposed_permits[seat][kind]
        ]
        name = permit_name(after, kind)
        lines.append((won[0], f"wins the {name}.") if won else (NOBODY, f"Nobody gets the {name}."))
    return lines


def _buildings(before: Position, after: Position) -> list[Line]:
    if not _left(before, after, s.POUCH, s.NOMINATE, s.CONTEST):
        return []
    lines: list[Line] = []
    state = after.state
    for anchor in range(s.SQUARES):
        if state.anchor[anchor] != anchor:
            continue
        plots = plots_of(after, anchor)
        fresh = [plot for plot in plots if before.state.owner[plot] == s.NONE]
        name = building_name(after, int(state.kind[anchor]))
        owner = int(state.owner[anchor])
        if fresh == plots:
            lines.append((owner, f"builds {a(name)} on {labels(plots)}."))
        elif fresh:
            lines.append((owner, f"extends the {name} at {label(anchor)} by {labels(fresh)}."))
    for seat in range(after.players):
        if state.failed[seat]:
            lines.append((seat, f"takes back {many(int(state.failed[seat]), 'item')} that could not be built."))
    return lines or [(NOBODY, "Nobody builds anything.")]


def _income(before: Position, after: Position) -> list[Line]:
    if not _left(before, after, s.POUCH, s.NOMINATE, s.CONTEST):
        return []
    state = after.state
    lines: list[Line] = [(NOBODY, f"Income: {_by_seat(after, [int(n) for n in state.marker])}.")]
    if not _collected(before, after):
        step = int(record(after.cards.data).step)
        for seat in range(after.players):
            if state.owed[seat]:
                lines.append((seat, f"is owed {many(int(state.owed[seat]) // step, 'free briefcase')}."))
        lines += _crunch(after)
    return lines


def _collected(before: Position, after: Position) -> bool:
    """Whether the ply led past a cash collection."""
    early = (s.RIVER, s.MARSH, s.CHARACTER, s.NEW_YEAR, s.DEED)
    if after.state.phase in early or after.state.ended:
        return False
    return int(before.state.phase) in early or before.state.year < after.state.year


def _collection(before: Position, after: Position) -> list[Line]:
    if not _collected(before, after):
        return []
    lines: list[Line] = [(NOBODY, f"Cash collection: {_by_seat(after, [int(n) for n in after.state.owed])}.")]
    return lines + _crunch(after)


def _crunch(after: Position) -> list[Line]:
    k = int(after.state.crunch)
    return [(NOBODY, f"Credit crunch: everybody gives up {many(k, 'briefcase')}.")] if k else []


def _lots(before: Position, after: Position) -> list[Line]:
    state = after.state
    if state.phase != s.BRIBE or (before.state.phase == s.BRIBE and before.state.season == state.season):
        return []
    price = int(record(after.cards.data).price)
    lots = [lot_squares(after, lot) for lot in range(int(state.lots))]
    named = [f"{labels(lot)} ({price * len(lot)})" for lot in lots]
    return [(NOBODY, f"{SEASONS[int(state.season)]}: {', '.join(named)}.")] if named else []


def _buying(before: Position, after: Position) -> list[Line]:
    if after.state.phase != s.PURCHASE or before.state.phase == s.PURCHASE:
        return []
    order = [SEAT_NAMES[int(seat)] for seat in after.state.order[: after.players]]
    return [(NOBODY, f"They buy in the order {', '.join(order)}.")]


def _permits_dealt(before: Position, after: Position) -> list[Line]:
    lines: list[Line] = []
    for k in range(after.players):
        if after.state.on_offer[k] < s.PERMIT_KINDS and before.state.on_offer[k] >= s.PERMIT_KINDS:
            name = permit_name(after, int(after.state.on_offer[k]))
            lines.append((NOBODY, f"On offer between {listing(permit_between(after, k))}: {name}."))
    return lines
