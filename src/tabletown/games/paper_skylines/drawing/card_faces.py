"""Faces of cards: whole ones with picture and sentence, compact ones for phones, achievements, backs.

A card reads from the top: type and name, price and what lowers it, level; below the picture what it gains and its
sites; then its action in signs, and the same as a sentence.
"""

from functools import cache, lru_cache

from tabletown.games.paper_skylines.cards import Achievement, Building
from tabletown.games.paper_skylines.drawing.captions import Card, does
from tabletown.games.paper_skylines.drawing.card_pictures import picture
from tabletown.games.paper_skylines.drawing.effect_signs import action_signs, bonus_signs, condition_signs
from tabletown.games.paper_skylines.drawing.signs import Signs, hexagons, inscription, plate
from tabletown.games.paper_skylines.text.card_sentences import condition_sentence
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES, TYPE_NAMES
from tabletown.render.icons import use
from tabletown.render.scene import Shape
from tabletown.render.text import MINUS, fit, text, width, wrapped

W, H = 136.0, 192.0
SMALL_W, SMALL_H = 180.0, 88.0
LARGE = 1.4
"""How much larger than a whole card its close-up is."""
_CLOUD = '<path class="c-cloud" d="M46 20q0-5 6-5 2-5 8-4 6-3 9 3 7 0 7 6Z"/>'
_ROOFS = "M0 70V48h12v-8h10v14h12V40h9v12h20v-8h14v10h14V36h10v16h16v-8h19v26Z"


def placed(svg: str, w: float, h: float, x: float, y: float, scale: float) -> Shape:
    """A drawing of w by h units at a place, so many times its size."""
    return Shape(x, y, w * scale, h * scale, svg if scale == 1 else _scaled(svg, w, h, scale))


@lru_cache(maxsize=8192)  # most cards keep their size when they are moved
def _scaled(svg: str, w: float, h: float, scale: float) -> str:
    box = f'width="{w * scale:g}" height="{h * scale:g}" viewBox="0 0 {w:g} {h:g}"'
    return f'<svg {box} overflow="visible">{svg}</svg>'


def shape(card: Card, x: float, y: float, scale: float) -> Shape:
    """A whole card at a place."""
    return placed(whole(card), W, H, x, y, scale)


def small_shape(card: Card, x: float, y: float, scale: float = 1) -> Shape:
    """A compact card at a place."""
    return placed(compact(card), SMALL_W, SMALL_H, x, y, scale)


@cache
def close_up(card: Card) -> Shape:
    """A card as seen up close."""
    return shape(card, 0, 0, LARGE)


@cache
def whole(card: Card) -> str:
    """A card of 136 by 192 units."""
    kind = TYPE_NAMES[card.type]
    drawn = [
        f'<rect class="c-sheet" x=".5" y=".5" width="{W - 1:g}" height="{H - 1:g}" rx="6"/>',
        _head(f"{kind}-deep", kind, card.name),
        f'<svg y="24" width="{W:g}" height="70" viewBox="0 0 136 70">{sky()}{picture(card, 22, 68.5)}</svg>',
        '<path class="c-coal" d="M0 92h136v2H0Z"/>',
        _band(_signs_of(card), 115),
        sentence(does(card), 137, H),
    ]
    if isinstance(card, Building):
        drawn += [
            price(card.cost, 5, 29),
            cheaper(card.discount, 5, 55),
            _tag(f"L{card.level}", 113, 28, 19),
            gains(card, 6, 104.5, 15),
            hexagons(card.sites, 130, 96.5, 17),
        ]
    else:
        drawn += [_tag("City", 102, 28, 30), text("Home building", 7, 108.5, 11, "ink-words", anchor="start")]
    return "".join(drawn)


def _signs_of(card: Card) -> Signs:
    return action_signs(card) if isinstance(card, Building) else bonus_signs(card)


def _head(paint: str, icon: str, name: str, w: float = W, h: float = 24) -> str:
    room = w - 30
    words, size = fit(name, room * 1.06, 12.4, 9, bold=True)  # a serif runs narrower than the sans whose widths we know
    return (
        f'<path class="c-{paint}" d="M.5 {h:g}V6A5.5 5.5 0 0 1 6 .5h{w - 12:g}a5.5 5.5 0 0 1 5.5 5.5v{h - 6:g}Z"/>'
        + use(icon, 5, round(h / 2 - 8.5, 1), 17, "ink-white")
        + text(words, 26, round(h / 2 + 4.4, 1), size, "ink-white serif", anchor="start")
    )


@cache
def sky() -> str:
    """The sky behind the picture of a card, 136 by 70 units."""
    return (
        '<rect class="c-sky" width="136" height="70"/><circle class="c-sun" cx="104" cy="22" r="9"/>'
        f'{_CLOUD}<path class="c-distance" d="{_ROOFS}"/>'
    )


def price(cost: int, x: float, y: float) -> str:
    """How many cards a building costs, on a small stack of cards."""
    return (
        f'<rect class="c-price-under" x="{x + 2.5:g}" y="{y - 2:g}" width="19" height="23" rx="2.5"/>'
        f'<rect class="c-price" x="{x:g}" y="{y:g}" width="19" height="23" rx="2.5"/>'
        + text(str(cost), x + 9.5, y + 17, 16, "ink-paper")
    )


def cheaper(kind: int, x: float, y: float) -> str:
    """The type whose icons lower the price."""
    return (
        f'<rect class="c-paper-tag" x="{x:g}" y="{y:g}" width="26" height="15" rx="2"/>'
        + text(MINUS, x + 2.5, y + 12, 12, "ink-paper", anchor="start")
        + plate(kind, x + 11, y + 1, 13)
    )


