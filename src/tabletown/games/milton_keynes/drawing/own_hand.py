"""The own hand: permits with what they build and do, deeds with their place on the map."""

from tabletown.engine.position import Position
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing import captions, card_faces
from tabletown.games.milton_keynes.drawing.card_faces import DEED_H, DEED_W, PERMIT_H, PERMIT_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet, Take
from tabletown.games.milton_keynes.drawing.town_plan import Plan, plan_of
from tabletown.games.milton_keynes.rules.pouch import free_deeds, permits_free
from tabletown.games.milton_keynes.text.names import label, slug, squares
from tabletown.render.scene import Button, Piece, Zone
from tabletown.render.text import text


def zone(position: Position, seat: int, take: Take) -> Zone:
    """The cards in hand that are not in the pouch; `take` finds the move of a card."""
    sheet = Sheet(backdrop=True)
    cards = [*_permits(position, seat, take), *_deeds(position, seat, take)]
    sheet.rows(cards or [_empty()], (0.86, 0.92), most_rows=2)
    return sheet.zone(f"hand-{seat}", "Your hand", "own", seat, bubbles="down")


def _permits(position: Position, seat: int, take: Take) -> list[Card]:
    found = []
    for kind in range(s.PERMIT_KINDS):
        for copy in range(int(permits_free(position.state, seat, kind))):
            id = f"permit-{position.cards.permits[kind].id}-{copy + 1}"
            found.append(permit_card(position, kind, seat, _move(kind, copy, take), id))
    return found


def _move(kind: int, copy: int, take: Take) -> Button | None:
    """What a permit in hand can be used for now; the second Lobby may go to the other side."""
    if kind == s.INQUIRY and (button := take("inquiry")):
        return button
    if kind == s.LOBBY and (button := take("lobby", s.LEFT) or take("lobby", s.RIGHT)):
        return button
    return (take("start", kind) if kind != s.EXTENSION else None) or take("give_permit", kind)


def permit_card(position: Position, kind: int, seat: int | None, button: Button | None = None, id: str = "") -> Card:
    """A permit as a card that explains itself."""
    says = captions.permit(position.cards, kind)
    large = card_faces.explained(position.cards, kind, seat)
    face = card_faces.permit(position.cards, kind, seat)
    return Card(
        PERMIT_W, PERMIT_H, face, Piece(NOWHERE, says, id, button=button, rule="MK-42", large=large, worded=True)
    )


def _deeds(position: Position, seat: int, take: Take) -> list[Card]:
    plan = plan_of(position)
    return [
        deed_card(plan, square, take("give", square), f"deed-{slug(square)}")
        for square in squares(free_deeds(position.state, seat))
    ]


def deed_card(plan: Plan, square: int, button: Button | None = None, id: str = "") -> Card:
    """A deed as a card."""
    face = card_faces.deed(plan, square)
    return Card(DEED_W, DEED_H, face, Piece(NOWHERE, f"The deed of {label(square)}", id, button=button))


def _empty() -> Card:
    words = text("No cards in hand", 0, 20, 14, "ink-quiet", anchor="start", bold=False)
    return Card(200, 30, words, Piece(NOWHERE))
