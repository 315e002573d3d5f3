"""What else lies on the table: characters to choose from, and the legend of roofs."""

from collections.abc import Callable
from functools import cache

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import captions, permit_faces, roofs
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.card_rows import NOWHERE, Card, Sheet
from tabletown.games.milton_keynes.names import listing
from tabletown.games.milton_keynes.permit_faces import CHARACTER_H, CHARACTER_W
from tabletown.games.milton_keynes.scraps import painted
from tabletown.render.scene import Button, Piece, Zone
from tabletown.render.text import text

Take = Callable[..., Button | None]
ROOF_W, ROOF_H = 82.0, 58.0


def characters(position: Position, take: Take) -> Zone | None:
    """The six characters, while they are chosen."""
    state, cards = position.state, position.cards
    if int(state.phase) != s.CHARACTER:
        return None
    sheet = Sheet()
    taken = {int(state.character[seat]): seat for seat in range(position.players)}
    found = []
    for who in cards.characters:
        seat = taken.get(who.index, -1)
        permits = listing([cards.permits[kind].name for kind in who.permits])
        says = f"{who.name}: starts with {permits}" + (f"; {SEAT_NAMES[seat]} plays it" if seat >= 0 else "")
        piece = Piece(NOWHERE, says, button=take("character", who.index), state="blocked" if seat >= 0 else "card")
        found.append(Card(CHARACTER_W, CHARACTER_H, permit_faces.character(cards, who.index, seat), piece))
    sheet.rows(found, (0.98, 0.86), most_rows=3)
    return sheet.zone("characters", "Characters", note="its permits are yours; it has no later effect")


def legend(position: Position) -> Zone:
    """The roofs of the seven building types; each says what its walls earn."""
    sheet = Sheet(margin=2)
    cards = position.cards
    found = [
        Card(ROOF_W - 1.2, ROOF_H, _swatch(kind, _short(kind.name)), Piece(NOWHERE, captions.walls(cards, kind)))
        for kind in cards.buildings
    ]
    sheet.rows([Card(one.w - 5, one.h, one.svg, one.piece) for one in found], (1.0, 1.0), most_rows=3)
    return sheet.zone("roofs", "Roofs", note="what their walls earn: point at them")


def _short(name: str) -> str:
    return name.split()[0] if len(name) > 10 else name


@cache
def _swatch(kind: object, name: str) -> str:
    index = kind.index  # type: ignore[attr-defined]
    return painted(
        roofs.sample(index, None, 17, 1, 42, 38) + text(name, (ROOF_W - 6) / 2, 53, 11.5, "ink-words", bold=False)
    )
