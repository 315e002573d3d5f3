"""The common cards: the row, the decks and the pile, and cards laid out for a seat to choose from."""

from collections.abc import Sequence
from math import ceil

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.drawing import card_faces
from tabletown.games.paper_skylines.drawing.captions import Card
from tabletown.games.paper_skylines.drawing.card_faces import BACK_H, BACK_W, SMALL_H, SMALL_W, H, W, placed
from tabletown.games.paper_skylines.drawing.hands import Find, card_piece
from tabletown.games.paper_skylines.rules.decks import is_marked
from tabletown.games.paper_skylines.text.names import card, members
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import text

SIDE, SIDE_PHONE, GAP = 360.0, 358.0, 8.0


# --- Row, decks and pile --------------------------------------------------------------------------------------------


def row_zone(position: Position, find: Find, deck: Button | None) -> Zone:
    """The row; below it the decks from the current level on, and the pile."""
    state = position.state
    scale = (SIDE - 2 * GAP) / 3 / W
    small = (SIDE_PHONE - GAP) / 2 / SMALL_W
    pieces = []
    for n, number in enumerate(state.row.tolist()):
        left, top = n % 2 * (SMALL_W * small + GAP), 3 + n // 2 * (SMALL_H * small + GAP)
        x = n * (W * scale + GAP)
        if number == s.NONE:
            pieces.append(
                Piece(
                    placed(_gap(W, H), W, H, x, 3, scale),
                    "A gap in the row",
                    small=placed(_gap(SMALL_W, SMALL_H), SMALL_W, SMALL_H, left, top, small),
                )
            )
            continue
        found = card(position, number)
        pieces.append(
            card_piece(
                position, found, card_faces.shape(found, x, 3, scale), card_faces.small_shape(found, left, top, small),
                find(number),
            )
        )  # fmt: skip
    y, low = 3 + H * scale + 9, 3 + 2 * (SMALL_H * small + GAP)
    stacks = _stacks(position, deck)
    step, narrow = SIDE / 5, SIDE_PHONE / 5
    for n, (svg, label, rule, button) in enumerate(stacks):
        pieces.append(
            Piece(
                Shape(n * step, y, step - 4, 62, svg), label, small=Shape(n * narrow, low, narrow - 4, 62, svg),
                button=button, rule=rule,
            )
        )  # fmt: skip
    return Zone(
        "row", "Card row", SIDE, y + 64, tuple(pieces), "common", small_w=SIDE_PHONE, small_h=low + 64, span=2,
        note=_left(position),
    )  # fmt: skip


def _left(position: Position) -> str:
    level = int(position.state.level)
    return "the round ends after this turn" if is_marked(position.state, level) and level < s.LEVELS else ""


def _gap(w: float, h: float) -> str:
    return f'<rect class="c-paper-empty" x="2" y="2" width="{w - 4:g}" height="{h - 4:g}" rx="6"/>'


def _stacks(position: Position, deck: Button | None) -> list[tuple[str, str, str, Button | None]]:
    """Drawing, words, rule and button of every deck that is still of use, and of the pile."""
    state = position.state
    found = []
    for level in range(int(state.level), s.LEVELS + 1):
        left, now = int(state.deck_left[level - 1]), level == state.level
        unknown = "" if is_marked(state, level) else ", the round-end card among the last five"
        label = (
            f"Deck of level {level}: {many(left, 'card')}{unknown}" if left else f"The deck of level {level} is empty"
        )
        found.append(
            (
                _stack(card_faces.back(level) if left else "", left, "now" if now else ""),
                label,
                "PS-61",
                deck if now else None,
            )
        )
    pile = members(state.pile)
    names = ", ".join(card(position, c).name for c in pile)
    label = f"The pile, {many(len(pile), 'card')}{': ' + names if names else ''}"
    return [*found, (_stack(_open_card() if pile else "", len(pile), "pile"), label, "PS-65", None)]


def _stack(face: str, number: int, words: str) -> str:
    box = f'width="{BACK_W * 0.56:g}" height="{BACK_H * 0.56:g}" viewBox="0 0 {BACK_W:g} {BACK_H:g}" overflow="visible"'
    under = '<rect class="c-price-under" x="4" y="4" width="57" height="79" rx="5"/>' if number > 1 else ""
    empty = f'<rect class="c-paper-empty" x="1" y="1" width="{BACK_W - 2:g}" height="{BACK_H - 2:g}" rx="5"/>'
    return (
        f'<svg x="1" y="1" {box}>{under}{face or empty}</svg>'
        + text(str(number), 39, 22, 14, "ink-words", anchor="start")
        + text("cards" if number != 1 else "card", 39, 34, 10, "ink-quiet", anchor="start", bold=False)
        + text(words, 17, 60, 10.5, "ink-quiet", bold=words == "now")
    )


def _open_card() -> str:
    return (
        '<rect class="c-sheet" x=".5" y=".5" width="57" height="79" rx="5"/>'
        '<path class="c-industrial-deep" d="M.5 20V5A4.5 4.5 0 0 1 5 .5h48a4.5 4.5 0 0 1 4.5 4.5v15Z"/>'
        '<rect class="c-sky" x="1" y="20" width="56" height="38"/>'
        '<path class="c-distance" d="M1 58V44h9v-8h8v12h9V34h8v14h9v-7h13v17Z"/>'
        '<path class="c-coal" d="M0 57h58v1.5H0Z"/><path class="c-rule-thin" d="M8 65h42M8 71h30"/>'
    )


# --- Cards to choose from -------------------------------------------------------------------------------------------


def choice_zone(position: Position, id: str, title: str, note: str, cards: Sequence[Card], find: Find) -> Zone:
    """Cards that are laid out only while one of them is to be chosen, two in a row: the pile."""
    scale = (SIDE - GAP) / 2 / SMALL_W
    pieces = []
    for n, found in enumerate(cards):
        x, y = n % 2 * (SMALL_W * scale + GAP), 3 + n // 2 * (SMALL_H * scale + 6)
        place = card_faces.small_shape(found, x, y, scale)
        pieces.append(card_piece(position, found, place, place, find(found.index)))
    high = 6 + ceil(len(cards) / 2) * (SMALL_H * scale + 6)
    return Zone(id, title, SIDE, high, tuple(pieces), "common", note=note, span=2)


def backs_zone(position: Position) -> Zone:
    """Cards that another seat is looking at, face down."""
    levels = [level + 1 for level, n in enumerate(position.state.peeked_levels) for _ in range(int(n))]
    step = min(44.0, (SIDE - 40) / max(1, len(levels) - 1))
    pieces = tuple(
        Piece(placed(card_faces.back(level), BACK_W, BACK_H, n * step, 3, 0.66), f"A card of level {level}, face down")
        for n, level in enumerate(levels)
    )
    return Zone(
        "peeked", "Being looked at", SIDE, 60, pieces, "common", note="some are kept, the others go to the pile", span=2
    )
