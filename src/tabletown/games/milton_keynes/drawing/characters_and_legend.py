"""Characters to choose from, and the legend of roofs, as zones."""

from functools import cache, lru_cache

from tabletown.engine.english import listing, many
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import building_types, captions, card_faces, roofs
from tabletown.games.milton_keynes.drawing.card_faces import CHARACTER_H, CHARACTER_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet, Take
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Piece, Zone
from tabletown.render.text import text, width

ROOF_H = 28.0
MOST_LETTERS = 10  # of a name in the legend


def characters(position: Position, take: Take) -> Zone | None:
    """The six characters, while they are chosen."""
    state = plain(position)
    if state.phase != s.CHARACTER:
        return None
    taken = {who: seat for seat, who in enumerate(state.character[: position.players])}
    cards = position.cards
    players = tuple(taken.get(who.index, -1) for who in cards.characters)
    return _characters(cards, players, tuple(take("character", who.index) for who in cards.characters))


@lru_cache(maxsize=256)
def _characters(cards: CardSet, players: tuple[int, ...], buttons: tuple[Button | None, ...]) -> Zone:
    """The characters with the seat that plays each of them, or -1."""
    sheet = Sheet()
    found = []
    for who, seat, button in zip(cards.characters, players, buttons, strict=True):
        permits = listing([cards.permits[kind].name for kind in who.permits])
        says = f"{who.name}: starts with {permits}" + (f"; {SEAT_NAMES[seat]} plays it" if seat >= 0 else "")
        piece = Piece(NOWHERE, says, button=button, state="blocked" if seat >= 0 else "card")
        found.append(Card(CHARACTER_W, CHARACTER_H, card_faces.character(cards, who.index, seat), piece))
    sheet.rows(found, (0.97, 0.84), most_rows=3)
    return sheet.zone("characters", "Characters", note="its permits are yours; it has no later effect")


def legend(position: Position) -> Zone:
    """The roofs of the seven building types; each says what its walls earn."""
    state = plain(position)
    return _legend(position.cards, state.deck_left, state.permits_left)


@lru_cache(maxsize=1024)
def _legend(cards: CardSet, deeds_left: int, permits_left: int) -> Zone:
    sheet = Sheet(margin=2)
    sheet.rows(_roofs(cards), (1.0, 1.0), most_rows=3)
    decks = f"{many(deeds_left, 'deed')} and {many(permits_left, 'permit')} left in the decks"
    return sheet.zone("roofs", "Roofs", note=decks)


@lru_cache(maxsize=16)
def _roofs(cards: CardSet) -> tuple[Card, ...]:
    found = []
    for kind in cards.buildings:
        name = kind.name if len(kind.name) <= MOST_LETTERS else kind.name.split()[0]
        w = round(33 + width(name, 11.5), 1)
        large = building_types.card(cards, kind)
        piece = Piece(NOWHERE, captions.walls(cards, kind), large=large, worded=True)
        found.append(Card(w, ROOF_H, _swatch(kind.index, name), piece))
    return tuple(found)


@cache
def _swatch(kind: int, name: str) -> str:
    words = text(name, 33, 18, 11.5, "ink-words", anchor="start", bold=False)
    return painted(roofs.sample(kind, None, 1, 1, 28, 26) + words)
