"""The own hand: permits with what they build and do, deeds with their place on the map."""

from functools import lru_cache
from typing import Any

from tabletown.engine.position import Position
from tabletown.engine.value import Value, replace
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import captions, card_faces, html_cards
from tabletown.games.milton_keynes.drawing.card_faces import DEED_H, DEED_W, PERMIT_H, PERMIT_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet, Take
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.composing import Cards
from tabletown.games.milton_keynes.text.names import label, mask_of, slug, squares_in
from tabletown.games.milton_keynes.text.notation import why_not
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Choice, Face, Piece, Zone
from tabletown.render.text import text

MOST_IN_A_ROW = 8  # deeds; more lie in two rows


Why = tuple[str, str]
"""Why a card cannot be used now, and the rule that says so; both empty if it can, or if nothing is asked."""


class Hand(Value, frozen=True):
    """The cards in hand that are not in the pouch, with their moves."""

    seat: int
    cards: CardSet
    plan: Plan
    permits: tuple[tuple[int, int, Button | None, Why], ...]  # kind and number of the copy
    deeds: tuple[tuple[int, Button | None, Why], ...]
    offer: Cards | None = None  # those that may be given in an offer


def hand_of(position: Position, seat: int, plan: Plan, take: Take, offer: Cards | None = None) -> Hand:
    """The hand of a seat; `take` finds the move of a card. Cards are chosen for `offer`, if there is one."""
    state = plain(position)
    count = state.items[seat]
    packed = state.item_permit[seat][:count]
    deeds = mask_of(state.hand[seat])
    for words in state.contents[seat][:count]:
        deeds &= ~mask_of(words)
    permits = []
    for kind, held in enumerate(state.permits[seat]):
        for copy in range(held - packed.count(kind)):
            button = _move(kind, copy, take)
            permits.append((kind, copy, button, ("", "") if button else _why_not(position, seat, _use(state, kind))))
    moves = []
    for square in squares_in(deeds):
        button = take("give", square)
        verb = {s.OFFER: "give", s.POUCH: "add"}.get(state.phase)
        why = _why_not(position, seat, (verb, square) if verb and not button else None)
        moves.append((square, button, why))
    return Hand(seat, position.cards, plan, tuple(permits), tuple(moves), offer)


def _use(state: Any, kind: int) -> tuple[str, int] | None:
    """What a permit would be used for in this phase: a verb and its argument."""
    phase = state.phase
    if phase == s.OFFER:
        return "give_permit", kind
    if phase == s.POUCH:
        return None if kind == s.EXTENSION else ("start", kind)
    if phase == s.NEW_YEAR and kind == s.INQUIRY:
        return "inquiry", 0
    return ("lobby", 0) if phase in (s.LOBBY_BRIBE, s.LOBBY_BID) and kind == s.LOBBY else None


def _why_not(position: Position, seat: int, use: tuple[str, int] | None) -> Why:
    """Why a card cannot be used, if the seat is asked for something that such cards are used for."""
    if use is None or seat not in position.waiting:
        return "", ""
    verb, arg = use
    action = s.ACTIONS.encode(verb, arg) if s.ACTIONS.verbs[verb] else s.ACTIONS.encode(verb)
    return ("", "") if action in position.legal_actions_of(seat) else why_not(position, seat, action)


@lru_cache(maxsize=1024)
def zone(hand: Hand) -> Zone:
    """The own hand."""
    cards, seat = hand.cards, hand.seat
    offer = hand.offer
    permits = [
        _chosen_for(
            permit_card(cards, kind, seat, button, f"permit-{cards.permits[kind].id}-{copy + 1}", why),
            offer.give_permit(kind, copy) if offer else None,
        )
        for kind, copy, button, why in hand.permits
    ]
    deeds = [
        _chosen_for(
            deed_card(hand.plan, square, button, f"deed-{slug(square)}", why),
            offer.give_deed(square) if offer else None,
        )
        for square, button, why in hand.deeds
    ]
    sheet = Sheet(backdrop=True)
    sheet.rows([*permits, *deeds] or [_empty()], (0.86, 0.92), most_rows=2)
    counts = ("permits", len(permits)), ("deeds", len(deeds)), ("rows", 2 if len(deeds) > MOST_IN_A_ROW else 1)
    return sheet.zone(f"hand-{seat}", "Your hand", "own", seat, bubbles="down", counts=counts)


def _chosen_for(card: Card, choice: Choice | None) -> Card:
    return replace(card, piece=replace(card.piece, choice=choice)) if choice else card


def _move(kind: int, copy: int, take: Take) -> Button | None:
    """What a permit in hand can be used for now; the second Lobby may go to the other side."""
    if kind == s.INQUIRY and (button := take("inquiry")):
        return button
    if kind == s.LOBBY and (button := take("lobby", s.LEFT) or take("lobby", s.RIGHT)):
        return button
    return (take("start", kind) if kind != s.EXTENSION else None) or take("give_permit", kind)


def permit_card(
    cards: CardSet, kind: int, seat: int | None, button: Button | None = None, id: str = "", why: Why = ("", "")
) -> Card:
    """A permit as a card that explains itself, and why it cannot be used now."""
    reason, rule = why
    says = f"{captions.permit(cards, kind)} Not now: {reason}." if reason else captions.permit(cards, kind)
    large = card_faces.explained(cards, kind, seat)
    face = Face(html_cards.permit(cards, kind, seat), "mk-card mk-permit", "mk-permits")
    piece = Piece(NOWHERE, says, id, button=button, rule=rule or "MK-42", large=large, worded=not reason, face=face)
    return Card(PERMIT_W, PERMIT_H, card_faces.permit(cards, kind, seat), piece)


def deed_card(plan: Plan, square: int, button: Button | None = None, id: str = "", why: Why = ("", "")) -> Card:
    """A deed as a card, and why it cannot be used now."""
    reason, rule = why
    says = f"The deed of {label(square)}" + (f". Not now: {reason} ({rule})" if reason else "")
    face = Face(html_cards.deed(plan, square), "mk-card mk-deed", "mk-deeds")
    piece = Piece(NOWHERE, says, id, button=button, face=face)
    return Card(DEED_W, DEED_H, card_faces.deed(plan, square), piece)


def _empty() -> Card:
    words = text("No cards in hand", 0, 20, 14, "ink-quiet", anchor="start", bold=False)
    return Card(200, 30, words, Piece(NOWHERE, face=Face("No cards in hand", "mk-none")))
