"""Parts of pictured buildings: bodies, windows, roofs, doors and props, each written as a line of words.

A picture is a text of steps separated by semicolons. A step names what is added, then its numbers, then its paint:
`body 8 94 30 wall` is a wall 94 wide and 30 high that begins at x = 8; `flat 5 100 30 4 main` is a roof slab that lies
on it at height 30. Pictures stand on y = 0 and are 110 wide; heights are given upwards. Paints `main`, `wall`, `floor`
and `deep` are those of the card's type, all others are scraps of paper of any colour (see `render.theme`). A step in
angle brackets is markup, with the same paints as classes.
"""

import re
from collections.abc import Callable

from tabletown.games.paper_skylines.drawing.props import PROPS

_SHADES = ("main", "wall", "floor", "deep")
_CLASS = re.compile(r'class="([^"]+)"')


def build(steps: str, kind: str) -> str:
    """The markup of a picture for a card of this type; raises ValueError for an unknown step."""
    return "".join(_step(step.strip(), kind) for step in steps.split(";") if step.strip())


def spell(markup: str, kind: str = "") -> str:
    """Markup with short classes, as markup with the paints of the theme."""
    return _CLASS.sub(lambda found: f'class="{" ".join(paint(name, kind) for name in found[1].split())}"', markup)


def paint(name: str, kind: str) -> str:
    """The class of a paint: the shades of a type, or any other paint."""
    return f"c-{kind}-{name}" if name in _SHADES else f"c-{name}"


def _step(step: str, kind: str) -> str:
    if step.startswith("<"):
        return spell(step, kind)
    name, *words = step.split()
    if name in PROPS:
        return prop(name, *(float(word) for word in words))
    numbers = [float(word) for word in words if word[0] in "-.0123456789"]
    named = [word for word in words if word[0] not in "-.0123456789"]
    try:
        return spell(_STEPS[name](*numbers, *named), kind)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{step!r} is no step of a picture") from error


def prop(name: str, x: float, y: float = 0, scale: float = 1) -> str:
    """Something that stands at a place, so many times its size."""
    sized = f" scale({scale:g})" if scale != 1 else ""
    return f'<use href="#p-{name}" transform="translate({x:g} {-y:g}){sized}"/>'


def standing_room(steps: str, x: float) -> float:
    """How high above the ground a figure stands at x: on the highest flat thing there is."""
    height = 0.0
    for step in steps.split(";"):
        name, *words = step.split() or [""]
        if name in ("body", "flat"):
            numbers = [float(word) for word in words if word[0] in "-.0123456789"]
            if numbers[0] <= x <= numbers[0] + numbers[1]:
                height = max(height, sum(numbers[2:]))
    return height


# --- Steps ----------------------------------------------------------------------------------------------------------


def _rect(x: float, top: float, w: float, h: float, classes: str) -> str:
    return f'<rect class="{classes}" x="{x:g}" y="{-top:g}" width="{w:g}" height="{h:g}"/>'


def body(x: float, w: float, h: float, base: float | str, tint: str = "") -> str:
    """A wall of this width and height on the ground (or on `base`), its right side in the shade."""
    low, tone = (base, tint) if isinstance(base, float) else (0.0, base)
    side = round(w * 0.16, 1)
    shade = f'<path class="shade-soft" d="M{x + w - side:g} {-low - h:g}h{side:g}v{h:g}h{-side:g}Z"/>'
    return _rect(x, low + h, w, h, f"{tone} edge") + shade


def windows(x: float, top: float, columns: float, rows: float, kind: str) -> str:
    """Rows of windows below a height: plain, arched, small or long."""
    wide, high, pane = _PANES[kind]
    panes = "".join(
        f"M{x + wide * i + 1.5:g} {-top + high * j + 1.5:g}{pane}"
        for j in range(int(rows))
        for i in range(int(columns))
    )
    return f'<path class="pane" d="{panes}"/>'


_PANES = {
    "plain": (9, 11, "h5.5v7.5h-5.5Z"),
    "arched": (10, 13, "m0 9.5v-6.7a2.8 2.8 0 0 1 5.6 0v6.7Z"),
    "small": (7, 8, "h4.5v4.5h-4.5Z"),
    "long": (20, 8, "h18v4.5h-18Z"),
    "tall": (8, 18, "h4.5v15h-4.5Z"),
}


def flat(x: float, w: float, base: float, h: float, tone: str) -> str:
    """A slab."""
    return _rect(x, base + h, w, h, f"{tone} edge")


def gable(x: float, w: float, base: float, h: float, tone: str) -> str:
    """A pointed roof."""
    return f'<path class="{tone} edge" d="M{x:g} {-base:g}l{w / 2:g} {-h:g} {w / 2:g} {h:g}Z"/>'


def hip(x: float, w: float, base: float, h: float, slope: float, tone: str) -> str:
    """A roof with a ridge: `slope` is how far its ends lean in."""
    return f'<path class="{tone} edge" d="M{x:g} {-base:g}l{slope:g} {-h:g}h{w - 2 * slope:g}l{slope:g} {h:g}Z"/>'


def mansard(x: float, w: float, base: float, h: float, tone: str) -> str:
    """A steep, hollow roof."""
    curve = f"q5-4 6{-h:g}h{w - 12:g}q1 {h - 4:g} 6 {h:g}Z"
    return f'<path class="{tone} edge" d="M{x:g} {-base:g}{curve}"/>'


