"""What declared fields hold beside cards, drawn: numbers, tracks, choices, flags, seats and sets of names as chips."""

from functools import lru_cache

from tabletown.engine.seats import SEAT_NAMES
from tabletown.render.icons import centred, seat_shape
from tabletown.render.scene import Shape
from tabletown.render.text import fit, number, text, width
from tabletown.render.theme import css

HIGH, SIZE, SMALL, EDGE = 30.0, 13.0, 12.0, 11.0
STEP = 15.0  # from one space of a track to the next
MOST_SPACES = 12  # of a track; a number that can be larger stands alone
MOST = 330.0  # how wide a chip may be, so that it fits on a narrow screen
MOST_WORDS = 140.0  # how wide the words of a set, or a name may be


@lru_cache(maxsize=1024)
def value(words: str, shown: str, seat: int = -1) -> Shape:
    """What a field is, and what it holds, perhaps a seat."""
    shape = 20.0 if seat >= 0 else 0.0
    shown, _ = fit(shown, MOST_WORDS, SIZE, SIZE, bold=True)
    words, _ = fit(words, MOST - shape - width(shown, SIZE, bold=True) - 7 - 2 * EDGE, SIZE, SIZE)
    x = EDGE + width(words, SIZE) + 7
    wide = x + shape + width(shown, SIZE, bold=True) + EDGE
    body = _pill(wide) + text(words, EDGE, 19.5, SIZE, "ink-quiet", anchor="start", bold=False)
    body += seat_shape(seat, x + 7, HIGH / 2, 15) if seat >= 0 else ""
    return Shape(0, 0, wide, HIGH, body + text(shown, x + shape, 19.5, SIZE, "ink-words", anchor="start"))


def seat(words: str, number: int) -> Shape:
    """A seat by its shape and colour."""
    return value(words, SEAT_NAMES[number], number)


@lru_cache(maxsize=512)
def flag(words: str, yes: bool) -> Shape:
    """Yes or no."""
    words, _ = fit(words, MOST - 60 - 2 * EDGE, SIZE, SIZE)
    said = "yes" if yes else "no"
    x = EDGE + width(words, SIZE) + 7
    wide = x + (18 if yes else 0) + width(said, SIZE, bold=True) + EDGE
    body = _pill(wide) + text(words, EDGE, 19.5, SIZE, "ink-quiet", anchor="start", bold=False)
    body += centred("check", x + 6, HIGH / 2, 13, "ink-words") if yes else ""
    return Shape(0, 0, wide, HIGH, body + text(said, x + (18 if yes else 0), 19.5, SIZE, "ink-words", anchor="start"))


@lru_cache(maxsize=1024)
def track(words: str, least: int, most: int, now: int) -> Shape:
    """A number on a track from the least to the most that it can be."""
    shown = number(now)
    spaces, figures = STEP * (most - least), max(width(number(n), SIZE, bold=True) for n in (least, most))
    words, _ = fit(words, MOST - spaces - figures - 28 - 2 * EDGE, SIZE, SIZE)
    first = EDGE + width(words, SIZE) + 14
    last = first + spaces
    wide = last + 14 + figures + EDGE
    body = _pill(wide) + text(words, EDGE, 19.5, SIZE, "ink-quiet", anchor="start", bold=False)
    body += f'<path class="{css("rule-thin")}" d="M{first:g} {HIGH / 2:g}H{last:g}"/>'
    for place in range(least, most + 1):
        x = first + STEP * (place - least)
        paint, radius = ("paper-accent", 6.5) if place == now else ("paper-old", 4.0)
        body += f'<circle class="{css(paint)}" cx="{x:g}" cy="{HIGH / 2:g}" r="{radius:g}"/>'
    return Shape(0, 0, wide, HIGH, body + text(shown, last + 14, 19.5, SIZE, "ink-words", anchor="start"))


@lru_cache(maxsize=1024)
def members(words: str, names: tuple[str, ...], chosen: int) -> Shape:
    """A set of names: those that belong to it are filled. They are wrapped where there is not room for all."""
    words, _ = fit(words, MOST_WORDS, SIZE, SIZE)
    x, y, wide = EDGE + width(words, SIZE) + 8, 5.0, 0.0
    start, body = x, ""
    for bit, full in enumerate(names):
        name, _ = fit(full, MOST_WORDS, SIZE, SIZE, bold=True)
        one = width(name, SIZE, bold=True) + 14
        if x > start and x + one + EDGE > MOST:
            x, y = start, y + 24
        inside = bool(chosen >> bit & 1)
        box, ink = ("paper-accent", "ink-accent") if inside else ("paper-empty", "ink-quiet")
        body += f'<rect class="{css(box)}" x="{x:g}" y="{y:g}" width="{one:g}" height="20" rx="10"/>'
        body += text(name, x + one / 2, y + 14.5, SIZE, ink, bold=inside)
        wide = max(wide, x + one)
        x += one + 5
    high = y + 25
    label = text(words, EDGE, 19.5, SIZE, "ink-quiet", anchor="start", bold=False)
    return Shape(0, 0, wide + EDGE, high, _pill(wide + EDGE, high) + label + body)


@lru_cache(maxsize=1024)
def tag(words: str, shown: str) -> Shape:
    """What a field is, and what it holds, in words alone where there is little room."""
    shown, _ = fit(shown, 0.6 * MOST, SMALL, SMALL, bold=True)
    words, _ = fit(words, 0.95 * MOST - width(shown, SMALL, bold=True), SMALL, SMALL)
    x = width(words, SMALL) + 5
    body = text(words, 0, 15.5, SMALL, "ink-quiet", anchor="start", bold=False)
    wide = x + width(shown, SMALL, bold=True) + 2
    return Shape(0, 0, wide, 22, body + text(shown, x, 15.5, SMALL, "ink-words", anchor="start"))


def _pill(wide: float, high: float = HIGH) -> str:
    return (
        f'<rect class="{css("paper-under")}" x=".5" y=".5" width="{wide - 1:g}" height="{high - 1:g}" '
        f'rx="{HIGH / 2 - 0.5:g}"/>'
    )
