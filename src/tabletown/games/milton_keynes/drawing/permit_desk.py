"""Permits on offer: each lies between two neighbours, with what they bid for it."""

from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import captions, card_faces, html_cards
from tabletown.games.milton_keynes.drawing.card_faces import PERMIT_H, PERMIT_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.plain_state import plain
from tabletown.render.icons import place, seat_shape
from tabletown.render.scene import Face, Piece, Zone
from tabletown.render.text import text

W, H, SCALE = 114.0, 142.0, 0.84
BIDDING = range(s.BID, s.REBID + 1)


Bid = int | str | None
"""A bid as the viewer knows it: a number, None while it is sealed, "" before bidding begins."""


class Offered(Value, frozen=True):
    """A permit that lies between two neighbours, with what they bid."""

    kind: int
    seat: int  # to whose left it lies
    other: int
    bids: tuple[Bid, Bid]
    tied: str


def zone(position: Position, viewer: int) -> Zone | None:
    """The permits on offer, if there are any."""
    kinds = plain(position).on_offer[: position.players]
    offered = tuple(_offered(position, viewer, k, kind) for k, kind in enumerate(kinds) if kind < s.PERMIT_KINDS)
    return _zone(position.cards, offered) if offered else None


@lru_cache(maxsize=1024)
def _zone(cards: CardSet, offered: tuple[Offered, ...]) -> Zone:
    sheet = Sheet()
    scales = min(1.0, 592 / (len(offered) * (W + 8))), 0.95
    sheet.rows([_between(cards, permit) for permit in offered], scales, most_rows=2)
    note = "the higher bid pays the other neighbour"
    return sheet.zone("permits", "Permits on offer", note=note, counts=(("n", len(offered)),))


def _between(cards: CardSet, permit: Offered) -> Card:
    kind, seat, other, bids = permit.kind, permit.seat, permit.other, permit.bids
    said = [
        f"{the_seat(bidder)} bids {'in secret' if bid is None else bid}" if bid != "" else ""
        for bidder, bid in ((seat, bids[0]), (other, bids[1]))
    ]
    words = ", ".join(filter(None, (*said, permit.tied)))
    says = f"Between {the_seat(seat)} and {the_seat(other)}: {captions.permit(cards, kind)} {words}".strip()
    large = card_faces.explained(cards, kind)
    svg = _drawn(card_faces.permit(cards, kind), seat, other, bids, permit.tied)
    face = Face(_face(cards, permit), "mk-between", "mk-auction")
    return Card(W, H, svg, Piece(NOWHERE, says, large=large, rule="MK-38", worded=True, face=face))


def _face(cards: CardSet, permit: Offered) -> str:
    """The permit with the two neighbours and their bids; where there is little room, its name alone."""
    bids = []
    for bidder, bid in zip((permit.seat, permit.other), permit.bids, strict=True):
        sealed = html_cards.token(f"envelope-{bidder}", 120, 80) if bid is None else ""
        amount = f"<b>{bid}</b>" if isinstance(bid, int) else ""
        bids.append(f'<span class="mk-chip">{html_cards.seat(bidder)}{sealed}{amount}</span>')
    tied = f'<span class="mk-tied">{permit.tied}</span>' if permit.tied else ""
    name = f'<b class="mk-name">{cards.permits[permit.kind].name}</b>'
    card = html_cards.card("mk-card mk-permit", html_cards.permit(cards, permit.kind))
    return f'{card}{name}<span class="mk-bids">{"".join(bids)}</span>{tied}'


def _offered(position: Position, viewer: int, k: int, kind: int) -> Offered:
    other = (k + 1) % position.players
    bids = (_bid(position, viewer, k, s.LEFT), _bid(position, viewer, other, s.RIGHT))
    tied = f"tied at {plain(position).bid[k][s.LEFT]}" if _is_tied(position, k) else ""
    return Offered(kind, k, other, bids, tied)


def _is_tied(position: Position, k: int) -> bool:
    state = plain(position)
    return state.phase == s.REBID and bool(state.tied >> k & 1)


def _bid(position: Position, viewer: int, seat: int, side: int) -> Bid:
    state = plain(position)
    phase = state.phase
    if phase not in BIDDING:
        return ""
    bid: int = state.bid[seat][side]
    if phase == s.BID:
        own = seat == viewer and (seat not in position.waiting or state.stage[seat] > side)
        return bid if own else None
    k = seat if side == s.LEFT else (seat - 1) % position.players
    if _is_tied(position, k):
        known = seat == viewer and seat not in position.waiting
        return state.rebid[seat][side] if known else None
    return bid


@lru_cache(maxsize=1024)
def _drawn(face: str, seat: int, other: int, bids: tuple[Bid, Bid], tied: str) -> str:
    w = PERMIT_W * SCALE
    drawn = [
        f'<path class="town-bridge" d="M0 44h{W:g}v14H0Z"/>',
        f'<g transform="translate({(W - w) / 2:g} 0) scale({SCALE})">{face}</g>',
    ]
    low = PERMIT_H * SCALE + 4
    if tied:
        drawn.append(f'<rect class="delta-down" x="{W / 2 - 28:g}" y="{low - 14:g}" width="56" height="16" rx="8"/>')
        drawn.append(text(tied, W / 2, low - 2.5, 11, "ink-white"))
    for at, who, bid in ((0.0, seat, bids[0]), (W - 46, other, bids[1])):
        drawn.append(f'<rect class="paper-under" x="{at + 0.5:g}" y="{low + 3:g}" width="45" height="28" rx="8"/>')
        if bid == "":
            drawn.append(seat_shape(who, at + 23, low + 17, 16))
            continue
        drawn.append(seat_shape(who, at + 12, low + 17, 13))
        if bid is None:
            drawn.append(place(f"envelope-{who}", at + 20, low + 10, 21, 14))
        else:
            drawn.append(text(str(bid), at + 39, low + 22, 15, "ink-words", anchor="end"))
    return painted("".join(drawn))
