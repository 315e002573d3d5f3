"""Faces of cards: permits with the building that they allow, deeds with their place on a small map, characters."""

from functools import cache, lru_cache

from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import BUILDING_IDS, CardSet, Character, Permit
from tabletown.games.milton_keynes.drawing import captions, roofs
from tabletown.games.milton_keynes.drawing.paper import define, painted
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.names import label
from tabletown.render.icons import place
from tabletown.render.scene import Shape
from tabletown.render.text import fit, text, width

PERMIT_W, PERMIT_H = 92.0, 126.0
DEED_W, DEED_H = 58.0, 80.0
LARGE_W = 190.0
CELL = 5.0  # of the small map on a deed


def scaled(svg: str, scale: float) -> str:
    """A drawing made larger or smaller."""
    return svg if scale == 1 else f'<g transform="scale({scale:.4g})">{svg}</g>'


def card(svg: str, w: float, h: float, x: float, y: float, scale: float) -> Shape:
    """A drawing of this size as a shape at a place."""
    return Shape(x, y, w * scale, h * scale, scaled(svg, scale))


def lines(words: str, room: float, size: float) -> list[str]:
    """Words broken into lines that fit."""
    found: list[str] = []
    for word in words.split():
        if found and width(f"{found[-1]} {word}", size) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


# --- Permits --------------------------------------------------------------------------------------------------------


def _sheet(w: float, h: float, band: float) -> str:
    return (
        f'<rect class="card-paper cut" x=".6" y=".6" width="{w - 1.2:g}" height="{h - 1.2:g}" rx="5"/>'
        '<path class="front-sand" d="M1.2 5.6a4.4 4.4 0 0 1 4.4-4.4'
        f'h{w - 11.2:g}a4.4 4.4 0 0 1 4.4 4.4V{band:g}H1.2Z"/>'
    )


def short(name: str) -> str:
    """A name that fits on a card: the first word of a long one."""
    return name.split()[0] if len(name) > 14 else name


def type_of(permit: Permit) -> int | None:
    """The building type that a permit allows; None for the Extension."""
    return BUILDING_IDS.index(permit.builds) if permit.builds else None


def picture(permit: Permit, seat: int | None, x: float, y: float, w: float, h: float) -> str:
    """What a permit does and builds, in this box."""
    kind = type_of(permit)
    if permit.index <= s.REDEVELOP:
        line = f'<path class="cut-line" d="M{x + w * 0.48:g} {y + h * 0.9:g} {x + w * 0.56:g} {y + h * 0.1:g}"/>'
        do = place(f"do-{permit.id}", x, y + h / 2 - w * 0.22, w * 0.44, paint="ink-words")
        return do + line + roofs.sample(s.ESTATE, seat, x + w * 0.6, y + h * 0.2, w * 0.4, h * 0.6)
    if kind is not None:
        return roofs.sample(kind, seat, x, y, w, h)
    return (
        roofs.sample(s.ESTATE, seat, x, y, w * 0.55, h)
        + (f'<path class="next-place" d="M{x + w * 0.6:g} {y:g}h{w * 0.4:g}v{h:g}h{-w * 0.4:g}Z"/>')
        + place("i-plus", x + w * 0.7, y + h / 2 - w * 0.1, w * 0.2, paint="ink-words")
    )


@cache
def _permit(cards_permit: Permit, seat: int | None, below: str) -> str:
    words, size = fit(short(cards_permit.name), PERMIT_W - 8, 15, 9, bold=True)
    drawn = [
        _sheet(PERMIT_W, PERMIT_H, 24),
        text(words, PERMIT_W / 2, 17, size, "ink-paper serif"),
        picture(cards_permit, seat, 14, 34, 64, 56),
        text(below, PERMIT_W / 2, 113, 13, "ink-quiet", bold=False),
    ]
    return painted("".join(drawn))


def permit(cards: CardSet, kind: int, seat: int | None = None) -> str:
    """A permit, 92 by 126: its name, what it does and what it builds in the seat's colour."""
    return _permit(cards.permits[kind], seat, captions.use(cards, cards.permits[kind]))


