"""Buildings of a city: the top card with picture and signboard, a storey for every card below it,
the edge of every card that is tucked under it. Large for the own city, small for those of rivals."""

from dataclasses import dataclass
from functools import cache, lru_cache

from tabletown.games.paper_skylines.cards import Building
from tabletown.games.paper_skylines.drawing.building_parts import standing_room, windows
from tabletown.games.paper_skylines.drawing.captions import Card
from tabletown.games.paper_skylines.drawing.card_pictures import picture, steps_of
from tabletown.games.paper_skylines.drawing.effect_signs import action_signs, bonus_signs
from tabletown.games.paper_skylines.drawing.signs import hexagons, inscription, plate
from tabletown.games.paper_skylines.vocabulary import TYPE_NAMES
from tabletown.render.text import fit, text, width

PANE = '<path class="c-pane"'


@dataclass(frozen=True, slots=True, eq=False)  # there are two, each one object
class Look:
    """The measures of buildings: width with and without the gap, and the heights of what they are made of."""

    column: float
    w: float
    sign: float
    floor: float  # how much higher each level makes a top card
    picture: float  # scale
    storey: float
    tuck: float
    mayor: float

    def roof(self, card: Card) -> float:
        """Height of a top card, its picture included."""
        return self.base(card) + 76 * self.picture

    def base(self, card: Card) -> float:
        """Height of a top card without its picture."""
        return self.sign + self.floor * (card.level - 1 if isinstance(card, Building) else 0)


LARGE = Look(122, 116, 47, 11, 1, 25, 20, 42)
SMALL = Look(50, 46, 19, 0, 0.4, 17, 14, 25)


@cache
def roof(card: Card, look: Look) -> str:
    """A top card; its lower edge is `look.roof(card)` below its upper one."""
    return _large_roof(card) if look is LARGE else _small_roof(card)


