"""The auction of permits in the log: bids as they are turned over, ties, rebids, who wins and pays (MK-36 to 40)."""

from tabletown.engine.english import listing
from tabletown.engine.game import Ply
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, verb
from tabletown.engine.sentence import LogSentence, Opened
from tabletown.engine.state import NOBODY
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import permit_name
from tabletown.games.plain_state import decoded, plain

Bids = list[list[int]]
"""By seat and side."""


OPENED = ("bid", "rebid", "side")
"""The fields that hold sealed bids (see engine/log_sentences.py)."""


def auction_news(before: Position, after: Position, ply: Ply, opened: Opened) -> list[LogSentence]:
    """What a ply that ended a round of bids, or the window after it, made open."""
    was, now = plain(before), plain(after)
    if not opened or not s.BID <= was.phase <= s.REBID:
        return []
    kinds = was.on_offer[: after.players]
    permits = [k for k in range(after.players) if kinds[k] < s.PERMIT_KINDS]
    bids = _bids_now(before, ply, opened)
    said = []
    if was.phase == s.BID:
        said = [_turned_over(after, k, kinds[k], bids, "bids") for k in permits]
    elif was.phase == s.REBID:
        said = [_turned_over(after, k, kinds[k], bids, "second bids") for k in permits if was.tied >> k & 1]
    if now.phase == s.REBID:
        said += [_tie(after, k, kinds[k], bids) for k in permits if now.tied >> k & 1]
    elif now.phase not in (s.LOBBY_BID, s.BID_AGAIN):
        order = [(was.chair + i) % after.players for i in range(after.players)]
        said += [_settled(after, k, kinds[k], bids) for k in order if k in permits]
    return said


def _bids_now(before: Position, ply: Ply, opened: Opened) -> Bids:
    """The bids with that of the last ply; after a round of rebids, these in place of the tied ones."""
    state, players = plain(before), before.players
    bids = [list(pair) for pair in opened["bid"]]
    action, args = decoded(s.ACTIONS, ply.action)
    if action != "amount":
        return bids
    right = (ply.seat - 1) % players  # the permit on the right of the seat, which is bid for last
    if state.phase == s.BID:
        bids[ply.seat][s.RIGHT if state.on_offer[right] < s.PERMIT_KINDS else s.LEFT] = args[0]
    elif state.phase == s.REBID:
        again = [list(pair) for pair in opened["rebid"]]
        again[ply.seat][s.RIGHT if state.tied >> right & 1 else s.LEFT] = args[0]
        for k in range(players):
            if state.tied >> k & 1:
                other = (k + 1) % players
                bids[k][s.LEFT], bids[other][s.RIGHT] = again[k][s.LEFT], again[other][s.RIGHT]
    else:
        bids[ply.seat][opened["side"]] = args[0]
    return bids


def _pair(position: Position, k: int, bids: Bids) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two seats that bid for a permit, each with its bid."""
    other = (k + 1) % position.players
    return (k, bids[k][s.LEFT]), (other, bids[other][s.RIGHT])


def _turned_over(position: Position, k: int, kind: int, bids: Bids, what: str) -> LogSentence:
    shown = listing([f"{the_seat(seat)} {bid}" for seat, bid in _pair(position, k, bids)])
    rule = "MK-36" if what == "bids" else "MK-39"
    return LogSentence(NOBODY, f"{what} for the {permit_name(position, kind)}: {shown}", (), (rule,))


def _tie(position: Position, k: int, kind: int, bids: Bids) -> LogSentence:
    (one, amount), (other, _) = _pair(position, k, bids)
    names = listing([the_seat(one), the_seat(other)])
    text = f"a tie at {amount} for the {permit_name(position, kind)}: {names} bid again"
    return LogSentence(NOBODY, text, (), ("MK-39",))


def _settled(position: Position, k: int, kind: int, bids: Bids) -> LogSentence:
    (one, first), (other, second) = _pair(position, k, bids)
    name = permit_name(position, kind)
    if first == second:
        text = f"nobody gets the {name}: the tie at {first} stays"
        return LogSentence(NOBODY, text, (), ("MK-39",))
    winner, loser, paid = (one, other, first) if first > second else (other, one, second)
    text = f"wins the {name} and {verb(winner, 'pays')} {the_seat(loser)} {paid}"
    return LogSentence(winner, text, (), ("MK-38",))
