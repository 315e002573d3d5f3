"""Faces of building cards: whole, compact for phones, bare for rivals' lanes, and the back.

A card above the street reads downwards to it: name, facts, picture. A card below is the same thing mirrored. Half links
are whole symbols that the card's own edge cuts in two.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from tabletown.engine.value import Value
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import TYPE_NAMES, Building
from tabletown.games.penny_lane.drawing import building_pictures
from tabletown.games.penny_lane.drawing.captions import sentences, signs
from tabletown.games.penny_lane.drawing.tokens import centred_signs, citizen, link, signs_width, vacancy
from tabletown.render.icons import place
from tabletown.render.scene import Shape
from tabletown.render.text import fit, text, width, wrapped

W = 120.0
PICTURE = 102.0
LINK = 26.0
LINK_AT = 50.0
"""How far below the top of the picture half links sit on its sides."""


@dataclass(frozen=True, slots=True, eq=False)  # there are three, each one object
class Look:
    """A way to draw cards: the heights of name band and facts, and of the road between two rows."""

    name: str
    band: float
    facts: float
    road: float

    @property
    def h(self) -> float:
        """Height of a card."""
        return self.band + self.facts + PICTURE

    def picture_y(self, row: int) -> float:
        """Where the picture begins."""
        return self.band + self.facts if row == s.UPPER else 0.0

    def link_y(self, row: int) -> float:
        """Where half links sit on the sides."""
        return self.picture_y(row) + LINK_AT


WHOLE = Look("whole", 20, 22, 44)
COMPACT = Look("compact", 27, 0, 36)
BARE = Look("bare", 0, 0, 28)
LARGE = 1.5
"""How much larger than a whole card its close-up is."""


class Standing(Value, frozen=True):
    """A card on a lane: whose it is, who is there, and which of its edges (left, right, street) have a whole link."""

    seat: int
    citizens: int
    lit: tuple[bool, bool, bool] = (False, False, False)


@lru_cache(maxsize=8192)
def face(building: Building, standing: Standing | None = None, look: Look = WHOLE) -> str:
    """A card of 120 units width; without a standing as it is on offer."""
    y, h, row = look.picture_y(building.row), look.h, building.row
    kind, street = TYPE_NAMES[building.type], h - 6 if row == s.UPPER else 0
    drawn = [
        f'<rect class="c-card-paper" width="{W:g}" height="{h:g}" rx="4"/>',
        f'<rect class="c-{kind}-tint" y="{y:g}" width="{W:g}" height="{PICTURE:g}"/>',
        f'<rect class="c-front-stone" y="{street:g}" width="{W:g}" height="6"/>',
        _picture(building, y),
        people(building, standing, y),
        half_links(building, standing, look),
    ]
    if look.band:
        drawn.append(_band(building, 0 if row == s.UPPER else h - look.band, look))
    if look.facts:
        drawn.append(_facts(building, look.band if row == s.UPPER else PICTURE))
    frame = f'<rect class="c-cut-card" x=".6" y=".6" width="{W - 1.2:g}" height="{h - 1.2:g}" rx="4"/>'
    return "".join(drawn) + frame


def shape(building: Building, standing: Standing | None, look: Look, x: float, y: float, scale: float) -> Shape:
    """A card at a place, so many times its size."""
    return Shape(x, y, W * scale, look.h * scale, cut(face(building, standing, look), W, look.h, scale))


@lru_cache(maxsize=8192)
def cut(svg: str, w: float, h: float, scale: float) -> str:
    """A drawing of w by h units, cut off at its edges and drawn at another scale."""
    return f'<svg width="{w * scale:g}" height="{h * scale:g}" viewBox="0 0 {w:g} {h:g}">{svg}</svg>'


def close_up(building: Building, standing: Standing | None, scale: float = LARGE) -> Shape:
    """A card as seen up close, wherever it lies at a smaller scale than this."""
    return shape(building, standing, WHOLE, 0, 0, scale)


def _picture(building: Building, y: float) -> str:
    places = building.slots if building.type == s.HOUSING else building.jobs
    return place(f"house-{building_pictures.picture_of(building)}.{places}", 0, y, W, PICTURE)


def people(building: Building, standing: Standing | None, y: float) -> str:
    """Citizens in doors and slots; vacancies; the stars of slots whose citizen has left."""
    seat, here = (standing.seat, standing.citizens) if standing else (None, building.slots)
    drawn = []
    if building.type == s.HOUSING:
        for n, x in enumerate(building_pictures.SLOTS[building.slots]):
            if n < here:
                drawn.append(citizen(x + 3.5, y + 67, 24, seat))
            else:
                drawn.append(place("i-point", x + 0.5, y + 64, 22))
    else:
        top = y + building_pictures.door_top(building_pictures.picture_of(building)) + 4
        for n, x in enumerate(building_pictures.DOORS[building.jobs]):
            drawn.append(citizen(x + 2, top, 21, seat) if n < here else vacancy(x + 2, top, 21))
    return "".join(drawn)


def half_links(building: Building, standing: Standing | None, look: Look) -> str:
    """The half links on the edges of a card, pale unless they are whole or the card is on offer."""
    side, street = look.link_y(building.row), look.h if building.row == s.UPPER else 0.0
    places = ((0.0, side), (W, side), (W / 2, street))
    lit = standing.lit if standing else (True, True, True)
    return "".join(
        link(kind, x, y, LINK, bright) for kind, (x, y), bright in zip(building.links, places, lit, strict=True) if kind
    )


def _band(building: Building, y: float, look: Look) -> str:
    kind, middle = TYPE_NAMES[building.type], y + look.band / 2
    icon = look.band * 0.65
    most, least = (13.5, 10.0) if look is WHOLE else (17.0, 12.0)
    room = W - icon - 14
    # a serif runs narrower than the sans whose widths we know
    words, size = fit(building.name, room * 1.04, most, least, bold=True)
    return (
        f'<rect class="c-{kind}-band" y="{y:g}" width="{W:g}" height="{look.band:g}"/>'
        + place(f"i-{kind}", 5, round(middle - icon / 2, 2), round(icon, 2), paint="ink-words")
        + text(words, round(icon + 9, 1), round(middle + size * 0.33, 2), size, "ink-words serif", anchor="start")
    )


def _facts(building: Building, y: float) -> str:
    middle = y + 11
    drawn = [f'<rect class="c-card-paper" y="{y:g}" width="{W:g}" height="22"/>', cost(building.cost, 4, y + 2, 18)]
    right = W - 5.0
    if building.stars:
        drawn.append(place("i-point", W - 20, middle - 8, 16))
        drawn.append(text(str(building.stars), W - 22.5, middle + 4.2, 12, "ink-words", anchor="end"))
        right = W - 24 - width(str(building.stars), 12, bold=True)
    row = signs(building)
    if row:
        left = 26.0
        room = right - left
        # in the middle of the card if there is room, else in the middle of what is left of it
        wide = min(signs_width(row, 11), room)
        middle_x = min(max(W / 2 + 8, left + wide / 2), right - wide / 2)
        drawn.append(centred_signs(row, middle_x, middle, 11, room))
    return "".join(drawn)


def cost(n: int, x: float, y: float, size: float) -> str:
    """A penny with a number on it, its corner at x, y."""
    words = text(str(n), x + size / 2, round(y + size * 0.72, 2), round(size * 0.64, 2), "ink-coin")
    return place("penny-blank", x, y, size) + words


# --- Other sides ----------------------------------------------------------------------------------------------------


@cache
def back(left: int) -> str:
    """The back of a card, 120 by 144; more cards show below it while there are any."""
    under = [
        f'<rect class="c-cut c-front-{"pave" if n == 2 else "stone"}" x=".6" y="{0.6 + 3 * n:g}" width="118.8" '
        'height="136.8" rx="4"/>'
        for n in range(min(left - 1, 2), 0, -1)
    ]
    return (
        "".join(under)
        + '<rect class="c-cut c-front-brick" x=".6" y=".6" width="118.8" height="136.8" rx="4"/>'
        + '<path class="c-thread-cream" d="M8 8h104v122H8ZM32 84V56l28-24 28 24v28ZM52 84V68h16v16"/>'
        + place("i-penny", 45, 92, 30)
    )


def explained(building: Building, copies: int) -> Shape:
    """A card for the gallery, with its sentence below it."""
    lines = list(wrapped(sentences(building) or "No effect of its own.", W - 8, 9.5))
    if copies > 1:
        lines.append(f"{copies} cards")
    words = "".join(
        text(line, W / 2, round(WHOLE.h + 14 + 12 * n, 1), 9.5, "ink-quiet", bold=False) for n, line in enumerate(lines)
    )
    return Shape(0, 0, W, WHOLE.h + 66, cut(face(building), W, WHOLE.h, 1) + words)
