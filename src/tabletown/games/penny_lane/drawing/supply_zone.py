"""The building supply, the deck, and the cards that the Black Market has turned up."""

from collections.abc import Iterator
from functools import lru_cache

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.engine.value import Value, replace
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import Building, CardSet
from tabletown.games.penny_lane.drawing import captions, card_faces, faces
from tabletown.games.penny_lane.drawing.card_faces import WHOLE, W, cut
from tabletown.games.penny_lane.drawing.main_street_zone import Take
from tabletown.games.penny_lane.drawing.reasons import NO_REASON, Reason, Why, said
from tabletown.games.plain_state import PlainState, plain
from tabletown.render.scene import Button, Face, Piece, Shape, Zone
from tabletown.render.text import text

ACROSS, GAP, LIFT = 3, 9.0, 4.0
SCALE = 0.945
CARD_W, CARD_H = W * SCALE, WHOLE.h * SCALE
_SAME: Reason = ("its other copy in the supply can be taken", "PL-35")
ZONE_W = ACROSS * CARD_W + (ACROSS - 1) * GAP + 2 * LIFT


class Cards(Value, frozen=True):
    """Cards by their numbers, with their buttons or why they cannot be taken.

    UNKNOWN is face down, and `chosen` waits for a cell, or is NONE.
    """

    cards: CardSet
    numbers: tuple[int, ...]
    buttons: tuple[Button | None, ...]
    chosen: int
    reasons: tuple[Reason, ...]


def supply(position: Position, take: Take, why: Why) -> Cards:
    """The open cards; one of them that waits for a cell still lies among them."""
    state = plain(position)
    chosen = _chosen(state) if state.via_guild else s.NONE
    numbers = state.supply[: state.supply_left]
    if chosen != s.NONE:
        numbers = sorted([*numbers, chosen])
    buttons = tuple([take("guild", number) for number in numbers])
    buildings, offered = position.cards.buildings, zip(numbers, buttons, strict=True)
    on_offer = {buildings[number].slug for number, button in offered if button}
    reasons = tuple(
        [_SAME if buildings[number].slug in on_offer else why("guild", number) for number in numbers],
    )
    return Cards(position.cards, tuple(numbers), buttons, chosen, reasons)


def market(position: Position, take: Take) -> Cards:
    """What the Black Market has turned up: a card to add, or two of which one is kept."""
    state = plain(position)
    chosen = s.NONE if state.via_guild else _chosen(state)
    numbers = [number for number in state.drawn if number != s.NONE] if chosen == s.NONE else [chosen]
    buttons = tuple([None if number == s.UNKNOWN else take("keep", number) for number in numbers])
    return Cards(position.cards, tuple(numbers), buttons, chosen, (NO_REASON,) * len(numbers))


def _chosen(state: PlainState) -> int:
    """The card that waits for a cell, or NONE."""
    adding: int = state.adding
    return adding if state.phase == s.CELL else s.NONE


@lru_cache(maxsize=2048)
def supply_zone(shown: Cards, left: int) -> Zone:
    """Five open cards and, in the last place, the deck with so many cards."""
    pieces = (*_pieces(shown), _deck(left, s.SUPPLY))
    note = f"{left} in the deck" if left else "the deck is empty"
    high = 2 * CARD_H + GAP + 2 * LIFT
    counts = (("cards", len(shown.numbers)),)
    size = ZONE_W, high
    return Zone("supply", "Building supply", *size, pieces, "common", None, *size, note=note, span=2, counts=counts)


@lru_cache(maxsize=512)
def market_zone(shown: Cards) -> Zone:
    """The cards of the Black Market, and what becomes of them."""
    number = len(shown.numbers)
    said = ("turned up,", "to be added") if number == 1 else ("one is kept,", "one goes to", "the bottom")
    lines = "".join(
        text(line, 0, 20 + 17 * k, 13, "ink-quiet", anchor="start", bold=False) for k, line in enumerate(said)
    )
    at = LIFT + number * (CARD_W + GAP)
    words = Shape(at, LIFT, ZONE_W - at, CARD_H, lines)
    pieces = (*_pieces(shown), Piece(words, small=words))
    note = "seen by the drawer only" if number > 1 else ""
    size, counts = (ZONE_W, CARD_H + 2 * LIFT), (("cards", number),)
    return Zone(
        "market",
        "Black Market",
        *size,
        pieces,
        "common",
        None,
        *size,
        note=note,
        span=2,
        bubbles="down",
        counts=counts,
    )


def _pieces(shown: Cards) -> Iterator[Piece]:
    for n, (number, button, reason) in enumerate(zip(shown.numbers, shown.buttons, shown.reasons, strict=True)):
        if number == s.UNKNOWN:
            shape = _at(n, cut(card_faces.back(1), W, WHOLE.h, SCALE))
            face = Face(faces.back(1, counted=False), "pl-deck")
            yield Piece(shape, "A card, face down", small=shape, state="card", face=face)
            continue
        piece = _card(shown.cards.buildings[number], shown.cards.piece_ids[number], n)
        chosen = number == shown.chosen
        if button or chosen:
            yield replace(piece, button=button, state="chosen" if chosen else "card")
        else:
            yield said(piece, reason)


def _at(n: int, svg: str) -> Shape:
    x, y = LIFT + n % ACROSS * (CARD_W + GAP), LIFT + n // ACROSS * (CARD_H + GAP)
    return Shape(x, y, CARD_W, CARD_H, svg)


@lru_cache(maxsize=1024)
def _card(building: Building, id: str, n: int) -> Piece:
    shape = _at(n, cut(card_faces.face(building), W, WHOLE.h, SCALE))
    return Piece(
        shape,
        captions.printed(building),
        id=id,
        small=shape,
        state="card",
        rule=captions.rule(building),
        large=card_faces.close_up(building, None),
        face=Face(faces.card(building), faces.css(building)),
    )


@lru_cache(maxsize=64)
def _deck(left: int, n: int) -> Piece:
    if not left:
        box = f'<rect class="c-paper-empty" x="1" y="1" width="{CARD_W - 2:g}" height="{CARD_H - 2:g}" rx="4"/>'
        shape = _at(n, box + text("no cards left", CARD_W / 2, CARD_H / 2 + 4, 12, "ink-quiet", bold=False))
        return Piece(shape, "No cards left", small=shape, face=Face(faces.no_cards(), "pl-deck"))
    number = '<circle class="c-card-paper c-cut" cx="60" cy="58" r="17"/>' + text(str(left), 60, 64, 17, "ink-words")
    shape = _at(n, cut(card_faces.back(left) + number, W, WHOLE.h, SCALE))
    face = Face(faces.back(left, counted=True), "pl-deck")
    return Piece(shape, f"The deck, {many(left, 'card')}, face down", small=shape, rule="PL-20", face=face)
