"""Marks on plots of the map, each 62 by 62: own deeds, lots on sale, places to choose, wishes; tags and flags."""

from functools import cache, lru_cache

from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.roofs import SIDE
from tabletown.games.milton_keynes.drawing.town_plan import PLOT
from tabletown.render.icons import seat_shape
from tabletown.render.text import fit, text, width

_BOX = f'x="1.5" y="1.5" width="{PLOT - 3:g}" height="{PLOT - 3:g}" rx="6"'
_FRAME = f"M0 0h{PLOT:g}v{PLOT:g}h{-PLOT:g}ZM3 3v{PLOT - 6:g}h{PLOT - 6:g}V3Z"


def _lines(name: str, sub: str, narrow: bool, paint: str) -> str:
    size, small = (22.0, 22.0) if narrow else (18.0, 17.0)
    if not sub:
        return text(name, PLOT / 2, PLOT / 2 + size * 0.35, size, "ink-words serif")
    return text(name, PLOT / 2, 27, size, "ink-words serif") + text(sub, PLOT / 2, 29 + small, small, paint)


@cache
def own_deed(name: str, seat: int, narrow: bool) -> str:
    """The plot of an own deed."""
    return painted(
        f'<rect class="town-land" {_BOX}/><rect class="seat-{seat}-wash" {_BOX}/>'
        + seat_shape(seat, 11, 11, 10)
        + _lines(name, "", narrow, "ink-quiet")
    )


@cache
def on_sale(name: str, lot: int, narrow: bool) -> str:
    """A plot whose deed is on sale."""
    return painted(
        f'<rect class="card-paper" {_BOX}/><rect class="next-place" {_BOX}/>'
        + _lines(name, f"lot {lot}", narrow, "ink-quiet")
    )


@lru_cache(maxsize=4096)
def slot(name: str, sub: str, narrow: bool) -> str:
    """A plot that may be chosen, and what that would bring."""
    return painted(
        f'<rect class="card-paper" {_BOX}/><path class="paper-accent" fill-rule="evenodd" d="{_FRAME}"/>'
        + _lines(name, sub, narrow, "paper-accent")
    )


@lru_cache(maxsize=4096)
def framed(name: str, sub: str) -> str:
    """A built plot that may be chosen: the building stays in sight."""
    words, size = fit(sub, PLOT - 10, 17, 12, bold=True)
    above = f'<g transform="translate(0 4)">{pill(words, size)}</g>' if sub else ""
    return painted(
        f'<path class="paper-accent" fill-rule="evenodd" d="{_FRAME}"/>'
        f'<g transform="translate(0 {PLOT - SIDE - 21:g})">{pill(name, 17)}</g>{above}'
    )


@cache
def wish(name: str) -> str:
    """A plot whose deed may be asked for: outlined softly, for there are many."""
    return painted(f'<rect class="town-land" {_BOX}/><rect class="paper-slot" opacity=".6" {_BOX}/>') + text(
        name, PLOT / 2, 37, 18, "ink-words serif"
    )


TAG_W, TAG_H = 30.0, 20.0


@cache
def tag(seat: int, sure: bool) -> str:
    """Who holds the deed of a plot: the shape of the seat, with a question mark if that is not sure."""
    box = f'x="1" y="1" width="{TAG_W - 2:g}" height="{TAG_H - 2:g}" rx="5"'
    if sure:
        return painted(f'<rect class="paper-tag" {box}/>') + seat_shape(seat, TAG_W / 2, TAG_H / 2, 14)
    dashed = f'<rect class="paper-tag" stroke-dasharray="3 2" opacity=".85" {box}/>'
    return painted(dashed) + seat_shape(seat, 10, TAG_H / 2, 12) + text("?", 22, 15.5, 15, "ink-paper")


@lru_cache(maxsize=4096)
def pill(words: str, size: float) -> str:
    """Words on a round tag, in the middle of a plot's width."""
    w = min(PLOT - 2, width(words, size, bold=True) + 10)
    box = f'x="{(PLOT - w) / 2:.1f}" y="2" width="{w:.1f}" height="{size + 3:g}" rx="{size / 2:g}"'
    tag = painted(f'<rect class="paper-tag" {box}/>')
    return tag + text(words, PLOT / 2, 2 + size * 0.93, size, "ink-paper")


@cache
def flag(seat: int) -> str:
    """A nomination, 20 by 24."""
    return painted(
        f'<path class="thread-bold" d="M3 2v22"/><path class="seat-{seat} cut" d="M3 2h16l-4 6 4 6H3Z"/>'
    ) + seat_shape(seat, 9, 8, 9)
