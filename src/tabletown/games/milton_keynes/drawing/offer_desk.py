"""An offer between two players: what each side gives, for those who may know; for all others that they negotiate."""

from functools import cache, lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import html_cards
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet
from tabletown.games.milton_keynes.drawing.own_hand import deed_card, permit_card
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.shortcuts import Shortcuts
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.names import Side, label, offer_sides, sides_words, squares_in
from tabletown.games.plain_state import plain
from tabletown.render.icons import place, seat_shape
from tabletown.render.scene import Face, Piece, Zone
from tabletown.render.text import text, width

SIDE_W, SIDE_H = 295.0, 118.0
TALKING = range(s.OFFER, s.ANSWER + 1)


class Offer(Value, frozen=True):
    """An offer as those see it who may know it: what both sides give, and permits that may be asked for."""

    cards: CardSet
    plan: Plan
    proposer: int
    other: int
    countering: bool
    given: Side
    asked: Side
    wishes: Shortcuts


def zone(position: Position, viewer: int, plan: Plan, wishes: Shortcuts) -> Zone | None:
    """The offer on the table, if there is one; `wishes` are permits that may be asked for."""
    state = plain(position)
    maker, partner = state.maker, state.partner
    if state.phase not in TALKING or maker >= position.players:
        return None
    if viewer not in (maker, partner):
        return _closed_zone(maker, partner)
    if state.countering:
        sides = offer_sides(position, s.COUNTERED)
        return _open_zone(Offer(position.cards, plan, partner, maker, True, *sides, wishes))
    return _open_zone(Offer(position.cards, plan, maker, partner, False, *offer_sides(position, s.MADE), wishes))


@lru_cache(maxsize=64)
def _closed_zone(maker: int, partner: int) -> Zone:
    sheet = Sheet()
    sheet.rows([_closed(maker, partner)])
    return sheet.zone("offer", "A negotiation")


@lru_cache(maxsize=1024)
def _open_zone(offer: Offer) -> Zone:
    sheet = Sheet()
    sides = ((offer.proposer, offer.given), (offer.other, offer.asked))
    sheet.rows([_side(offer, seat, side) for seat, side in sides], (1.0, 1.0))
    if offer.wishes.wished:
        wished = [_wish(offer, kind) for kind in offer.wishes.wished]
        sheet.rows([_said("Ask for"), *wished], (1.0, 1.0), most_rows=4)
    title = "A counter-offer" if offer.countering else "An offer"
    return sheet.zone("offer", title, note=f"from {the_seat(offer.proposer)} to {the_seat(offer.other)}")


def _closed(maker: int, partner: int) -> Card:
    names = f"{the_seat(maker)} and {the_seat(partner)} negotiate"
    svg = painted(
        seat_shape(maker, 18, 26, 22)
        + place(f"envelope-{maker}", 40, 8, 54, 36)
        + seat_shape(partner, 116, 26, 22)
        + text(names, 138, 31, 14, "ink-words", anchor="start", bold=False)
    )
    envelope = html_cards.svg("mk-envelope", 120, 80, place(f"envelope-{maker}", 0, 0, 120, 80))
    face = Face(f"{html_cards.seat(maker)}{envelope}{html_cards.seat(partner)}<span>{names}</span>", "mk-talk")
    return Card(342, 52, svg, Piece(NOWHERE, f"{names}; what about is their secret", rule="MK-35", face=face))


def _side(offer: Offer, seat: int, side: Side) -> Card:
    """What one player would hand over."""
    cash, deeds = side.cash, squares_in(side.deeds)
    kinds = [kind for kind, count in enumerate(side.permits) for _ in range(count)]
    cards = [permit_card(offer.cards, kind, None) for kind in kinds]
    cards += [deed_card(offer.plan, square) for square in deeds]
    drawn = [_paper(seat, cash)]
    x, room = 10.0, SIDE_W - 20 - (62 if cash else 0)
    scale = min(0.62, (room - 4 * len(cards)) / max(sum(one.w for one in cards), 1))
    for one in cards:
        drawn.append(f'<g transform="translate({x:.1f} {112 - one.h * scale:.1f}) scale({scale:.3f})">{one.svg}</g>')
        x += one.w * scale + 4
    if not cards and not cash:
        drawn.append(text("nothing yet", SIDE_W / 2, 74, 13, "ink-quiet", bold=False))
    words = [f"{cash} cash"] * bool(cash) + [label(square) for square in deeds]
    words += [offer.cards.permits[kind].name for kind in kinds]
    whole = sides_words(offer.cards, offer.given, offer.asked)
    says = f"{the_seat(seat)} gives {', '.join(words) or 'nothing yet'}. The offer: {whole}"
    face = Face(_face(offer, seat, side), f"mk-side mk-seat-{seat}", "mk-sides", (("n", len(cards)),))
    return Card(SIDE_W, SIDE_H, painted("".join(drawn)), Piece(NOWHERE, says, rule="MK-32", face=face))


def _face(offer: Offer, seat: int, side: Side) -> str:
    drawn = [f'<span class="mk-gives">{html_cards.seat(seat)}<b>{the_seat(seat)} gives</b></span>']
    drawn.append('<span class="mk-given">')
    if side.cash:
        drawn.append(f'<span class="mk-cash">{html_cards.token("i-cash", 26, 22)}<b>{side.cash}</b></span>')
    for kind, count in enumerate(side.permits):
        drawn.extend([html_cards.card("mk-card mk-permit", html_cards.permit(offer.cards, kind))] * count)
    for square in squares_in(side.deeds):
        drawn.append(html_cards.card("mk-card mk-deed", html_cards.deed(offer.plan, square)))
    if side == Side(0, 0, (0,) * len(side.permits)):
        drawn.append('<span class="mk-none">nothing yet</span>')
    return "".join([*drawn, "</span>"])


@cache
def _paper(seat: int, cash: int) -> str:
    drawn = [
        f'<rect class="band-low" width="{SIDE_W:g}" height="{SIDE_H:g}" rx="6"/>'
        f'<rect class="seat-{seat}-wash" x="1.5" y="1.5" width="{SIDE_W - 3:g}" height="{SIDE_H - 3:g}" rx="6"/>'
    ]
    drawn.append(seat_shape(seat, 18, 17, 15))
    drawn.append(text("gives", 32, 22, 14, "ink-words serif", anchor="start"))
    if cash:
        drawn.append(place("i-cash", SIDE_W - 62, 62, 24, 20))
        drawn.append(text(str(cash), SIDE_W - 12, 79, 18, "ink-words", anchor="end"))
    return painted("".join(drawn))


def _said(words: str) -> Card:
    svg = text(words, 0, 20.5, 13, "ink-quiet", anchor="start", bold=False)
    face = Face(words, "mk-said", "mk-wishes")
    return Card(round(width(words, 13) + 2, 1), 32, svg, Piece(NOWHERE, face=face))


def _wish(offer: Offer, kind: int) -> Card:
    """A kind of permit that may be asked for in one step."""
    name, button = offer.cards.permits[kind].name, offer.wishes.button(offer.cards, kind)
    w = width(name, 12, bold=True) + 34
    svg = (
        painted(f'<rect class="paper-slot" x="1" y="1" width="{w - 2:.1f}" height="30" rx="8"/>')
        + place("i-permit", 8, 8, 13, 16)
        + text(name, 26, 20.5, 12, "ink-words", anchor="start")
    )
    face = Face(name, "mk-wish", "mk-wishes")
    return Card(round(w, 1), 32, svg, Piece(NOWHERE, button.sentence, button=button, state="slot", face=face))
