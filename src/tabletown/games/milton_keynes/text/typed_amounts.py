"""Numbers that are typed: bribes, bids, and cash in an offer."""

from tabletown.engine.position import Position
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import choices, trading
from tabletown.games.milton_keynes.text.names import SIDES
from tabletown.games.milton_keynes.text.notation import AMOUNTS
from tabletown.games.plain_state import plain
from tabletown.render.scene import Entry


def typed(position: Position, action: int) -> bool:
    """Whether a choice is made by typing a number."""
    return s.AMOUNT <= action <= s.AMOUNT + s.MOST_CASH or action in (s.TO_GIVE_CASH, s.TO_ASK_CASH)


def entries(position: Position, seat: int) -> tuple[Entry, ...]:
    """The numbers that the seat may type now. In an offer, choosing cash and its amount go together."""
    state = plain(position)
    if seat not in position.waiting:
        return ()
    phase = state.phase
    if phase == s.OFFER:
        legal = position.legal_actions_of(seat)
        return tuple(_cash(position, seat, action) for action in (s.TO_GIVE_CASH, s.TO_ASK_CASH) if action in legal)
    if phase not in AMOUNTS:
        return ()
    low, high, without = (int(n) for n in choices.amount_limits(position.state, seat))
    word = AMOUNTS[phase]
    suggested = low + (low == without)  # what is suggested can be sent
    note = f"you have {state.cash[seat]}"
    return (Entry(f"{word} #", _label(position, seat), low, high, _sentence(position), without, suggested, note),)


def _cash(position: Position, seat: int, action: int) -> Entry:
    giving = action == s.TO_GIVE_CASH
    most = int(trading.most_cash(position.state, seat, giving))
    if giving:
        return Entry("give-cash; cash #", "Give cash", 1, most, "Gives # cash", note=f"you have {most}")
    return Entry("ask-cash; cash #", "Ask for cash", 1, most, "Asks for # cash")


def _label(position: Position, seat: int) -> str:
    state = plain(position)
    phase = state.phase
    if phase in (s.BID, s.REBID):
        side = SIDES[min(state.stage[seat], s.RIGHT)]
        return f"Bid on the {side}" if phase == s.BID else f"Rebid on the {side}"
    if phase == s.BID_AGAIN:
        return f"New bid on the {SIDES[state.side]}"
    return {s.BRIBE: "Your bribe", s.BRIBE_AGAIN: "New bribe", s.GIVE_CASH: "Give cash", s.ASK_CASH: "Ask for cash"}[
        phase
    ]


def _sentence(position: Position) -> str:
    texts = {
        s.BRIBE: "Bribes # in secret",
        s.BRIBE_AGAIN: "Changes the bribe to #",
        s.GIVE_CASH: "Gives # cash",
        s.ASK_CASH: "Asks for # cash",
        s.BID: "Bids # in secret",
        s.BID_AGAIN: "Changes the bid to #",
        s.REBID: "Bids # in secret",
    }
    return texts[plain(position).phase]
