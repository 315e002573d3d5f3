"""What a reader learns from a ply beyond the ply itself: what was revealed, paid, dealt and built.

Everything is told by comparing two views of the same reader, so no line can hold more than the reader may know. Only
bids that are turned over and settled by one ply are seen in neither view, and come with it (`auction_news.py`).
"""

from collections.abc import Sequence

from tabletown.engine.english import a, listing, many
from tabletown.engine.game import Ply
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, their, verb
from tabletown.engine.sentence import LogSentence, Opened
from tabletown.engine.state import NOBODY, record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.auction_news import auction_news
from tabletown.games.milton_keynes.text.chapters import BUILDING, CASH_COLLECTION, TRADING, heading
from tabletown.games.milton_keynes.text.names import (
    SEASONS,
    building_name,
    label,
    labels,
    lot_squares,
    offer_parts,
    offer_words,
    permit_name,
    plots_of,
)
from tabletown.games.plain_state import decoded, plain

_EARLY = (s.RIVER, s.MARSH, s.CHARACTER, s.NEW_YEAR, s.DEED)
"""Phases before the cash collection of a year."""
_BUILDING = (s.POUCH, s.NOMINATE, s.CONTEST)


def news(before: Position, after: Position, ply: Ply, opened: Opened) -> list[LogSentence]:
    """What became open, in the order in which it happened."""
    was, now = plain(before), plain(after)
    if was.reveals == now.reveals:
        return []  # a sealed decision, or a part of an offer: nothing is open yet
    said: list[LogSentence] = []
    if s.TRADE <= was.phase <= s.ANSWER or now.phase in (s.REPLY, s.ANSWER):
        said += _offers(before, after)
    if s.BRIBE <= was.phase <= s.BRIBE_AGAIN:
        said += _bribes(before, after)
    if was.phase == s.PURCHASE and now.phase != s.PURCHASE:
        said += _unsold(before, ply)
    said += auction_news(before, after, ply, opened)
    if was.phase in _BUILDING:
        if now.phase == s.CONTEST and was.phase != s.CONTEST:
            said += _contests(after)
        elif now.phase not in _BUILDING:
            said += _buildings(before, after) + _year_end(before, after)
    if was.phase in _EARLY or now.year > was.year:
        said += _new_year(before, after)
    said += _lots(before, after) + _permits_dealt(before, after)
    return said


def _by_seat(position: Position, numbers: Sequence[int]) -> str:
    return listing([f"{the_seat(seat)} {numbers[seat]}" for seat in range(position.players)])


# --- Trading --------------------------------------------------------------------------------------------------------


def _offers(before: Position, after: Position) -> list[LogSentence]:
    was, now = plain(before), plain(after)
    if now.phase == s.REPLY and was.phase not in (s.REPLY, s.ANSWER):
        if after.seat in (None, now.maker):
            return []  # the sentence of the ply says it all
        what = f": {offer_words(after, s.MADE)}" if after.seat == now.partner else ""
        return [LogSentence(now.maker, f"makes {the_seat(now.partner)} an offer{what}", (), ("MK-32",))]
    if now.phase == s.ANSWER and was.phase == s.REPLY:
        what = f": {offer_words(after, s.COUNTERED)}" if after.seat == now.maker else ""
        text = f"answers {the_seat(now.maker)} with a counter-offer{what}"
        return [LogSentence(now.partner, text, (), ("MK-32",))]
    if was.phase in (s.REPLY, s.ANSWER) and now.phase == s.TRADE and any(map(any, now.moved)):
        return [_deal(before, after)]
    return []


def _deal(before: Position, after: Position) -> LogSentence:
    """What went which way: all of it for the two who deal, the number of cards for the others (MK-35)."""
    was, now = plain(before), plain(after)
    counter = was.phase == s.ANSWER
    giver, taker = (was.partner, was.maker) if counter else (was.maker, was.partner)
    ways = []
    knows = before.seat in (None, giver, taker)
    gives = offer_parts(before, s.COUNTERED if counter else s.MADE) if knows else ([], [])
    for seat, other, parts, (deeds, permits) in zip((giver, taker), (taker, giver), gives, now.moved, strict=True):
        cards = [many(n, name) for n, name in ((deeds, "deed"), (permits, "permit")) if n]
        what = listing(parts if knows else cards) or "no cards"
        ways.append(f"{the_seat(seat)} {verb(seat, 'gives')} {the_seat(other)} {what}")
    return LogSentence(NOBODY, f"a deal: {', '.join(ways)}", (), ("MK-31", "MK-35"))


def _permits_dealt(before: Position, after: Position) -> list[LogSentence]:
    was, now = plain(before).on_offer, plain(after).on_offer
    if was == now:
        return []
    found = []
    for k in range(after.players):
        if now[k] < s.PERMIT_KINDS <= was[k]:
            between = listing([the_seat(k), the_seat((k + 1) % after.players)])
            text = f"on offer between {between}: the {permit_name(after, now[k])}"
            found.append(LogSentence(NOBODY, text, (), ("MK-30",), heading(after, TRADING)))
    return found