@cache
def _explained(cards_permit: Permit, seat: int | None, below: str, copies: int) -> Shape:
    simple = cards_permit.index <= s.REDEVELOP
    rows = lines(cards_permit.text, LARGE_W - 24, 12.5)
    h = 150 + 16.0 * len(rows) + (16 if simple else 0)
    title, size = fit(cards_permit.name, LARGE_W - 20, 18, 13, bold=True)
    drawn = [
        _sheet(LARGE_W, h, 30),
        text(title, LARGE_W / 2, 22, size, "ink-paper serif"),
        picture(cards_permit, seat, 50, 40, 90, 76),
        text(f"Builds an Estate: {below}" if simple else below, LARGE_W / 2, 134, 11.5, "ink-quiet"),
    ]
    y = 152.0
    if simple:
        drawn.append(f'<path class="cut-line" d="M10 {y - 8:g}h{LARGE_W - 20:g}"/>')
        drawn.append(text("or, as an action:", 12, y + 8, 12, "ink-quiet", anchor="start", bold=False))
        y += 16
    for n, row in enumerate(rows):
        drawn.append(text(row, 12, y + 6 + 16 * n, 12.5, "ink-words", anchor="start", bold=False))
    if copies:
        drawn.append(f'<rect class="paper-tag" x="{LARGE_W - 40:g}" y="38" width="32" height="18" rx="9"/>')
        drawn.append(text(f"{copies}\N{MULTIPLICATION SIGN}", LARGE_W - 24, 51, 12, "ink-paper"))
    return Shape(0, 0, LARGE_W, h, painted("".join(drawn)))


def explained(cards: CardSet, kind: int, seat: int | None = None, copies: int = 0) -> Shape:
    """A permit seen up close, with its text."""
    below = " ".join(captions.limits(cards, cards.permits[kind]))
    return _explained(cards.permits[kind], seat, below, copies)


# --- Deeds ----------------------------------------------------------------------------------------------------------


def _mini(plan: Plan) -> str:
    """The id of a small map: its size, its river and its marshes as bit masks."""
    river, marsh = (sum(1 << square for square in found) for found in (plan.river, plan.marsh))
    return f"mini-{plan.rows}x{plan.columns}-{river:x}-{marsh:x}"


def symbol(id: str) -> str | None:
    """A small map by its id."""
    if not id.startswith("mini-"):
        return None
    _, size, river, marsh = id.split("-")
    rows, columns = map(int, size.split("x"))
    w, h = columns * CELL, rows * CELL
    grid = "".join(f"M{n * CELL:g} 0v{h:g}" for n in range(1, columns))
    grid += "".join(f"M0 {n * CELL:g}h{w:g}" for n in range(1, rows))

    def cells(mask: int) -> str:
        found = [divmod(square, s.COLUMNS) for square in range(s.SQUARES) if mask >> square & 1]
        return "".join(f"M{column * CELL:g} {row * CELL:g}h{CELL:g}v{CELL:g}h{-CELL:g}Z" for row, column in found)

    body = (
        f'<path class="town-land" d="M0 0h{w:g}v{h:g}H0Z"/><path class="front-water" d="{cells(int(river, 16))}"/>'
        f'<path class="town-bog" d="{cells(int(marsh, 16))}"/><path class="town-grid" d="{grid}"/>'
        f'<path class="town-kerb" d="M.5.5h{w - 1:g}v{h - 1:g}H.5Z"/>'
    )
    return define(id, w, h, body)


@lru_cache(maxsize=2048)
def deed(plan: Plan, square: int) -> str:
    """A deed, 58 by 80: its label, and where it lies."""
    w, h = plan.columns * CELL, plan.rows * CELL
    return painted(
        f'<rect class="card-paper cut" x=".6" y=".6" width="{DEED_W - 1.2:g}" height="{DEED_H - 1.2:g}" rx="4"/>'
        + text(label(square), DEED_W / 2, 25, 23, "ink-words serif")
        + where(plan, square, (DEED_W - w) / 2, 32 + (45 - h) / 2)
    )


