"""Cards as HTML, for a page that fits the window: `static/fit-milton_keynes.css` lays them out.

Pictures fill their box. Names are words of the page, so a card may shrink while its words do not.
"""

from functools import lru_cache

from markupsafe import escape

from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import captions, card_faces
from tabletown.games.milton_keynes.drawing.card_faces import CELL
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.names import label
from tabletown.render.icons import place, seat_shape


def svg(css: str, w: float, h: float, body: str, stretch: bool = False) -> str:
    """A drawing of this size; `stretch` lets it fill a box of other proportions."""
    ratio = ' preserveAspectRatio="none"' if stretch else ""
    return f'<svg class="{css}" viewBox="0 0 {w:g} {h:g}"{ratio} aria-hidden="true" focusable="false">{body}</svg>'


@lru_cache(maxsize=256)
def token(id: str, w: float = 24, h: float = 24) -> str:
    """A scrap of paper, such as a block or money, as high as the words around it."""
    return svg("mk-token", w, h, place(id, 0, 0, w, h))


@lru_cache(maxsize=64)
def seat(index: int) -> str:
    """The shape of a seat."""
    return svg("mk-token", 20, 20, seat_shape(index, 10, 10, 18))


@lru_cache(maxsize=512)
def permit(cards: CardSet, kind: int, owner: int | None = None) -> str:
    """A permit: its name, what it does and builds, and on what."""
    card = cards.permits[kind]
    first, _, rest = card.name.partition(" ")
    long = f'<span class="mk-long"> {escape(rest)}</span>' if len(card.name) > 14 else f" {escape(rest)}"
    return (
        f'<span class="mk-band"><span>{escape(first)}{long if rest else ""}</span></span>'
        + svg("mk-picture", 64, 56, painted(card_faces.picture(card, owner, 1, 1, 62, 54)))
        + f'<span class="mk-use">{escape(captions.use(cards, card))}</span>'
    )


@lru_cache(maxsize=2048)
def deed(plan: Plan, square: int) -> str:
    """A deed: its label, and where it lies."""
    here = svg("mk-where", plan.columns * CELL, plan.rows * CELL, card_faces.where(plan, square))
    return f'<b class="mk-plot">{label(square)}</b>{here}'


def card(css: str, inner: str) -> str:
    """A card that lies on a piece and is none itself."""
    return f'<span class="{css}">{inner}</span>'