def _tag(words: str, x: float, y: float, w: float) -> str:
    return f'<rect class="c-night" x="{x:g}" y="{y:g}" width="{w:g}" height="16" rx="2"/>' + text(
        words, x + w / 2, y + 12, 10.5, "ink-white"
    )


def gains(card: Building, x: float, middle: float, size: float) -> str:
    """The steps that a building brings when it is built."""
    drawn = []
    for name, gain in zip(TRACK_NAMES, card.gains, strict=True):
        if gain:
            drawn.append(use(name, x, round(middle - size / 2, 2), size))
            drawn.append(text(str(gain), x + size + 1.5, round(middle + 4.7, 2), 13, "ink-words", anchor="start"))
            x += size + 5.5 + width(str(gain), 13, bold=True)
    return "".join(drawn)


def _band(row: Signs, y: float, w: float = W, h: float = 22) -> str:
    band = f'<rect class="c-band" x="1" y="{y:g}" width="{w - 2:g}" height="{h:g}"/>'
    return band + inscription(row, 6, y + h / 2, 13, w - 12, middle=True)


@cache
def sentence(words: str, top: float, bottom: float, w: float = W, paint: str = "ink-words") -> str:
    """A sentence in as many lines as it needs, set smaller if there are too many."""
    size, lines = 10.6, list(wrapped(words, w - 13, 10.6))
    while len(lines) * size * 1.19 > bottom - top - 5 and size > 6.5:
        size = round(size - 0.3, 1)
        lines = list(wrapped(words, w - 13, size))
    step = size * 1.19
    return "".join(
        text(line, 7, round(top + 2.5 + step * (n + 0.8), 1), size, paint, anchor="start", bold=False)
        for n, line in enumerate(lines)
    )


# --- Other faces ----------------------------------------------------------------------------------------------------


@cache
def compact(card: Card) -> str:
    """A card of 180 by 88 units: everything but the sentence."""
    kind = TYPE_NAMES[card.type]
    drawn = [
        f'<rect class="c-sheet" x=".5" y=".5" width="{SMALL_W - 1:g}" height="{SMALL_H - 1:g}" rx="6"/>',
        f'<svg x="1" y="22" width="92" height="43" viewBox="0 27 92 43">{sky()}{picture(card, 25, 69, 0.6)}</svg>',
        '<path class="c-coal" d="M0 64h93v1.5H0Z"/>',
        _head(f"{kind}-deep", kind, card.name, SMALL_W, 22),
        _band(_signs_of(card), 65.5, SMALL_W, 21),
    ]
    if isinstance(card, Building):
        drawn += [
            price(card.cost, 5, 29),
            text(f"L{card.level}", SMALL_W - 6, 15, 11, "ink-white", anchor="end"),
            gains(card, 96, 34.5, 14),
            cheaper(card.discount, 97, 46),
            hexagons(card.sites, SMALL_W - 5, 46, 15),
        ]
    else:
        drawn.append(text("City", 98, 46, 11, "ink-quiet", anchor="start", bold=False))
    return "".join(drawn)


@cache
def honour(card: Achievement) -> str:
    """An achievement as a card."""
    return (
        f'<rect class="c-sheet" x=".5" y=".5" width="{W - 1:g}" height="{H - 1:g}" rx="6"/>'
        + _head("honour", "score", card.name)
        + f'<svg y="24" width="{W:g}" height="70" viewBox="0 0 136 70">{sky()}</svg>'
        + use(_emblem(card), 46, 36, 44, "ink-words")
        + '<path class="c-coal" d="M0 92h136v2H0Z"/>'
        + text(str(card.stars), 7, 109.5, 14, "ink-words", anchor="start")
        + use("score", 17, 97, 15, "ink-words")
        + use("chip", 110, 95, 19)
        + _band(condition_signs(card), 115)
        + sentence(f"{condition_sentence(card)} The first to claim it also takes the chip.", 137, H)
    )


def _emblem(card: Achievement) -> str:
    return condition_signs(card)[0][1:]


@cache
def award(name: str, icon: str, points: int, words: str) -> str:
    """A game-end award as a card."""
    return (
        f'<rect class="c-sheet" x=".5" y=".5" width="{W - 1:g}" height="{H - 1:g}" rx="6"/>'
        + _head("honour", "claim", name)
        + f'<svg y="24" width="{W:g}" height="70" viewBox="0 0 136 70">{sky()}</svg>'
        + use(icon, 46, 36, 44, "ink-words")
        + '<path class="c-coal" d="M0 92h136v2H0Z"/>'
        + text(str(points), 7, 109.5, 14, "ink-words", anchor="start")
        + use("score", 17, 97, 15, "ink-words")
        + sentence(words, 117, H)
    )


BACK_W, BACK_H = 58.0, 80.0


@cache
def back(level: int) -> str:
    """The back of a card, 58 by 80 units; the level is open to all."""
    return blank_back() + text(str(level), 29, 32, 26, "ink-white")


@cache
def blank_back() -> str:
    """The back of a card without its level."""
    return (
        '<rect class="c-back" x=".5" y=".5" width="57" height="79" rx="5"/>'
        '<path class="c-back-deep" d="M6 74V50h9v-8h8v14h6V38h9v18h6V46h8v28Z"/>'
        '<rect class="c-back-line" x="4" y="4" width="50" height="72" rx="3"/>'
    )