def where(plan: Plan, square: int, x: float = 0, y: float = 0) -> str:
    """A small map on which a plot is marked, its corner at x, y."""
    row, column = divmod(square, s.COLUMNS)
    here = f"M{x + column * CELL - 0.5:g} {y + row * CELL - 0.5:g}h6v6h-6Z"
    whole = place(_mini(plan), x, y, plan.columns * CELL, plan.rows * CELL)
    return whole + painted(f'<path class="town-here" d="{here}"/>')


# --- Characters -----------------------------------------------------------------------------------------------------

CHARACTER_W, CHARACTER_H = 200.0, 96.0
_COATS = ("coat-red", "front-mustard", "front-slate", "yellow", "coat-blue", "coat-green")
_HEADS = (
    ('<path class="hair-1 cut" d="M13 30V17a11 11 0 0 1 22 0v13Z"/>', ""),
    ("", '<path class="front-mustard cut" d="M12 15a12 11 0 0 1 24 0h3v3H9v-3Z"/><path class="thread" d="M24 4v11"/>'),
    ("", '<path class="slate cut" d="M14 14a10 10 0 0 1 20 0h5v3H9v-3Z"/>'),
    ("", '<path class="coal cut" d="M15 13V1h18v12h6v3H9v-3Z"/><path class="front-brick" d="M15 9h18v3H15Z"/>'),
    (
        "",
        '<path class="front-deep cut" d="M11 13c2-8 24-8 26 0l-3 3c-6-2-14-2-20 0Z"/>'
        '<path class="coal" d="M14 15h20v3H14Z"/>',
    ),
    (
        '<path class="hair-4 cut" d="M13 20a11 12 0 0 1 22 0Z"/>',
        '<circle class="thread" cx="19.5" cy="20" r="3.6"/><circle class="thread" cx="28.5" cy="20" r="3.6"/>',
    ),
)
_SKIN = ("skin-1", "skin-3", "skin-2", "skin-1", "skin-4", "skin-2")


@cache
def portrait(index: int) -> str:
    """A character, 48 by 52."""
    behind, before = _HEADS[index]
    return painted(
        f'{behind}<path class="{_COATS[index]} cut" d="M3 51c1-13 8-19 21-19s20 6 21 19Z"/>'
        '<path class="front-cream cut" d="m17 33 7 9 7-9-3-3h-8Z"/>'
        f'<circle class="{_SKIN[index]} cut" cx="24" cy="20" r="9.5"/>{before}'
    )


@cache
def _character(cards_character: Character, permits: tuple[str, ...], taken_by: int) -> str:
    drawn = [
        f'<rect class="card-paper cut" x=".6" y=".6" width="{CHARACTER_W - 1.2:g}" height="{CHARACTER_H - 1.2:g}" '
        'rx="5"/><path class="town-land" d="M1.2 5.6a4.4 4.4 0 0 1 4.4-4.4H66v93.6H5.6a4.4 4.4 0 0 1-4.4-4.4Z"/>',
        f'<g transform="translate(5 31) scale(1.22)">{portrait(cards_character.index)}</g>',
        text(cards_character.name, 74, 21, 16, "ink-words serif", anchor="start"),
    ]
    for n, (name, count) in enumerate(dict.fromkeys((name, permits.count(name)) for name in permits)):
        y = 38 + 15 * n
        drawn.append(place("i-permit", 74, y - 9, 9, 11))
        said = f"{name} \N{MULTIPLICATION SIGN}{count}" if count > 1 else name
        words, size = fit(said, CHARACTER_W - 94, 12, 9)
        drawn.append(text(words, 88, y, size, "ink-words", anchor="start", bold=False))
    if taken_by >= 0:
        drawn.append(roofs.badge(taken_by, 18, 18, 12))
    return painted("".join(drawn))


def character(cards: CardSet, index: int, taken_by: int = -1) -> str:
    """A character card, 200 by 96: who it is and the permits it starts with."""
    who = cards.characters[index]
    return _character(who, tuple(cards.permits[kind].name for kind in who.permits), taken_by)
