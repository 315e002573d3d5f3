"""Characters to choose from, and the legend of roofs, as zones."""

from functools import cache, lru_cache

from tabletown.engine.english import listing, many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import Building, CardSet, Character
from tabletown.games.milton_keynes.drawing import building_types, captions, card_faces, html_cards, roofs
from tabletown.games.milton_keynes.drawing.card_faces import CHARACTER_H, CHARACTER_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet, Take
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Face, Piece, Zone
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
        says = f"{who.name}: starts with {permits}" + (f"; {the_seat(seat)} plays it" if seat >= 0 else "")
        face = Face(_face(cards, who, seat), "mk-person")
        piece = Piece(NOWHERE, says, button=button, state="blocked" if seat >= 0 else "card", face=face)
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
        face = Face(_roof(cards, kind), "mk-roof")
        piece = Piece(NOWHERE, captions.walls(cards, kind), large=large, worded=True, face=face)
        found.append(Card(w, ROOF_H, _swatch(kind.index, name), piece))
    return tuple(found)


def _face(cards: CardSet, who: Character, taken_by: int) -> str:
    names = [cards.permits[kind].name for kind in who.permits]
    icon, times = html_cards.token("i-permit", 18, 22), "\N{MULTIPLICATION SIGN}"
    rows = "".join(
        f"<span>{icon}{name}{f' {times}{count}' if count > 1 else ''}</span>"
        for name, count in dict.fromkeys((name, names.count(name)) for name in names)
    )
    portrait = html_cards.svg("mk-portrait", 48, 52, card_faces.portrait(who.index))
    badge = f'<span class="mk-badge">{html_cards.seat(taken_by)}</span>' if taken_by >= 0 else ""
    return f'{portrait}<span class="mk-start"><b>{who.name}</b>{rows}</span>{badge}'


@cache
def _roof(cards: CardSet, kind: Building) -> str:
    """A roof with its name and, where there is room, what a wall earns."""
    drawn = html_cards.svg("mk-swatch", 30, 28, roofs.sample(kind.index, None, 1, 1, 28, 26))
    earns = (("inside", kind.inside), ("at the river", kind.river), ("at a marsh", kind.marsh))
    rows = "".join(f"<span>{where} <b>{amount}</b></span>" for where, amount in earns if amount)
    for amount, names in captions.beside(cards, kind).items():
        if amount != "0":
            rows += f"<span>beside {_list(names, len(cards.buildings))} <b>{amount}</b></span>"
    plots = many(kind.plots, "plot")
    more = f'<small class="mk-earns"><span>at most {plots}</span>{rows}</small>'
    first, _, rest = kind.name.partition(" ")
    long = f'<span class="mk-long"> {rest}</span>' if len(kind.name) > MOST_LETTERS else f" {rest}" * bool(rest)
    return f'{drawn}<span class="mk-roof-name">{first}{long}</span>{more}'


def _list(names: list[str], types: int) -> str:
    return "any rival's building" if len(names) == types else ", ".join(name.split()[0] for name in names)


@cache
def _swatch(kind: int, name: str) -> str:
    words = text(name, 33, 18, 11.5, "ink-words", anchor="start", bold=False)
    return painted(roofs.sample(kind, None, 1, 1, 28, 26) + words)
