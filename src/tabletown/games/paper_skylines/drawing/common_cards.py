"""The common cards: the row, the decks and the pile, and cards laid out for a seat to choose from."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import ceil

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.engine.value import Value
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import CardSet
from tabletown.games.paper_skylines.drawing import card_faces, faces
from tabletown.games.paper_skylines.drawing.card_faces import BACK_H, BACK_W, SMALL_H, SMALL_W, H, W, placed
from tabletown.games.paper_skylines.drawing.hands import Cards, card_piece
from tabletown.games.paper_skylines.text.names import members
from tabletown.games.paper_skylines.vocabulary import TYPE_NAMES
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Face, Filter, Piece, Shape, Zone
from tabletown.render.text import text

SIDE, SIDE_PHONE, GAP = 360.0, 358.0, 8.0


# --- Row, decks and pile --------------------------------------------------------------------------------------------


class Common(Value, frozen=True):
    """What lies open for all: the row, the decks from the current level on, the pile; cards by their numbers."""

    cards: CardSet
    row: tuple[int, ...]  # NONE is a gap
    level: int
    left: tuple[int, ...]  # cards of every deck
    marked: int  # bit mask of the levels whose round-end card is gone
    pile: tuple[int, ...]
    buttons: tuple[Button | None, ...]  # of the cards of the row
    deck: Button | None  # of the current deck

    def is_marked(self, level: int) -> bool:
        """Whether the round-end card of a level is gone."""
        return bool(self.marked >> level & 1)


def common(position: Position, find: Callable[[int], Button | None], deck: Button | None) -> Common:
    """What lies open for all; `find` gives the button of a card."""
    state = plain(position)
    row = tuple(state.row)
    buttons = tuple([None if number == s.NONE else find(number) for number in row])
    left, pile = tuple(state.deck_left), members(state.pile)
    return Common(position.cards, row, state.level, left, state.marked, pile, buttons, deck)


@lru_cache(maxsize=2048)
def row_zone(shown: Common) -> Zone:
    """The row; below it the decks from the current level on, and the pile."""
    scale = (SIDE - 2 * GAP) / 3 / W
    small = (SIDE_PHONE - GAP) / 2 / SMALL_W
    pieces = []
    for n, (number, button) in enumerate(zip(shown.row, shown.buttons, strict=True)):
        left, top = n % 2 * (SMALL_W * small + GAP), 3 + n // 2 * (SMALL_H * small + GAP)
        x = n * (W * scale + GAP)
        if number == s.NONE:
            pieces.append(
                Piece(
                    placed(_gap(W, H), W, H, x, 3, scale),
                    "A gap in the row",
                    small=placed(_gap(SMALL_W, SMALL_H), SMALL_W, SMALL_H, left, top, small),
                    face=Face("", "ps-gap"),
                )
            )
            continue
        found = shown.cards.buildings[number]
        wide, narrow = card_faces.shape(found, x, 3, scale), card_faces.small_shape(found, left, top, small)
        pieces.append(card_piece(found, wide, narrow, button))
    y, low = 3 + H * scale + 9, 3 + 2 * (SMALL_H * small + GAP)
    pieces += _stacks(shown, y, low)
    ends = shown.is_marked(shown.level) and shown.level < s.LEVELS
    note = "the round ends after this turn" if ends else ""
    return Zone(
        "row", "Card row", SIDE, y + 64, tuple(pieces), "common", small_w=SIDE_PHONE, small_h=low + 64, span=2,
        note=note,
    )  # fmt: skip


def _gap(w: float, h: float) -> str:
    return f'<rect class="c-paper-empty" x="2" y="2" width="{w - 4:g}" height="{h - 4:g}" rx="6"/>'


def _stacks(shown: Common, y: float, low: float) -> Iterator[Piece]:
    """Every deck that is still of use, and the pile."""
    step, narrow = SIDE / 5, SIDE_PHONE / 5

    def stack(n: int, svg: str, label: str, rule: str, face: str, button: Button | None = None) -> Piece:
        wide, small = Shape(n * step, y, step - 4, 62, svg), Shape(n * narrow, low, narrow - 4, 62, svg)
        return Piece(wide, label, small=small, button=button, rule=rule, face=Face(face, "ps-deck", "ps-decks"))

    levels = range(shown.level, s.LEVELS + 1)
    for n, level in enumerate(levels):
        left, now = shown.left[level - 1], level == shown.level
        unknown = "" if shown.is_marked(level) else ", the round-end card among the last five"
        label = (
            f"Deck of level {level}: {many(left, 'card')}{unknown}" if left else f"The deck of level {level} is empty"
        )
        svg = _stack(card_faces.back(level) if left else "", left, "now" if now else "")
        yield stack(n, svg, label, "PS-61", faces.deck(level, left, now), shown.deck if now else None)
    number, names = len(shown.pile), ", ".join(shown.cards.buildings[number].name for number in shown.pile)
    label = f"The pile, {many(number, 'card')}{': ' + names if names else ''}"
    top = _open_card() if number else ""
    yield stack(len(levels), _stack(top, number, "pile"), label, "PS-65", faces.pile(top, number))


@lru_cache(maxsize=1024)
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


_FILTERS = (
    Filter(
        "type",
        "Type",
        (("all", "all"), *((str(n), f"{faces.plate_of(n)}{name}") for n, name in enumerate(TYPE_NAMES))),
    ),
    Filter("cost", "Cost", (("all", "all"), ("low", "0 to 2"), ("middle", "3 to 4"), ("high", "5 and more"))),
)
"""By which cards of the pile can be found; the page's style sheet knows these classes."""


@lru_cache(maxsize=512)
def choice_zone(id: str, note: str, shown: Cards) -> Zone:
    """Cards that are laid out only while one of them is to be chosen, two in a row: the pile."""
    scale = (SIDE - GAP) / 2 / SMALL_W
    pieces = []
    for n, (found, button) in enumerate(zip(shown.cards, shown.buttons, strict=True)):
        x, y = n % 2 * (SMALL_W * scale + GAP), 3 + n // 2 * (SMALL_H * scale + 6)
        place = card_faces.small_shape(found, x, y, scale)
        pieces.append(card_piece(found, place, place, button))
    high = 6 + ceil(len(shown.cards) / 2) * (SMALL_H * scale + 6)
    filters = _FILTERS if id == "pile" else ()
    return Zone(id, shown.title, SIDE, high, tuple(pieces), "common", note=note, span=2, filters=filters)


@lru_cache(maxsize=64)
def backs_zone(numbers: tuple[int, ...]) -> Zone:
    """Cards that another seat is looking at, face down: how many of each level."""
    levels = [level for level, n in enumerate(numbers, 1) for _ in range(n)]
    step = min(44.0, (SIDE - 40) / max(1, len(levels) - 1))
    pieces = tuple(
        Piece(
            placed(card_faces.back(level), BACK_W, BACK_H, n * step, 3, 0.66),
            f"A card of level {level}, face down",
            face=Face(faces.backs(((level, 1),)), "ps-backs"),
        )
        for n, level in enumerate(levels)
    )
    return Zone(
        "peeked", "Being looked at", SIDE, 60, pieces, "common", note="some are kept, the others go to the pile", span=2
    )