# --- Sales ----------------------------------------------------------------------------------------------------------


def _lots(before: Position, after: Position) -> list[LogSentence]:
    was, now = plain(before), plain(after)
    if now.phase != s.BRIBE or (was.phase == s.BRIBE and was.season == now.season):
        return []
    price = int(record(after.cards.data).price)
    lots = [lot_squares(after, lot) for lot in range(now.lots)]
    text = f"on sale: {listing([f'{labels(lot)} for {price * len(lot)}' for lot in lots])}"
    rule = "MK-19" if now.year == 1 else "MK-20"
    return [LogSentence(NOBODY, text, (), (rule,), heading(after, SEASONS[now.season]))]


def _bribes(before: Position, after: Position) -> list[LogSentence]:
    """The bribes as they are turned over; and when no one changes one any more, that they are paid, and the order."""
    was, now = plain(before), plain(after)
    said = []
    if was.phase == s.BRIBE and now.phase != s.PURCHASE:
        said.append(LogSentence(NOBODY, f"the bribes: {_by_seat(after, now.bribe)}", (), ("MK-22",)))
    if now.phase == s.PURCHASE:
        said.append(LogSentence(NOBODY, f"all pay their bribes: {_by_seat(after, now.bribe)}", (), ("MK-24",)))
        order = now.order[: after.players]
        ties = _order_ties(after, order)
        text = f"the buying order: {', '.join(the_seat(seat) for seat in order)}{ties}"
        said.append(LogSentence(NOBODY, text, (), ("MK-25",)))
    return said


def _order_ties(after: Position, order: Sequence[int]) -> str:
    """How ties of bribes were broken: by the number of cards in hand, or by lot."""
    state = plain(after)
    cards = [state.deeds_held[seat] + state.permits_held[seat] for seat in range(after.players)]
    tied = [seat for seat in order if sum(state.bribe[seat] == state.bribe[other] for other in order) > 1]
    if not tied:
        return ""
    lot = any(
        state.bribe[one] == state.bribe[other] and cards[one] == cards[other]
        for one in tied
        for other in tied
        if one != other
    )
    held = listing([f"{the_seat(seat)} {cards[seat]}" for seat in tied])
    return f" (ties broken by fewer cards in hand: {held}{'; then by lot' if lot else ''})"


def _unsold(before: Position, ply: Ply) -> list[LogSentence]:
    state = plain(before)
    action, args = decoded(s.ACTIONS, ply.action)
    bought = args[0] if action == "buy" else None
    left = [plot for lot in range(state.lots) if lot != bought for plot in lot_squares(before, lot)]
    return [LogSentence(NOBODY, f"unsold: {listing([label(p) for p in left])}", (), ("MK-28",))] if left else []


# --- Building -------------------------------------------------------------------------------------------------------


def _contests(after: Position) -> list[LogSentence]:
    """Plots that several seats have nominated."""
    state = plain(after)
    wanted: dict[int, list[int]] = {}
    for seat in range(after.players):
        for plot in state.nominated[seat][: state.requisitions[seat]]:
            wanted.setdefault(plot, []).append(seat)
    return [
        LogSentence(NOBODY, f"{listing([the_seat(seat) for seat in seats])} want {label(plot)}", (), ("MK-47",))
        for plot, seats in sorted(wanted.items())
        if len(seats) > 1
    ]


def _buildings(before: Position, after: Position) -> list[LogSentence]:
    was, now = plain(before), plain(after)
    said = []
    for anchor in range(s.SQUARES):
        if now.anchor[anchor] != anchor:
            continue
        plots = plots_of(after, anchor)
        fresh = [plot for plot in plots if was.owner[plot] == s.NONE]
        if not fresh:
            continue
        name, owner = building_name(after, now.kind[anchor]), now.owner[anchor]
        if fresh == plots:
            rules = {s.AIR: ("MK-42", "MK-45"), s.SEWAGE: ("MK-42", "MK-45")}.get(now.kind[anchor], ("MK-42",))
            said.append(LogSentence(owner, f"builds {a(name)} on {labels(plots)}", (), rules))
        else:
            text = f"plays an Extension: the {name} at {label(anchor)} grows by {labels(fresh)}"
            said.append(LogSentence(owner, text, (), ("MK-44",)))
    said += _fetched(before, after)
    for seat in range(after.players):
        if now.failed[seat]:
            text = f"takes back {many(now.failed[seat], 'item')} of {their(seat)} pouch that could not be built"
            said.append(LogSentence(seat, text, (), ("MK-48",)))
    return said or [LogSentence(NOBODY, "nobody builds anything", (), ("MK-41",))]


