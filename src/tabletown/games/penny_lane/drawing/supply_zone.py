"""The building supply, the deck, and the cards that the Black Market has turned up."""

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.drawing import captions, card_faces
from tabletown.games.penny_lane.drawing.card_faces import WHOLE, W, cut
from tabletown.games.penny_lane.drawing.main_street_zone import Take
from tabletown.games.penny_lane.text.names import piece_id
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import text

ACROSS, GAP, LIFT = 3, 9.0, 4.0
SCALE = 0.945
CARD_W, CARD_H = W * SCALE, WHOLE.h * SCALE
ZONE_W = ACROSS * CARD_W + (ACROSS - 1) * GAP + 2 * LIFT


def supply_zone(position: Position, take: Take) -> Zone:
    """Five open cards and, in the last place, the deck."""
    state = position.state
    open_cards = state.supply[: state.supply_left].tolist()
    chosen = _chosen(position)
    if chosen is not None and state.via_guild:
        open_cards = sorted([*open_cards, chosen])
    pieces = [_card(position, card, n, take("guild", card), card == chosen) for n, card in enumerate(open_cards)]
    left = int(state.deck_left)
    pieces.append(_deck(left, s.SUPPLY))
    note = f"{left} in the deck" if left else "the deck is empty"
    high = 2 * CARD_H + GAP + 2 * LIFT
    return Zone("supply", "Building supply", ZONE_W, high, tuple(pieces), "common", note=note, span=2)


def market_zone(position: Position, take: Take) -> Zone | None:
    """What the Black Market has turned up: a card to add, or two of which one is kept; None if there is nothing."""
    state = position.state
    drawn = [card for card in state.drawn.tolist() if card != s.NONE]
    chosen = _chosen(position)
    if chosen is not None and not state.via_guild:
        drawn = [chosen]
    if not drawn:
        return None
    pieces = []
    for n, card in enumerate(drawn):
        if card == s.UNKNOWN:
            pieces.append(Piece(_at(n, cut(card_faces.back(1), W, WHOLE.h, SCALE)), "A card, face down", state="card"))
        else:
            pieces.append(_card(position, card, n, take("keep", card), card == chosen))
    said = ("turned up,", "to be added") if len(drawn) == 1 else ("one is kept,", "one goes to", "the bottom")
    lines = "".join(
        text(line, 0, 20 + 17 * k, 13, "ink-quiet", anchor="start", bold=False) for k, line in enumerate(said)
    )
    at = LIFT + len(drawn) * (CARD_W + GAP)
    pieces.append(Piece(Shape(at, LIFT, ZONE_W - at, CARD_H, lines)))
    note = "seen by the drawer only" if len(drawn) > 1 else ""
    return Zone(
        "market", "Black Market", ZONE_W, CARD_H + 2 * LIFT, tuple(pieces), "common", note=note, span=2, bubbles="down"
    )


def _chosen(position: Position) -> int | None:
    """The card that waits for a cell."""
    return int(position.state.adding) if position.state.phase == s.CELL else None


def _at(n: int, svg: str) -> Shape:
    x, y = LIFT + n % ACROSS * (CARD_W + GAP), LIFT + n // ACROSS * (CARD_H + GAP)
    return Shape(x, y, CARD_W, CARD_H, svg)


def _card(position: Position, card: int, n: int, button: Button | None, chosen: bool) -> Piece:
    building = position.cards.buildings[card]
    return Piece(
        _at(n, cut(card_faces.face(building), W, WHOLE.h, SCALE)),
        captions.printed(building),
        id=piece_id(position, card),
        button=button,
        state="chosen" if chosen else "card",
        rule=captions.rule(building),
        large=card_faces.close_up(building, None),
    )


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