def saw(x: float, w: float, base: float, h: float, teeth: float, tone: str) -> str:
    """The roof of a factory."""
    step = round(w / teeth, 2)
    path = "".join(f"v{-h:g}l{step:g} {h:g}" for _ in range(int(teeth)))
    return f'<path class="{tone} edge" d="M{x:g} {-base:g}{path}Z"/>'


def dome(x: float, w: float, base: float, tone: str) -> str:
    """A half dome with a ball on its mast."""
    r, middle = w / 2, x + w / 2
    top = base + r
    return (
        f'<path class="{tone} edge" d="M{x:g} {-base:g}a{r:g} {r:g} 0 0 1 {w:g} 0Z"/>'
        f'<path class="coal" d="M{middle - 0.8:g} {-top - 8:g}h1.6v8h-1.6Z"/>'
        f'<circle class="yellow edge" cx="{middle:g}" cy="{-top - 8:g}" r="2"/>'
    )


def cap(x: float, w: float, base: float, tone: str) -> str:
    """A half dome without a mast."""
    return f'<path class="{tone} edge" d="M{x:g} {-base:g}a{w / 2:g} {w / 2:g} 0 0 1 {w:g} 0Z"/>'


def pediment(x: float, w: float, base: float, h: float, tone: str) -> str:
    """The triangle over columns."""
    return f'<path class="{tone} edge" d="M{x:g} {-base:g}h{w:g}v-3l{-w / 2:g} {3 - h:g}{-w / 2:g} {h - 3:g}Z"/>'


def columns(x: float, w: float, h: float, number: float) -> str:
    """White columns across a width."""
    step = (w - 4) / (number - 1)
    path = "".join(f"M{x + step * i:.4g} 0v{-h:g}h4v{h:g}Z" for i in range(int(number)))
    return f'<path class="cream edge" d="{path}"/>'


def door(x: float, w: float, h: float, tone: str) -> str:
    """A plain door."""
    return f'<path class="{tone} edge" d="M{x:g} 0v{-h:g}h{w:g}v{h:g}Z"/>'


def arch(x: float, w: float, h: float, tone: str) -> str:
    """A round door."""
    r = w / 2
    return f'<path class="{tone} edge" d="M{x:g} 0v{r - h:g}a{r:g} {r:g} 0 0 1 {w:g} 0v{h - r:g}Z"/>'


def awning(x: float, w: float, top: float, tone: str) -> str:
    """A striped awning over shop windows, in stripes of six."""
    stripes = int(w // 6)
    red = "".join(f"M{x + 12 * i:g} {-top:g}h6v6q-3 4-6 0Z" for i in range((stripes + 1) // 2))
    hem = f"M{x:g} {6 - top:g}" + "q3 5 6 0" * stripes
    return (
        f'<path class="cream edge" d="M{x:g} {6 - top:g}v-6h{6 * stripes:g}v6"/>'
        f'<path class="{tone}" d="{red}"/><path class="thread" d="{hem}"/>'
    )


def stack(x: float, w: float, base: float, h: float, smoke: float = 0) -> str:
    """A chimney of bricks with a red rim; `smoke` is how much of it there is."""
    top = base + h
    drawn = _rect(x, top, w, h, "walnut edge") + _rect(x - 1, top + 2, w + 2, 3, "red edge")
    return drawn + (prop("smoke", x - 3, top + 3, smoke) if smoke else "")


def sign(x: float, w: float, base: float, h: float, tone: str, back: str = "cream") -> str:
    """A board with a row of strokes instead of letters."""
    letters = int((w - 6) // 9)
    start = x + (w - 9 * letters + 3) / 2
    row = "".join(f"M{start + 9 * i:g} {-base - h * 0.7:g}h6v{h * 0.4:g}h-6Z" for i in range(letters))
    return _rect(x, base + h, w, h, f"{back} edge") + f'<path class="{tone}" d="{row}"/>'


def meadow() -> str:
    """Rough grass along the ground."""
    return '<path class="leaf" d="M0 0v-3q14-4 28-1 16-4 30 0 14-4 28 0 12-3 24 1v3Z"/>'


def fence(x: float, w: float, h: float = 9) -> str:
    """A fence of posts and two rails."""
    posts = "".join(f"M{x + 3 + 8 * i:g} {-h - 1:g}v{h:g}" for i in range(max(2, int(w // 8))))
    return f'<path class="thread" d="M{x:g} {1 - h:g}h{w:g}M{x:g} {5 - h:g}h{w:g}{posts}"/>'


def clock(x: float, y: float, r: float) -> str:
    """A clock face."""
    hands = f"M{x:g} {-y - r * 0.6:g}v{r * 0.6:g}h{r * 0.5:g}"
    return f'<circle class="cream edge" cx="{x:g}" cy="{-y:g}" r="{r:g}"/><path class="thread" d="{hands}"/>'


_STEPS: dict[str, Callable[..., str]] = {
    "body": body, "windows": windows, "flat": flat, "gable": gable, "hip": hip, "mansard": mansard, "saw": saw,
    "dome": dome, "cap": cap, "pediment": pediment, "columns": columns, "door": door, "arch": arch, "awning": awning,
    "stack": stack, "sign": sign, "meadow": meadow, "fence": fence, "clock": clock,
}  # fmt: skip