def _fetched(before: Position, after: Position) -> list[LogSentence]:
    """Deeds that an Air Base took out of hands: as many as left a hand and were not built (MK-49)."""
    was, now = plain(before), plain(after)
    fresh = [plot for plot in range(s.SQUARES) if was.owner[plot] == s.NONE != now.owner[plot]]
    said = []
    for seat in range(after.players):
        own = [plot for plot in fresh if now.owner[plot] == seat]
        # one plot of each new Air Base and Sewage Reprocessor was requisitioned, so its deed came from elsewhere
        new = {now.anchor[p] for p in own if now.anchor[p] in own and now.kind[p] in (s.AIR, s.SEWAGE)}
        requisitioned = sum(all(was.owner[p] == s.NONE for p in plots_of(after, anchor)) for anchor in new)
        lost = was.deeds_held[seat] - now.deeds_held[seat] - (len(own) - requisitioned)
        if lost > 0:
            said.append(LogSentence(seat, f"loses {many(lost, 'deed')} to an Air Base", (), ("MK-49",)))
    return said


def _year_end(before: Position, after: Position) -> list[LogSentence]:
    """Blocks and markers, free briefcases, and a credit crunch if the bank cannot pay them (MK-50, 51)."""
    was, now = plain(before), plain(after)
    part = heading(before, BUILDING)
    seats = range(after.players)
    blocks = [_change(was.blocks[seat], now.blocks[seat]) for seat in seats]
    income = [_change(was.marker[seat], now.marker[seat]) for seat in seats]
    said = [
        LogSentence(NOBODY, f"blocks: {listing([f'{the_seat(k)} {blocks[k]}' for k in seats])}", (), ("MK-50",), part),
        LogSentence(NOBODY, f"income: {listing([f'{the_seat(k)} {income[k]}' for k in seats])}", (), ("MK-50",), part),
    ]
    owed = _briefcases(before, after)
    step = int(record(after.cards.data).step)
    for seat in seats:
        if owed[seat]:
            text = f"gains {owed[seat]} ({many(owed[seat] // step, 'free briefcase')})"
            said.append(LogSentence(seat, text, (), ("MK-51",), part))
    return said + _crunch(before, after, _first_crunch(before, after, owed), was.cash, owed, part)


def _change(old: int, new: int) -> str:
    return str(new) if old == new else f"{old} to {new}"


def _briefcases(before: Position, after: Position) -> list[int]:
    """What the bank owes for roundabouts that markers have reached."""
    step = int(record(after.cards.data).step)
    pairs = zip(plain(before).marker, plain(after).marker, strict=True)
    return [max(new // step - old // step, 0) * step for old, new in pairs]


# --- Cash -----------------------------------------------------------------------------------------------------------


def _new_year(before: Position, after: Position) -> list[LogSentence]:
    """The chair of a new year, and its cash collection with a credit crunch if there is one."""
    was, now = plain(before), plain(after)
    part = heading(after, CASH_COLLECTION)
    said = []
    if now.year > was.year:
        said.append(LogSentence(now.chair, "has the chair this year", (), ("MK-7",), part))
    if now.phase in _EARLY or now.ended:
        return said
    text = f"all collect their income: {_by_seat(after, now.owed)}"
    said.append(LogSentence(NOBODY, text, (), ("MK-14",), part))
    cash = was.cash
    if was.phase in _BUILDING:  # free briefcases were paid before, in the same ply
        owed = _briefcases(before, after)
        given = _first_crunch(before, after, owed) * int(record(after.cards.data).step)
        cash = [max(held + due - given, 0) for held, due in zip(was.cash, owed, strict=True)]
    return said + _crunch(before, after, now.crunch, cash, now.owed, part)


def _first_crunch(before: Position, after: Position, owed: Sequence[int]) -> int:
    """How many briefcases each seat gave up when free briefcases were paid (MK-16).

    The state has the number for the last payment. If the cash collection followed in the same ply, the number before it
    follows from the cash that all could count.
    """
    was, now = plain(before), plain(after)
    if now.year == was.year or now.phase in _EARLY:
        return int(now.crunch)
    cards = record(after.cards.data)
    step, top = int(cards.step), int(cards.cash)
    for seat in range(after.players):
        left = now.supposed_cash[seat]
        if 0 < left < top:
            between = left - now.owed[seat] + now.crunch * step
            if between < top:
                return int(was.supposed_cash[seat] + owed[seat] - between) // step
    return 0


def _crunch(
    before: Position, after: Position, k: int, cash: Sequence[int], owed: Sequence[int], part: str
) -> list[LogSentence]:
    """A credit crunch; what a seat gives up is told to those who know its cash."""
    if not k:
        return []
    given = k * int(record(after.cards.data).step)
    text = f"credit crunch: everybody gives up {many(k, 'briefcase')}, {given} of cash or all they have"
    said = [LogSentence(NOBODY, text, (), ("MK-16",), part)]
    for seat in range(after.players):
        if before.seat in (None, seat):
            lost = min(given, cash[seat] + owed[seat])
            said.append(LogSentence(seat, f"gives up {lost} in the credit crunch", (), ("MK-16",), part))
    return said