def _large_roof(card: Card) -> str:
    kind, top, high = TYPE_NAMES[card.type], LARGE.roof(card) - LARGE.base(card), LARGE.base(card) - LARGE.sign
    sign = top + high
    drawn = [picture(card, 3, top)]
    if high:
        drawn += [
            f'<rect class="c-{kind}-main c-edge" x="3" y="{top:g}" width="110" height="{high:g}"/>',
            panes(8, top, 11, int(high // 11)),
            f'<path class="c-shade-soft" d="M98 {top:g}h15v{high:g}H98Z"/>',
            f'<rect class="c-{kind}-deep c-edge" y="{top - 1.5:g}" width="116" height="3.5"/>',
        ]
    drawn += [
        f'<rect class="c-{kind}-main c-edge" y="{sign:g}" width="116" height="47"/>',
        f'<path class="c-shade-soft" d="M100 {sign:g}h16v47h-16Z"/>',
        f'<rect class="c-{kind}-deep c-edge" x="-2" y="{sign - 2:g}" width="120" height="5"/>',
        f'<rect class="c-board" x="4" y="{sign + 7:g}" width="108" height="36" rx="2"/>',
        plate(card.type, 7.5, sign + 9.5, 15),
    ]
    sites = card.sites if isinstance(card, Building) else ()
    level = f"L{card.level}" if isinstance(card, Building) else "City"
    name, size = fit(card.name, 62 * 1.06 if isinstance(card, Building) else 58, 11.5, 7, bold=True)
    row = action_signs(card) if isinstance(card, Building) else bonus_signs(card)
    drawn += [
        text(name, 26, round(sign + 20.8, 1), size, "ink-words serif", anchor="start"),
        text(level, 109, round(sign + 20.5, 1), 10.5, "ink-quiet", anchor="end"),
        hexagons(sites, 110, sign + 26, 15),
        inscription(row, 8, sign + 33.5, 12.5, 100 - 16 * len(sites)),
    ]
    return "".join(drawn)


def _small_roof(card: Card) -> str:
    kind, top = TYPE_NAMES[card.type], SMALL.roof(card) - SMALL.sign
    sites = card.sites if isinstance(card, Building) else ()
    return (
        picture(card, 1, top, SMALL.picture)
        + f'<rect class="c-{kind}-main c-edge" y="{top:g}" width="46" height="19"/>'
        + f'<rect class="c-{kind}-deep" x="-1" y="{top - 1:g}" width="48" height="3"/>'
        + plate(card.type, 2.5, top + 3, 14)
        + hexagons(sites, 44, top + 3.5, 13.5 if len(sites) < 2 else 12)
    )


def panes(x: float, y: float, columns: int, rows: int) -> str:
    """Rows of plain windows below y."""
    return windows(x, -y, columns, rows, "plain").replace('<path class="pane"', PANE)


@lru_cache(maxsize=4096)
def storey(card: Card, look: Look, h: float) -> str:
    """A card that is built over, this high."""
    kind, sites = TYPE_NAMES[card.type], card.sites if isinstance(card, Building) else ()
    wall = f'<rect class="c-{kind}-main c-edge" width="{look.w:g}" height="{h:g}"/>'
    if look is SMALL:
        size = max(4.0, h - 4)
        return (
            wall
            + f'<rect class="c-{kind}-deep" x="-.5" width="47" height="2"/>'
            + plate(card.type, 2.5, 2.5, size)
            + hexagons(sites, 44, 2.5, size if len(sites) < 2 else min(size, 12))
        )
    size = max(5.0, min(16.0, h - 7))
    ledge = f'<path class="c-shade-soft" d="M100 0h16v{h:g}h-16Z"/>'
    ledge += f'<rect class="c-{kind}-deep" x="-1" width="118" height="3"/>'
    middle = 3 + (h - 3) / 2
    name, letters = fit(card.name, 80 - 16 * len(sites), min(10.8, size), 6)
    wide = round(width(name, letters) + 8, 1)
    board = (
        f'<rect class="c-board" x="24" y="{middle - size / 2 + 0.5:g}" width="{wide:g}" height="{size - 1:g}" rx="2"/>'
    )
    return (
        wall
        + (panes(4, 6, 12, 1) if h >= 20 else "")
        + ledge
        + plate(card.type, 5, middle - size / 2, size)
        + board
        + text(name, 28, round(middle + letters * 0.36, 1), letters, "ink-words", anchor="start", bold=False)
        + hexagons(sites, 112, middle - size / 2, size)
    )


@lru_cache(maxsize=4096)
def tucked(card: Card, look: Look, h: float, shift: float) -> str:
    """The edge of a tucked card, this high, a little to the right for every other one."""
    sites = card.sites if isinstance(card, Building) else ()
    x, wide = 3 + shift, look.w - 12 if look is LARGE else look.w - 6
    r = min(4.0, h / 4)
    edge = f"v{h - r - 1:g}q0 {r:g}-{r:g} {r:g}h{2 * r - wide:g}q-{r:g} 0-{r:g}-{r:g}Z"
    paper = f'<path class="c-tucked" d="M{x:g} 0h{wide:g}{edge}"/>'
    size = max(4.0, min(h - 4, 14.0))
    drawn = paper + plate(card.type, x + (4 if look is LARGE else 2), 1.5, size)
    drawn += hexagons(sites, x + wide - 4, 1.5, size)
    if look is LARGE:
        name, letters = fit(card.name, 76 - 15 * len(sites), min(10.8, size), 6)
        drawn += text(
            name, x + 22, round(1.5 + size / 2 + letters * 0.36, 1), letters, "ink-paper", anchor="start", bold=False
        )
    return drawn


LOT_W, LOT_H = 46.0, 20.0


@cache
def lot() -> str:
    """An empty lot, 46 by 20 units: grass, and a board that asks for a builder."""
    return (
        '<path class="c-leaf" d="M4 20q3-7 6-2 3-7 6 2Zm24 0q3-7 6-2 3-7 6 2Z"/>'
        '<path class="c-wood c-edge" d="M21 6h3v14h-3Z"/><path class="c-cream c-edge" d="M12 0h21v9H12Z"/>'
        '<path class="c-thread" d="M16 3h13M16 6h8"/>'
    )


@cache
def stands(card: Card, look: Look) -> tuple[float, float]:
    """Where a mayor stands on a top card: x from its left edge, height above its lower edge."""
    at = 92.0 if look is LARGE else 36.0
    height = standing_room(steps_of(card), (at - 3) if look is LARGE else (at - 1) / look.picture)
    return at, look.base(card) + height * look.picture
