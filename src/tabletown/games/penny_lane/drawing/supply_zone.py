"""The building supply, the deck, and the cards that the Black Market has turned up."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import Building, CardSet
from tabletown.games.penny_lane.drawing import captions, card_faces
from tabletown.games.penny_lane.drawing.card_faces import WHOLE, W, cut
from tabletown.games.penny_lane.drawing.main_street_zone import Take
from tabletown.games.plain_state import PlainState, plain
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import text

ACROSS, GAP, LIFT = 3, 9.0, 4.0
SCALE = 0.945
CARD_W, CARD_H = W * SCALE, WHOLE.h * SCALE
ZONE_W = ACROSS * CARD_W + (ACROSS - 1) * GAP + 2 * LIFT


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards by their numbers, with their buttons; UNKNOWN is face down, and `chosen` waits for a cell, or is NONE."""

    cards: CardSet
    numbers: tuple[int, ...]
    buttons: tuple[Button | None, ...]
    chosen: int


def supply(position: Position, take: Take) -> Cards:
    """The open cards; one of them that waits for a cell still lies among them."""
    state = plain(position)
    chosen = _chosen(state) if state.via_guild else s.NONE
    numbers = state.supply[: state.supply_left]
    if chosen != s.NONE:
        numbers = sorted([*numbers, chosen])
    return Cards(position.cards, tuple(numbers), tuple([take("guild", number) for number in numbers]), chosen)


def market(position: Position, take: Take) -> Cards:
    """What the Black Market has turned up: a card to add, or two of which one is kept."""
    state = plain(position)
    chosen = s.NONE if state.via_guild else _chosen(state)
    numbers = [number for number in state.drawn if number != s.NONE] if chosen == s.NONE else [chosen]
    buttons = tuple([None if number == s.UNKNOWN else take("keep", number) for number in numbers])
    return Cards(position.cards, tuple(numbers), buttons, chosen)


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
    return Zone("supply", "Building supply", ZONE_W, high, pieces, "common", note=note, span=2)


@lru_cache(maxsize=512)
def market_zone(shown: Cards) -> Zone:
    """The cards of the Black Market, and what becomes of them."""
    number = len(shown.numbers)
    said = ("turned up,", "to be added") if number == 1 else ("one is kept,", "one goes to", "the bottom")
    lines = "".join(
        text(line, 0, 20 + 17 * k, 13, "ink-quiet", anchor="start", bold=False) for k, line in enumerate(said)
    )
    at = LIFT + number * (CARD_W + GAP)
    pieces = (*_pieces(shown), Piece(Shape(at, LIFT, ZONE_W - at, CARD_H, lines)))
    note = "seen by the drawer only" if number > 1 else ""
    return Zone(
        "market", "Black Market", ZONE_W, CARD_H + 2 * LIFT, pieces, "common", note=note, span=2, bubbles="down"
    )


def _pieces(shown: Cards) -> Iterator[Piece]:
    for n, (number, button) in enumerate(zip(shown.numbers, shown.buttons, strict=True)):
        if number == s.UNKNOWN:
            yield Piece(_at(n, cut(card_faces.back(1), W, WHOLE.h, SCALE)), "A card, face down", state="card")
            continue
        piece = _card(shown.cards.buildings[number], shown.cards.piece_ids[number], n)
        chosen = number == shown.chosen
        yield replace(piece, button=button, state="chosen" if chosen else "card") if button or chosen else piece


def _at(n: int, svg: str) -> Shape:
    x, y = LIFT + n % ACROSS * (CARD_W + GAP), LIFT + n // ACROSS * (CARD_H + GAP)
    return Shape(x, y, CARD_W, CARD_H, svg)


@lru_cache(maxsize=1024)
def _card(building: Building, id: str, n: int) -> Piece:
    return Piece(
        _at(n, cut(card_faces.face(building), W, WHOLE.h, SCALE)),
        captions.printed(building),
        id=id,
        state="card",
        rule=captions.rule(building),
        large=card_faces.close_up(building, None),
    )


@lru_cache(maxsize=64)
def _deck(left: int, n: int) -> Piece:
    if not left:
        box = f'<rect class="c-paper-empty" x="1" y="1" width="{CARD_W - 2:g}" height="{CARD_H - 2:g}" rx="4"/>'
        return Piece(
            _at(n, box + text("no cards left", CARD_W / 2, CARD_H / 2 + 4, 12, "ink-quiet", bold=False)),
            "No cards left",
        )
    number = '<circle class="c-card-paper c-cut" cx="60" cy="58" r="17"/>' + text(str(left), 60, 64, 17, "ink-words")
    return Piece(
        _at(n, cut(card_faces.back(left) + number, W, WHOLE.h, SCALE)),
        f"The deck, {many(left, 'card')}, face down",
        rule="PL-20",
    )
