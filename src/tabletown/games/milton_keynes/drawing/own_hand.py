"""The own hand: permits with what they build and do, deeds with their place on the map."""

from dataclasses import dataclass
from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import captions, card_faces
from tabletown.games.milton_keynes.drawing.card_faces import DEED_H, DEED_W, PERMIT_H, PERMIT_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet, Take
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.names import label, mask_of, slug, squares_in
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Piece, Zone
from tabletown.render.text import text


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards in hand that are not in the pouch, with their moves."""

    seat: int
    cards: CardSet
    plan: Plan
    permits: tuple[tuple[int, int, Button | None], ...]  # kind and number of the copy
    deeds: tuple[tuple[int, Button | None], ...]


def hand_of(position: Position, seat: int, plan: Plan, take: Take) -> Hand:
    """The hand of a seat; `take` finds the move of a card."""
    state = plain(position)
    count = state.items[seat]
    packed = state.item_permit[seat][:count]
    deeds = mask_of(state.hand[seat])
    for words in state.contents[seat][:count]:
        deeds &= ~mask_of(words)
    permits = [
        (kind, copy, _move(kind, copy, take))
        for kind, held in enumerate(state.permits[seat])
        for copy in range(held - packed.count(kind))
    ]
    moves = tuple((square, take("give", square)) for square in squares_in(deeds))
    return Hand(seat, position.cards, plan, tuple(permits), moves)


@lru_cache(maxsize=1024)
def zone(hand: Hand) -> Zone:
    """The own hand."""
    cards, seat = hand.cards, hand.seat
    permits = [
        permit_card(cards, kind, seat, button, f"permit-{cards.permits[kind].id}-{copy + 1}")
        for kind, copy, button in hand.permits
    ]
    deeds = [deed_card(hand.plan, square, button, f"deed-{slug(square)}") for square, button in hand.deeds]
    sheet = Sheet(backdrop=True)
    sheet.rows([*permits, *deeds] or [_empty()], (0.86, 0.92), most_rows=2)
    return sheet.zone(f"hand-{seat}", "Your hand", "own", seat, bubbles="down")


def _move(kind: int, copy: int, take: Take) -> Button | None:
    """What a permit in hand can be used for now; the second Lobby may go to the other side."""
    if kind == s.INQUIRY and (button := take("inquiry")):
        return button
    if kind == s.LOBBY and (button := take("lobby", s.LEFT) or take("lobby", s.RIGHT)):
        return button
    return (take("start", kind) if kind != s.EXTENSION else None) or take("give_permit", kind)


def permit_card(cards: CardSet, kind: int, seat: int | None, button: Button | None = None, id: str = "") -> Card:
    """A permit as a card that explains itself."""
    says = captions.permit(cards, kind)
    large = card_faces.explained(cards, kind, seat)
    face = card_faces.permit(cards, kind, seat)
    return Card(
        PERMIT_W, PERMIT_H, face, Piece(NOWHERE, says, id, button=button, rule="MK-42", large=large, worded=True)
    )


def deed_card(plan: Plan, square: int, button: Button | None = None, id: str = "") -> Card:
    """A deed as a card."""
    face = card_faces.deed(plan, square)
    return Card(DEED_W, DEED_H, face, Piece(NOWHERE, f"The deed of {label(square)}", id, button=button))


def _empty() -> Card:
    words = text("No cards in hand", 0, 20, 14, "ink-quiet", anchor="start", bold=False)
    return Card(200, 30, words, Piece(NOWHERE))
