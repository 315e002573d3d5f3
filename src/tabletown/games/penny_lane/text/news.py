"""What happens in Penny Lane without a choice: the supply is filled up, upkeep pays every lane."""

from tabletown.engine.english import listing
from tabletown.engine.game import Ply
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, their
from tabletown.engine.sentence import LogSentence, Opened
from tabletown.engine.state import NOBODY, record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules import lane
from tabletown.games.penny_lane.text.lane_numbers import lane_numbers
from tabletown.games.penny_lane.text.names import lane_of, pennies, piece_id, the
from tabletown.games.plain_state import plain


def news(before: Position, after: Position, ply: Ply, opened: Opened) -> list[LogSentence]:
    """New cards of the supply, and at the end of a round what upkeep pays."""
    was, now = plain(before), plain(after)
    if ply.action == s.PASS:
        return [] if now.passes or now.ended else _upkeep(before, after)
    if was.supply == now.supply:
        return []
    old = was.supply[: was.supply_left]
    fresh = [card for card in now.supply[: now.supply_left] if card not in old]
    if not fresh:
        return []
    text = f"{listing([the(after, card) for card in fresh])} {'joins' if len(fresh) == 1 else 'join'} the supply"
    return [LogSentence(NOBODY, text, tuple(piece_id(after, card) for card in fresh), ("PL-39",))]


def _upkeep(before: Position, after: Position) -> list[LogSentence]:
    """What every seat gains, and from what; with two players also what a Farmer's Co-Op gives away (PL-54 to 59)."""
    was, now = plain(before), plain(after)
    said, given = [], []
    for seat in range(after.players):
        numbers = lane_numbers(before, seat)
        parts = ["1 from the board"]
        if numbers.penny_links:
            parts.append(f"{numbers.penny_links} from penny links")
        parts += _from_cards(before, seat) if numbers.income > 1 + numbers.penny_links else []
        detail = f": {listing(parts)}" if len(parts) > 1 else ""
        citizen = "" if was.bonus[seat] else f", and a citizen comes to {their(seat)} board"
        text = f"gains {pennies(numbers.income)} at upkeep{detail}{citizen}"
        said.append(LogSentence(seat, text, (), ("PL-54", "PL-55", "PL-56") + (("PL-59",) if citizen else ())))
        gift = now.pennies[seat] - was.pennies[seat] - numbers.income
        if gift:
            text = f"gains {pennies(gift)} from {the_seat(1 - seat)}'s Farmer's Co-Op"
            given.append(LogSentence(seat, text, (), ("PL-57",)))
    return said + given


def _from_cards(position: Position, seat: int) -> list[str]:
    """The card income of a lane, building by building."""
    state, cards = position.state, record(position.cards.data)
    parts = []
    for card in lane_of(position, seat):
        if not int(cards.effects[card]) >> s.UPKEEP & 1:
            continue
        gained = sum(
            int(cards.amount[card, k]) * int(lane.count(state, cards, seat, card, k))
            for k in range(s.EFFECTS)
            if cards.effect[card, k] == s.UPKEEP and lane.holds(state, cards, card, int(cards.when[card, k]))
        )
        if gained:
            parts.append(f"{gained} from {the(position, card)}")
    return parts
