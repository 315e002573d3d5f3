"""The street on the home page: a house for every title, with the title's cover as its front.

Nothing here knows a title: a house is drawn from the name, the colours and the cover that every title has. Covers are
written as symbols, so that the page can show each of them a second time (`cover_again`) without carrying it twice.
The drawing is 1440 by 462 units large. Words stand in its upper left corner, so houses on that side are low.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from tabletown.engine.english import listing
from tabletown.render.scene import Shape
from tabletown.render.text import fit, text
from tabletown.render.theme import css

WIDTH, HEIGHT, GROUND = 1440, 462, 410
MARGIN, GAP, WIDEST = 34, 44, 380
WORDS = 620  # houses that begin left of this stand below the words
FRONTS = (236, 204, 252, 218)  # heights of the others, in turn
LOW, ROOF = 122, 44

Game = Mapping[str, Any]
"""A title as pages know it: `name`, `meta` and `cover`."""


def panorama(games: Sequence[Game]) -> Markup:
    """The whole picture, as an element of the page."""
    titles = listing([game["meta"].title for game in games])
    label = "A paper street" + (f" with a house for every game: {titles}" if titles else "")
    covers = "".join(_symbol(game) for game in games)
    return Markup(
        f'<svg class="city" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMax slice" role="img" '
        f'aria-label="{escape(label)}" focusable="false"><defs>{covers}</defs>{_sky()}{_street(games)}</svg>'
    )


def cover_again(game: Game) -> Shape:
    """A title's cover for a page that has the panorama: it only refers to what is written there."""
    cover = game["cover"]
    return Shape(0, 0, cover.w, cover.h, f'<use href="#{_id(game)}"/>')


def _id(game: Game) -> str:
    return f"cover-{game['name']}"


def _symbol(game: Game) -> str:
    cover = game["cover"]
    return (
        f'<symbol id="{_id(game)}" viewBox="0 0 {cover.w:g} {cover.h:g}" preserveAspectRatio="xMidYMax slice">'
        f"{cover.svg}</symbol>"
    )


# Paper: every scrap is a path painted with paints of the theme


def scrap(paint: str, path: str) -> str:
    """A piece of cut paper."""
    return f'<path class="{css(paint)}" d="{path}"/>'


def box(paint: str, x: float, y: float, w: float, h: float) -> str:
    """A rectangle of paper."""
    return scrap(paint, f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z")


def disc(paint: str, x: float, y: float, r: float) -> str:
    """A round piece of paper."""
    return f'<circle class="{css(paint)}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def put(x: float, y: float, inner: str, scale: float = 1) -> str:
    """A drawing moved to its place."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){size}">{inner}</g>'


# Sky


@cache
def _sky() -> str:
    stars = ((566, 152), (780, 40), (900, 70), (1060, 50), (1110, 120), (1330, 110), (1400, 60), (860, 150))
    far = "M0 282c120-60 260-64 400-20s240 30 360-8 260-66 380-40 200 30 300 0v246H0z"
    near = "M0 346c160-48 300-40 460-14s300 10 440-10 320-40 540 0v120H0z"
    return "".join(
        (
            box("air", 0, 0, WIDTH, HEIGHT),
            f'<g opacity=".2">{disc("sun", 700, 88, 70)}</g>{disc("sun", 700, 88, 45)}',
            f'<path class="stars" d="{"".join(f"M{x} {y}h2.5v2.5h-2.5z" for x, y in stars)}"/>',
            _cloud(764, 58, 1.1) + _cloud(1224, 30, 0.98) + _cloud(500, 176, 0.7),
            scrap("hill-far", far) + scrap("hill-near", near),
        )
    )


def _cloud(x: float, y: float, scale: float) -> str:
    shape = "M14 16C18-2 44-4 50 10 62-4 86 4 86 20c16-4 22 16 8 20H8C-6 36-2 16 14 16z"
    return put(x, y, scrap("drift", shape), scale)


# The street


def _street(games: Sequence[Game]) -> str:
    """Houses side by side, as wide as there is room for, from the right; trees, lamps and people between them."""
    count = len(games)
    wide = min(WIDEST, (WIDTH - 2 * MARGIN - GAP * (count - 1)) / count) if count else 0
    left = WIDTH - MARGIN - count * wide - (count - 1) * GAP if count else WIDTH - MARGIN + GAP
    corners = [left + n * (wide + GAP) for n in range(count)]
    houses = [house(game, x, wide, n) for n, (game, x) in enumerate(zip(games, corners, strict=True))]
    between = [x - GAP / 2 for x in corners] + [WIDTH - MARGIN / 2]
    return _road() + "".join(houses) + "".join(_corner(x, n) for n, x in enumerate(between))


def house(game: Game, x: float, wide: float, number: int) -> str:
    """A house of a title: its cover, and a roof in its colour with its name."""
    high = LOW if x < WORDS else FRONTS[number % len(FRONTS)]
    top, meta = GROUND - high, game["meta"]
    name, size = fit(meta.title, wide - 120, 24, 12, bold=True)
    return (
        f'<g style="--accent: light-dark({meta.accent[0]}, {meta.accent[1]}); --brand: {meta.accent[0]}">'
        + box("front-shade", x + 6, top - 6, wide, high + 6)
        + put(x, top, _roof(wide, number))
        + put(x, top, text(name, wide / 2, -ROOF / 2 + size * 0.36, size, "ink-white serif"))
        + f'<use href="#{_id(game)}" x="{x:g}" y="{top:g}" width="{wide:g}" height="{high:g}"/>'
        + f'<path class="{css("cut-card")}" d="M{x:g} {top:g}h{wide:g}v{high:g}h{-wide:g}z"/>'
        + box("front-stone cut", x - 6, GROUND - 6, wide + 12, 6)
        + "</g>"
    )


def _roof(wide: float, number: int) -> str:
    """A roof that stands on y = 0; the next house has another one."""
    right, inside = wide + 12, wide - 96
    shapes = (
        f"M-12 0 30{-ROOF}H{wide - 30:g}L{right:g} 0z",
        f"M-6 0v-16h26v-14h28v{30 - ROOF}h{inside:g}v{ROOF - 30}h28v14h26v16z",
        f"M-10 0c0-10 8-16 22-18 6-18 22-28 46-28h{wide - 116:g}c24 0 40 10 46 28 14 2 22 8 22 18z",
    )
    chimney = box("front-brick cut", wide - 74, -ROOF - 16, 18, 34) if number % len(shapes) == 0 else ""
    return chimney + scrap("paper-brand cut", shapes[number % len(shapes)])


def _road() -> str:
    zebra = "".join(f"M{x} {GROUND + 10}v34" for start in (470, 1010) for x in range(start, start + 40, 10))
    return "".join(
        (
            box("kerb", 0, GROUND, WIDTH, HEIGHT - GROUND),
            box("lane-road", 0, GROUND + 10, WIDTH, 34),
            scrap("lane-dash", f"M0 {GROUND + 27}h{WIDTH}"),
            scrap("lane-zebra", zebra),
        )
    )


def _corner(x: float, number: int) -> str:
    """What stands beside a house: a tree and a player's figure, or a street lamp and another one."""
    scenery = tree(x) if number % 2 == 0 else lamp_post(x)
    crossing = citizen(x + 130, GROUND + 34, (number + 2) % 5) if number % 3 == 1 else ""
    return scenery + citizen(x + (14 if number % 2 else -12), GROUND + 8, number % 5) + crossing


def tree(middle: float) -> str:
    """A tree at the kerb."""
    trunk = scrap("front-wood cut", "M10.6 20h2.8v16h-2.8z")
    crown = scrap("front-moss cut", "M12-3c8 0 13 6 13 13s-5 13-13 13S-1 17-1 10 4-3 12-3z")
    gleam = scrap("front-light", "M12 0C6 0 2 4 1.6 9.6c3-5 6-7.4 11-8.4z")
    return put(middle - 16, GROUND - 46, trunk + crown + gleam, 1.3)


def lamp_post(x: float) -> str:
    """A street lamp; it burns at night."""
    post, cap = "M-1.2 11h2.4v18H4v3.3h-8V29h2.8z", "M-5 3.5 0 0l5 3.5z"
    light = scrap("front-glow cut", "M-4 3h8l-1.5 8.5h-5z")
    return put(x, GROUND - 54, scrap("front-deep cut", post) + light + scrap("front-deep cut", cap), 1.7)


def citizen(x: float, y: float, seat: int) -> str:
    """A player's figure."""
    figure = "M0-23a4.1 4.1 0 0 1 2.5 7.4C5-14.5 6.4-11.5 6.8-1H-6.8C-6.4-11.5-5-14.5-2.5-15.6A4.1 4.1 0 0 1 0-23z"
    return put(x, y, scrap(f"seat-{seat} cut", figure))
